import { beforeEach, describe, expect, test } from 'vitest';
import {
  configuration,
  createFixture,
  requests,
  searchBodies,
  serviceError,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';
import {
  attributesOf,
  attributesOfAll,
  exampleForLevel,
  exampleForType,
} from '../../../src/app/query-editor/vocabulary';

let fixture: Fixture;
beforeEach(() => {
  fixture = createFixture();
});

describe('check', () => {
  const { workspaceId, typeId, attributes } = configuration;
  const check = (query: string) =>
    fixture.call('check', { workspaceId, typeId, attributes, query });
  /** Lets the service refuse every query, at this place. */
  const refuse = (message: string, position?: object) => {
    fixture.forge.service = () => serviceError(400, message, position);
  };
  const onLine = (line: number, column: number, offset: number) => ({ offset, line, column });

  test('tells how many objects match and the first of them, as many as the picker shows', async () => {
    const objects = Array.from({ length: 52 }, (_, index) => ({
      id: uuid(index),
      label: `Mac ${index}`,
    }));
    fixture.objects.push(...objects);
    expect(await check('Label ~ "mac"')).toEqual({
      kind: 'ok',
      value: {
        kind: 'matches',
        total: 52,
        first: objects
          .slice(0, 50)
          .map(({ id, label }) => expect.objectContaining({ objectId: id, label }) as unknown),
      },
    });
  });

  test('shows where the grammar is broken, without a call', async () => {
    const reply = await check('Label ~ "a"\nand Status =');
    expect(reply).toMatchObject({ value: { kind: 'queryError', line: 2 } });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test('shows where the service finds an unknown attribute, in the query as it was typed', async () => {
    const drawn = 'Label ~ "x" and Foo = 1\n                ^';
    refuse(`Unknown attribute "Foo"\n${drawn}`, onLine(1, 17, 'Label ~ "x" and '.length));
    expect(await check('Label ~ "x"\n  and Foo = 1')).toMatchObject({
      value: {
        kind: 'queryError',
        message: 'Unknown attribute "Foo"',
        line: 2,
        column: 7,
        excerpt: '  and Foo = 1\n      ^',
      },
    });
  });

  test('refuses placeholders of other fields, and says so', async () => {
    expect(await check('Status = {{Level}}')).toMatchObject({
      value: { kind: 'queryError', line: 1, column: 10 },
    });
  });

  test('counts columns in characters and cuts long lines in a fault of a placeholder', async () => {
    const query = `Label ~ "💻" and Label ~ "${'x'.repeat(200)}" and Status = {{Level}}`;
    expect(await check(query)).toMatchObject({
      value: {
        line: 1,
        column: 241,
        excerpt: `…${'x'.repeat(35)}" and Status = {{Level}}\n${' '.repeat(51)}^`,
      },
    });
  });

  test('shows a message of several lines whole, without the place that the service draws below', async () => {
    const message = 'There is no option "In\nstock".\nStatus = "In�stock"\n         ^';
    refuse(message, onLine(1, 10, 9));
    expect(await check('Status = "In\\nstock"')).toMatchObject({
      value: { message: 'There is no option "In stock".', line: 1, column: 10 },
    });
  });

  test.each([
    ['Unknown\r\nattribute', undefined],
    ['Unknown\r\nattribute', { offset: 0, line: 1, column: 1 }],
  ])('keeps each line of a message that is no drawn place: %j, %j', async (message, position) => {
    refuse(message, position);
    expect(await check('Foo = 1')).toMatchObject({
      value: { kind: 'queryError', message: 'Unknown attribute' },
    });
  });

  test('shows the place in the query as it was typed, also where placeholders were filled in', async () => {
    fixture.jira.emailAddresses.set('ada', 'ada@example.com');
    const offset = 'Owner = user("ada@example.com") and '.length;
    const drawn = 'Owner = user("ada@example.com") and Foo = 1\n    ^';
    refuse(`Unknown attribute "Foo".\n${drawn}`, onLine(1, offset + 1, offset));
    const query = 'Owner = user("${emailCurrentUser}") and Foo = 1';
    const before = query.indexOf('Foo');
    const place = { line: 1, column: before + 1, excerpt: `${query}\n${' '.repeat(before)}^` };
    expect(await check(query)).toMatchObject({
      value: { message: 'Unknown attribute "Foo".', ...place },
    });
  });

  test('names no place where the service names one at which nothing begins', async () => {
    refuse('Unknown attribute "Foo"', onLine(1, 3, 2));
    expect(await check('Foo = 1')).toEqual({
      kind: 'ok',
      value: { kind: 'queryError', message: 'Unknown attribute "Foo"' },
    });
  });

  test('counts lines as the service does where the service finds the fault', async () => {
    const query = 'Label ~ "👩‍💻"\rand Foo = 1';
    refuse('Unknown attribute "Foo"', onLine(2, 5, query.indexOf('Foo')));
    expect(await check(query)).toMatchObject({
      value: { line: 2, column: 5, excerpt: 'and Foo = 1\n    ^' },
    });
  });
});

describe('preview', () => {
  const { workspaceId, typeId, attributes } = configuration;
  const draft = { workspaceId, typeId, attributes, searchedAttributes: [] };

  test('finds what is typed among what the query finds', async () => {
    fixture.objects.push({ id: uuid(1), label: 'MacBook Pro' });
    const query = 'Label ~ "mac"';
    expect(await fixture.call('preview', { ...draft, query, text: 'pro' })).toMatchObject({
      kind: 'ok',
      value: { total: 1, objects: [{ objectId: uuid(1), label: 'MacBook Pro' }] },
    });
    expect(searchBodies(fixture)).toMatchObject([
      { query: 'Label ~ "mac" and Label *= "pro"', typeId },
    ]);
  });

  test('says that the query is at fault, and doesn’t take it for one that finds nothing', async () => {
    const reply = await fixture.call('preview', { ...draft, query: 'Status =', text: 'mac' });
    expect(reply).toMatchObject({ kind: 'problem', code: 'QUERY_REFUSED' });
    expect(requests(fixture, 'service')).toEqual([]);
  });
});

const attribute = (name: string, attributeTypeCode: string, typeNames: string[] = []) => ({
  name,
  attributeTypeCode,
  attributeIds: [],
  typeNames,
});

test('shows a query with attributes that the type has', () => {
  const attributes = [attribute('State of repair', 'OPTION'), attribute('Holder', 'USER')];
  expect(exampleForType(attributes)).toBe(
    '"State of repair" is not empty and Holder = user(${emailCurrentUser})',
  );
  expect(exampleForType([attribute('Code', 'TEXT')])).toBe('Label ~ "new"');
});

const known = {
  typeNames: ['Building', 'Room'],
  attributes: [
    attribute('Owner', 'USER', ['Room']),
    attribute('Part of', 'REFERENCE', ['Room']),
    attribute('Site', 'REFERENCE', ['Room']),
  ],
  earlierLevels: [],
};

test.each([
  ['room', [], 'Type = "Room"'],
  ['Office', [], 'Type = "Building"'],
  ['Room', ['Office'], 'Type = "Room"'],
  ['Room', ['Site'], 'Type = "Room" and Site = {{Site}}'],
  ['Room', ['part of', 'Site', 'Office'], 'Type = "Room" and Site = {{Site}}'],
  ['', ['part of'], 'Type = "Room" and "Part of" = {{part of}}'],
  ['', ['Office'], 'Type = "Building"'],
  ['Building', ['Site'], 'Type = "Building"'],
])('shows for the level %j after %j: %s', (levelName, earlierLevels, example) => {
  expect(exampleForLevel(levelName, { ...known, earlierLevels })).toBe(example);
});

test('shows none while the types are not known', () => {
  expect(exampleForLevel('Room', { ...known, typeNames: [] })).toBeUndefined();
});

test('names each attribute once by name and kind, with the types that have it', () => {
  const name = { name: 'Name', attributeTypeCode: 'TEXT' };
  const country = { name: 'Country', attributeTypeCode: 'REFERENCE' };
  const number = { name: 'Name', attributeTypeCode: 'INTEGER' };
  const types = [
    { name: 'Country', attributes: [{ id: 'a', ...name }] },
    {
      name: 'Region',
      attributes: [
        { id: 'b', ...name },
        { id: 'c', ...country },
      ],
    },
    { name: 'Oddity', attributes: [{ id: 'd', ...number }] },
  ];
  expect(attributesOfAll(types)).toEqual([
    { ...name, attributeIds: ['a', 'b'], typeNames: ['Country', 'Region'] },
    { ...country, attributeIds: ['c'], typeNames: ['Region'] },
    { ...number, attributeIds: ['d'], typeNames: ['Oddity'] },
  ]);
});

test('names each attribute once by name and kind where several types are reached by one name', () => {
  const status = { name: 'Status', attributeTypeCode: 'OPTION' };
  const owner = { name: 'Owner', attributeTypeCode: 'USER' };
  const attributes = [
    { id: 'a', ...status },
    { id: 'b', ...owner },
    { id: 'c', ...status },
  ];
  expect(attributesOf({ attributes })).toEqual([
    { ...status, attributeIds: ['a', 'c'] },
    { ...owner, attributeIds: ['b'] },
  ]);
});
