import * as z from 'zod';
import { statusNames } from './state';

/**
 * The ways to write the property `Alias` of an app's field `Name`, whose id is n. Which of them
 * Jira accepts is documented nowhere.
 */
export const propertySpelling = z.enum([
  /** `"Name.Alias"` */
  'quoted-name',
  /** `Name.Alias` */
  'bare-name',
  /** `"cf[n].Alias"` */
  'quoted-id',
  /** `"Name"[Alias]` */
  'bracketed-name',
  /** `cf[n][Alias]` */
  'bracketed-id',
  /** `"Name".Alias`, as Atlassian's pages print it; Atlassian's published grammar refuses it. */
  'split-name',
  /** `cf[n].Alias`, which the published grammar refuses as well. */
  'split-id',
]);
export type PropertySpelling = z.infer<typeof propertySpelling>;

/** Those that Atlassian's published grammar takes. */
export const grammaticalSpellings: readonly PropertySpelling[] = [
  'quoted-name',
  'bare-name',
  'quoted-id',
  'bracketed-name',
  'bracketed-id',
];

/** What is not known of the real platform: each can be tried both ways. */
export const platformSwitches = z.strictObject({
  /** Whether what a resource emits by `events` of \@forge/bridge reaches the others on the page. */
  bridgeDeliversEvents: z.boolean().default(true),
  /** Facts about the person that the app's context lacks, or the address of a page in the settings. */
  contextLacks: z.array(z.enum(['accountType', 'locale', 'location', 'timezone'])).default([]),
  /** Whether an app that asks for consent is replaced only where the person has just clicked. */
  consentNeedsClick: z.boolean().default(false),
  /** Where an app that asks for consent is replaced by the platform's "Allow access". */
  consentShows: z.enum(['everywhere', 'pages', 'nowhere']).default('pages'),
  /** Whether `extension.issue.typeId` is there on the create screen. */
  createScreenKnowsWorkType: z.boolean().default(true),
  /** Ids of the custom fields that no edit screen shows. */
  editScreensLack: z.array(z.string()).default([]),
  /** Methods that Jira refuses when it analyses expressions. */
  expressionsLack: z.array(z.string()).default([]),
  /** Whether `extension.configuration` is there in view and edit. */
  givesConfiguration: z.boolean().default(false),
  /** Short names of people whose profile hides their email address. */
  hiddenEmails: z.array(z.string()).default([]),
  /** Whether the app has used up its calls of Jira in this hour, or they are counted. */
  jiraQuota: z.enum(['counted', 'used']).default('counted'),
  /** Whether a query may ask that a field is empty and isn't. */
  jqlAllowsContradictions: z.boolean().default(true),
  /** Whether `context.principal` names to a JQL function the person who searches. */
  jqlFunctionKnowsPerson: z.boolean().default(false),
  /** Spellings of a property that JQL accepts, and that find nothing. */
  jqlIdleSpellings: z.array(propertySpelling).default([]),
  /** How many values a list over a property may hold; null for any number. */
  jqlMostListValues: z.int().min(1).nullable().default(null),
  /** Whether `is EMPTY` says the truth of a property; else each counts as filled. */
  jqlPropertiesCanBeEmpty: z.boolean().default(true),
  /** What `in` over a property with several values compares. */
  jqlPropertyIn: z.enum(['any', 'first', 'refused']).default('any'),
  /** What `not in` over a property with several values means. */
  jqlPropertyNotIn: z.enum(['none', 'someOther', 'refused']).default('none'),
  /** How JQL may spell a property of an app's field. */
  jqlPropertySpellings: z.array(propertySpelling).default([...grammaticalSpellings]),
  /** Whether schedules run twice, and events of the product come twice and three minutes late. */
  platformRepeats: z.boolean().default(false),
  /** Whether `extension.issue` and `extension.project` are there where a request is shown. */
  portalViewKnowsIssue: z.boolean().default(false),
  /** Whether people who are not logged in may open portals. */
  portalsArePublic: z.boolean().default(true),
  /** Keys of projects that block the app: it sees none of their work items. */
  projectsBlockingApp: z.array(z.string()).default([]),
  /** Whether `router.getUrl` of \@forge/bridge knows an app's page of the personal settings. */
  routerKnowsPersonalPages: z.boolean().default(true),
  /** Whether searches find at once what was written, or three seconds later. */
  searchIndex: z.enum(['immediate', 'lagging']).default('immediate'),
  /** Whether lists of the storage show keys some seconds late. */
  storageListsLag: z.boolean().default(true),
  /** Whether the storage refuses to set a key that exists, if it is asked to; else it replaces the value. */
  storageRefusesExistingKeys: z.boolean().default(true),
  /** Statuses in which nobody can edit a work item. */
  uneditableStatuses: z.array(z.enum(statusNames)).default([]),
  /** Short names of people who may not change work items in bulk. */
  withoutBulkChange: z.array(z.string()).default([]),
});
export type PlatformSwitches = z.infer<typeof platformSwitches>;
