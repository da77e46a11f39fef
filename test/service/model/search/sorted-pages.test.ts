import { expect, test } from 'vitest';
import {
  insertWorkspace,
  viewWorkspace,
} from '../../../../src/service/model/permissions/workspace-view';
import { importObjects } from '../../../../src/service/model/resources/store-objects';
import { searchObjects } from '../../../../src/service/model/search/search-objects';
import { duringTests } from '../../../support/during-tests';
import fc, { seed } from '../../../support/property-testing';
import { openTestDatabase } from '../../../support/test-database';
import { setRole } from '../../rights';
import { insertAccount, insertType } from '../../rows';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const workspaceId = id(1);
const caller = { userId: id(2), name: 'Ann', email: 'ann@example.com', via: 'token' } as const;
const type = { id: id(3), name: 'Thing' };

/** By name, the value of the object with this number; undefined where it has none. */
const valuesByName: Readonly<Record<string, (number: number) => number | undefined>> = {
  Different: (number) => (number * 7919) % 1_009,
  'Mostly equal': (number) => (number % 99 === 0 ? number % 7 : 1),
  Rare: (number) => (number % 100 === 3 ? number % 11 : undefined),
  'Of half of them': (number) => (number % 2 === 0 ? number % 300 : undefined),
  Absent: () => undefined,
};
const filters: Readonly<Record<string, (number: number) => boolean>> = {
  '': () => true,
  'Part < 9': (number) => number % 10 < 9,
  'Part = 3': (number) => number % 10 === 3,
  'Part > 5 and "Mostly equal" = 1': (number) =>
    number % 10 > 5 && valuesByName['Mostly equal']?.(number) === 1,
  'Part = 100': () => false,
  // Of one place there are few things, of the other many.
  'Place.Name = "narrow"': (number) => placeOf(number) === 0,
  'Place.Name = "wide"': (number) => placeOf(number) === 1,
  'Place = "wide"': (number) => placeOf(number) === 1,
  'Place.Name != "wide"': (number) => placeOf(number) !== 1,
  'Place.Name = "wide" and Part < 5': (number) => placeOf(number) === 1 && number % 10 < 5,
  'Place.Name = "neither"': () => false,
};

const place = { id: id(4), name: 'Place' };
const placeNames = ['narrow', 'wide'];
const placeOf = (number: number) =>
  [0, 1, 1, 1, undefined][number % 40 === 3 ? 0 : 1 + (number % 4)];

const attributeId = (index: number) => id(100 + index);
const names = ['Name', 'Part', ...Object.keys(valuesByName)];
const attributes = [
  ...names.map((name, index) => ({
    ...{ id: attributeId(index), name },
    code: index === 0 ? 'TEXT' : 'INTEGER',
  })),
  { id: attributeId(names.length), name: 'Day', code: 'DATE' },
  {
    ...{ id: attributeId(names.length + 1), name: 'Place', code: 'REFERENCE' },
    configuration: { targetTypeId: place.id },
  },
];
const placeName = { id: id(200), name: 'Name', code: 'TEXT' };
const placeId = (index: number) => id(300 + index);
const dayOf = (number: number) =>
  number % 3 === 0 ? `2026-0${(number % 9) + 1}-1${number % 7}` : undefined;
const labelOf = (number: number) => `thing ${String(number % 400).padStart(3, '0')}`;

const numbers = Array.from({ length: 750 }, (_, index) => index);

const database = duringTests(async () => {
  const opened = await openTestDatabase();
  await insertWorkspace(opened, { id: workspaceId, name: 'Things' });
  await insertAccount(opened, { ...caller, id: caller.userId });
  await setRole(opened, { workspaceId, userId: caller.userId }, 'editor');
  await insertType(opened, workspaceId, { ...place, attributes: [placeName] });
  await insertType(opened, workspaceId, { ...type, attributes });
  const at = new Date('2026-01-01T00:00:00Z');
  const places = placeNames.map((name, index) => ({
    ...{ id: placeId(index), typeId: place.id, createdAt: at },
    values: new Map([[placeName.id, [name]]]),
  }));
  const things = numbers.map((number) => ({
    ...{ id: id(1_000 + number), typeId: type.id, createdAt: at },
    values: new Map(
      [
        labelOf(number),
        number % 10,
        ...Object.values(valuesByName).map((valueOf) => valueOf(number)),
        dayOf(number),
        placeOf(number) === undefined ? undefined : placeId(placeOf(number) ?? 0),
      ].flatMap((value, index) =>
        value === undefined ? [] : [[attributeId(index), [String(value)]] as const],
      ),
    ),
  }));
  await opened.transaction((transaction) =>
    importObjects(transaction, workspaceId, [...places, ...things]),
  );
  // As the database does by itself once a table has grown.
  await opened.runScript('analyze');
  return opened;
});

const question = fc.record({
  by: fc.constantFrom(...Object.keys(valuesByName), 'Day', 'Label'),
  direction: fc.constantFrom('asc', 'desc'),
  filter: fc.constantFrom(...Object.keys(filters)),
  offset: fc.oneof(fc.constant(0), fc.nat(15), fc.nat(800)),
  limit: fc.integer({ min: 1, max: 12 }),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

function expected({ by, direction, filter, offset, limit }: Question) {
  const valueOf = (number: number) =>
    by === 'Day' ? dayOf(number)?.replaceAll('-', '') : valuesByName[by]?.(number);
  const compare = (one: number, other: number) => {
    const [first, second] = [valueOf(one), valueOf(other)];
    const isOfBoth = first !== undefined && second !== undefined;
    const byValue = isOfBoth
      ? (Number(first) - Number(second)) * (direction === 'asc' ? 1 : -1)
      : Number(first === undefined) - Number(second === undefined);
    return byValue || labelOf(one).localeCompare(labelOf(other)) || one - other;
  };
  const found = numbers.filter((number) => filters[filter]?.(number)).sort(compare);
  const ids = found.slice(offset, offset + limit).map((number) => id(1_000 + number));
  return { total: found.length, isLast: offset + limit >= found.length, ids };
}

test('a page has the objects and the total that sorting all of them has, whatever it is sorted by and filtered by', async () => {
  const view = await viewWorkspace(database, caller, workspaceId);
  const dependencies = { database, serviceUrl: '', clock: () => new Date() };
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const order = asked.by === 'Label' ? '' : ` order by "${asked.by}" ${asked.direction}`;
      const query = `${asked.filter}${order}`;
      const request = { query, typeId: type.id, attributeIds: [], ...asked };
      const { total, isLast, result } = await searchObjects(dependencies, view, request);
      expect({ total, isLast, ids: result.map((object) => object.id) }).toEqual(expected(asked));
    }),
    { seed, numRuns: 100 },
  );
});
