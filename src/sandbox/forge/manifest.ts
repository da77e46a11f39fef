import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import * as z from 'zod';
import { modules } from './manifest-modules';

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

/** An address outside of Atlassian that Custom UI may show in a frame. */
const frameAddress = z.union([
  z.string(),
  z.strictObject({
    address: z.string(),
    category: z.string().optional(),
    inScopeEUD: z.boolean().optional(),
  }),
]);

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
        frames: z.array(frameAddress).default([]),
      })
      .default({ frames: [] }),
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
