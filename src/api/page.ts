import * as z from 'zod/mini';

/** Entries per page when the caller names no limit, and the most that a caller may name. */
export const defaultPageLimit = 50;
export const maximumPageLimit = 200;

/** Words in the refusal of a page whose entries are too large: fewer of them fit. */
export const pageTooLarge = 'too large for one answer';

/**
 * The envelope of every list reply.
 * @see docs/service-api.md, "Pages"
 */
export function pageOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({
    total: z.number().check(z.int(), z.nonnegative()),
    pageSize: z.number().check(z.int(), z.nonnegative()),
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
  offset: z._default(z.coerce.number<number>().check(z.int(), z.minimum(0)), 0),
  limit: z._default(
    z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(maximumPageLimit)),
    defaultPageLimit,
  ),
});

/** How many objects a deletion takes along or changes, as the service counted them before. */
export const confirmation = z.strictObject({
  confirm: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))),
});
