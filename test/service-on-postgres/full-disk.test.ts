import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { openDatabase } from '../../src/service/base/database/open-database';
import { fillFleet } from '../service/fleet';
import { useFullDisk } from '../service/full-disk';
import { startPostgres, type PostgresServer } from '../support/postgres-server';
import { startServiceProcess, type ServiceProcess } from '../support/service-process';
import { hasSmallDisk, mountSmallDisk, type SmallDisk } from '../support/small-disk';

const programs = findPostgresPrograms();
const canRun = hasSmallDisk && programs !== undefined;

let disk: SmallDisk;
let folder: string;
let server: PostgresServer;
let service: ServiceProcess;
beforeAll(async () => {
  if (!canRun) return;
  disk = await mountSmallDisk('400m');
  server = await startPostgres(programs, { parent: disk.folder });
  const database = await openDatabase(server.url);
  await fillFleet(database);
  await database.close();
  // Its files are on another disk.
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  service = await startServiceProcess({ DATABASE_URL: server.url, DATA_DIR: folder });
});
afterAll(async () => {
  if (!canRun) return;
  await service.stop();
  await server.stop();
  await disk.remove();
  await rm(folder, { recursive: true });
});

test.skipIf(!canRun)(
  'keeps what it acknowledged on a disk of the server that gets full, reads on, and writes again once there is room',
  { timeout: 240_000 },
  () => useFullDisk(service.url, disk, 256 * 1024),
);
