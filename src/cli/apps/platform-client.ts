import * as z from 'zod/mini';
import {
  appPage,
  appPlatformPathPrefix,
  appVersionPage,
  bundleUpload,
  deployedVersion,
  finalizedBundle,
  promotedVersion,
} from '../../api/app-platform';
import type { AppVersion, PlatformApp } from '../../api/app-platform';
import { errorBody } from '../../api/error-body';
import { maximumPageLimit } from '../../api/page';
import { fetchBounded } from '../bounded-fetch';
import { refusedToken } from '../configuration/configuration';
import type { SourcedToken } from '../configuration/configuration';
import { CommandFailure, interrupted } from '../failure';
import { printable } from '../printable';

interface PlatformAccess {
  /** Checked, with the path in front of `/external` if there is one. */
  readonly url: URL;
  readonly token: SourcedToken;
  readonly signal: AbortSignal;
}

export interface VersionId {
  readonly appId: string;
  readonly id: string;
}

export type PlatformClient = ReturnType<typeof createPlatformClient>;

const timeoutMs = 30_000;
/** The service looks into the whole archive before it answers. */
const finalizeTimeoutMs = 5 * 60_000;

/**
 * The calls of the app platform.
 * @throws {CommandFailure} each of them, `token`, `refused` or `unavailable`
 */
export function createPlatformClient(access: PlatformAccess) {
  const versionPath = ({ appId, id }: VersionId) =>
    `/app/${encodeURIComponent(appId)}/version/${encodeURIComponent(id)}`;
  const post = <Reply extends z.ZodMiniType>(path: string, reply: Reply, limitMs = timeoutMs) =>
    call(access, { method: 'POST', path, reply, limitMs });
  return {
    /** @param manifest as the file holds it, byte for byte */
    deploy: (manifest: Uint8Array) =>
      call(access, {
        method: 'POST',
        path: '/app',
        reply: deployedVersion,
        limitMs: timeoutMs,
        body: manifest,
      }),
    createUpload: (version: VersionId) =>
      post(`${versionPath(version)}/bundle/upload-url`, bundleUpload),
    finalize: (version: VersionId) =>
      post(`${versionPath(version)}/bundle/finalize`, finalizedBundle, finalizeTimeoutMs),
    promote: (version: VersionId) => post(`${versionPath(version)}/promote`, promotedVersion),
    /** Every app of the developer, by name. */
    listApps: (): Promise<PlatformApp[]> => everyEntry(access, '/app', appPage),
    /** Every stored version of an app, the latest first. */
    listVersions: (appId: string): Promise<AppVersion[]> =>
      everyEntry(access, `/app/${encodeURIComponent(appId)}/version`, appVersionPage),
  };
}

interface PlatformCall<Reply extends z.ZodMiniType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly reply: Reply;
  readonly limitMs: number;
  readonly body?: Uint8Array;
}

async function call<Reply extends z.ZodMiniType>(
  access: PlatformAccess,
  { reply, ...request }: PlatformCall<Reply>,
): Promise<z.output<Reply>> {
  const { status, text } = await send(access, request);
  if (status < 200 || status > 299) throw refusal(access, status, text);
  const result = reply.safeParse(parseJson(access.url, text));
  if (result.success) return result.data;
  throw notThePlatform(access.url);
}

async function send(
  { url, token, signal }: PlatformAccess,
  { method, path, limitMs, body }: Omit<PlatformCall<z.ZodMiniType>, 'reply'>,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetchBounded(
      `${url.origin}${url.pathname.replace(/\/$/, '')}${appPlatformPathPrefix}${path}`,
      {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token.value}`,
          ...(body !== undefined && { 'content-type': 'application/yaml' }),
        },
        body: body && Buffer.from(body),
        // The token goes to this origin only.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      },
    );
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (signal.aborted) throw interrupted();
    if (cause instanceof CommandFailure) throw cause;
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const what = isLate ? `didn’t answer within ${limitMs / 1000} seconds` : 'can’t be reached';
    throw new CommandFailure(
      'unavailable',
      `The app platform at ${url.origin} ${what}. Check your connection and the address, then try again.`,
      { cause },
    );
  }
}

function parseJson(url: URL, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notThePlatform(url);
  }
}

/** A proxy's page, a sign-in page of a network, or another service altogether. */
function notThePlatform({ origin }: URL): CommandFailure {
  return new CommandFailure(
    'unavailable',
    `Something other than the app platform answered at ${origin}, perhaps a proxy or a sign-in page. Check the address and your network, then try again.`,
  );
}

function refusal({ url, token }: PlatformAccess, status: number, text: string): CommandFailure {
  if (status === 401) return refusedToken('The app platform', token);
  if (status === 429) {
    return new CommandFailure(
      'refused',
      'You sent too many requests. Wait a moment, then try again.',
    );
  }
  const message = messageOf(text);
  if (status >= 500) {
    return new CommandFailure(
      'unavailable',
      `The app platform has a problem (${status})${message === undefined ? '' : `: ${message}`}. Try again in a moment.`,
    );
  }
  return message === undefined ? notThePlatform(url) : new CommandFailure('refused', message);
}

/** The reason in an error reply of the service, fit for a terminal; undefined if there is none. */
export function messageOf(text: string): string | undefined {
  try {
    return printable(
      errorBody.shape.message.parse(
        z.pick(errorBody, { message: true }).parse(JSON.parse(text)).message,
      ),
    );
  } catch {
    return undefined;
  }
}

/** A service that repeats itself must not be asked for ever. */
const maximumPages = 100;

async function everyEntry<Entry>(
  access: PlatformAccess,
  path: string,
  reply: z.ZodMiniType<{ isLast: boolean; result: Entry[] }>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 0; page < maximumPages; page += 1) {
    const query = `?offset=${entries.length}&limit=${maximumPageLimit}`;
    const { result, isLast } = await call(access, {
      method: 'GET',
      path: `${path}${query}`,
      reply,
      limitMs: timeoutMs,
    });
    entries.push(...result);
    if (isLast || result.length === 0) break;
  }
  return entries;
}
