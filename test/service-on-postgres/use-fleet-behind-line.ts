import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { startService } from '../../src/service';
import { openDatabase } from '../../src/service/base/database/open-database';
import { fillFleet } from '../service/fleet';
import { layLine, type Line } from '../support/database-line';
import { createDatabase } from '../support/postgres-server';

interface Stage {
  readonly line: Line;
  readonly serviceUrl: string;
  readonly end: () => Promise<void>;
}

/** One service for all tests of a file, with the fleet in a database that it reaches by way of a line. */
export function useFleetBehindLine() {
  let stage: Stage | undefined;
  const started = (): Stage => {
    if (stage === undefined) throw new Error('It is there once the tests run.');
    return stage;
  };
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage?.end());
  return {
    get line() {
      return started().line;
    },
    get serviceUrl() {
      return started().serviceUrl;
    },
  };
}

async function startStage(): Promise<Stage> {
  const { url, drop } = await createDatabase(inject('postgresUrl') ?? '');
  const database = await openDatabase(url);
  await fillFleet(database);
  await database.close();
  const line = await layLine(url);
  const folder = await mkdtemp(join(tmpdir(), 'behind-line-'));
  const service = await startService({ port: 0, dataDirectory: folder, databaseUrl: line.url });
  const end = async () => {
    line.letGo();
    await service.close();
    await line.close();
    await drop();
    await rm(folder, { recursive: true });
  };
  return { line, serviceUrl: service.url, end };
}
