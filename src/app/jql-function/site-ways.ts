import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';

/** How a property of a field can be written, such as `"cf[10010].ObjectId"`, in the order of preference. */
export const spellingForms = ['quotedId', 'splitId', 'quotedName', 'splitName'] as const;
export type SpellingForm = (typeof spellingForms)[number];

/** One list of values; or one comparison for each value, joined by `OR` or `AND`. */
const comparison = z.enum(['list', 'joined']);
export type Comparison = z.infer<typeof comparison>;

const siteWays = z.object({
  /** What Jira takes, and finds values by; `none` where it takes none; undefined where that isn't known. */
  spelling: z.optional(z.enum([...spellingForms, 'none'])),
  in: comparison,
  'not in': comparison,
  /** Whether `is EMPTY` says the truth of a property, or of the whole field alone. */
  emptiness: z.enum(['property', 'field']),
});

/** How this site's Jira reads clauses over the objects of a field. */
export type SiteWays = z.infer<typeof siteWays>;

/** What is taken to be true of a site that nobody has checked: docs/platform-assumptions.md, 32, 33 and 43. */
export const assumedWays: SiteWays = { in: 'list', 'not in': 'list', emptiness: 'property' };

const storedWays = z.object({ version: z.literal(1), ways: siteWays });
const key = 'site-check:ways';

/** What "Check this site" found; the assumed ways before it, and where another version stored them. */
export async function findSiteWays(store: Pick<KeyValueStore, 'find'>): Promise<SiteWays> {
  // It only helps: without the store the assumptions hold, as before the check.
  const stored = await store.find(key).catch(() => undefined);
  return storedWays.safeParse(stored).data?.ways ?? assumedWays;
}

/** @throws {StoreError} */
export async function saveSiteWays(store: Pick<KeyValueStore, 'set'>, ways: SiteWays) {
  await store.set(key, { version: 1, ways } satisfies z.infer<typeof storedWays>);
}
