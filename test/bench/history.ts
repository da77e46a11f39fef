import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { demoAccounts, demoAttributeId, demoTypeId, demoWorkspaceId } from '../../src/service';
import type { Database, Queryable } from '../../src/service/base/database/database';
import { openDatabase } from '../../src/service/base/database/open-database';
import { defaultStorageBudgets } from '../../src/service/base/files/storage-budgets';
import { viewWorkspace } from '../../src/service/model/permissions/workspace-view';
import type { WorkspaceView } from '../../src/service/model/permissions/workspace-view';
import { changeObjects, readObject, updateObject } from '../../src/service/model/resources/objects';
import { seedDemo } from '../../src/service/run/demo/seed';
import { createDatabase, startPostgres } from '../support/postgres-server';
import { besideAt, type Row } from './row';
import { timeInTurns, timeMs } from './timing';

const workspaceId = demoWorkspaceId('Geography');
const cityType = demoTypeId('Geography', 'City');
const nameOfCity = demoAttributeId('Geography', 'City', 'Name');
const historyRows = 1_000_000;
const operations = 200;

/** What the history costs whoever writes, and whether it costs those who read anything; on both engines. */
export async function measureHistory(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wds-history-'));
  const rows = await measureOn('embedded database', [join(folder, 'a'), join(folder, 'b')]);
  await rm(folder, { recursive: true });
  const programs = findPostgresPrograms();
  if (programs === undefined) return rows;
  // As it comes, since a commit is part of what is measured.
  const server = await startPostgres(programs, { settings: [] });
  const made = [await createDatabase(server.url), await createDatabase(server.url)] as const;
  try {
    return [...rows, ...(await measureOn('Postgres', [made[0].url, made[1].url]))];
  } finally {
    await server.stop();
  }
}

async function measureOn(
  engine: string,
  [plainPlace, fullPlace]: readonly [string, string],
): Promise<Row[]> {
  const [plain, full] = [await openDemo(plainPlace), await openDemo(fullPlace)];
  await fillHistory(full.database, full.objectIds);
  const rows = [
    await measurePatch(engine, full),
    await measureBulk(engine, full),
    await measureReading(engine, plain, full),
  ];
  await plain.database.close();
  await full.database.close();
  return rows;
}

interface Demo {
  readonly database: Database;
  readonly view: WorkspaceView;
  readonly objectIds: readonly string[];
}

async function openDemo(place: string): Promise<Demo> {
  const database = await openDatabase(place);
  await seedDemo(database, { demo: 'small', clock: () => new Date() });
  await database.runScript('analyze');
  const { id: userId = '' } = demoAccounts.find(({ account }) => account === 'admin') ?? {};
  const caller = { userId, name: 'Admin', email: 'admin@example.com', via: 'token' } as const;
  const view = await viewWorkspace(database, { ...caller, credentialName: 'Bench' }, workspaceId);
  const objects = await database.query<{ id: string }>(
    `select id from object where workspace_id = $1 and type_id = $2 order by id limit ${operations}`,
    [workspaceId, cityType],
  );
  return { database, view, objectIds: objects.map(({ id }) => id) };
}

/** As many changes as a busy workspace makes in a year, of half of the objects that are changed here. */
async function fillHistory(database: Database, objectIds: readonly string[]): Promise<void> {
  const value = (text: string) => [
    { id: nameOfCity, name: 'Name', code: 'TEXT', values: [{ value: text }] },
  ];
  const side = (text: string) => ({ label: text, attributes: value(text) });
  const detail = { version: 1, before: side('Reykjavik'), after: side('Reykjavík') };
  // Few enough for the time that a statement may take.
  const atOnce = 10_000;
  for (let first = 1; first <= historyRows; first += atOnce) {
    const parameters = [workspaceId, objectIds, cityType, JSON.stringify(detail), first];
    await database.query(
      `insert into history (workspace_id, at, user_id, via, is_bulk, kind, subject_id, action, type_id, detail)
     select $1, now() - interval '1 second' * number, gen_random_uuid(), 'session', false, 'object',
       case number % 2 when 0 then ($2::text[])[1 + number / 2 % 100] else gen_random_uuid()::text end,
       'change', $3, $4::jsonb
     from generate_series($5::integer, $5::integer + ${atOnce} - 1) as number`,
      parameters,
    );
  }
  await database.runScript('analyze history');
}

/** The database without what the history adds to a transaction. */
function withoutHistory(database: Database): Database {
  const stub = (transaction: Queryable): Queryable => ({
    query: (sql, parameters) => transaction.query(sql, parameters),
    queryPrepared: (sql, parameters) =>
      sql.includes('insert into history')
        ? Promise.resolve([])
        : transaction.queryPrepared(sql, parameters),
  });
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction((transaction) => work(stub(transaction)), options),
  };
}

const dependenciesOf = (database: Database) => ({
  database,
  serviceUrl: 'http://service',
  clock: () => new Date(),
  storageBudgets: defaultStorageBudgets,
});

let writes = 0;
const newName = () => [{ attributeId: nameOfCity, values: [`Renamed ${(writes += 1)}`] }];

async function measurePatch(engine: string, { database, view, objectIds }: Demo): Promise<Row> {
  const patch = (on: Database) => (round: number) =>
    timeMs(() =>
      updateObject(dependenciesOf(on), view, objectIds[round % operations] ?? '', {
        ...{ attributes: newName(), transitions: undefined, condition: undefined },
      }),
    );
  const [withMs, withoutMs] = await timeInTurns(300, [
    patch(database),
    patch(withoutHistory(database)),
  ]);
  const name = `PATCH /object/{id} with history, beside without, ${engine}`;
  return besideAt(0.5, name, withMs, withoutMs, 1.3);
}

async function measureBulk(engine: string, { database, view, objectIds }: Demo): Promise<Row> {
  const change = (on: Database) => () =>
    timeMs(() =>
      changeObjects(
        dependenciesOf(on),
        view,
        objectIds.map((objectId) => ({
          objectOperationType: 'patch' as const,
          objectId,
          attributes: newName(),
        })),
      ),
    );
  const [withMs, withoutMs] = await timeInTurns(20, [
    change(database),
    change(withoutHistory(database)),
  ]);
  const name = `bulk of ${operations} with history, beside without, ${engine}`;
  return besideAt(0.5, name, withMs, withoutMs, 1.4);
}

async function measureReading(engine: string, plain: Demo, full: Demo): Promise<Row> {
  const read =
    ({ database, view, objectIds }: Demo) =>
    (round: number) =>
      timeMs(() => readObject(dependenciesOf(database), view, objectIds[round % operations] ?? ''));
  const [fullMs, plainMs] = await timeInTurns(1_000, [read(full), read(plain)]);
  const name = `GET /object/{id} with ${historyRows.toLocaleString('en')} changes in the history, beside none, ${engine}`;
  return besideAt(0.5, name, fullMs, plainMs, 1.1);
}
