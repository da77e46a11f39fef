import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';

/** What the app's function looks into, in the order in which the page asks: later ones rely on earlier ones. */
export const siteChecks = [
  'spelling',
  'comparison',
  'emptiness',
  'thousandIds',
  'expressions',
  'storage',
  'visibility',
  'account',
  'configuration',
] as const;

/**
 * `adapted`: Jira does it differently, and the app does too; `different`: the app can't adapt;
 * `open`: the site had nothing to try it on; `failed`: the check itself.
 */
const state = z.enum(['expected', 'adapted', 'different', 'open', 'failed']);

const siteLine = z.object({
  question: z.string(),
  /** Numbers of docs/platform-assumptions.md. */
  assumptions: z.array(z.number()),
  state,
  found: z.string(),
  expected: z.string(),
  /** What the app does about it. */
  appDoes: z.string(),
});
/** One thing that is not known of the platform, and what this site says. Without personal data. */
export type SiteLine = z.infer<typeof siteLine>;

/** Looks into one thing on this site, and keeps what the app can go by. */
export const checkSite = resolverFunction({
  key: 'checkSite',
  payload: z.strictObject({ check: z.enum(siteChecks) }),
  reply: z.object({ lines: z.array(siteLine) }),
});
