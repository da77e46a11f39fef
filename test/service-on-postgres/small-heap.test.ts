import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../../src/api/page';
import { openDatabase } from '../../src/service/base/database/open-database';
import { changeSchema } from '../../src/service/model/permissions/workspace-view';
import { fillFleet, ids } from '../service/fleet';
import { callFleet, readError } from '../service/fleet-service';
import { setRole } from '../service/rights';
import { createEmptyDatabase } from '../support/test-database';
import { startServiceProcess, type ServiceProcess } from '../support/service-process';

const attributes = 90;
/** 340 kB of JSON. */
const configuration = {
  options: Array.from({ length: 1_000 }, (_, index) => ({
    id: `option-${index}`.padEnd(78, '-'),
    name: `Option ${index}`.padEnd(240, '.'),
  })),
};

let folder: string;
let databaseUrl: string;
let drop: () => Promise<void>;
let service: ServiceProcess;
beforeAll(async () => {
  const created = await createEmptyDatabase();
  drop = created.drop;
  databaseUrl = created.url;
  folder = await mkdtemp(join(tmpdir(), 'small-heap-'));
  service = await startServiceProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    NODE_OPTIONS: '--max-old-space-size=512',
  });
  const database = await openDatabase(databaseUrl);
  await fillFleet(database);
  await setRole(database, { workspaceId: ids.archive, userId: ids.cat }, 'reader');
  await database.close();
});
afterAll(async () => {
  await service.stop();
  await drop();
  await rm(folder, { recursive: true });
});

const call = (method: string, path: string, options: Parameters<typeof callFleet>[3] = {}) =>
  callFleet(service.url, method, `/public/v1${path}`, options);

/** Reads in another workspace while `work` is under way. Returns its result; no read may take 2 s. */
async function whileOthersRead<Result>(work: Promise<Result>): Promise<Result> {
  const progress = { isDone: false };
  const done = work.finally(() => (progress.isDone = true));
  let slowestMs = 0;
  while (!progress.isDone) {
    const begunAt = performance.now();
    const headers = { 'wds-workspace-id': ids.archive };
    const { status } = await call('GET', '/type', { as: 'cat', headers });
    expect(status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - begunAt);
  }
  expect(slowestMs).toBeLessThan(2_000);
  return done;
}

/** As they could be before there were bounds. */
async function insertAttributes(): Promise<void> {
  const database = await openDatabase(databaseUrl);
  await changeSchema(database, { workspaceId: ids.fleet }, (transaction) =>
    transaction.query(
      `insert into attribute (workspace_id, id, type_id, name, attribute_type_code, configuration, position)
       select $1, gen_random_uuid(), $2, 'Old choice ' || number, 'OPTION', $3::jsonb, 100 + number
       from generate_series(1, ${attributes}) as number`,
      [ids.fleet, ids.city, JSON.stringify(configuration)],
    ),
  );
  await database.close();
}

describe('with a heap of 512 MB', () => {
  test('an administrator who adds long options ends no process', async () => {
    const add = async () => {
      for (let number = 0; number < attributes; number += 1) {
        const name = `Choice ${number}`;
        const body = { typeId: ids.city, name, attributeTypeCode: 'OPTION', configuration };
        const refused = await call('POST', '/attribute', { body });
        expect(readError(refused).violations).toMatchObject([
          { fieldIdentifier: 'configuration', violationType: 'TOO_LONG', domain: 'ATTRIBUTE' },
        ]);
      }
    };
    await whileOthersRead(add());
  });

  test('eight pages at once of what exists already end no process', async () => {
    await insertAttributes();
    const page = (limit: number) => call('GET', `/attribute?typeId=${ids.city}&limit=${limit}`);
    const eight = (limit: number) => Promise.all(Array.from({ length: 8 }, () => page(limit)));
    for (const refused of await whileOthersRead(eight(200))) {
      expect(refused.status).toBe(400);
      expect(readError(refused).message).toMatch(/too large for one answer.*limit/);
    }
    // 6.8 MB each.
    for (const { status, headers } of await eight(20)) {
      expect([200, 503]).toContain(status);
      expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null);
    }
    const { body } = await page(20);
    expect(body).toMatchObject({ total: attributes + 2, pageSize: 20, isLast: false });
    expect((body as Page<unknown>).result).toHaveLength(20);
  });
});
