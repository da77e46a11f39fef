import { describe, expect, test } from 'vitest';
import { cascadeValueOf, readCascadeValue } from '../../../src/app/cascade-field/cascade-value';
import {
  findMissingLevels,
  prune,
  select,
  selectionsOf,
  selectionsPayload,
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
  test('keeps the objects of a bare value when a level above that never led to them is cleared', () => {
    const { selections, removed } = select(path([oz], [], [emerald]), levels, 'c', []);
    expect(selections).toEqual(path([], [], [emerald]));
    expect(removed).toEqual([]);
  });

  test('takes an id for the same in any case', () => {
    const allowed = [{ levelId: 'r', objectIds: [north.objectId.toUpperCase()] }];
    expect(prune(path([oz], [north]), allowed).removed).toEqual([]);
  });
});

test('nothing is missing where the last level of a bare value has its object', () => {
  expect(findMissingLevels(path([], [], [emerald]), levels, [])).toEqual([]);
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
