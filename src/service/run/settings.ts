import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { bareAddress, isEmailAddress } from '../../api/email-address';
import { visibleText } from '../../api/visible-text';
import {
  bytesPerGigabyte,
  bytesPerMegabyte,
  defaultStorageBudgets,
} from '../base/files/storage-budgets';
import { checkInput, describeIssues } from '../base/refusals/schema-violations';
import { defaultHistoryDays } from './keep-tidying';
import { describeMistyped, findMistypedVariables } from './mistyped-variables';
import type { ServiceOptions } from './start-service';

/** The message says which setting can't be used, and why. */
export class UnusableSetting extends Error {
  override readonly name = 'UnusableSetting';
}

export type Settings = { readonly configurationFile: string | undefined } & Pick<
  ServiceOptions,
  | 'host'
  | 'port'
  | 'baseUrl'
  | 'platform'
  | 'dataDirectory'
  | 'databaseUrl'
  | 'databaseCacheMegabytes'
  | 'clients'
  | 'embeddingOrigins'
  | 'workspaceCreators'
  | 'languageModel'
  | 'storageBudgets'
  | 'historyDays'
>;

/** Returns the schema of a whole number; `rule` says what is written. */
function wholeNumber(minimum: number, maximum: number, rule: string) {
  const number = z.number().min(minimum, rule).max(maximum, rule);
  return z.string().regex(/^\d+$/, rule).transform(Number).pipe(number);
}

const port = wholeNumber(0, 65_535, 'Write a whole number from 0 to 65535.');
const historyDays = wholeNumber(1, 36_500, 'Write a whole number of days, from 1 to 36500.');
const databaseCacheMegabytes = wholeNumber(
  16,
  1_024,
  'Write a whole number of megabytes, from 16 to 1024.',
);
const local = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** One file has to fit. */
const minimumFilesMegabytes = 100;
/** One bundle has to fit, with the files that it unpacks to. */
const minimumBuildsMegabytes = 600;
const maximumMegabytes = 1_000_000_000;

/** Returns the schema of a size in megabytes, which it turns into bytes. */
function megabytes(minimum: number, defaultBytes: number) {
  const rule = `Write a whole number of megabytes, at least ${minimum}.`;
  return wholeNumber(minimum, maximumMegabytes, rule)
    .transform((size) => size * bytesPerMegabyte)
    .default(defaultBytes);
}

/** What browsers call an origin; without encryption on this machine only. */
const origin = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { origin: itself, protocol, hostname } = new URL(text);
  return itself === text && (protocol === 'https:' || local.test(hostname));
}, 'Write an origin that begins with https://, without a path: https://objects.example.com.');

const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(8081),
    BASE_URL: origin.optional(),
    DATA_DIR: z.string().default('.service'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'Write postgres://user:password@host:port/database.')
      .optional(),
    DATABASE_CACHE_MB: databaseCacheMegabytes.optional(),
    CONFIG_FILE: z.string().optional(),
    ASSISTANT_URL: z
      .url({ protocol: /^https?$/, error: 'Write an address that begins with https://.' })
      .optional(),
    ASSISTANT_KEY: z.string().optional(),
    ASSISTANT_MODEL: z.string().optional(),
    PLATFORM_PORT: port.optional(),
    PLATFORM_BASE_URL: origin.optional(),
    BUNDLE_BASE_URL: origin.optional(),
    UNUSED_FILES_MB_PER_PERSON: megabytes(
      minimumFilesMegabytes,
      defaultStorageBudgets.unusedBytesPerPerson,
    ),
    UNUSED_FILES_MB_PER_WORKSPACE: megabytes(
      minimumFilesMegabytes,
      defaultStorageBudgets.unusedBytesPerWorkspace,
    ),
    BUILDS_MB_PER_PERSON: megabytes(
      minimumBuildsMegabytes,
      defaultStorageBudgets.buildBytesPerPerson,
    ),
    WORKSPACE_STORAGE_GB: wholeNumber(
      1,
      1_000_000,
      'Write a whole number of gigabytes, from 1 to 1000000.',
    )
      .transform((size) => size * bytesPerGigabyte)
      .default(defaultStorageBudgets.bytesPerWorkspace),
    HISTORY_DAYS: historyDays.default(defaultHistoryDays),
  })
  .refine(({ HOST, BASE_URL }) => BASE_URL !== undefined || local.test(HOST), {
    path: ['BASE_URL'],
    error:
      'Other machines can reach this HOST. Set the address that they use: https://objects.example.com.',
  })
  .refine(
    ({ ASSISTANT_URL, ASSISTANT_KEY, ASSISTANT_MODEL }) =>
      [0, 3].includes([ASSISTANT_URL, ASSISTANT_KEY, ASSISTANT_MODEL].filter(Boolean).length),
    {
      path: ['ASSISTANT_URL'],
      error: 'Set ASSISTANT_URL, ASSISTANT_KEY and ASSISTANT_MODEL, or none of them.',
    },
  )
  .refine(
    ({ BASE_URL, PLATFORM_PORT, ...set }) =>
      BASE_URL === undefined ||
      PLATFORM_PORT === undefined ||
      (set.PLATFORM_BASE_URL !== undefined && set.BUNDLE_BASE_URL !== undefined),
    {
      path: ['PLATFORM_PORT'],
      error:
        'With a BASE_URL, the app platform needs PLATFORM_BASE_URL and, on another host, BUNDLE_BASE_URL.',
    },
  )
  .refine(
    ({ PLATFORM_BASE_URL = '', ...set }) =>
      !isEncrypted(PLATFORM_BASE_URL) || [set.BASE_URL, set.BUNDLE_BASE_URL].every(isEncrypted),
    {
      path: ['PLATFORM_BASE_URL'],
      error:
        'An app platform over https names no http address. Set BASE_URL and BUNDLE_BASE_URL to origins that begin with https://.',
    },
  )
  .refine(
    ({ BASE_URL = '', PLATFORM_BASE_URL = '', BUNDLE_BASE_URL }) =>
      BUNDLE_BASE_URL === undefined ||
      ![BASE_URL, PLATFORM_BASE_URL].map(hostOf).includes(hostOf(BUNDLE_BASE_URL)),
    {
      path: ['BUNDLE_BASE_URL'],
      error: 'Apps run here. Use a host that neither the service nor the app platform uses.',
    },
  );

function isEncrypted(url = ''): boolean {
  return url.startsWith('https://');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

const client = z
  .strictObject({
    clientId: z
      .string()
      .regex(
        /^[\x21-\x7e]{1,100}$/,
        'Use 1 to 100 ASCII letters, digits and symbols, without spaces.',
      ),
    clientSecret: z
      .string()
      .min(32, 'Use at least 32 characters, for example what openssl rand -base64 32 prints.')
      .max(200),
    name: z.string().overwrite(visibleText).min(1).max(100),
    redirectUris: z.array(z.url({ protocol: /^https?$/ })).default([]),
  })
  // What the authorization server would refuse only once somebody connects.
  .superRefine(({ clientId, clientSecret, redirectUris }, context) => {
    const refuse = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message: `The client "${clientId}" ${message}` });
    if (!/^[\x20-\x7e]*$/.test(clientSecret)) refuse(['clientSecret'], unusableSecret);
    for (const [index, uri] of redirectUris.entries()) {
      if (new URL(uri).href.includes('#')) refuse(['redirectUris', index], addressWithFragment);
    }
  });

const unusableSecret =
  'has a secret that can’t be sent. Use only ASCII letters, digits and symbols, for example what openssl rand -base64 32 prints, here and in the app.';
const addressWithFragment = 'has a return address with a fragment. Leave out what begins with #.';

const configuration = z.strictObject({
  version: z.literal(1),
  oauthClients: z
    .array(client)
    .refine(
      (clients) => new Set(clients.map(({ clientId }) => clientId)).size === clients.length,
      'Two clients have the same clientId.',
    )
    .default([]),
  frameAncestors: z.array(origin).default([]),
  workspaceCreators: z
    .array(
      z.string().refine((text) => isEmailAddress(bareAddress(text)), {
        error: 'Write an email address: ada@example.com.',
      }),
    )
    .default([]),
});

const settingNames = Object.keys(environment.shape);

/** Returns a sentence for each variable that may be a mistyped setting; an empty array if there is none. */
export function describeDoubtfulVariables(
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  return findMistypedVariables(variables, settingNames).map(describeMistyped);
}

/**
 * Reads how the service is to run; a variable that is set to nothing counts as not set.
 * @throws UnusableSetting also for a variable that is certainly a mistyped setting
 */
export async function readSettings(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Settings> {
  const mistyped = findMistypedVariables(variables, settingNames).filter((one) => one.isCertain);
  if (mistyped.length > 0) throw new UnusableSetting(mistyped.map(describeMistyped).join('\n'));
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const values = check(environment, set, 'The environment');
  const configured = await readConfiguration(values.CONFIG_FILE);
  return {
    host: values.HOST,
    port: values.PORT,
    baseUrl: values.BASE_URL,
    platform: values.PLATFORM_PORT === undefined ? undefined : readPlatform(values),
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseCacheMegabytes: values.DATABASE_CACHE_MB,
    clients: configured.oauthClients,
    embeddingOrigins: configured.frameAncestors,
    workspaceCreators: configured.workspaceCreators,
    storageBudgets: {
      unusedBytesPerPerson: values.UNUSED_FILES_MB_PER_PERSON,
      unusedBytesPerWorkspace: values.UNUSED_FILES_MB_PER_WORKSPACE,
      bytesPerWorkspace: values.WORKSPACE_STORAGE_GB,
      buildBytesPerPerson: values.BUILDS_MB_PER_PERSON,
    },
    historyDays: values.HISTORY_DAYS,
    configurationFile: values.CONFIG_FILE,
    ...findLanguageModel(values),
  };
}

function readPlatform(values: z.infer<typeof environment>): Settings['platform'] {
  const { PLATFORM_PORT = 0, PLATFORM_BASE_URL, BUNDLE_BASE_URL } = values;
  return { port: PLATFORM_PORT, baseUrl: PLATFORM_BASE_URL, bundleUrl: BUNDLE_BASE_URL };
}

function findLanguageModel(values: z.infer<typeof environment>): Pick<Settings, 'languageModel'> {
  const { ASSISTANT_URL: url, ASSISTANT_KEY: key, ASSISTANT_MODEL: model } = values;
  const isSet = url !== undefined && key !== undefined && model !== undefined;
  return isSet ? { languageModel: { url, key, model } } : {};
}

async function readConfiguration(path: string | undefined) {
  if (path === undefined) return configuration.parse({ version: 1 });
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const reason = unreadable[code] ?? code;
    throw new UnusableSetting(`CONFIG_FILE: ${path} can’t be read: ${reason}.`, { cause });
  });
  return check(configuration, parseJson(text, path), path);
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'it isn’t there',
  EACCES: 'the user that the service runs as may not read it',
  EISDIR: 'it’s a folder',
};

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the text, which has secrets.
    throw new UnusableSetting(`${path} isn’t valid JSON.`);
  }
}

/** The messages of the schemas name fields and never repeat what was written. */
function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  where: string,
): z.output<Schema> {
  const result = checkInput(schema, input);
  if (result.success) return result.data;
  const problems = describeIssues(result.error).map((sentence) => `  ${sentence}`);
  throw new UnusableSetting(`${where} can’t be used:\n${problems.join('\n')}`);
}
