import { appPlatformEndpoints, appPlatformPathPrefix } from '../../api/app-platform';
import {
  ServiceError,
  bindCalls,
  createExchange,
  allEntries,
  fetchTransport,
  singleAttempt,
} from '../../api/client';
import { createBoundedFetch } from '../bounded-fetch';
import {
  checkAddress,
  getToken,
  refusedToken,
  tokenVariable,
} from '../configuration/configuration';
import type { SourcedToken } from '../configuration/configuration';
import { loadOrCreateConfiguration } from '../configuration/configuration-file';
import { CommandFailure, interrupted } from '../failure';
import { printableLine } from '../printable';
import type { Environment } from '../proxy';

export interface Surroundings {
  readonly workingDirectory: string;
  readonly environment: Environment;
}

/** How a command about apps speaks with the person: the shell and the interactive mode each in its own way. */
export interface AppContext extends Surroundings {
  readonly signal: AbortSignal;
  /** Tells what the person should know beside the result. */
  readonly note: (text: string) => void;
  readonly report: (progress: string) => void;
  /** Absent where a command does what it says without asking. */
  readonly confirm?: (summary: string) => Promise<boolean>;
}

interface PlatformAccess {
  /** With the path in front of `/external` if there is one. */
  readonly url: URL;
  readonly token: SourcedToken;
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

interface VersionId {
  readonly appId: string;
  readonly id: string;
}

export type PlatformClient = ReturnType<typeof createPlatformClient>;

const timeoutMs = 30_000;
/** The service looks into the whole archive before it answers. */
const finalizeTimeoutMs = 5 * 60_000;

/**
 * The app platform that the command line or the configuration names, with the token for it.
 * @throws {CommandFailure} `project` for an address or a configuration that can't be used, `token` without one
 */
export async function openPlatform(
  { workingDirectory, environment, signal, note }: AppContext,
  namedUrl?: string,
): Promise<PlatformClient> {
  const { configuration, notices } = await loadOrCreateConfiguration(workingDirectory);
  for (const notice of notices) note(notice);
  const url =
    namedUrl === undefined
      ? checkAddress(configuration.appPlatformUrl, 'The app platform address of the configuration')
      : checkAddress(namedUrl, 'The address after --api');
  const environmentToken = environment[tokenVariable];
  const token = getToken(url, { configuration, environmentToken, namedUrl });
  return createPlatformClient({ url, token, environment, signal });
}

/**
 * The calls of the app platform.
 * @throws {CommandFailure} each of them, `token`, `refused` or `unavailable`
 */
function createPlatformClient({ url, token, environment, signal }: PlatformAccess) {
  const exchange = createExchange(
    {
      transport: fetchTransport(url.href, {
        token: token.value,
        fetch: createBoundedFetch(environment),
      }),
      timeoutMs,
      retry: singleAttempt,
      isPassedThrough: (error) => error instanceof CommandFailure,
    },
    appPlatformPathPrefix,
  );
  const calls = bindCalls(appPlatformEndpoints, exchange);
  const explained = async <Result>(work: Promise<Result>, limitMs = timeoutMs) => {
    const reply = await work.catch((error: unknown) => {
      throw error instanceof ServiceError ? explainFailure(error, { url, token, limitMs }) : error;
    });
    assertEncrypted(url, reply);
    return reply;
  };
  return {
    /** @param manifest as the file holds it, byte for byte */
    deploy: (manifest: Uint8Array) =>
      explained(calls.deployVersion(new Uint8Array(manifest), { signal })),
    createUpload: ({ appId, id }: VersionId) =>
      explained(calls.createBundleUpload(appId, id, { signal })),
    finalize: ({ appId, id }: VersionId) => {
      const options = { signal, timeoutMs: finalizeTimeoutMs };
      return explained(calls.finalizeBundle(appId, id, options), finalizeTimeoutMs);
    },
    promote: ({ appId, id }: VersionId) => explained(calls.promoteVersion(appId, id, { signal })),
    /** Every app of the developer, by name. */
    listApps: () => explained(allEntries((page) => calls.listApps(page, { signal }))),
    /** Every stored version of an app, the latest first. */
    listVersions: (appId: string) =>
      explained(allEntries((page) => calls.listVersions(appId, page, { signal }))),
  };
}

/** People open the addresses that an app platform names, and archives go there: over https, all of them are encrypted. */
function assertEncrypted({ protocol, origin }: URL, reply: unknown): void {
  const isPlain = (address: string) => !address.startsWith('https://');
  if (protocol !== 'https:' || !addressesIn(reply).some(isPlain)) return;
  throw new CommandFailure(
    'unavailable',
    `The app platform at ${origin} named an address without encryption (http), so it isn’t used. Ask whoever runs it to set its public addresses to https.`,
  );
}

/** The values of fields such as `serveUrl`, anywhere in a reply. */
function addressesIn(reply: unknown): string[] {
  if (typeof reply !== 'object' || reply === null) return [];
  return Object.entries(reply).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && /Url$/i.test(name) ? [value] : addressesIn(value),
  );
}

interface FailedCall extends Pick<PlatformAccess, 'url' | 'token'> {
  readonly limitMs: number;
}

function explainFailure(
  { code, status, reason, cause }: ServiceError,
  { url: { origin }, token, limitMs }: FailedCall,
): CommandFailure {
  const said = printableLine(reason ?? '');
  const fail = (message: string) => new CommandFailure('unavailable', message, { cause });
  if (code === 'aborted') return interrupted();
  if (code === 'unauthorized') return refusedToken('The app platform', token);
  if (code === 'rateLimited') {
    const message = 'You sent too many requests. Wait a moment, then try again.';
    return new CommandFailure('refused', message, { cause });
  }
  if (code === 'unavailable' && status !== undefined) {
    const why = said === '' ? '' : `: ${said}`;
    return fail(`The app platform has a problem (${status})${why}. Try again in a moment.`);
  }
  if (code === 'unavailable' || code === 'timeout') {
    const what =
      code === 'timeout' ? `didn’t answer within ${limitMs / 1000} seconds` : 'can’t be reached';
    return fail(
      `The app platform at ${origin} ${what}. Check your connection and the address, then try again.`,
    );
  }
  if (said !== '') return new CommandFailure('refused', said, { cause });
  // A proxy's page, a sign-in page of a network, or another service altogether.
  return fail(
    `Something other than the app platform answered at ${origin}, perhaps a proxy or a sign-in page. Check the address and your network, then try again.`,
  );
}
