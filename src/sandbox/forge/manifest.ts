import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';

const functionReference = z.strictObject({ function: z.string() });
const nativeResource = z.strictObject({ resource: z.string(), render: z.literal('native') });

const fieldType = z.strictObject({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.literal('object'),
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

const functionModule = z.strictObject({
  key: z.string(),
  /** `file.export` below src. */
  handler: z.string().regex(/^[\w/-]+\.\w+$/),
  providers: z.strictObject({ auth: z.array(z.string()) }).optional(),
});
export type FunctionModule = z.infer<typeof functionModule>;

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

/** What the sandbox models of a manifest; strict, so that nothing is passed over in silence. */
const manifest = z.strictObject({
  app: z.looseObject({ id: z.string().startsWith('ari:cloud:ecosystem::app/') }),
  environment: z.unknown(),
  permissions: z.strictObject({
    scopes: z.array(z.string()).default([]),
    external: z
      .strictObject({
        fetch: z
          .strictObject({ backend: z.array(z.strictObject({ remote: z.string() })) })
          .optional(),
      })
      .default({}),
  }),
  remotes: z.array(remote).default([]),
  providers: z.strictObject({ auth: z.array(authProvider) }).default({ auth: [] }),
  modules: z.strictObject({
    'jira:customFieldType': z.array(fieldType).default([]),
    'jira:personalSettingsPage': z.array(page).default([]),
    function: z.array(functionModule).default([]),
  }),
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
  const raw: unknown = parse(text);
  const declared = variableDeclarations.parse(raw).environment?.variables ?? [];
  const values = new Map(declared.map(({ key, ...own }) => [key, variables[key] ?? own.default]));
  const result = manifest.safeParse(fillIn(raw, values));
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

export interface AppModule {
  key: string;
  type: 'jira:customFieldType' | 'jira:personalSettingsPage';
  functionKey: string;
}

/** Returns the module that a person can open under this key, `undefined` where there is none. */
export function findModule(manifest: Manifest, key: string): AppModule | undefined {
  const types = ['jira:customFieldType', 'jira:personalSettingsPage'] as const;
  return types
    .flatMap((type) =>
      manifest.modules[type].map((module) => ({
        key: module.key,
        type,
        functionKey: module.resolver.function,
      })),
    )
    .find((module) => module.key === key);
}

/** @throws {Error} where the manifest declares no function of this key. */
export function getFunction(manifest: Manifest, key: string): FunctionModule {
  const found = manifest.modules.function.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`manifest.yml declares no function "${key}".`);
  return found;
}

/** @throws {Error} where the manifest declares no remote of this key. */
export function getRemote(manifest: Manifest, key: string): { key: string; baseUrl: string } {
  const found = manifest.remotes.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`manifest.yml declares no remote "${key}".`);
  return found;
}

/** Returns the id behind `ari:cloud:ecosystem::app/`. */
export function appIdOf(manifest: Manifest): string {
  return manifest.app.id.slice(manifest.app.id.lastIndexOf('/') + 1);
}
