import * as z from 'zod';

/** Entries per page when the caller names no limit, and the most that a caller may name. */
export const defaultPageLimit = 50;
export const maximumPageLimit = 200;

/**
 * The envelope of every list reply.
 * @see docs/service-api.md, "Pages"
 */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    total: z.number().int().nonnegative(),
    pageSize: z.number().int().nonnegative(),
    isLast: z.boolean(),
    result: z.array(item),
  });
}

export interface Page<Item> {
  /** How many entities match in all, of those that the caller may read. */
  total: number;
  /** The limit that was asked for. */
  pageSize: number;
  isLast: boolean;
  result: Item[];
}

/** `offset` and `limit` of a list call; query strings are read as numbers. */
export const paging = z.strictObject({
  offset: z.coerce.number<number>().int().min(0).default(0),
  limit: z.coerce.number<number>().int().min(1).max(maximumPageLimit).default(defaultPageLimit),
});

/** How many objects a deletion takes along or changes, as the service counted them before. */
export const confirmation = z.strictObject({
  confirm: z.coerce.number<number>().int().min(0).optional(),
});

export type PageRequest = z.input<typeof paging>;
