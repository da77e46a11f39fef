import { describe, expect, it } from 'vitest';
import { quoteString } from '../../../src/query';
import {
  cascade,
  createFixture,
  onCascade,
  onIssue,
  requests,
  searchBodies,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';

const [countryId, regionId, cityId] = [uuid(801), uuid(802), uuid(803)];
const oz = { objectId: uuid(11), label: 'Oz' };
const narnia = { objectId: uuid(12), label: 'Narnia' };
const north = { objectId: uuid(21), label: 'North' };
const west = { objectId: uuid(22), label: 'West' };
const emerald = { objectId: uuid(31), label: 'Emerald City' };
const places = [
  { id: oz.objectId, label: oz.label, references: { Kind: ['Country'] } },
  { id: narnia.objectId, label: narnia.label, references: { Kind: ['Country'] } },
  { id: north.objectId, label: north.label, references: { Country: [oz.objectId] } },
  { id: west.objectId, label: west.label, references: { Country: [narnia.objectId] } },
  { id: emerald.objectId, label: emerald.label, references: { Region: [north.objectId] } },
];

function onLevels(...levels: readonly Partial<(typeof cascade.levels)[number]>[]) {
  const merged = levels.map((level, index) => ({ ...cascade.levels[index], ...level }));
  return { ...onCascade, extension: { ...onIssue, configuration: { ...cascade, levels: merged } } };
}

function createPlaces(): Fixture {
  const fixture = createFixture();
  fixture.objects.push(...places);
  return fixture;
}

describe('cascadeField', () => {
  it('tells which earlier levels each level needs, by either spelling and in any case', async () => {
    const fixture = createFixture();
    const screen = onLevels(
      { name: 'My Country' },
      { query: 'Country = "<<my country.label>>"' },
      { query: 'Region = {{REGION}} and Country = {{ My Country }}' },
    );
    expect(await fixture.call('cascadeField', {}, screen)).toEqual({
      kind: 'ok',
      value: {
        levels: [
          { levelId: countryId, name: 'My Country', isMultiple: false, needs: [] },
          { levelId: regionId, name: 'Region', isMultiple: true, needs: [countryId] },
          { levelId: cityId, name: 'City', isMultiple: true, needs: [countryId, regionId] },
        ],
      },
    });
    expect(fixture.forge.calls).toEqual([]);
  });

  it('takes a query that cannot be read for one that needs nothing', async () => {
    const reply = await createFixture().call('cascadeField', {}, onLevels({ query: 'Kind =' }));
    expect(reply).toMatchObject({ kind: 'ok', value: { levels: [{ needs: [] }] } });
  });
});

describe('cascadeSearch', () => {
  const search = (fixture: Fixture, payload: object, screen: object = onCascade) =>
    fixture.call(
      'cascadeSearch',
      { levelId: regionId, text: '', selections: [], ...payload },
      screen,
    );

  it('offers what the bound query and the typed text find, with the count', async () => {
    const fixture = createPlaces();
    const selections = [{ levelId: countryId, objects: [oz] }];
    expect(await search(fixture, { text: 'no', selections })).toEqual({
      kind: 'ok',
      value: {
        objects: [
          {
            ...north,
            url: `https://wds.example.com/object/${north.objectId}`,
            attributes: [],
          },
        ],
        total: 1,
      },
    });
    expect(searchBodies(fixture)).toEqual([
      {
        query: `Country = objectId("${oz.objectId}") and Label ~ "no"`,
        limit: 50,
        attributeIds: [],
      },
    ]);
    expect(requests(fixture, 'jira')).toEqual([]);
  });

  it('binds several selections, and labels as they are, whatever they look like', async () => {
    const fixture = createFixture();
    const strange = { objectId: uuid(13), label: '") or {{Region}} ${emailCurrentUser} <<x>>' };
    const screen = onLevels({}, { query: 'Country = {{Country}} or Name = {{Country.label}}' });
    const selections = [{ levelId: countryId, objects: [oz, strange] }];
    await search(fixture, { selections }, screen);
    expect(searchBodies(fixture)[0]?.query).toBe(
      `Country in (objectId("${oz.objectId}"), objectId("${strange.objectId}")) or ` +
        `Name in ("Oz", ${quoteString(strange.label)})`,
    );
  });

  it.each([
    ['nothing is selected', []],
    ['an empty level is sent', [{ levelId: countryId, objects: [] }]],
    [
      'only an odd id is selected',
      [{ levelId: countryId, objects: [{ objectId: 'x', label: 'X' }] }],
    ],
    [
      'a level is selected that the configuration does not have',
      [{ levelId: uuid(899), objects: [oz] }],
    ],
  ])('waits and says for which level where %s, without a call', async (_, selections) => {
    const fixture = createPlaces();
    expect(await search(fixture, { selections })).toMatchObject({
      kind: 'problem',
      code: 'LEVEL_WAITS',
      detail: expect.stringContaining('"Country"') as string,
      canRetry: false,
    });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  it('offers nothing and says why where the e-mail address is hidden, and never drops the clause', async () => {
    const fixture = createPlaces();
    const screen = onLevels({ query: 'Kind = Country or Owner = user("${emailCurrentUser}")' });
    const payload = { levelId: countryId };
    expect(await search(fixture, payload, screen)).toMatchObject({ code: 'NO_EMAIL' });
    expect(requests(fixture, 'service')).toEqual([]);
    fixture.jira.emailAddresses.set('ada', 'ada@example.com');
    await search(fixture, payload, screen);
    expect(searchBodies(fixture)[0]?.query).toContain('user("ada@example.com")');
    expect(fixture.log.join()).not.toContain('ada@example.com');
  });

  it.each(['Region = ', 'Region = {{City}}', 'Region = {{Region}}', 'Region = {{Nowhere}}'])(
    'says that %j does not work, without a call',
    async (query) => {
      const fixture = createPlaces();
      expect(await search(fixture, {}, onLevels({}, { query }, {}))).toMatchObject({
        code: 'QUERY_REFUSED',
        detail: expect.stringContaining('line 1') as string,
      });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );
});

describe('cascadeAllowed', () => {
  const allowed = (fixture: Fixture, changedLevelId: string, selections: object) =>
    fixture.call('cascadeAllowed', { changedLevelId, selections }, onCascade);
  const path = (country: object, ...regions: object[]) => [
    { levelId: countryId, objects: [country] },
    { levelId: regionId, objects: regions },
    { levelId: cityId, objects: [emerald] },
  ];

  it('asks nothing of a level whose parents stay as they are', async () => {
    const fixture = createPlaces();
    expect(await allowed(fixture, countryId, path(oz, north))).toEqual({
      kind: 'ok',
      value: { levels: [{ levelId: regionId, objectIds: [north.objectId] }] },
    });
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      `Country = objectId("${oz.objectId}") and Id in ("${north.objectId}")`,
    ]);
  });

  it('goes down from what is left, and asks nothing where nothing is left', async () => {
    const fixture = createPlaces();
    expect(await allowed(fixture, countryId, path(narnia, north, west))).toMatchObject({
      value: {
        levels: [
          { levelId: regionId, objectIds: [west.objectId] },
          { levelId: cityId, objectIds: [] },
        ],
      },
    });
    expect(requests(fixture, 'service')).toHaveLength(2);
    expect(await allowed(fixture, countryId, path(narnia, north))).toMatchObject({
      value: { levels: [{ objectIds: [] }, { objectIds: [] }] },
    });
    expect(requests(fixture, 'service')).toHaveLength(3);
  });

  it('says nothing of levels above the change', async () => {
    const fixture = createPlaces();
    expect(await allowed(fixture, cityId, path(narnia, north))).toEqual({
      kind: 'ok',
      value: { levels: [] },
    });
    expect(fixture.forge.calls).toEqual([]);
  });

  it('keeps the objects of a bare value while its path is being filled in', async () => {
    const fixture = createPlaces();
    const bare = [
      { levelId: countryId, objects: [oz] },
      { levelId: cityId, objects: [emerald] },
    ];
    expect(await allowed(fixture, countryId, bare)).toMatchObject({ value: { levels: [] } });
  });

  it('takes one service call for each hundred objects of a level', async () => {
    const fixture = createPlaces();
    const many = Array.from({ length: 101 }, (_, index) => ({
      objectId: uuid(2_000 + index),
      label: 'x',
    }));
    await allowed(fixture, countryId, path(oz, ...many));
    expect(searchBodies(fixture)).toHaveLength(2);
  });
});

describe.each(['cascadeView', 'cascadeLabels'])('%s', (functionKey) => {
  it('takes one service call for 100 objects of any level and type', async () => {
    const fixture = createPlaces();
    const objectIds = Array.from({ length: 98 }, (_, index) => uuid(5_000 + index));
    const reply = await fixture.call(
      functionKey,
      { objectIds: [oz.objectId, emerald.objectId, ...objectIds] },
      onCascade,
    );
    expect(reply).toMatchObject({ value: { objects: [oz, emerald] } });
    expect(searchBodies(fixture)).toHaveLength(1);
    expect(searchBodies(fixture)[0]).not.toHaveProperty('typeId');
    expect(requests(fixture, 'jira')).toEqual([]);
  });
});

describe('cascadeCheck', () => {
  const check = async (fixture: Fixture, ...levels: Parameters<typeof onLevels>) => {
    const { configuration } = onLevels(...levels).extension;
    const { workspaceId, levels: merged } = configuration;
    const reply = await fixture.call('cascadeCheck', { workspaceId, levels: merged }, onCascade);
    return (reply as { value: { levels: unknown[] } }).value.levels;
  };

  it('tells what the first level finds, and of the others that they work', async () => {
    const fixture = createPlaces();
    expect(await check(fixture, {}, {}, {})).toEqual([
      { kind: 'matches', total: 2, firstLabels: ['Oz', 'Narnia'] },
      { kind: 'matches', firstLabels: [] },
      { kind: 'matches', firstLabels: [] },
    ]);
  });

  it('sends samples: one object, or two where several may be selected', async () => {
    const fixture = createPlaces();
    await check(fixture, {}, {}, {});
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      'Kind = Country',
      expect.stringMatching(/^Country = objectId\("[^"]+"\)$/),
      expect.stringMatching(/^Region in \(objectId\("[^"]+"\), objectId\("[^"]+"\)\)$/),
    ]);
  });

  it.each([
    [
      'an unknown attribute behind a placeholder',
      'Country = {{Country}}\nand Foo = 1',
      { line: 2, column: 5, excerpt: 'and Foo = 1\n    ^' },
    ],
    ['a broken grammar', 'Country = ', { line: 1 }],
    [
      'an unknown level',
      'Country = {{Nowhere}}',
      { column: 11, message: expect.stringContaining('"Country"') as string },
    ],
    [
      'a later level',
      'Country = {{city}}',
      {
        column: 11,
        message: '"city" comes after this level. Refer to an earlier level, or move "city" up.',
      },
    ],
    [
      'the level itself',
      'Country = {{Region}}',
      { column: 11, message: '"Region" is this level itself. Refer to an earlier level.' },
    ],
    ['a placeholder that cannot stand there', 'Country = user({{Country}})', { line: 1 }],
    ['an e-mail outside user(...)', 'Country = ${emailCurrentUser}', { line: 1, column: 11 }],
  ])('shows %s and where it is, and checks the other levels', async (_, query, place) => {
    const fixture = createPlaces();
    fixture.jira.emailAddresses.set('ada', 'ada@example.com');
    expect(await check(fixture, {}, { query }, {})).toMatchObject([
      { kind: 'matches' },
      { kind: 'queryError', ...place },
      { kind: 'matches' },
    ]);
  });

  it.each([
    ['', 'Give this level a name.'],
    [' country ', 'Another level has this name.'],
    ['@Region', 'begin with "@"'],
    ['Re{gi}on', 'braces'],
    ['Region.label', '".label"'],
    ['x'.repeat(101), '100 characters'],
  ])('refuses the name %j', async (name, message) => {
    expect(await check(createPlaces(), {}, { name })).toMatchObject([
      { kind: 'matches' },
      { kind: 'queryError', message: expect.stringContaining(message) as string },
    ]);
  });

  it('checks with a sample address where Jira hides that of the admin, and counts nothing then', async () => {
    const fixture = createPlaces();
    const query = 'Kind = user("${emailCurrentUser}")';
    expect(await check(fixture, { query })).toEqual([{ kind: 'matches', firstLabels: [] }]);
    fixture.jira.emailAddresses.set('ada', 'ada@example.com');
    expect(await check(fixture, { query })).toEqual([
      { kind: 'matches', total: 0, firstLabels: [] },
    ]);
  });
});

describe('cascadePreview', () => {
  const { workspaceId, levels } = cascade;

  it('walks an unsaved cascade as the admin, and shows the query that was sent', async () => {
    const fixture = createPlaces();
    const selections = [{ levelId: countryId, objects: [oz] }];
    const payload = { workspaceId, levels, levelId: regionId, text: 'n', selections };
    const reply = await fixture.call('cascadePreview', payload, {
      ...onCascade,
      extension: { fieldId: onIssue.fieldId },
    });
    expect(reply).toMatchObject({
      value: {
        objects: [north],
        total: 1,
        query: `Country = objectId("${oz.objectId}") and Label ~ "n"`,
      },
    });
  });
});
