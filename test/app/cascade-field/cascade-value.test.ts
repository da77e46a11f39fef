import { describe, expect, test } from 'vitest';
import { cascadeValueOf, readCascadeValue } from '../../../src/app/cascade-field/cascade-value';
import fc from '../../support/property-testing';

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
