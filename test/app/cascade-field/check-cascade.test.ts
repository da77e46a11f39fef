import { beforeEach, describe, expect, test } from 'vitest';
import { countryId, createPlaces, north, onLevels, oz, regionId } from '../support/places';
import {
  cascade,
  onCascade,
  onIssue,
  searchBodies,
  serviceError,
  type Fixture,
} from '../support/resolver-fixture';

let fixture: Fixture;
beforeEach(() => {
  fixture = createPlaces();
});

describe('cascadeCheck', () => {
  const check = async (fixture: Fixture, ...levels: Parameters<typeof onLevels>) => {
    const { configuration } = onLevels(...levels).extension;
    const { workspaceId, levels: merged } = configuration;
    const source = { workspaceId, levels: merged, attributes: [] };
    const reply = await fixture.call('cascadeCheck', source, onCascade);
    return (reply as { value: { levels: unknown[] } }).value.levels;
  };

  test('tells what the first level finds, and of the others that they work', async () => {
    expect(await check(fixture, {}, {}, {})).toMatchObject([
      { kind: 'matches', total: 2, first: [{ label: 'Oz' }, { label: 'Narnia' }] },
      { kind: 'matches', first: [] },
      { kind: 'matches', first: [] },
    ]);
  });

  test('sends samples: one object, or two where several may be selected', async () => {
    await check(fixture, {}, {}, {});
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      'Kind = Country',
      expect.stringMatching(/^Country = objectId\("[^"]+"\)$/),
      expect.stringMatching(/^Region in \(objectId\("[^"]+"\), objectId\("[^"]+"\)\)$/),
    ]);
  });

  test.each([
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
    ['an email outside user(...)', 'Country = ${emailCurrentUser}', { line: 1, column: 11 }],
  ])('shows %s and where it is, and checks the other levels', async (_, query, place) => {
    fixture.jira.emailAddresses.set('ada', 'ada@example.com');
    expect(await check(fixture, {}, { query }, {})).toMatchObject([
      { kind: 'matches' },
      { kind: 'queryError', ...place },
      { kind: 'matches' },
    ]);
  });

  test.each([
    ['', 'Give this level a name.'],
    [' country ', 'Another level has this name.'],
    ['@Region', 'begin with “@”'],
    ['Re{gi}on', 'braces'],
    ['Region.label', '“.label”'],
    ['x'.repeat(101), '100 characters'],
  ])('refuses the name %j', async (name, message) => {
    expect(await check(createPlaces(), {}, { name })).toMatchObject([
      { kind: 'matches' },
      { kind: 'queryError', message: expect.stringContaining(message) as string },
    ]);
  });

  test('takes no fault of a sample label for one of the query, and still finds the others', async () => {
    const { service } = fixture.forge;
    const refuseOption: typeof service = (call, accountId) => {
      const { query } = call.body as { query: string };
      const offset = query.indexOf('"sample one"');
      if (offset < 0) return service(call, accountId);
      return serviceError(400, 'There is no option "sample one".', {
        offset,
        line: 1,
        column: offset + 1,
      });
    };
    fixture.forge.service = refuseOption;
    expect(await check(fixture, {}, { query: 'Kind = {{Country.label}}' })).toMatchObject([
      { kind: 'matches' },
      { kind: 'matches', first: [] },
    ]);
    const query = 'Kind = {{Country.label}} and Foo = 1';
    expect(await check(fixture, {}, { query })).toMatchObject([
      { kind: 'matches' },
      { kind: 'queryError', column: query.indexOf('Foo') + 1 },
    ]);
  });

  test('checks with a sample address where Jira hides that of the admin, and counts nothing then', async () => {
    const query = 'Kind = user("${emailCurrentUser}")';
    expect(await check(fixture, { query })).toEqual([{ kind: 'matches', first: [] }]);
    fixture.jira.emailAddresses.set('ada', 'ada@example.com');
    expect(await check(fixture, { query })).toEqual([{ kind: 'matches', total: 0, first: [] }]);
  });
});

describe('the preview', () => {
  const { workspaceId, levels } = cascade;
  const onConfiguration = { ...onCascade, extension: { fieldId: onIssue.fieldId } };
  const selections = [{ levelId: countryId, objects: [oz] }];

  test('walks an unsaved cascade as the admin, and shows the query with labels instead of ids', async () => {
    const payload = {
      ...{ workspaceId, levels, levelId: regionId, text: 'n', selections },
      ...{ attributes: [], searchedAttributes: [] },
    };
    expect(await fixture.call('cascadePreview', payload, onConfiguration)).toMatchObject({
      value: { objects: [north], total: 1, query: 'Country = "Oz" and Label ~ "n"' },
    });
    expect(searchBodies(fixture)[0]?.query).toBe(
      `Country = objectId("${oz.objectId}") and Label ~ "n"`,
    );
  });

  test('tells what an unsaved cascade still allows below a changed level', async () => {
    const payload = {
      ...{ workspaceId, levels, changedLevelId: countryId },
      selections: [...selections, { levelId: regionId, objects: [north] }],
    };
    expect(await fixture.call('cascadePreviewAllowed', payload, onConfiguration)).toEqual({
      kind: 'ok',
      value: { levels: [{ levelId: regionId, objectIds: [north.objectId] }] },
    });
  });
});
