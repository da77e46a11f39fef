import { describe, expect, test } from 'vitest';
import {
  cascadeConfiguration,
  findLevelNameFault,
} from '../../../src/app/cascade-field/configuration';
import { parseTemplate, placeholdersOf } from '../../../src/query';
import { cascade, uuid } from '../support/resolver-fixture';

describe('the name of a level', () => {
  test.each([
    ['', 'EMPTY'],
    ['  ', 'EMPTY'],
    ['x'.repeat(101), 'TOO_LONG'],
    ['@home', 'BEGINS_WITH_AT'],
    ['a{b', 'UNUSABLE_CHARACTER'],
    ['a>b', 'UNUSABLE_CHARACTER'],
    ['a\nb', 'UNUSABLE_CHARACTER'],
    ['a\u2028b', 'UNUSABLE_CHARACTER'],
    ['City.Label', 'ENDS_WITH_LABEL'],
    [' cOUNTRY ', 'REPEATED'],
  ])('cannot be %j', (name, fault) => {
    expect(findLevelNameFault(name, ['Country'])).toBe(fault);
  });

  test.each([
    'City',
    'Town or city',
    'x'.repeat(100),
    'Ort "1"',
    'a.b',
    'Größe & Co',
    '東京',
    '$x',
    'label',
  ])('can be %j, and a query can refer to it', (name) => {
    expect(findLevelNameFault(name, ['Country'])).toBeUndefined();
    const parsed = parseTemplate(`A = {{${name}}} and B = {{${name}.label}}`);
    expect(parsed.ok && placeholdersOf(parsed.query)).toMatchObject([
      { levelName: name, part: 'id' },
      { levelName: name, part: 'label' },
    ]);
  });
});

describe('the configuration', () => {
  const [first] = cascade.levels;
  const manyLevels = Array.from({ length: 10 }, (_, index) => ({
    ...first,
    levelId: uuid(index),
    name: `Level ${index}`,
  }));

  test.each([
    ['three levels', cascade],
    ['ten levels', { ...cascade, levels: manyLevels }],
  ])('holds %s', (_, stored) => {
    expect(cascadeConfiguration.parse(stored)).toEqual(stored);
  });

  test.each([
    ['no level', { ...cascade, levels: [] }],
    ['eleven levels', { ...cascade, levels: [...manyLevels, { ...first, levelId: uuid(99) }] }],
    ['two levels of one name', { ...cascade, levels: [first, { ...first, levelId: uuid(99) }] }],
    ['two levels of one id', { ...cascade, levels: [first, { ...first, name: 'Other' }] }],
    ['an id that is none', { ...cascade, levels: [{ ...first, levelId: 'x' }] }],
    ['a later version', { ...cascade, version: 2 }],
  ])('does not hold %s', (_, stored) => {
    expect(cascadeConfiguration.safeParse(stored).success).toBe(false);
  });
});
