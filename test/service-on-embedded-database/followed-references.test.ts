import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database, Parameter, Queryable } from '../../src/service/base/database/database';
import { viewWorkspace } from '../../src/service/model/permissions/workspace-view';
import type { WorkspaceView } from '../../src/service/model/permissions/workspace-view';
import { importObjects } from '../../src/service/model/resources/store-objects';
import type { ObjectToImport } from '../../src/service/model/resources/store-objects';
import { searchObjects } from '../../src/service/model/search/search-objects';
import { attributeId, fillFleet, ids, objects } from '../service/fleet';

/** Many contracts of few people, and as many people with one contract: the average says nothing. */
const contractCount = 3_000;
const busyPeople = 4;
const otherPeople = 1_000;

let database: Database;
let view: WorkspaceView;

beforeAll(async () => {
  database = await openDatabase('memory');
  await fillFleet(database);
  await importObjects(database, ids.fleet, [...people(), ...contracts()]);
  await database.runScript('vacuum analyze');
  const caller = { userId: ids.ann, name: 'Ann', email: 'ann@example.com', via: 'token' } as const;
  view = await viewWorkspace(database, caller, ids.fleet);
});
afterAll(() => database.close());

function people(): ObjectToImport[] {
  return Array.from({ length: busyPeople + otherPeople }, (_, index) =>
    imported(personId(index), ids.person, [
      [attributeId('Person', 'Name'), index < busyPeople ? `Busy ${index}` : `Other ${index}`],
      [attributeId('Person', 'City'), index < busyPeople ? objects.etienne : objects.koeln],
    ]),
  );
}

function contracts(): ObjectToImport[] {
  return Array.from({ length: contractCount }, (_, index) => {
    const signer = index < otherPeople ? busyPeople + index : index % busyPeople;
    return imported(`00000000-0000-4000-b000-${digits(index)}`, ids.contract, [
      [attributeId('Contract', 'Name'), `Contract ${index}`],
      [attributeId('Contract', 'Number'), String(index)],
      [attributeId('Contract', 'Signed by'), personId(signer)],
    ]);
  });
}

function imported(id: string, typeId: string, values: [string, string][]): ObjectToImport {
  const createdAt = new Date('2026-01-01');
  return { id, typeId, createdAt, values: new Map(values.map(([key, value]) => [key, [value]])) };
}

const personId = (index: number) => `00000000-0000-4000-a000-${digits(index)}`;
const digits = (index: number) => String(index).padStart(12, '0');

const explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({
        Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
      }),
    ]),
  }),
]);

/** How many objects a search finds, and how many pages of the database it looks at for that. */
async function looksOf(text: string, typeId?: string) {
  let pages = 0;
  const query: Queryable['query'] = async (sql, parameters = []) => {
    if (sql.includes('from object as o')) pages += await countPages(sql, parameters);
    return database.query(sql, parameters);
  };
  const watched = {
    ...{ database: { ...database, query, queryPrepared: query } },
    ...{ serviceUrl: '', clock: () => now },
  };
  const { total } = await searchObjects(watched, view, { query: text, typeId, limit: 1 });
  return { total, pages };
}

const now = new Date('2026-11-20');

async function countPages(sql: string, parameters: readonly Parameter[]): Promise<number> {
  if (sql.startsWith('explain')) return 0;
  const plan = await database.query(`explain (analyze, buffers, format json) ${sql}`, parameters);
  const [{ 'QUERY PLAN': explainedPlan }] = explained.parse(plan);
  const [{ Plan }] = explainedPlan;
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

const signer = '"Signed by"';

describe('conditions on what many objects refer to', () => {
  test.each([
    `${signer}.Label ~ "busy" and ${signer}.Created > "2000-01-01"`,
    `${signer}.Label ~ "busy" and ${signer}.Label !~ "zz"`,
    `${signer}.Label ~ "busy" and ${signer}.City.Label = "Saint-Étienne"`,
    `${signer}.City.Label = "Saint-Étienne" and ${signer}.City.Created > "2000-01-01"`,
    `${signer}.Label ~ "busy" and not (${signer}.Label ~ "zz" or ${signer} is empty)`,
    `(${signer}.Label ~ "busy" or ${signer}.Label ~ "zz") and ${signer}.Label !~ "zz"`,
    `${signer}.Label ~ "busy" and ${signer}.Label !~ "zz" order by Label desc`,
    `${signer}.Label ~ "busy" and ${signer}.Label !~ "zz" and Number >= 0`,
    `${signer} ~ "busy" and ${signer} !~ "zz"`,
    `${signer} ~ "busy" and ${signer}.Created > "2000-01-01"`,
  ])('are answered with less than a look at one page for each object: %s', async (query) => {
    const { total, pages } = await looksOf(query);
    expect(total).toBe(contractCount - otherPeople);
    expect(pages).toBeLessThan(contractCount);
  });
});

test('objects without a value that all others have are found without a look at the value of each', async () => {
  const { total, pages } = await looksOf(`${signer} is empty`, ids.contract);
  expect(total).toBe(0);
  expect(pages).toBeLessThan(2 * contractCount);
});
