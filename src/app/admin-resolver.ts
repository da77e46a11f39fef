import type { AppOptions } from './platform/platform';
import { createAdminToken } from './access/admin-token';
import { adminTransport, createCallPool } from './access/call-pool';
import { createPermissions } from './access/policies';
import { createResolver } from './access/resolver';
import { createServiceClient } from './access/service-client';
import { adminHandlers } from './admin/admin-handlers';
import { createLabelRound } from './label-upkeep/label-round';
import { createRefresh } from './refresh/refresh';
import { createFailureLog } from './replies/failure-log';
import { siteCheckHandlers } from './site-check/site-check-handlers';
import { createStoredQueries } from './stored-queries/stored-queries';

/** No service accepts this as a token. Any reply proves that the service is there. */
const noToken = 'none';

/**
 * Builds the resolver of the admin page: manifest.yml, `admin-resolver`.
 * @param options.serviceOrigin where the service is, as deployed
 */
export function createAdminResolver(
  options: AppOptions & { readonly serviceOrigin: string | undefined },
) {
  const { platform, isPlatformPrompt, serviceOrigin, now, writeLog } = options;
  const { store, secrets } = platform;
  const pool = createCallPool({ platform, now });
  const clientOf = (token: string) =>
    createServiceClient(adminTransport(pool, platform.tokenTransport(token)));
  const log = createFailureLog(writeLog);
  const permissions = createPermissions(platform, now);
  const adminToken = createAdminToken({ secrets, clientOf, now });
  return createResolver({
    functions: [
      ...adminHandlers({
        client: createServiceClient(platform.account.transport),
        clientOf,
        strangerClient: () => createServiceClient(platform.tokenTransport(noToken)),
        platform,
        permissions,
        adminToken,
        storedQueries: createStoredQueries({ store, now }),
        refresh: createRefresh({ platform, now }),
        labelRound: createLabelRound({ platform, now }),
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
