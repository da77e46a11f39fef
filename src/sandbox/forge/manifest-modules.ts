import * as z from 'zod';

const functionReference = z.strictObject({ function: z.string() });
const nativeResource = z.strictObject({ resource: z.string(), render: z.literal('native') });
const moduleKey = z.string().regex(/^[a-zA-Z0-9_-]+$/);

const fieldType = z.strictObject({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.literal('object'),
  /** Not drawn where a value is entered. */
  readOnly: z.boolean().default(false),
  /** The people without a Jira license who may use it too. */
  unlicensedAccess: z.array(z.enum(['unlicensed', 'customer', 'anonymous'])).default([]),
  resolver: functionReference,
  schema: z.record(z.string(), z.unknown()),
  view: nativeResource.extend({
    experience: z.array(z.string()),
    formatter: z.strictObject({ expression: z.string(), export: z.boolean().optional() }),
  }),
  edit: nativeResource.extend({
    experience: z.array(z.string()),
    isInline: z.boolean().default(false),
    validation: z.strictObject({ expression: z.string(), errorMessage: z.string() }).optional(),
  }),
  contextConfig: nativeResource.extend({ layout: z.literal('native').optional() }),
});
export type FieldTypeModule = z.infer<typeof fieldType>;

const page = nativeResource.extend({
  key: z.string(),
  title: z.string(),
  resolver: functionReference,
});

/**
 * Custom UI only, without subpages.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-project-page/
 */
const projectPage = z.strictObject({
  key: moduleKey,
  resource: z.string(),
  resolver: functionReference,
  title: z.string().min(1).max(255),
  /** `native` puts the title above the page, `blank` nothing. */
  layout: z.enum(['native', 'blank']).default('native'),
});

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jql-function/ */
const jqlFunction = z.strictObject({
  key: moduleKey,
  name: z.string().min(1).max(255),
  arguments: z.array(z.strictObject({ name: z.string(), required: z.boolean() })),
  types: z.array(z.string()).min(1),
  operators: z
    .array(z.enum(['=', '!=', '>', '>=', '<', '<=', 'in', 'not in', '~', '!~', 'is', 'is not']))
    .min(1),
  function: z.string(),
});

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/scheduled-trigger/ */
const scheduledTrigger = z.strictObject({
  key: moduleKey,
  function: z.string(),
  interval: z.enum(['fiveMinute', 'hour', 'day', 'week']),
});
export type ScheduledTriggerModule = z.infer<typeof scheduledTrigger>;

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/consumer/ */
const consumer = z.strictObject({
  key: moduleKey,
  queue: z
    .string()
    .max(36)
    .regex(/^[a-zA-Z0-9-_]+$/),
  function: z.string(),
});

/** The events of Jira that the sandbox delivers. */
const jiraEvent = z.enum(['avi:jira:deleted:project']);

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/trigger/ */
const trigger = z.strictObject({
  key: moduleKey,
  function: z.string(),
  events: z.array(jiraEvent).min(1),
});

const preUninstall = z.strictObject({ key: moduleKey, function: z.string() });

const functionModule = z.strictObject({
  key: z.string(),
  /** `file.export` below src. */
  handler: z.string().regex(/^[\w/-]+\.\w+$/),
  providers: z.strictObject({ auth: z.array(z.string()) }).optional(),
  /** For functions of schedules and consumers only. */
  timeoutSeconds: z.number().int().min(1).max(900).optional(),
});
export type FunctionModule = z.infer<typeof functionModule>;

/** The modules that the sandbox models, with the platform's limits on how many there may be. */
export const modules = z.strictObject({
  'jira:customFieldType': z.array(fieldType).default([]),
  'jira:personalSettingsPage': z.array(page).default([]),
  'jira:adminPage': z.array(page).default([]),
  'jira:projectPage': z
    .array(projectPage)
    .max(1, 'An app has at most one project page.')
    .default([]),
  'jira:jqlFunction': z.array(jqlFunction).default([]),
  scheduledTrigger: z
    .array(scheduledTrigger)
    .max(5)
    .refine(
      (triggers) => triggers.filter(({ interval }) => interval === 'fiveMinute').length <= 1,
      'One scheduled trigger may run every five minutes.',
    )
    .default([]),
  consumer: z.array(consumer).default([]),
  trigger: z.array(trigger).default([]),
  preUninstall: z.array(preUninstall).default([]),
  function: z.array(functionModule).default([]),
});
