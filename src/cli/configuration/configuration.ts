import * as z from 'zod';
import { CommandFailure, projectFailure } from '../failure';

/** The folder of everything that the client keeps, and the file of its configuration in it. */
export const configurationFolder = '.wds';
export const configurationFile = 'config.json';

/** What `.wds/config.json` holds. */
export const configurationSchema = z.object({
  version: z.literal(1),
  serviceUrl: z.string(),
  appPlatformUrl: z.string(),
  /** Empty: none was saved. */
  token: z.string(),
  /** The origins that the token was saved for; it is sent nowhere else. */
  tokenOrigins: z.array(z.string()),
  /** Whose token it is; empty: unknown, also in files from before this was kept. */
  userId: z.string().default(''),
  /** The workspace that the assistant answers from; empty: none was chosen. */
  workspaceId: z.string(),
});
export type Configuration = z.infer<typeof configurationSchema>;

export const productionConfiguration: Configuration = {
  version: 1,
  serviceUrl: 'https://api.wds.example.com',
  appPlatformUrl: 'https://apps.wds.example.com',
  token: '',
  tokenOrigins: [],
  userId: '',
  workspaceId: '',
};

/** The environment variable that carries a token where nobody can type one. */
export const tokenVariable = 'WDS_TOKEN';

/** The characters that a header can carry. */
const canBeSent = /^[\x21-\x7E]+$/;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * An address that a token or a bundle may be sent to.
 * @throws {CommandFailure} `project` unless it is https, or http on this machine
 */
export function checkAddress(address: string, name: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.has(url.hostname));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '') {
    throw projectFailure(
      `${name} can’t be used. Use an https address without a user name, or an http address on this machine.`,
    );
  }
  return url;
}

/** Those that are neither production addresses nor on this machine. */
export function findForeignOrigins(origins: readonly string[]): string[] {
  const own = environmentOrigins(undefined);
  return origins.filter(
    (origin) => !own.includes(origin) && !loopbackHosts.has(new URL(origin).hostname),
  );
}

/** A token, and where it comes from, so that advice about it can help. */
export interface SourcedToken {
  readonly value: string;
  readonly source: 'environment' | 'configuration';
}

/** @param service the one that doesn't accept the token, as it begins a sentence */
export function refusedToken(service: string, { source }: SourcedToken): CommandFailure {
  return new CommandFailure(
    'token',
    source === 'environment'
      ? `${service} doesn’t accept the token in ${tokenVariable}. Correct it or unset it.`
      : `${service} doesn’t accept the access token: it expired or was revoked. Type /access in wds to save a new one.`,
  );
}

interface TokenSources {
  readonly configuration: Configuration;
  readonly environmentToken: string | undefined;
  /** The address that was named on this very command line. */
  readonly namedUrl?: string;
}

/**
 * The token for an address. A saved token goes only to the origins that it was saved for; one of
 * the environment only to the production addresses and to one that the same command names, since
 * a configuration file that came with a project must not lead it elsewhere.
 * @throws {CommandFailure} `token` if there is none for this address
 */
export function getToken(address: URL, sources: TokenSources): SourcedToken {
  const { configuration, environmentToken, namedUrl } = sources;
  const fromEnvironment = environmentToken?.trim() ?? '';
  if (fromEnvironment !== '') {
    if (!canBeSent.test(fromEnvironment)) {
      throw new CommandFailure(
        'token',
        `${tokenVariable} contains a space, a line break or another character that tokens can’t have. Set it again.`,
      );
    }
    if (environmentOrigins(namedUrl).includes(address.origin)) {
      return { value: fromEnvironment, source: 'environment' };
    }
    throw new CommandFailure(
      'token',
      `${tokenVariable} isn’t sent to ${address.origin}, because only the configuration file names that address. Pass --api ${address.origin} if you trust it, or unset ${tokenVariable} and save a token for it with /access in wds.`,
    );
  }
  if (configuration.token === '') {
    throw new CommandFailure(
      'token',
      `You haven’t saved an access token. Type /access in wds to save one, or set ${tokenVariable}.`,
    );
  }
  if (configuration.tokenOrigins.includes(address.origin)) {
    return { value: configuration.token, source: 'configuration' };
  }
  throw new CommandFailure('token', describeOtherOrigin(address, configuration.tokenOrigins));
}

function describeOtherOrigin({ origin }: URL, tokenOrigins: readonly string[]): string {
  return tokenOrigins.length === 0
    ? `The saved token isn’t for any address yet, so it isn’t sent to ${origin}. Type /access in wds to save it.`
    : `The saved token is for ${tokenOrigins.join(' and ')}, so it isn’t sent to ${origin}. To save one for it, set that address in .wds/config.json, then type /access in wds.`;
}

function environmentOrigins(namedUrl: string | undefined): string[] {
  const { serviceUrl, appPlatformUrl } = productionConfiguration;
  return [serviceUrl, appPlatformUrl, ...(namedUrl === undefined ? [] : [namedUrl])].map(
    (url) => new URL(url).origin,
  );
}
