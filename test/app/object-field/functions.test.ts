import { beforeEach, describe, expect, test } from 'vitest';
import { parseQuery } from '../../../src/query';
import {
  configuration,
  createFixture,
  onIssue,
  requests,
  searchBodies,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';

const laptop = { id: uuid(1), label: 'MacBook Pro 14' };
const thinkPad = { id: uuid(2), label: 'ThinkPad X1 Carbon' };
const withQuery = (query: string) => ({
  extension: { ...onIssue, configuration: { ...configuration, query } },
});
const searching = (...names: string[]) => ({
  extension: {
    ...onIssue,
    configuration: {
      ...configuration,
      query: '',
      searchedAttributes: names.map((name, index) => ({ attributeId: uuid(910 + index), name })),
    },
  },
});

let fixture: Fixture;
beforeEach(() => {
  fixture = createFixture();
});

describe('view', () => {
  test.each([
    ['a file', 'MEDIA', true, 'thumbnails'],
    ['a file, and the screen draws no pictures', 'MEDIA', undefined, undefined],
    ['anything else', 'TEXT', true, undefined],
  ])(
    'asks for the addresses of pictures where the first attribute is %s, which are web addresses',
    async (_, attributeTypeCode, withPictures, prefer) => {
      const address = 'https://wds.example.com/thumbnail?signed=x';
      const detailed = (thumbnailUrl: string) => [
        { valueId: '1', value: 'key', details: { fileName: 'a.png', thumbnailUrl } },
      ];
      fixture.objects.push(
        { ...laptop, values: detailed(address) },
        { ...thinkPad, values: detailed('javascript:alert(1)') },
      );
      const attributes = [{ attributeId: uuid(902), name: 'Photo', attributeTypeCode }];
      const extension = { ...onIssue, configuration: { ...configuration, attributes } };
      const ids = { objectIds: [laptop.id, thinkPad.id] };
      const reply = JSON.stringify(
        await fixture.call('view', { ...ids, withPictures }, { extension }),
      );
      expect(fixture.forge.calls.map(({ headers }) => headers['prefer'])).toEqual([prefer]);
      expect(reply).toContain(address);
      expect(reply).not.toContain('javascript:');
    },
  );

  test('asks the service once, as the person, for ids alone, and Jira nothing', async () => {
    fixture.objects.push(laptop, thinkPad);
    const reply = await fixture.call('view', { objectIds: [laptop.id, thinkPad.id] });
    expect(reply).toMatchObject({
      kind: 'ok',
      value: { objects: [{ objectId: laptop.id, label: laptop.label }, { objectId: thinkPad.id }] },
    });
    expect(requests(fixture, 'jira')).toEqual([]);
    expect(searchBodies(fixture)).toEqual([
      {
        query: `Id in ("${laptop.id}", "${thinkPad.id}")`,
        limit: 2,
        attributeIds: [uuid(902)],
      },
    ]);
  });

  test('takes one service call for 100 objects and one more for the 101st', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => uuid(index));
    await fixture.call('view', { objectIds: ids.slice(0, 100) });
    expect(requests(fixture, 'service')).toHaveLength(1);
    await fixture.call('view', { objectIds: ids });
    expect(requests(fixture, 'service')).toHaveLength(3);
  });

  test('says which of the objects are of the field’s type', async () => {
    fixture.objects.push(laptop);
    const objectIds = [laptop.id, thinkPad.id];
    expect(await fixture.call('own', { objectIds })).toMatchObject({
      value: { objectIds: [laptop.id] },
    });
    const query = `Id in ("${laptop.id}", "${thinkPad.id}")`;
    expect(searchBodies(fixture)).toMatchObject([{ query, typeId: configuration.typeId }]);
  });

  test('asks once for an object whose id comes in two cases', async () => {
    await fixture.call('view', { objectIds: [laptop.id.toUpperCase(), laptop.id] });
    expect(searchBodies(fixture)[0]?.query).toBe(`Id in ("${laptop.id}")`);
  });

  test('sends the values of an attribute with what the person may know of them', async () => {
    const values = [
      { valueId: '1', value: 'x', details: { name: 'In use' } },
      { valueId: '2', value: uuid(7), details: { label: 'Berlin' } },
      { valueId: '3', value: uuid(8) },
      { valueId: '4', value: '32' },
    ];
    fixture.objects.push({ ...laptop, values });
    expect(await fixture.call('view', { objectIds: [laptop.id] })).toMatchObject({
      value: {
        objects: [
          {
            attributes: [
              {
                attributeId: uuid(902),
                name: 'Status',
                values: [
                  { value: 'x', details: { name: 'In use' } },
                  { value: uuid(7), details: { label: 'Berlin' } },
                  { value: uuid(8) },
                  { value: '32' },
                ],
              },
            ],
          },
        ],
      },
    });
  });

  test('sends no more of a label or an attribute than Jira would store', async () => {
    const values = [{ valueId: '1', value: 'y'.repeat(10_000) }];
    fixture.objects.push({ ...laptop, label: 'x'.repeat(10_000), values });
    expect(await fixture.call('view', { objectIds: [laptop.id] })).toMatchObject({
      value: {
        objects: [
          {
            label: `${'x'.repeat(254)}…`,
            attributes: [{ values: [{ value: `${'y'.repeat(254)}…` }] }],
          },
        ],
      },
    });
  });

  test('links to web addresses only', async () => {
    fixture.objects.push({ ...laptop, url: 'javascript:alert(1)' });
    const reply = await fixture.call('view', { objectIds: [laptop.id] });
    expect(JSON.stringify(reply)).not.toContain('javascript');
  });

  test.each([
    '💻',
    '👩🏽‍🔬',
    'Laptop',
    '',
    '💻💻',
    '\u202e',
    'x'.repeat(300),
    7,
    null,
    { emoji: '💻' },
  ])('answers a symbol only if it is one emoji: %j', async (symbol) => {
    fixture.objects.push({ ...laptop, symbol });
    const isEmoji = symbol === '💻' || symbol === '👩🏽‍🔬';
    const { id: objectId, label } = laptop;
    const url = `https://wds.example.com/object/${objectId}`;
    const object = { objectId, label, url, attributes: [] };
    expect(await fixture.call('view', { objectIds: [objectId] })).toEqual({
      kind: 'ok',
      value: { objects: [isEmoji ? { ...object, symbol } : object] },
    });
  });

  test.each([[['no-uuid']], [['") or (Label ~ "']], [['']], [[]]])(
    'finds nothing for %j, without a call',
    async (objectIds) => {
      expect(await fixture.call('view', { objectIds })).toEqual({
        kind: 'ok',
        value: { objects: [] },
      });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );
});

describe('ids of a service that makes them in its own way', () => {
  const foreign = '0b0c0d0e-0000-0000-0000-000000000001';

  test.each([
    ['view', { objectIds: [foreign] }],
    ['types', { workspaceId: foreign }],
    ['check', { workspaceId: foreign, typeId: foreign, query: '', attributes: [] }],
    ['optionNames', { workspaceId: foreign, attributeIds: [foreign] }],
  ])('are taken by %s', async (functionKey, payload) => {
    const extension = {
      ...onIssue,
      configuration: {
        ...configuration,
        workspaceId: foreign,
        typeId: foreign,
        attributes: [{ attributeId: foreign, name: 'Status' }],
      },
    };
    await fixture.call(functionKey, payload, { extension });
    expect(requests(fixture, 'service')).toHaveLength(1);
  });
});

describe('search', () => {
  test('sends what is typed through the one quoting function', async () => {
    const text = '14" \\ {{x}} ${emailCurrentUser}") or (Id = "';
    await fixture.call('search', { text });
    const [body] = searchBodies(fixture);
    expect(body).toMatchObject({ typeId: configuration.typeId, limit: 50 });
    expect(parseQuery(String(body?.query))).toMatchObject({
      query: { condition: { kind: 'comparison', operator: '*=', operand: { value: text } } },
    });
  });

  test('puts the configured query in parentheses beside what is typed', async () => {
    await fixture.call('search', { text: 'mac' }, withQuery('A = 1 or B = 2 order by A'));
    expect(searchBodies(fixture)[0]?.query).toBe('(A = 1 or B = 2) and Label *= "mac" order by A');
  });

  test('looks in the attributes that the admin named too, in one call', async () => {
    await fixture.call('search', { text: 'c02' }, searching('Serial number', 'Id'));
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      'Label *= "c02" or "Serial number" *= "c02" or "Id" *= "c02"',
    ]);
  });

  test('looks in the label alone where the service knows an attribute no longer', async () => {
    fixture.objects.push(laptop);
    expect(await fixture.call('search', { text: 'mac' }, searching('Serial number'))).toMatchObject(
      { value: { objects: [{ label: laptop.label }] } },
    );
    expect(searchBodies(fixture).map(({ query }) => query)).toEqual([
      'Label *= "mac" or "Serial number" *= "mac"',
      'Label *= "mac"',
    ]);
  });

  test('binds the person’s own email address, on the server', async () => {
    fixture.jira.emailAddresses.set('ada', 'ada"@example.com');
    const query = 'Owner = user("${emailCurrentUser}")';
    await fixture.call('search', { text: '' }, withQuery(query));
    expect(requests(fixture, 'jira')).toEqual(['GET /rest/api/3/myself']);
    expect(searchBodies(fixture)[0]?.query).toBe('Owner = user("ada\\"@example.com")');
  });

  test.each([undefined, null, ''])(
    'offers nothing, and says why, without an email: %j',
    async (hidden) => {
      fixture.jira.emailAddresses.set('ada', hidden);
      const query = 'Owner = user("${emailCurrentUser}")';
      const reply = await fixture.call('search', { text: '' }, withQuery(query));
      expect(reply).toMatchObject({ kind: 'problem', code: 'NO_EMAIL', canRetry: true });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );

  test.each(['Status = ', '{{Level}} = 1', 'Status = {{Level}}'])(
    'says that the configured query %j does not work, without a call',
    async (query) => {
      const reply = await fixture.call('search', { text: 'x' }, withQuery(query));
      expect(reply).toMatchObject({ kind: 'problem', code: 'QUERY_REFUSED' });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );
});

describe('offered', () => {
  test('names those of the objects that the query finds, of the configured type, in one call', async () => {
    fixture.objects.push(laptop, thinkPad);
    const objectIds = [laptop.id, thinkPad.id, 'no id'];
    expect(
      await fixture.call('offered', { objectIds }, withQuery('Label ~ "mac" or Label ~ "air"')),
    ).toEqual({
      kind: 'ok',
      value: { objectIds: [laptop.id] },
    });
    expect(searchBodies(fixture)).toEqual([
      {
        query: `(Label ~ "mac" or Label ~ "air") and Id in ("${laptop.id}", "${thinkPad.id}")`,
        typeId: configuration.typeId,
        limit: 2,
        attributeIds: [],
      },
    ]);
  });
});

describe('field', () => {
  test('looks at the person’s grant, and never asks the service', async () => {
    const isConnected = async () => await fixture.call('field', {});
    expect(await isConnected()).toMatchObject({ value: { isConnected: true } });
    fixture.forge.grants.clear();
    expect(await isConnected()).toMatchObject({ value: { isConnected: false } });
    expect(requests(fixture, 'service')).toEqual([]);
  });
});

test('asks for consent, without a call, where the account was never connected', async () => {
  fixture.forge.grants.clear();
  expect(await fixture.call('view', { objectIds: [laptop.id] })).toEqual({ kind: 'consent' });
  expect(requests(fixture, 'service')).toEqual([]);
});
