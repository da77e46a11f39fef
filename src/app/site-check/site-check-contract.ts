import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';

/** The checks that the app's function makes, in the page's order: later ones rely on earlier ones. */
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

/** Every check, with the two that the screen makes itself. */
export type CheckName = (typeof siteChecks)[number] | 'context' | 'links';

/**
 * `adapted`: Jira behaves differently, and the app adapts; `different`: the app can't adapt;
 * `open`: the site had nothing to try it on; `failed`: the check itself failed.
 */
const state = z.enum(['expected', 'adapted', 'different', 'open', 'failed']);

/** The results of all checks fit into one value of the app's storage. */
const lineText = z.string().check(z.maxLength(5_000));

const siteLine = z.object({
  question: lineText,
  /** Numbers of docs/platform-assumptions.md. */
  assumptions: z.array(z.number()),
  state,
  found: lineText,
  expected: lineText,
  appDoes: lineText,
});
/** One assumption about the platform and what this site shows. Without personal data. */
export type SiteLine = z.infer<typeof siteLine>;

const siteLines = z.array(siteLine).check(z.maxLength(30));

export const siteResults = z.object({
  lines: siteLines,
  /** When the last check ended, in milliseconds since the epoch. */
  checkedAt: z.number(),
});
export type SiteResults = z.infer<typeof siteResults>;

/** Makes one check on this site, and stores what the app adapts to. */
export const checkSite = resolverFunction(
  'checkSite',
  { check: z.enum(siteChecks) },
  z.object({ lines: siteLines }),
);

/** Reads what an admin saw when the check last ended; without `results` where nobody has checked the site yet. */
export const readSiteResults = resolverFunction(
  'siteResults',
  {},
  z.object({ results: z.optional(siteResults) }),
);

/** Keeps what the page shows at the end of a check, with the lines that the screen itself has found. */
export const saveSiteResults = resolverFunction(
  'saveSiteResults',
  { lines: siteLines },
  z.object({}),
);

/** The part of a line that is always the same. */
export type Question = Pick<SiteLine, 'question' | 'assumptions' | 'expected'>;

const about = (question: string, assumptions: number[], expected: string): Question => ({
  ...{ question, assumptions, expected },
});

export const questions = {
  spelling: [
    about(
      'Searches by a field’s objects',
      [32],
      'Jira accepts "cf[n].ObjectId" and finds stored objects by it.',
    ),
  ],
  comparison: [
    about('“in” a list of objects', [33], 'Finds a work item by each of its objects.'),
    about(
      '“not in” a list of objects',
      [33],
      'Finds work items that have objects, but none from the list.',
    ),
  ],
  emptiness: [
    about(
      '“is EMPTY” of a field’s objects',
      [43],
      'True for work items without objects, and only for them.',
    ),
    about(
      'A search for no object',
      [35],
      '“is EMPTY AND is not EMPTY” is accepted and finds nothing.',
    ),
  ],
  thousandIds: [about('A search for 1,000 objects', [34], 'Jira accepts 1,000 ids in one search.')],
  expressions: [
    about('Values in lists, and validation', [6], 'Jira accepts the app’s expressions.'),
  ],
  storage: [
    about('Lists in the app’s storage', [49], 'A list may miss what was just written.'),
    about(
      'Setting a key that already exists',
      [53],
      'The second write is refused as KEY_CONFLICT.',
    ),
  ],
  visibility: [
    about(
      'Work items that the app can see',
      [36, 48],
      'The app sees every field, and as many work items as you.',
    ),
  ],
  account: [about('Type of your account', [14], 'licensed')],
  configuration: [
    about(
      'A field’s configuration',
      [3],
      'Jira provides it when someone views or edits the field.',
    ),
  ],
  context: [about('Your language and time zone', [23], 'Jira provides both.')],
  links: [
    about(
      'Addresses of the app’s pages',
      [13],
      'Jira knows the page “connect” in the personal settings, and the page “admin”.',
    ),
  ],
} satisfies Readonly<Record<CheckName, readonly [Question, ...Question[]]>>;

export function expectedLine(question: Question, found: string): SiteLine {
  return { ...question, state: 'expected', found, appDoes: 'Works as designed.' };
}
