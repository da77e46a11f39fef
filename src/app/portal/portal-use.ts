import * as z from 'zod/mini';

/** The least first. */
export const portalUses = ['nothing', 'labels', 'attributes'] as const;

/**
 * What an admin lets the service portal show of a field: part of its configuration. Configurations of
 * earlier versions don't have it, and show nothing; so does what this version doesn't know. Not by
 * `z.catch`, which brings 8 kB to each screen.
 */
export const portalUse = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => portalUses.find((known) => known === value) ?? 'nothing'),
);
