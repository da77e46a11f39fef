import * as z from 'zod';
import { grammaticalSpellings, propertySpelling } from '../jql/property-spelling';

/** What is not known of the real platform: each can be tried both ways. */
export const platformSwitches = z.strictObject({
  /** Where an app that asks for consent is replaced by the platform's "Allow access". */
  consentShows: z.enum(['everywhere', 'pages', 'nowhere']).default('pages'),
  /** Whether `extension.issue.typeId` is there on the create screen. */
  createScreenKnowsWorkType: z.boolean().default(true),
  /** Whether `extension.configuration` is there in view and edit. */
  givesConfiguration: z.boolean().default(false),
  /** Short names of people whose profile hides their email address. */
  hiddenEmails: z.array(z.string()).default([]),
  /** Whether `context.principal` names to a JQL function the person who searches. */
  jqlFunctionKnowsPerson: z.boolean().default(false),
  /** How JQL may spell a property of an app's field. */
  jqlPropertySpellings: z.array(propertySpelling).default([...grammaticalSpellings]),
  /** Whether `extension.issue` and `extension.project` are there where a request is shown. */
  portalViewKnowsIssue: z.boolean().default(false),
  /** Whether people who are not logged in may open portals. */
  portalsArePublic: z.boolean().default(true),
  /** Whether `router.getUrl` of \@forge/bridge knows an app's page of the personal settings. */
  routerKnowsPersonalPages: z.boolean().default(true),
});
export type PlatformSwitches = z.infer<typeof platformSwitches>;

/** Some of the switches; what is left out stays as it is. */
export const switchChanges = z.strictObject({
  consentShows: platformSwitches.shape.consentShows.unwrap().optional(),
  createScreenKnowsWorkType: z.boolean().optional(),
  givesConfiguration: z.boolean().optional(),
  hiddenEmails: z.array(z.string()).optional(),
  jqlFunctionKnowsPerson: z.boolean().optional(),
  jqlPropertySpellings: z.array(propertySpelling).optional(),
  portalViewKnowsIssue: z.boolean().optional(),
  portalsArePublic: z.boolean().optional(),
  routerKnowsPersonalPages: z.boolean().optional(),
});
