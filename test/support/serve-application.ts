import { createServer } from 'node:http';
import { createIdentity } from '../../src/service/accounts/identity';
import { getEmbedKey } from '../../src/service/api/embedding';
import { getThumbnailKey } from '../../src/service/api/thumbnails';
import type { Database } from '../../src/service/base/database/database';
import { openDiskFiles } from '../../src/service/base/files/file-store';
import {
  defaultStorageBudgets,
  type StorageBudgets,
} from '../../src/service/base/files/storage-budgets';
import { ThumbnailMaker } from '../../src/service/base/files/thumbnail-maker';
import { UnsentAnswers } from '../../src/service/base/http/unsent-answers';
import { openRequestLimits } from '../../src/service/base/request-limits/open-request-limits';
import type { RateLimits } from '../../src/service/base/request-limits/request-limits';
import { createApplication } from '../../src/service/run/application';
import { closeServer, listenLocally } from './local-server';

interface ServedOptions {
  readonly clock: () => Date;
  readonly limits?: RateLimits;
  readonly storageBudgets?: StorageBudgets;
  readonly embeddingOrigins?: readonly string[];
  readonly unsentAnswers?: UnsentAnswers;
}

/** The real service over HTTP on a database of the caller's, its files in memory; without rate limits of its own. */
export async function serveApplication(
  database: Database,
  {
    clock,
    limits = { perToken: Infinity, perWorkspace: Infinity },
    storageBudgets = defaultStorageBudgets,
    embeddingOrigins = [],
    unsentAnswers = new UnsentAnswers(),
  }: ServedOptions,
) {
  const { files, ...openFiles } = await openDiskFiles('memory');
  // As long as the real one does: a test that computes for seconds finds its connection still there.
  const server = createServer({ keepAliveTimeout: 75_000 });
  const { url } = await listenLocally(server);
  const embedKey = await getEmbedKey(database);
  const thumbnailMaker = new ThumbnailMaker();
  const requestLimits = await openRequestLimits(database, { limits, clock });
  const application = await createApplication({
    database,
    files,
    identity: createIdentity({ database, issuer: url, clients: [], clock }),
    requestLimits,
    storageBudgets,
    serviceUrl: url,
    embedKey,
    thumbnailKey: await getThumbnailKey(database),
    thumbnailMaker,
    embeddingOrigins,
    unsentAnswers,
    workspaceCreators: ['Ann@example.com'],
    clock,
  });
  server.on('request', (request, response) => application.routing(request, response));
  return {
    url,
    embedKey,
    requestLimits,
    /** The database stays open. */
    close: async () => {
      await closeServer(server);
      await thumbnailMaker.close();
      await openFiles.close();
    },
  };
}
