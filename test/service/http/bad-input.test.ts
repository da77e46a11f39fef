import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readError, startFleetService, testTime } from '../fleet-service';
import type { FleetService } from '../fleet-service';
import { attributeId, ids, objects } from '../fleet';

let service: FleetService;
let before: unknown;
const countRows = () =>
  service.database.query(
    `select (select count(*) from object) as objects, (select count(*) from object_value) as values,
       (select count(*) from type) as types, (select count(*) from attribute) as attributes`,
  );

beforeAll(async () => {
  service = await startFleetService();
  before = await countRows();
});
afterEach(async () => {
  expect(await countRows()).toEqual(before);
});
afterAll(() => service.close());

const api = '/public/v1';
const search = `${api}/object/search`;
const sql = "'; drop table object; --";
const unknown = '99999999-9999-4999-8999-999999999999';
const name = attributeId('Laptop', 'Name');
const withName = (...values: unknown[]) => ({ attributeId: name, values });
const laptop = (...attributes: unknown[]) => ({ typeId: ids.laptop, attributes });
const valueOf = (attribute: string, ...values: unknown[]) =>
  laptop(withName('x'), { attributeId: attributeId('Laptop', attribute), values });
const deep = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

interface BadInput {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly status: number;
  /** `type field` of each violation. */
  readonly violations?: readonly string[];
}

function get(what: string, path: string, status: number, headers = {}): BadInput {
  return { what, method: 'GET', path: api + path, status, headers };
}
function find(what: string, body: unknown, status = 400): BadInput {
  return { what, method: 'POST', path: search, body, status };
}
function create(what: string, body: unknown, violations?: string[], status = 400): BadInput {
  return {
    what,
    method: 'POST',
    path: `${api}/object`,
    body,
    status,
    ...(violations && { violations }),
  };
}
function raw(what: string, rawBody: string, status: number, headers = {}): BadInput {
  return { what, method: 'POST', path: search, rawBody, status, headers };
}
function define(what: string, body: unknown, violations: string[]): BadInput {
  return { what, method: 'POST', path: `${api}/attribute`, body, status: 400, violations };
}
const attribute = (fields: object) => ({
  name: 'New',
  typeId: ids.laptop,
  attributeTypeCode: 'TEXT',
  ...fields,
});
function change(what: string, body: unknown, violations: string[], status = 400): BadInput {
  const path = `${api}/attribute/${attributeId('Laptop', 'Status')}`;
  return { what, method: 'PATCH', path, body, status, violations };
}

const badInputs: readonly BadInput[] = [
  // who calls, and where
  get('no token', '/workspace', 401, { authorization: undefined }),
  get('an unknown token', '/workspace', 401, { authorization: 'Bearer nothing' }),
  get('SQL as a token', '/workspace', 401, { authorization: `Bearer ${sql}` }),
  get('another scheme', '/workspace', 401, { authorization: 'Basic YTpi' }),
  get('no workspace header', '/type', 400, { 'wds-workspace-id': undefined }),
  get('an empty workspace header', '/type', 400, { 'wds-workspace-id': '' }),
  get('SQL as workspace', '/type', 400, { 'wds-workspace-id': sql }),
  get('two workspaces', '/type', 400, { 'wds-workspace-id': `${ids.fleet}, ${ids.fleet}` }),
  get('a workspace that is not there', '/type', 404, { 'wds-workspace-id': unknown }),
  get('a workspace of others', '/type', 404, { 'wds-workspace-id': ids.archive }),
  get('an address that is not there', '/nothing', 404),
  get('an address with a broken escape', '/object/%E0%A4%A', 400),
  { what: 'a method too many', method: 'PUT', path: `${api}/type`, body: {}, status: 405 },
  { what: 'a deleted type', method: 'DELETE', path: `${api}/type/${ids.laptop}`, status: 405 },
  // ids
  get('an object id that is no UUID', '/object/7', 404),
  get('SQL as object id', `/object/${encodeURIComponent(sql)}`, 404),
  get('NUL as object id', '/object/%00', 404),
  get('an object that is not there', `/object/${unknown}`, 404),
  get('an object of another workspace', `/object/${objects.archived}`, 404),
  get('a type of another workspace', `/type/${ids.archived}`, 404),
  get('a prototype key as type id', '/type/__proto__', 404),
  get('an attribute of another workspace', `/attribute/${ids.archivedName}`, 404),
  get('a user who is no member', `/user/${ids.cat}`, 404),
  get('attributes without a type', '/attribute', 400),
  get('attributes of no UUID', `/attribute?typeId=${encodeURIComponent(sql)}`, 400),
  get('attributes of a type of another workspace', `/attribute?typeId=${ids.archived}`, 404),
  // pages
  get('a huge limit', '/type?limit=1000000', 400),
  get('a limit of zero', '/type?limit=0', 400),
  get('a negative offset', '/type?offset=-1', 400),
  get('half an offset', '/type?offset=0.5', 400),
  get('an endless offset', '/type?offset=1e400', 400),
  get('SQL as limit', `/type?limit=${encodeURIComponent('1; drop table object')}`, 400),
  get('two limits', '/type?limit=1&limit=2', 400),
  get('an unknown parameter', '/type?sort=name', 400),
  get('a prototype key as parameter', '/type?__proto__=1', 400),
  // bodies
  raw('half a JSON', '{"query": "', 400),
  raw('no JSON', 'query=1', 400),
  raw('a body that is no object', '[]', 400),
  raw('null', 'null', 400),
  raw('a prototype key', '{"query": "", "__proto__": {"typeId": "x"}}', 400),
  raw('a constructor key', '{"query": "", "constructor": {"prototype": {"x": 1}}}', 400),
  raw('an unknown key', '{"query": "", "sql": "select 1"}', 400),
  raw('deep arrays', deep(200_000, '[', ']'), 400),
  raw('deep objects', deep(100_000, '{"a":', '}').replace(':}', ':1}'), 400),
  raw('another content type', '<query/>', 415, { 'content-type': 'application/xml' }),
  raw('plain text', '{"query": ""}', 415, { 'content-type': 'text/plain' }),
  raw('more than a megabyte', JSON.stringify({ query: 'x'.repeat(1_100_000) }), 413),
  { what: 'no body', method: 'POST', path: search, status: 400 },
  {
    what: 'an empty JSON body',
    method: 'POST',
    path: search,
    rawBody: '',
    status: 400,
    headers: { 'content-type': 'application/json' },
  },
  // searches
  find('no query', {}),
  find('a query that is no text', { query: { toString: 'x' } }),
  find('a query of a number', { query: 1 }),
  find('a type id of SQL', { query: '', typeId: sql }),
  find('a type of another workspace', { query: '', typeId: ids.archived }, 404),
  find('a huge limit of a search', { query: '', limit: 201 }),
  find('a limit in text', { query: '', limit: '10' }),
  find('an endless offset of a search', { query: '', offset: 1e300 }),
  find('attribute ids of SQL', { query: '', attributeIds: [sql] }),
  find('SQL as query', { query: sql }),
  find('SQL as name', { query: `"Name') or true --" = 1` }),
  find('SQL as order', { query: 'order by 1; drop table object' }),
  find('NUL as name', { query: '"\\u0000" = 1' }),
  find('a raw NUL in a query', { query: 'Name\u0000 = 1' }),
  find('a lone surrogate as name', { query: '"\ud800" = 1' }),
  find('a query longer than allowed', { query: `Name = "${'x'.repeat(200_000)}"` }),
  find('deep parentheses', { query: `${'('.repeat(5000)}Name = 1` }),
  find('many negations', { query: `${'not '.repeat(20_000)}Name = 1` }),
  find('a number of 10,000 digits', {
    query: `Memory = ${'9'.repeat(10_000)}`,
    typeId: ids.laptop,
  }),
  find('an unknown attribute', { query: 'Nothing = 1' }),
  // objects
  create('an object without a type', { attributes: [] }, ['REQUIRED typeId']),
  create('an object without attributes', { typeId: ids.laptop }, ['REQUIRED attributes']),
  create('an object of a type of others', { typeId: ids.archived, attributes: [] }, undefined, 404),
  create('an object without a label', laptop(), [`REQUIRED ${name}`]),
  create('a blank label', laptop(withName('  ')), [`REQUIRED ${name}`]),
  create(
    'an unknown attribute of an object',
    laptop(withName('x'), { attributeId: unknown, values: [] }),
    [`NOT_FOUND ${unknown}`],
  ),
  create(
    'an attribute of another type',
    laptop(withName('x'), { attributeId: attributeId('City', 'Founded'), values: ['1'] }),
    [`NOT_FOUND ${attributeId('City', 'Founded')}`],
  ),
  create('an attribute twice', laptop(withName('x'), withName('y')), [`CONFLICT ${name}`]),
  create('two labels', laptop(withName('x', 'y')), [`TOO_MANY ${name}`]),
  create('a value that is no text', laptop(withName(7)), ['INVALID attributes.0.values.0']),
  create('values that are no list', laptop({ attributeId: name, values: 'x' }), [
    'INVALID attributes.0.values',
  ]),
  create('101 values', valueOf('Tags', ...Array.from({ length: 101 }, (_, index) => `${index}`)), [
    'TOO_MANY attributes.1.values',
  ]),
  create('NUL in a label', laptop(withName('a\u0000b')), [`INVALID ${name}`]),
  create('a lone surrogate in a label', laptop(withName('a\ud800b')), [`INVALID ${name}`]),
  create('a label of 40,000 characters', laptop(withName('x'.repeat(40_000))), [
    `TOO_LONG ${name}`,
  ]),
  ...[
    ['Memory', 'many'],
    ['Memory', '1.5'],
    ['Memory', '1e3'],
    ['Memory', '9'.repeat(30)],
    ['Memory', '0x10'],
    ['Price', '1,50'],
    ['Price', 'NaN'],
    ['Encrypted', 'yes'],
    ['Bought', '2025-02-30'],
    ['Bought', '01.02.2025'],
    ['Checked', '2025-02-28'],
    ['Checked', '2025-02-28T25:00:00Z'],
    ['Status', 'Lost'],
    ['Page', 'javascript:alert(1)'],
    ['Holder', sql],
    ['Owner', 'ann@example.com'],
  ].map(([field = '', value = '']) =>
    create(`${value.slice(0, 20)} as ${field}`, valueOf(field, value), [
      `INVALID ${attributeId('Laptop', field)}`,
    ]),
  ),
  create('a holder that is not there', valueOf('Holder', unknown), [
    `NOT_FOUND ${attributeId('Laptop', 'Holder')}`,
  ]),
  create('a holder of another type', valueOf('Holder', objects.koeln), [
    `NOT_FOUND ${attributeId('Laptop', 'Holder')}`,
  ]),
  create('a holder of another workspace', valueOf('Holder', objects.archived), [
    `NOT_FOUND ${attributeId('Laptop', 'Holder')}`,
  ]),
  create('an owner who is no member', valueOf('Owner', ids.cat), [
    `NOT_FOUND ${attributeId('Laptop', 'Owner')}`,
  ]),
  create('a value of a read-only attribute', valueOf('Added', '2026-01-01T00:00:00Z'), [
    `READ_ONLY ${attributeId('Laptop', 'Added')}`,
  ]),
  create('two wrong values', valueOf('Memory', 'many', 'few'), [
    `INVALID ${attributeId('Laptop', 'Memory')}`,
    `INVALID ${attributeId('Laptop', 'Memory')}`,
  ]),
  {
    what: 'a cleared label',
    method: 'PATCH',
    path: `${api}/object/${objects.a}`,
    body: { attributes: [withName()] },
    status: 400,
    violations: [`REQUIRED ${name}`],
  },
  {
    what: 'a change of an object of others',
    method: 'PATCH',
    path: `${api}/object/${objects.archived}`,
    body: { attributes: [] },
    status: 404,
  },
  {
    what: 'a deletion of an object of others',
    method: 'DELETE',
    path: `${api}/object/${objects.archived}`,
    status: 404,
  },
  // types and attributes
  {
    what: 'a type without a name',
    method: 'POST',
    path: `${api}/type`,
    body: {},
    status: 400,
    violations: ['REQUIRED name'],
  },
  {
    what: 'a blank name',
    method: 'POST',
    path: `${api}/type`,
    body: { name: ' ' },
    status: 400,
    violations: ['REQUIRED name'],
  },
  {
    what: 'a long name',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'x'.repeat(256) },
    status: 400,
    violations: ['TOO_LONG name'],
  },
  {
    what: 'NUL in a name',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'a\u0000' },
    status: 400,
    violations: ['INVALID name'],
  },
  {
    what: 'a name that is taken',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'LAPTOP' },
    status: 400,
    violations: ['CONFLICT name'],
  },
  {
    what: 'an unknown field',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'x', id: unknown },
    status: 400,
    violations: ['INVALID id'],
  },
  define('a taken attribute name', attribute({ name: 'price' }), ['CONFLICT name']),
  define('an unknown attribute type', attribute({ attributeTypeCode: 'SQL' }), [
    'INVALID attributeTypeCode',
  ]),
  define('a reference to nothing', attribute({ attributeTypeCode: 'REFERENCE' }), [
    'REQUIRED configuration.targetTypeId',
  ]),
  define(
    'a reference to a type of others',
    attribute({ attributeTypeCode: 'REFERENCE', configuration: { targetTypeId: ids.archived } }),
    ['NOT_FOUND configuration.targetTypeId'],
  ),
  define('an unknown configuration', attribute({ configuration: { color: 'red' } }), [
    'INVALID configuration.color',
  ]),
  define(
    'two options of one name',
    attribute({
      attributeTypeCode: 'OPTION',
      configuration: {
        options: [
          { id: '1', name: 'A' },
          { id: '2', name: 'a' },
        ],
      },
    }),
    ['INVALID configuration.options'],
  ),
  define('a number as label', attribute({ attributeTypeCode: 'INTEGER', isLabel: true }), [
    'INVALID isLabel',
  ]),
  define(
    'NUL in a configuration',
    attribute({
      attributeTypeCode: 'OPTION',
      configuration: { options: [{ id: '1', name: '\u0000x' }] },
    }),
    ['INVALID configuration'],
  ),
  change('another attribute type', { attributeTypeCode: 'TEXT' }, ['CONFLICT attributeTypeCode']),
  change('a configuration without its type', { configuration: { options: [] } }, [
    'REQUIRED attributeTypeCode',
  ]),
  change(
    'a configuration without an option in use',
    { attributeTypeCode: 'OPTION', configuration: { options: [] } },
    ['CONFLICT configuration.options'],
  ),
  change('a taken name', { name: 'PRICE' }, ['CONFLICT name']),
  {
    what: 'no label at all',
    method: 'PATCH',
    path: `${api}/attribute/${name}`,
    body: { isLabel: false },
    status: 400,
    violations: ['CONFLICT isLabel'],
  },
  {
    what: 'another target of a reference in use',
    method: 'PATCH',
    path: `${api}/attribute/${attributeId('Laptop', 'Holder')}`,
    body: { attributeTypeCode: 'REFERENCE', configuration: { targetTypeId: ids.city } },
    status: 400,
    violations: ['CONFLICT configuration.targetTypeId'],
  },
];

describe('a call that cannot be answered', () => {
  it.each(
    badInputs.map(
      (input) => [`${input.what} (${input.method} ${input.path.slice(0, 60)})`, input] as const,
    ),
  )(
    'is refused and changes nothing: %s',
    async (_title, { method, path, status, violations, ...options }) => {
      const answer = await service.call(method, path, options);
      const error = readError(answer);
      expect(`${answer.status} ${error.message}`).toMatch(new RegExp(`^${status} `));
      expect(error.timestamp).toBe(testTime.toISOString());
      expect(error.path).toBe(path.split('?')[0]);
      expect(JSON.stringify(error)).not.toMatch(
        /select |insert |node_modules|PGlite|postgres|FST_ERR|at \w+ \(/i,
      );
      const found = error.violations?.map(
        (entry) => `${entry.violationType} ${entry.fieldIdentifier}`,
      );
      expect(found).toEqual(violations);
    },
  );

  it('names the methods that an address has', async () => {
    const answer = await service.call('DELETE', `${api}/type`);
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  it('asks for a token in the way that clients understand', async () => {
    const answer = await service.call('GET', `${api}/workspace`, {
      headers: { authorization: undefined },
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('may be cut off in the middle of its body', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST ${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"que`,
    );
    socket.destroy();
    expect((await service.call('GET', '/health')).status).toBe(200);
  });
});
