import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { storedObject } from '../objects/stored-value';

/** As many work items as one call looks at: the editor calls for one such part after the other. */
export const itemsPerCall = 100;

export type BulkOperation = 'set' | 'add' | 'remove' | 'clear';

const leftOutReason = z.literal([
  'hidden',
  'notEditable',
  'notOnScreen',
  'notConfigured',
  'otherSource',
  'unreadable',
  'onlyOne',
  'tooMany',
  'refused',
]);
export type LeftOutReason = z.infer<typeof leftOutReason>;

/** Where the field offers other objects, what a work item holds can still be removed or cleared. */
export function reasonUnder(
  operation: BulkOperation,
  reason: LeftOutReason | undefined,
): LeftOutReason | undefined {
  const isOfOffered = operation === 'set' || operation === 'add';
  return reason === 'otherSource' && !isOfOffered ? undefined : reason;
}

/** The place of the part among the chosen work items: which those are, the platform says. */
export const offset = z.number();

const bulkItem = z.object({
  /** Absent where the person may not see the work item. */
  key: z.optional(z.string()),
  /** Absent where it can be changed; `reasonUnder` says whether it applies to an operation. */
  reason: z.optional(leftOutReason),
  /** What it holds; of a cascade the objects of the last level. */
  objects: z.array(storedObject),
  /** Present if the field takes no more than one object there. */
  isSingle: z.optional(z.literal(true)),
  /** Whether it holds something that the app can't read: adding and removing don't change it. */
  isUnreadable: z.boolean(),
  /** Tells values apart: equal for the same objects, in a cascade on every level. */
  valueKey: z.string(),
});
export type BulkItem = z.infer<typeof bulkItem>;

export const readBulkItems = resolverFunction(
  'bulkItems',
  { offset },
  z.object({ items: z.array(bulkItem) }),
);

export const savedPart = z.object({
  savedCount: z.number(),
  /** How many had the wanted value already. */
  unchangedCount: z.number(),
  leftOut: z.array(z.object({ key: z.optional(z.string()), reason: leftOutReason })),
});
export type SavedPart = z.infer<typeof savedPart>;
