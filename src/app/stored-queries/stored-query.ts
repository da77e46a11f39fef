import * as z from 'zod/mini';
import { objectSource } from './object-source';

const epochMs = z.number();

/** What is kept of one query on one field; the ids that it found are kept by Jira alone. */
export const storedQuery = z.object({
  query: z.string(),
  fieldId: z.string(),
  /** As it was when computed. */
  fieldName: z.string(),
  /** The field arguments that were written for it: a name, `customfield_10010`, `cf[10010]`. */
  writtenAs: z.array(z.string()),
  /** Whose rights in the service decided: the app's access token, or a person's own account. */
  credential: z.enum(['token', 'person']),
  computedAt: epochMs,
  objectCount: z.number(),
  /** Of the sorted ids. */
  digest: z.string(),
  /** The clause that was compared, as it stands in the fragment. */
  spelling: z.string(),
  /** Of the sources that were searched. */
  configurationDigest: z.string(),
  /** Of every result that is kept of it: see `rightAtOf`. */
  rightAt: epochMs,
  /** Refreshes leave it out, or failed, since `rightAt`. */
  isLeftOut: z.boolean(),
  /** The last refresh failed. */
  trouble: z.optional(
    z.object({
      message: z.string(),
      since: epochMs,
      /** The query was refused, which took its result away: searches say why. Else that stays. */
      isRefused: z.boolean(),
    }),
  ),
});
export type StoredQuery = z.infer<typeof storedQuery>;

/** A search that had no result because there was no access token. */
export const pendingQuery = z.object({
  query: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
  writtenAs: z.array(z.string()),
  /** What the field's contexts pointed at when it was asked. */
  sources: z.array(objectSource),
  askedAt: epochMs,
  /** When the result that it had was no longer good; absent where it never had one. */
  expiredAt: z.optional(epochMs),
});
export type PendingQuery = z.infer<typeof pendingQuery>;

/** How many searches waited. */
export const pendingCount = z.object({ count: z.number() });

/** What a person found with their own account, on its way to the next search. */
export const handover = z.object({
  objectIds: z.array(z.string()),
  /** Of the sources that were searched. */
  configurationDigest: z.string(),
  computedAt: epochMs,
});
export type Handover = z.infer<typeof handover>;

/** An admin took the result of a query away. */
export const removal = z.object({ removedAt: epochMs });

/** The last refresh of everything that asked the service and came to its end. */
export const lastRun = z.object({ startedAt: epochMs, finishedAt: epochMs });
export type LastRun = z.infer<typeof lastRun>;

export const settings = z.object({
  /** Whether people may compute results with their own account. */
  personRunsAllowed: z.boolean(),
});
export type Settings = z.infer<typeof settings>;
