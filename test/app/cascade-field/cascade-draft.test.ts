import { describe, expect, test } from 'vitest';
import {
  cascadeConfigurationOf,
  cascadeDraftOf,
  changeCascade,
  nameFaultOf,
  referrersOf,
  settleNames,
  triedLevels,
  valueChangesOf,
  type CascadeChange,
  type CascadeDraft,
} from '../../../src/app/cascade-field/cascade-draft';
import {
  cascadeConfiguration,
  findLevelNameFault,
} from '../../../src/app/cascade-field/configuration';
import { cascade, city, country, region } from '../support/cascade-configuration';
import fc from '../../support/property-testing';
import { parseTemplate, placeholdersOf } from '../../../src/query';
import { uuid } from '../support/resolver-fixture';

const start = () => cascadeDraftOf(cascade, 'unused');
const after = (...changes: CascadeChange[]) => changes.reduce(changeCascade, start());
const queries = (draft: CascadeDraft) => draft.levels.map(({ query }) => query);
const ids = (draft: CascadeDraft) => draft.levels.map(({ levelId }) => levelId);
const rename = (levelId: string, name: string): CascadeChange[] => [
  { kind: 'levelNamed', levelId, name },
  { kind: 'namesSettled' },
];

describe('levels', () => {
  test('begin with one, and are never more than ten', () => {
    let draft = cascadeDraftOf(undefined, 'first');
    for (let count = 2; count <= 12; count += 1) {
      draft = changeCascade(draft, { kind: 'levelAdded', levelId: `level ${count}` });
    }
    expect(draft.levels).toHaveLength(10);
    expect(draft.levels[0]).toMatchObject({ levelId: 'first', name: '', query: '' });
  });

  test.each([
    [region.levelId, -1, [region, country, city]],
    [region.levelId, 1, [country, city, region]],
    [country.levelId, -1, [country, region, city]],
    [city.levelId, 1, [country, region, city]],
    ['unknown', 1, [country, region, city]],
  ] as const)('move by one place where there is one: %s by %i', (levelId, by, order) => {
    const draft = after({ kind: 'levelMoved', levelId, by });
    expect(ids(draft)).toEqual(order.map((level) => level.levelId));
  });

  test('know which others refer to them, also in a query that can’t be read', () => {
    const draft = after({ kind: 'queryWritten', levelId: city.levelId, query: '= {{COUNTRY}}' });
    expect(referrersOf(draft, draft.levels[0]!)).toEqual(['Region', 'City']);
    expect(referrersOf(draft, draft.levels[2]!)).toEqual([]);
  });
});

describe('a rename', () => {
  test('rewrites the queries that refer to the level, once the name is written', () => {
    const typed = after({ kind: 'levelNamed', levelId: country.levelId, name: 'Land ' });
    expect(queries(typed)).toEqual(cascade.levels.map(({ query }) => query));
    const settled = settleNames(typed);
    expect(queries(settled)).toEqual([
      country.query,
      'Type = "Region" and Country = {{Land}}',
      'Type = City and Region in << Region >> and Region.Country = "{{Land.label}}"',
    ]);
    expect(settled.levels[0]).toMatchObject({ levelId: country.levelId, name: 'Land' });
  });

  test('keeps its level through it and through moves, and what refers to it', () => {
    const draft = after(
      ...rename(region.levelId, 'State'),
      { kind: 'levelMoved', levelId: region.levelId, by: -1 },
      ...rename(region.levelId, 'Province'),
    );
    expect(ids(draft)).toEqual([region.levelId, country.levelId, city.levelId]);
    expect(queries(draft)[2]).toContain('Region in << Province >>');
  });

  test.each([
    ['', 'EMPTY'],
    ['  ', 'EMPTY'],
    ['\u200b\u3164\u2800', 'EMPTY'],
    ['country', 'REPEATED'],
    ['@home', 'BEGINS_WITH_AT'],
    ['a{b', 'UNUSABLE_CHARACTER'],
    ['City.label', 'ENDS_WITH_LABEL'],
  ])('to %j waits, and the queries keep the name before', (name, fault) => {
    const draft = after(...rename(region.levelId, name));
    expect(nameFaultOf(draft, draft.levels[1]!)).toBe(fault);
    expect(queries(draft)).toEqual(cascade.levels.map(({ query }) => query));
    expect(triedLevels(draft)[1]).toEqual(region);
    const further = rename(region.levelId, 'State').reduce(changeCascade, draft);
    expect(queries(further)[2]).toContain('<< State >>');
  });

  test('can’t take the name by which queries still refer to another level', () => {
    const draft = after(
      { kind: 'levelNamed', levelId: country.levelId, name: '' },
      ...rename(region.levelId, 'Country'),
    );
    expect(nameFaultOf(draft, draft.levels[1]!)).toBe('REPEATED');
  });

  test('by capitals or space only leaves the queries as they are written', () => {
    const draft = after(...rename(country.levelId, ' COUNTRY'));
    expect(queries(draft)).toEqual(cascade.levels.map(({ query }) => query));
    expect(cascadeConfigurationOf(draft)!.levels[0]!.name).toBe('COUNTRY');
  });
});

test('a level without a usable name is tried out by a name that says so, and that no other has', () => {
  const draft = after(
    ...rename(city.levelId, 'Level 3'),
    { kind: 'levelRemoved', levelId: country.levelId },
    { kind: 'levelAdded', levelId: 'new' },
  );
  expect(triedLevels(draft).map(({ name }) => name)).toEqual([
    'Region',
    'Level 3',
    'Level 3 (no name yet)',
  ]);
});

test('what is stored is what was saved, where nothing was changed', () => {
  expect(cascadeConfigurationOf(start())).toEqual(cascade);
  expect(cascadeConfigurationOf(cascadeDraftOf(undefined, 'first'))).toBeUndefined();
});

test('any changes keep ids and references, and store what can be read wherever names are usable', () => {
  const levelId = fc.constantFrom(...cascade.levels.map((level) => level.levelId));
  const name = fc.constantFrom('', ' ', 'Country', 'region', 'City', 'Town', 'A "b" \\ c', '@x');
  const change = fc.oneof(
    fc.record({ kind: fc.constant('levelNamed' as const), levelId, name }),
    fc.record({
      kind: fc.constant('levelMoved' as const),
      levelId,
      by: fc.constantFrom(-1 as const, 1 as const),
    }),
    fc.constant({ kind: 'namesSettled' as const }),
  );
  const check = fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
    const draft = settleNames(after(...changes));
    expect(ids(draft).sort()).toEqual(ids(start()).sort());
    const countryLevel = draft.levels.find((level) => level.levelId === country.levelId)!;
    expect(referrersOf(draft, countryLevel)).toHaveLength(2);
    if (draft.levels.some((level) => nameFaultOf(draft, level))) return;
    const stored = cascadeConfigurationOf(draft);
    expect(cascadeConfiguration.safeParse(stored).data).toEqual(stored);
  });
  fc.assert(check, { numRuns: 300 });
});

describe('what existing values are told', () => {
  test.each<[string, CascadeChange[], unknown[]]>([
    ['nothing, of nothing', [], []],
    [
      'nothing, of names, queries, further selections and a new first level',
      [
        ...rename(country.levelId, 'Land'),
        { kind: 'queryWritten', levelId: city.levelId, query: '' },
        { kind: 'selectionChosen', levelId: country.levelId, isMultiple: true },
        { kind: 'levelAdded', levelId: 'new' },
        { kind: 'levelMoved', levelId: 'new', by: -1 },
      ],
      [],
    ],
    [
      'a level that is gone',
      [{ kind: 'levelRemoved', levelId: region.levelId }],
      [{ kind: 'levelsRemoved', names: ['Region'] }],
    ],
    [
      'another last level',
      [{ kind: 'levelRemoved', levelId: city.levelId }],
      [
        { kind: 'levelsRemoved', names: ['City'] },
        { kind: 'lastLevelChanged', from: 'City', to: 'Region' },
      ],
    ],
    [
      'another order',
      [{ kind: 'levelMoved', levelId: region.levelId, by: -1 }],
      [{ kind: 'orderChanged' }],
    ],
    [
      'one selection instead of several',
      [{ kind: 'selectionChosen', levelId: region.levelId, isMultiple: false }],
      [{ kind: 'nowSingle', names: ['Region'] }],
    ],
  ])('%s', (_, changes, told) => {
    expect(valueChangesOf(cascade, after(...changes))).toEqual(told);
  });
});

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
