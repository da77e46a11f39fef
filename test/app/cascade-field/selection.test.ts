import { describe, expect, test } from 'vitest';
import { cascadeValueOf, readCascadeValue } from '../../../src/app/cascade-field/cascade-value';
import {
  findMissingLevels,
  mustAskWhatIsAllowed,
  prune,
  select,
  selectionsOf,
  selectionsPayload,
  waitsFor,
} from '../../../src/app/cascade-field/selection';
import fc from '../../support/property-testing';

const id = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;
const country = { levelId: 'c', name: 'Country', isMultiple: false, needs: [], growsWith: [] };
const region = { levelId: 'r', name: 'Region', isMultiple: true, needs: ['c'], growsWith: ['c'] };
const city = { levelId: 't', name: 'City', isMultiple: true, needs: ['r'], growsWith: ['r'] };
const levels = [country, region, city];
const oz = { objectId: id(1), label: 'Oz' };
const north = { objectId: id(2), label: 'North' };
const emerald = { objectId: id(3), label: 'Emerald City' };
const path = (...objects: (readonly object[])[]) =>
  levels.map(({ levelId }, index) => ({
    levelId,
    objects: (objects[index] ?? []) as { objectId: string; label: string }[],
  }));

describe('a stored value', () => {
  const stored = (value: unknown) => selectionsOf(readCascadeValue(value), levels);

  test.each([
    [
      'in the full shape',
      { objects: [emerald], levels: path([oz], [north], [emerald]) },
      path([oz], [north], [emerald]),
    ],
    ['in the bare shape', { objects: [emerald] }, path([], [], [emerald])],
    [
      'of levels that nobody knows',
      { objects: [emerald], levels: [{ levelId: 'x', objects: [oz] }] },
      path([], [], [emerald]),
    ],
    [
      'of a cascade that had fewer levels',
      { objects: [north], levels: path([oz], [north]).slice(0, 2) },
      path([oz], [north], []),
    ],
    [
      'whose objects differ from its levels',
      { objects: [oz], levels: path([oz], [north], [emerald]) },
      path([oz], [north], [oz]),
    ],
    [
      'of a cascade that had another last level',
      {
        objects: [emerald],
        levels: [...path([oz], [], [north]), { levelId: 'x', objects: [emerald] }],
      },
      path([oz], [], [north]),
    ],
    [
      'whose path ends above the last level',
      { objects: [oz], levels: path([oz], [], []) },
      path([oz], [], []),
    ],
    ['that is empty', null, path()],
  ])('%s selects what the levels of now can show', (_, value, expected) => {
    expect(stored(value)).toEqual(expected);
  });
});

describe('selecting', () => {
  test('clears at once what refers to a level that is empty by that, and says so', () => {
    expect(select(path([oz], [north], [emerald]), levels, 'c', [])).toEqual({
      selections: path(),
      removed: [
        { levelId: 'r', objects: [north] },
        { levelId: 't', objects: [emerald] },
      ],
    });
  });

  test('keeps the objects of a bare value when a level above that never led to them is cleared', () => {
    const { selections, removed } = select(path([oz], [], [emerald]), levels, 'c', []);
    expect(selections).toEqual(path([], [], [emerald]));
    expect(removed).toEqual([]);
  });

  test('leaves it to the service what else stays', () => {
    const { selections, removed } = select(path([oz], [north], []), levels, 'c', [emerald]);
    expect(removed).toEqual([]);
    expect(mustAskWhatIsAllowed(selections, levels, 'c')).toBe(true);
    expect(mustAskWhatIsAllowed(selections, levels, 'r')).toBe(false);
    expect(prune(selections, [{ levelId: 'r', objectIds: [] }])).toEqual({
      selections: path([emerald], [], []),
      removed: [{ levelId: 'r', objects: [north] }],
    });
  });

  test('takes an id for the same in any case', () => {
    const allowed = [{ levelId: 'r', objectIds: [north.objectId.toUpperCase()] }];
    expect(prune(path([oz], [north]), allowed).removed).toEqual([]);
  });
});

describe('what is still to do', () => {
  test('is to wait for the levels that are needed and empty', () => {
    expect(waitsFor(path(), levels, region)).toEqual([country]);
    expect(waitsFor(path([oz]), levels, region)).toEqual([]);
  });

  test.each([
    ['nothing where nothing is selected', path(), []],
    ['nothing where the last level has an object', path([], [], [emerald]), []],
    ['to select on the last level', path([oz], [north]), [city]],
    ['to select also what the last level waits for', path([oz]), [region, city]],
  ])('is %s', (_, selections, expected) => {
    expect(findMissingLevels(selections, levels, [])).toEqual(expected);
  });

  test.each([
    ['the last level', 't'],
    ['a level that the last one waits for', 'r'],
  ])('is nothing where %s offers nothing', (_, levelId) => {
    expect(findMissingLevels(path([oz]), levels, [levelId])).toEqual([]);
  });
});

test('sends of picks what the resolver takes, and no id that can be no object', () => {
  const picks = [
    { ...oz, label: 'x'.repeat(300), attributes: [] },
    { objectId: 'odd', label: '' },
  ];
  expect(selectionsPayload([{ levelId: 'c', objects: picks }])).toEqual([
    { levelId: 'c', objects: [{ objectId: oz.objectId, label: `${'x'.repeat(254)}…` }] },
  ]);
});

describe('a cascade’s value', () => {
  const oz = { objectId: 'oz', label: 'Oz' };
  const emerald = { objectId: 'emerald', label: 'Emerald City' };
  const levels = [
    { levelId: 'country', objects: [oz] },
    { levelId: 'city', objects: [emerald, oz] },
  ];

  describe('the stored value', () => {
    test('holds the objects of the last level, and the ids of the whole path once', () => {
      expect(cascadeValueOf(levels)).toEqual({
        objects: [emerald, oz],
        objectIds: ['emerald', 'oz'],
        labels: ['Emerald City', 'Oz'],
        levels,
        pathIds: ['oz', 'emerald'],
      });
    });

    test.each([[[]], [[{ levelId: 'city', objects: [] }]]])(
      'is null where nothing is selected',
      (selections) => {
        expect(cascadeValueOf(selections)).toBeNull();
      },
    );

    test('holds the objects on which the path ends where the levels below have none', () => {
      const selections = [...levels, { levelId: 'street', objects: [] }];
      expect(cascadeValueOf(selections)).toMatchObject({
        objects: [emerald, oz],
        objectIds: ['emerald', 'oz'],
        levels: selections,
        pathIds: ['oz', 'emerald'],
      });
    });

    test('is read back as it was written', () => {
      const id = fc.string({ minLength: 1, maxLength: 20 });
      const objects = fc.uniqueArray(
        fc.record({ objectId: id, label: fc.string({ maxLength: 300 }) }),
        {
          selector: ({ objectId }) => objectId,
          minLength: 1,
          maxLength: 4,
        },
      );
      const selections = fc.uniqueArray(fc.record({ levelId: id, objects }), {
        selector: ({ levelId }) => levelId,
        minLength: 1,
        maxLength: 10,
      });
      fc.assert(
        fc.property(selections, (selected) => {
          const value = cascadeValueOf(selected);
          const read = readCascadeValue(value);
          expect(read.isDamaged).toBe(false);
          expect(cascadeValueOf(read.levels)).toEqual(value);
        }),
      );
    });
  });

  describe('any other value', () => {
    test.each([
      ['nothing', null, { objects: [], levels: [], isDamaged: false }],
      ['the bare shape', { objects: [oz] }, { objects: [oz], levels: [], isDamaged: false }],
      [
        'levels that are no list',
        { objects: [oz], levels: 'x' },
        { objects: [oz], levels: [], isDamaged: true },
      ],
      [
        'a level without an id',
        { objects: [oz], levels: [{ objects: [oz] }, levels[0]] },
        { objects: [oz], levels: [levels[0]], isDamaged: true },
      ],
      [
        'a level without objects',
        { objects: [oz], levels: [{ levelId: 'country' }] },
        { objects: [oz], levels: [], isDamaged: true },
      ],
      ['a text', 'x', { objects: [], levels: [], isDamaged: true }],
    ])('is read as far as it can be: %s', (_, value, expected) => {
      expect(readCascadeValue(value)).toEqual(expected);
    });

    test('never makes the reader fail', () => {
      fc.assert(fc.property(fc.jsonValue(), (value) => void readCascadeValue(value)));
    });
  });
});
