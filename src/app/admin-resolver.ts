import { createClient, type Transport } from '../api/client';
import { createAdminToken } from './access/admin-token';
import { createFailureLog } from './replies/failure-log';
import { createPermissions } from './access/policies';
import { createResolver } from './access/resolver';
import { adminHandlers } from './admin/admin-handlers';
import { ConsentNeeded, type Platform } from './platform/platform';
import { createRefresh } from './refresh/refresh';
import { siteCheckHandlers } from './site-check/site-check-handlers';
import { createStoredQueries } from './stored-queries/stored-queries';

interface Options {
  readonly platform: Platform;
  readonly isPlatformPrompt: (error: unknown) => boolean;
  /** Where the service is, as deployed. */
  readonly serviceOrigin: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly writeLog: (line: string) => void;
}

/** A function of the platform ends after 25 seconds; this leaves time for two calls in a row. */
const serviceTimeoutMs = 8_000;

/** What no service takes for a token: an answer to it is an answer all the same. */
const noToken = 'none';

/** Builds the resolver of the admin page: manifest.yml, `admin-resolver`. */
export function createAdminResolver(options: Options) {
  const { platform, isPlatformPrompt, serviceOrigin, now, writeLog } = options;
  const { store, secrets } = platform;
  const clientOf = (token: string) => clientOver(platform.tokenTransport(token));
  const log = createFailureLog(writeLog);
  const permissions = createPermissions(platform, now);
  const adminToken = createAdminToken({ secrets, clientOf, now });
  return createResolver({
    functions: [
      ...adminHandlers({
        client: clientOver(platform.account.transport),
        clientOf,
        strangerClient: () => clientOf(noToken),
        platform,
        permissions,
        adminToken,
        storedQueries: createStoredQueries({ store, now }),
        refresh: createRefresh({ platform, now }),
        serviceOrigin,
        now,
        log,
      }),
      ...siteCheckHandlers({ platform, permissions, now }),
    ],
    permissions,
    isPlatformPrompt,
    log,
  });
}

function clientOver(transport: Transport) {
  return createClient({
    transport,
    timeoutMs: serviceTimeoutMs,
    isPassedThrough: (error) => error instanceof ConsentNeeded,
  });
}
