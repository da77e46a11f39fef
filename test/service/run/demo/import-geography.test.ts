import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import {
  createObject,
  deleteObject,
  updateObject,
} from '../../../../src/service/model/resources/objects';
import { demoAccounts } from '../../../../src/service/run/demo/accounts';
import { setImported } from '../../../../src/service/run/demo/demo-tables';
import { geographySize, listGeography } from '../../../../src/service/run/demo/geography';
import {
  GeographyImport,
  type GeographySource,
  type ImportObserver,
} from '../../../../src/service/run/demo/import-geography';
import {
  attributeId,
  objectId,
  typeId,
  workspaceId,
} from '../../../../src/service/run/demo/schema';
import { resetDemo, seedDemo } from '../../../../src/service/run/demo/seed';
import { defaultStorageBudgets } from '../../../../src/service/base/files/storage-budgets';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const options = { demo: 'full', clock: () => new Date('2026-05-04T12:00:00.000Z') } as const;

/** All countries and regions, and the cities of Andorra with some of the Emirates'. */
const source: GeographySource = {
  size: 4215,
  async *list(from) {
    for await (const piece of listGeography(from)) {
      const tooMany = Math.max(0, piece.end - this.size);
      yield {
        objects: piece.objects.slice(0, piece.objects.length - tooMany),
        end: piece.end - tooMany,
      };
      if (tooMany > 0) return;
    }
  },
};

let geography: GeographyImport;
const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await seedDemo(database, options);
  geography = new GeographyImport(database, source);
});

/** Imports until a piece ends at or after `until`, or to the end. */
function importUntil(until = source.size): Promise<number[]> {
  const steps: number[] = [];
  return new Promise((resolve, reject) => {
    geography.start({
      onProgress: (imported) => {
        steps.push(imported);
        if (imported >= until) resolve(steps);
      },
      onFailure: reject,
    });
  });
}

async function count(condition: string, parameters: string[] = []): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from object as o where ${condition}`,
    parameters,
  );
  return row!.count;
}

const countOf = (type: string) => count('type_id = $1', [typeId('Geography', type)]);
const dependencies = () => ({
  ...{ database, serviceUrl: 'http://service', clock: options.clock },
  storageBudgets: defaultStorageBudgets,
});
const view = () => {
  const caller = { userId: demoAccounts[0]!.id, name: '', email: '', via: 'session' } as const;
  return viewWorkspace(database, caller, workspaceId('Geography'));
};
const remove = async (id: string) => deleteObject(dependencies(), await view(), id, undefined);
/** Replaces a value of all cities with this label; without a new one it is cleared. */
async function write(label: string, attribute: string, ...values: string[]): Promise<void> {
  const cities = await database.query<{ id: string }>(
    'select id from object where type_id = $1 and label = $2',
    [typeId('Geography', 'City'), label],
  );
  expect(cities.length).toBeGreaterThan(0);
  const attributes = [{ attributeId: attributeId('Geography', 'City', attribute), values }];
  for (const { id } of cities) {
    await updateObject(dependencies(), await view(), id, { attributes, condition: undefined });
  }
}
const region = (code: string) => objectId('Geography', 'Region', code);
/** How many cities lack the attribute. */
const countWithout = (attribute: string) =>
  count(
    `type_id = $1 and not exists (
       select from object_value
       where workspace_id = o.workspace_id and object_id = o.id and attribute_id = $2)`,
    [typeId('Geography', 'City'), attributeId('Geography', 'City', attribute)],
  );

const smallCities = () =>
  count(
    `type_id = $1 and exists (
       select from object_value
       where workspace_id = o.workspace_id and object_id = o.id and reference_id = any ($2::uuid[]))`,
    [
      typeId('Geography', 'City'),
      `{${['IS', 'LV', 'VN'].map((code) => objectId('Geography', 'Country', code)).join(',')}}`,
    ],
  );

test('goes on where it was cut off, imports nothing twice, and brings back nothing that people deleted', async () => {
  const small = await smallCities();
  expect(small).toBeGreaterThan(1000);
  await importUntil(1000);
  await geography.halt();
  await remove(region('AD.07'));
  await remove(objectId('Geography', 'Country', 'ZW'));
  geography = new GeographyImport(database, source);
  const steps = await importUntil();
  expect(steps[0]).toBeGreaterThan(1000);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(await countOf('Country')).toBe(249);
  expect(await countOf('Region')).toBe(3864);
  expect(await countOf('City')).toBe(small + 100);
});

test('gives every city its country, and its region unless that was deleted before', async () => {
  expect(await countWithout('Country')).toBe(0);
  const [saintJulia] = await database.query<{ label: string }>(
    `select label from object where id = $1`,
    [region('AD.06')],
  );
  expect(saintJulia?.label).toBe('Sant Julià de Loria');
  const deleted = await count('label = $1', ['Andorra la Vella']);
  expect(deleted).toBeGreaterThan(0);
  expect(await countWithout('Region')).toBeGreaterThan(0);
});

test('is done once: another start imports nothing', async () => {
  const list = vi.fn((from: number) => source.list(from));
  const observer = { onProgress: vi.fn(), onFailure: vi.fn() };
  const again = new GeographyImport(database, { size: source.size, list });
  again.start(observer);
  await again.halt();
  for (const told of [list, ...Object.values(observer)]) expect(told).not.toHaveBeenCalled();
});

test('is undisturbed by a reset, which brings back what people changed of it, added and deleted', async () => {
  const city = typeId('Geography', 'City');
  const withoutRegion = await countWithout('Region');
  const { id: added } = await createObject(dependencies(), await view(), {
    typeId: city,
    attributes: [{ attributeId: attributeId('Geography', 'City', 'Name'), values: ['Added'] }],
  });
  await write('Encamp', 'Name', 'Renamed');
  await write('Canillo', 'Country');
  await database.query(`update attribute set name = 'Land' where id = $1`, [
    attributeId('Geography', 'City', 'Country'),
  ]);
  await database.query(
    `insert into type (id, workspace_id, name) values ('11111111-1111-4111-8111-111111111112', $1, 'Sea')`,
    [workspaceId('Geography')],
  );
  const before = process.cpuUsage();
  await geography.pauseFor(() => resetDemo(database, options));
  const { user, system } = process.cpuUsage(before);
  // Of the processor, since other tests take time at the same time.
  expect((user + system) / 1000).toBeLessThan(3000 * slowMachine);
  await geography.halt();
  expect(await count('id = $1', [added])).toBe(0);
  expect(await count(`label = 'Renamed'`)).toBe(0);
  expect(await count(`label = 'Encamp'`)).toBeGreaterThan(0);
  expect(await countOf('Country')).toBe(250);
  expect(await countOf('Region')).toBe(3865);
  expect(await countWithout('Region')).toBeLessThan(withoutRegion);
  expect(await countWithout('Name')).toBe(0);
  expect(await countWithout('Country')).toBe(0);
  const names = await database.query<{ name: string }>(
    'select name from attribute where type_id = $1 order by position',
    [city],
  );
  expect(names.map(({ name }) => name)).toEqual([
    'Name',
    'Region',
    'Country',
    'Latitude',
    'Longitude',
    'Population',
    'Time zone',
  ]);
  const types = await database.query('select from type where workspace_id = $1', [
    workspaceId('Geography'),
  ]);
  expect(types).toHaveLength(3);
});

describe('an import that is disturbed', () => {
  /** The same import without its objects. */
  const places = 5;
  let begun: number[];
  const empty: GeographySource = {
    size: places,
    async *list(from) {
      begun.push(from);
      for (let end = from + 1; end <= places; end += 1) {
        yield await Promise.resolve({ objects: [], end });
      }
    },
  };
  let disturbed: GeographyImport;
  beforeEach(async () => {
    begun = [];
    await setImported(database, 0);
    disturbed = new GeographyImport(database, empty);
  });

  /** Begins it and returns when all is imported. */
  const complete = (begin: (observer: ImportObserver) => void) =>
    new Promise<void>((resolve, reject) => {
      begin({
        onProgress: (imported) => {
          if (imported === places) resolve();
        },
        onFailure: reject,
      });
    });

  test('imports nothing twice where it is started twice', async () => {
    await complete((observer) => {
      disturbed.start(observer);
      disturbed.start(observer);
    });
    await disturbed.halt();
    expect(begun).toEqual([0]);
  });

  test('is paused for one after the other', async () => {
    const events: string[] = [];
    const pauseFor = (name: string) =>
      disturbed.pauseFor(async () => {
        events.push(`${name} begins`);
        await database.query('select 1');
        events.push(`${name} ends`);
      });
    await complete((observer) => {
      disturbed.start(observer);
      void Promise.all([pauseFor('first'), pauseFor('second')]);
    });
    await disturbed.halt();
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  test('goes on where what it was paused for fails, which is told', async () => {
    let paused: Promise<unknown> = Promise.resolve();
    await complete((observer) => {
      disturbed.start(observer);
      paused = disturbed.pauseFor(() => Promise.reject(new Error('No reset.'))).catch(String);
    });
    expect(await paused).toBe('Error: No reset.');
  });
});

/** Others use the machine while tests run. */
const slowMachine = 2;

test('lists as many places as the packages have', async () => {
  let last = 0;
  const countries = new Set<string>();
  for await (const { objects, end } of listGeography(geographySize - 600)) {
    last = end;
    for (const { key } of objects) countries.add(key.slice(0, 2));
  }
  expect(last).toBe(geographySize);
  expect([...countries]).toContain('ZW');
});
