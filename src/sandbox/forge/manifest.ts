import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import * as z from 'zod';
import { jqlOperators } from '../jql/tree';

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
export type PageModule = z.infer<typeof page>;

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
export type ProjectPageModule = z.infer<typeof projectPage>;

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jql-function/ */
const jqlFunction = z.strictObject({
  key: moduleKey,
  name: z.string().min(1).max(255),
  arguments: z.array(z.strictObject({ name: z.string(), required: z.boolean() })),
  types: z.array(z.string()).min(1),
  operators: z.array(z.enum(jqlOperators)).min(1),
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
const modules = z.strictObject({
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

const endpointAction = z.strictObject({ remote: z.string(), path: z.string().startsWith('/') });

const authProvider = z.strictObject({
  key: z.string(),
  name: z.string(),
  type: z.literal('oauth2'),
  clientId: z.string(),
  pkce: z.boolean().default(false),
  scopes: z.array(z.string()),
  remotes: z.array(z.string()).min(1),
  bearerMethod: z.literal('authorization-header'),
  actions: z.strictObject({
    authorization: endpointAction,
    exchange: endpointAction,
    refreshToken: endpointAction,
    revokeToken: endpointAction,
    retrieveProfile: endpointAction.extend({
      resolvers: z.strictObject({ id: z.string(), displayName: z.string() }),
    }),
  }),
});
export type AuthProvider = z.infer<typeof authProvider>;

const remote = z.strictObject({
  key: z.string(),
  baseUrl: z.url({ protocol: /^https$/ }),
  operations: z.array(z.string()),
});

/** An address outside of Atlassian from which screens may show frames or pictures. */
const externalAddress = z.union([
  z.string(),
  z.strictObject({
    address: z.string(),
    category: z.string().optional(),
    inScopeEUD: z.boolean().optional(),
  }),
]);
export type ExternalAddress = z.infer<typeof externalAddress>;

/** What Custom UI may do beside loading its own files. */
const contentPermissions = z.strictObject({
  styles: z.array(z.literal('unsafe-inline')).optional(),
  scripts: z.array(z.string()).optional(),
});

/** What the sandbox models of a manifest; strict, so that nothing is passed over in silence. */
const manifest = z.strictObject({
  app: z.looseObject({ id: z.string().startsWith('ari:cloud:ecosystem::app/') }),
  /** What the app's code sees: the values of the manifest's variables, and what else the deployment sets. */
  environment: z.record(z.string(), z.string()),
  permissions: z.strictObject({
    scopes: z.array(z.string()).default([]),
    external: z
      .strictObject({
        fetch: z
          .strictObject({ backend: z.array(z.strictObject({ remote: z.string() })) })
          .optional(),
        frames: z.array(externalAddress).default([]),
        images: z.array(externalAddress).default([]),
      })
      .default({ frames: [], images: [] }),
    content: contentPermissions.optional(),
  }),
  remotes: z.array(remote).default([]),
  providers: z.strictObject({ auth: z.array(authProvider) }).default({ auth: [] }),
  modules,
  resources: z.array(z.strictObject({ key: z.string(), path: z.string() })).default([]),
});
export type Manifest = z.infer<typeof manifest>;

const variableDeclarations = z.object({
  environment: z
    .object({
      variables: z.array(z.object({ key: z.string(), default: z.string().optional() })),
    })
    .optional(),
});

/**
 * Reads a manifest with its variables filled in from `variables`, else from their defaults.
 * @throws {Error} naming the place of what the sandbox does not model or a variable without value.
 */
export async function readManifest(
  path: string,
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<Manifest> {
  return parseManifest(await readFile(path, 'utf8'), variables);
}

/** As {@link readManifest}, from the text itself. */
export function parseManifest(
  text: string,
  variables: Readonly<Record<string, string | undefined>> = {},
): Manifest {
  const raw: unknown = load(text);
  const declared = variableDeclarations.parse(raw).environment?.variables ?? [];
  const values = new Map(declared.map(({ key, ...own }) => [key, variables[key] ?? own.default]));
  const filled = z.looseObject({}).parse(fillIn(raw, values));
  const set = Object.entries({ ...variables, ...Object.fromEntries(values) });
  const environment = Object.fromEntries(set.filter(([, value]) => value !== undefined));
  const result = manifest.safeParse({ ...filled, environment });
  if (!result.success) {
    throw new Error(`The sandbox cannot run this manifest.yml:\n${z.prettifyError(result.error)}`, {
      cause: result.error,
    });
  }
  return result.data;
}

function fillIn(value: unknown, variables: ReadonlyMap<string, string | undefined>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
      const replacement = variables.get(name);
      if (replacement === undefined) throw new Error(`manifest.yml: \${${name}} has no value.`);
      return replacement;
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillIn(item, variables)]),
  );
}
