import { appPlatformPathPrefix } from '../../api/app-platform';
import type { Database } from '../base/database';
import type { FileStore } from '../base/files/file-store';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { createAdmission } from '../api/admission';
import { followRequests } from '../base/http/end-server';
import { createHttpServer, listen } from '../base/http/http-server';
import type { Identity } from '../accounts/identity';
import type { RequestLimits } from '../base/request-limits';
import { createPlatformApplication } from './platform-application';

interface AppPlatformOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The origin that developers call; `http://127.0.0.1:<port>` if absent. */
  readonly baseUrl?: string | undefined;
  /** The origin of the bundles; `http://localhost:<port>` if absent. */
  readonly bundleUrl?: string | undefined;
  /** The page on which developers register their apps. */
  readonly registerUrl: string;
  readonly database: Database;
  readonly files: FileStore;
  readonly identity: Pick<Identity, 'authenticateIn'>;
  readonly requestLimits: RequestLimits;
  readonly storageBudgets: StorageBudgets;
  readonly clock: () => Date;
}

export interface AppPlatform {
  /** Without a path: `http://127.0.0.1:8082`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the app platform on a port of its own; it answers when the promise is kept. */
export async function startAppPlatform(options: AppPlatformOptions): Promise<AppPlatform> {
  const { host, baseUrl, bundleUrl, clock } = options;
  let answer: Parameters<typeof createHttpServer>[0] = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end();
  };
  const server = createHttpServer((request, response) => answer(request, response), {
    clock,
    publicUrls: [baseUrl, bundleUrl],
    apiPath: appPlatformPathPrefix,
  });
  const endServer = followRequests(server);
  const port = await listen(server, host, options.port);
  const platformUrl = baseUrl ?? `http://127.0.0.1:${port}`;
  const application = await createPlatformApplication({
    ...options,
    admission: createAdmission(options),
    platformUrl,
    bundleOrigin: bundleUrl ?? `http://localhost:${port}`,
  });
  answer = (request, response) => application.routing(request, response);
  return { url: platformUrl, close: endServer };
}
