import * as z from 'zod';
import type { TrackerClient } from './request';

const accountSchema = z.object({
  account: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  accountType: z.enum(['licensed', 'unlicensed', 'customer', 'anonymous']),
  description: z.string(),
});

const profileSchema = z.object({ locale: z.string(), timeZone: z.string() });

const fieldTypeSchema = z.object({
  key: z.string(),
  type: z.string(),
  name: z.string(),
  description: z.string().default(''),
  experiences: z.object({
    view: z.array(z.string()).default([]),
    edit: z.array(z.string()).default([]),
  }),
  resources: z.object({
    view: z.string().nullish(),
    edit: z.string().nullish(),
    contextConfig: z.string().nullish(),
  }),
  isInline: z.boolean().default(false),
  isReadOnly: z.boolean().default(false),
  /** The account types of people without a license who may use it too. */
  unlicensedAccess: z.array(z.string()).default([]),
});

const appPageSchema = z.object({
  moduleKey: z.string(),
  moduleType: z.string(),
  title: z.string(),
  resource: z.string(),
});

const projectPageSchema = z.object({
  moduleKey: z.string(),
  title: z.string(),
  resource: z.string(),
  layout: z.enum(['native', 'blank']),
});

const sandboxStateSchema = z.object({
  accounts: z.array(accountSchema),
  current: accountSchema,
  profile: profileSchema,
  /** What the app may read for the person at another service; null if nothing. */
  grant: z.nullable(z.object({ providerName: z.string(), displayName: z.string() })),
  /** The languages that can be chosen. */
  locales: z.array(z.string()),
  siteUrl: z.string(),
  /** Of the app's remotes: where on this machine each is. */
  origins: z.record(z.string(), z.string()),
  fieldTypes: z.array(fieldTypeSchema),
  pages: z.array(appPageSchema),
  /** The pages that the app adds to every project; none for people without a license. */
  projectPages: z.array(projectPageSchema),
  /** Where the app's Custom UI is. */
  customUiUrl: z.string(),
});

/** The language and time zone of a person. */
export type OwnProfile = z.infer<typeof profileSchema>;
/** A page that the app adds to Jira's settings or to a person's own. */
export type AppPage = z.infer<typeof appPageSchema>;
/** A page that the app adds to every project. */
export type ProjectPage = z.infer<typeof projectPageSchema>;
export type KnownAccount = z.infer<typeof accountSchema>;
/** A custom field type that the app brings; `type` is its ARI. */
export type AppFieldType = z.infer<typeof fieldTypeSchema>;
export type SandboxState = z.infer<typeof sandboxStateSchema>;

/** Who is signed in, who could be, and what the app brings. */
export function readSandboxState(tracker: TrackerClient): Promise<SandboxState> {
  return tracker.request(sandboxStateSchema, 'GET', '/sandbox/state');
}

const nothing = z.unknown().transform(() => undefined);

export function saveProfile(tracker: TrackerClient, profile: OwnProfile): Promise<undefined> {
  return tracker.request(nothing, 'PUT', '/sandbox/profile', profile);
}

/** Takes back what a person let the app read at another service. */
export function removeGrant(tracker: TrackerClient, account: string): Promise<undefined> {
  return tracker.request(nothing, 'DELETE', '/sandbox/grants', { account });
}
