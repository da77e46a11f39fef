import { beforeEach, describe, expect, test } from 'vitest';
import { quoteString } from '../../../src/query';
import {
  cityId,
  countryId,
  createPlaces,
  emerald,
  narnia,
  north,
  onLevels,
  oz,
  regionId,
  west,
} from '../support/places';
import {
  cascade,
  createFixture,
  onCascade,
  requests,
  searchBodies,
  serviceError,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';

let fixture: Fixture;
beforeEach(() => {
  fixture = createPlaces();
});

const path = (country: object, ...regions: object[]) => [
  { levelId: countryId, objects: [country] },
  { levelId: regionId, objects: regions },
  { levelId: cityId, objects: [emerald] },
];

describe('cascadeField', () => {
  test('tells which earlier levels each level needs, by either spelling and in any case', async () => {
    const fixture = createFixture();
    const screen = onLevels(
      { name: 'My Country' },
      { query: 'Country = "<<my country.label>>"' },
      { query: 'Region = {{REGION}} and Country = {{ My Country }}' },
    );
    const following = (...levelIds: string[]) => ({ needs: levelIds, growsWith: levelIds });
    expect(await fixture.call('cascadeField', {}, screen)).toEqual({
      kind: 'ok',
      value: {
        levels: [
          { levelId: countryId, name: 'My Country', isMultiple: false, ...following() },
          { levelId: regionId, name: 'Region', isMultiple: true, ...following(countryId) },
          { levelId: cityId, name: 'City', isMultiple: true, ...following(countryId, regionId) },
        ],
        isConnected: true,
      },
    });
    expect(fixture.forge.calls).toEqual([]);
  });

  test.each([
    ['Country in ({{Country}}) or Label = "{{Country.label}}" and Size > 5', [countryId]],
    ['Country != {{Country}}', []],
    ['Country not in ({{Country}})', []],
    ['not (Size > 5 and Country = {{Country}})', []],
    ['Country == {{Country}}', []],
    ['Country = {{Country}} and Rival != {{Country}}', []],
  ])('tells of which levels a further object can only add to %s', async (query, growsWith) => {
    const reply = await createFixture().call('cascadeField', {}, onLevels({}, { query }));
    expect(reply).toMatchObject({ value: { levels: [{}, { needs: [countryId], growsWith }] } });
  });

  test('takes a query that cannot be read for one that needs nothing', async () => {
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

  test('looks in the attributes that the admin named too, and asks for those to show', async () => {
    const fixture = createFixture();
    const screen = onLevels({ query: '' });
    const shown = { attributeId: uuid(902), name: 'Status' };
    const configuration = {
      ...screen.extension.configuration,
      attributes: [shown],
      searchedAttributes: [{ attributeId: uuid(910), name: 'Code' }],
    };
    await search(
      fixture,
      { levelId: countryId, text: 'oz' },
      { ...screen, extension: { ...screen.extension, configuration } },
    );
    expect(searchBodies(fixture)).toMatchObject([
      { query: 'Label ~ "oz" or "Code" ~ "oz"', attributeIds: [uuid(902)] },
    ]);
  });

  test('offers what the bound query and the typed text find, with the count', async () => {
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

  test('binds several selections, and labels as they are, whatever they look like', async () => {
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

  test.each([
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
    expect(await search(fixture, { selections })).toMatchObject({
      kind: 'problem',
      code: 'LEVEL_WAITS',
      detail: expect.stringContaining('"Country"') as string,
      canRetry: false,
    });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test.each(['Region = ', 'Region = {{City}}', 'Region = {{Region}}', 'Region = {{Nowhere}}'])(
    'says that %j does not work, without a call',
    async (query) => {
      const reply = await search(fixture, {}, onLevels({}, { query }, {}));
      expect(reply).toMatchObject({ code: 'QUERY_REFUSED' });
      expect(reply).not.toHaveProperty('detail');
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );
});

describe('cascadeAllowed', () => {
  const allowed = (fixture: Fixture, changedLevelId: string, selections: object) =>
    fixture.call('cascadeAllowed', { changedLevelId, selections }, onCascade);
  test('asks nothing of a level whose parents stay as they are', async () => {
    expect(await allowed(fixture, countryId, path(oz, north))).toEqual({
      kind: 'ok',
      value: { levels: [{ levelId: regionId, objectIds: [north.objectId] }] },
    });
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      `Country = objectId("${oz.objectId}") and Id in ("${north.objectId}")`,
    ]);
  });

  test('goes down from what is left, and asks nothing where nothing is left', async () => {
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

  test('says nothing of levels above the change', async () => {
    expect(await allowed(fixture, cityId, path(narnia, north))).toEqual({
      kind: 'ok',
      value: { levels: [] },
    });
    expect(fixture.forge.calls).toEqual([]);
  });

  test('keeps the objects of a bare value while its path is being filled in', async () => {
    const bare = [
      { levelId: countryId, objects: [oz] },
      { levelId: cityId, objects: [emerald] },
    ];
    expect(await allowed(fixture, countryId, bare)).toMatchObject({ value: { levels: [] } });
  });

  test('takes one service call for each hundred objects of a level', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({
      objectId: uuid(2_000 + index),
      label: 'x',
    }));
    await allowed(fixture, countryId, path(oz, ...many));
    expect(searchBodies(fixture)).toHaveLength(2);
  });
});

describe('cascadeOffered', () => {
  const offered = (fixture: Fixture, country: object, ...regions: object[]) =>
    fixture.call('cascadeOffered', { selections: path(country, ...regions) }, onCascade);

  test('goes down the path: below what isn’t available, nothing is', async () => {
    const gone = { objectId: uuid(77), label: 'Gone' };
    expect(await offered(fixture, oz, north, west)).toMatchObject({
      value: {
        levels: [
          { levelId: countryId, objectIds: [oz.objectId] },
          { levelId: regionId, objectIds: [north.objectId] },
          { levelId: cityId },
        ],
      },
    });
    const before = requests(fixture, 'service').length;
    expect(await offered(fixture, gone, north)).toMatchObject({
      value: { levels: [{ objectIds: [] }, { objectIds: [] }, { objectIds: [] }] },
    });
    expect(requests(fixture, 'service').length - before).toBe(1);
  });
});

describe('cascadeOwn', () => {
  test('asks of each level for what its query says of the kind of objects, whatever is selected', async () => {
    const fixture = createFixture();
    await fixture.call('cascadeOwn', { selections: path(oz, north).slice(0, 2) }, onCascade);
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      `Kind is not empty and Id in ("${oz.objectId}")`,
      `Country is not empty and Id in ("${north.objectId}")`,
    ]);
  });

  test('finds nothing on a level whose query means nothing to the person', async () => {
    const fixture = createFixture();
    fixture.forge.service = () => serviceError(400, 'There is no type "Country".');
    const reply = await fixture.call('cascadeOwn', { selections: path(oz).slice(0, 1) }, onCascade);
    expect(reply).toMatchObject({ value: { levels: [{ levelId: countryId, objectIds: [] }] } });
  });
});

describe('a query that names what a person can’t see', () => {
  const place = { offset: 7, line: 1, column: 8 };
  const refused = () =>
    serviceError(400, 'There is no type "Country".\nKind = Country\n       ^', place);
  const selections = [{ levelId: countryId, objects: [oz] }];

  test.each([
    ['cascadeSearch', { levelId: countryId, text: '', selections: [] }],
    ['cascadeAllowed', { changedLevelId: countryId, selections: path(oz, north) }],
    ['cascadeOffered', { selections }],
  ] as const)('isn’t blamed: %s', async (functionKey, payload) => {
    const fixture = createFixture();
    fixture.forge.service = refused;
    expect(await fixture.call(functionKey, payload, onCascade)).toEqual({
      kind: 'problem',
      code: 'QUERY_BEYOND_ACCESS',
      message: 'You can’t see what is offered here. Ask an admin.',
      canRetry: true,
    });
  });

  test('is blamed where an admin tries it before it is saved', async () => {
    const fixture = createFixture();
    fixture.forge.service = refused;
    const { workspaceId, levels } = cascade;
    const lists = { attributes: [], searchedAttributes: [] };
    const payload = { workspaceId, levels, levelId: countryId, text: '', selections: [], ...lists };
    expect(await fixture.call('cascadePreview', payload, onCascade)).toMatchObject({
      code: 'QUERY_REFUSED',
    });
  });
});
