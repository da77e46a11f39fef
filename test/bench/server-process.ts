/**
 * A server that is measured, in a process of its own: sends its address, does what it is told, and ends
 * with whoever started it.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { startService } from '../../src/service';
import { openDatabase } from '../../src/service/base/database/open-database';
import { createLog } from '../../src/service/base/monitoring/log';
import { startBareServer } from './bare-server';
import { importAll, startGeographyService } from './geography-service';
import { serverKind, type ServerKind } from './own-process';

/** Nobody reaches them here, but each request is counted as in production. */
const rateLimits = { perToken: 1_000_000, perWorkspace: 10_000_000 };

/** Each takes the folder of an embedded database, or the address of one on a server. */
const servers = {
  /** What the service answers, without its limits, its log and its metrics. */
  application: startGeographyService,
  /** The service as `npm run service` starts it, but with demo data. */
  listener: startListener,
  bare: startBare,
} satisfies Record<ServerKind, unknown>;

async function startListener(location: string) {
  const folder = location.startsWith('postgres')
    ? await mkdtemp(join(tmpdir(), 'listener-'))
    : undefined;
  const place =
    folder === undefined
      ? { dataDirectory: location }
      : { dataDirectory: folder, databaseUrl: location };
  const log = createLog({ level: 'info' });
  const service = await startService({ ...place, port: 0, demo: 'full', rateLimits, log });
  return {
    url: service.url,
    importAll: () => importAll((observer) => service.completeDemo(observer)),
    close: async () => {
      await service.close();
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}

async function startBare(location: string) {
  const database = await openDatabase(location);
  // As the service does when it starts.
  if (!database.isShared) await database.runScript('analyze');
  const bare = await startBareServer(database);
  return {
    url: bare.url,
    importAll: () => Promise.reject(new Error('It has nothing to import.')),
    close: async () => {
      await bare.close();
      await database.close();
    },
  };
}

const [kind, location] = z.tuple([serverKind, z.string()]).parse(process.argv.slice(2));
const server = await servers[kind](location);
const say = (message: string | number) => process.send?.(message);
process.on('message', (message) => {
  if (message === 'import') void server.importAll().then(() => say('imported'));
  if (message === 'memory') say(process.memoryUsage.rss());
});
say(server.url);
await once(process, 'disconnect');
await server.close();
process.exit();
