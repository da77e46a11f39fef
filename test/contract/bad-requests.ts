import { nowhere, sql, type BadInput, type BadInputs } from './bad-input';
import { gzipSync } from 'node:zlib';

function get(
  what: string,
  path: string,
  status: BadInput['status'],
  headers: BadInput['headers'] = {},
): BadInput {
  return { what, method: 'GET', path, status, headers };
}

/** Who calls, which workspace, which address, which page. */
export const badRequests: BadInputs = ({ workspaceId, type }) => [
  get('no token', '/workspace', 401, { authorization: undefined }),
  get('an unknown token', '/workspace', 401, { authorization: 'Bearer nothing' }),
  get('SQL as a token', '/workspace', 401, { authorization: `Bearer ${sql}` }),
  get('a token of 5,000 characters', '/workspace', 401, {
    authorization: `Bearer ${'x'.repeat(5_000)}`,
  }),
  get('a bearer without a token', '/workspace', 401, { authorization: 'Bearer' }),
  get('another scheme', '/workspace', 401, { authorization: 'Basic YTpi' }),
  get('no token at an address that is not there', '/nothing', [401, 404], {
    authorization: undefined,
  }),
  get('no workspace header', '/type', 400, { 'wds-workspace-id': undefined }),
  get('an empty workspace header', '/type', 400, { 'wds-workspace-id': '' }),
  get('SQL as workspace', '/type', 400, { 'wds-workspace-id': sql }),
  get('HTML as workspace', '/type', 400, { 'wds-workspace-id': '<script>alert(1)</script>' }),
  get('a prototype key as workspace', '/type', 400, { 'wds-workspace-id': '__proto__' }),
  get('two workspaces', '/type', 400, { 'wds-workspace-id': `${workspaceId}, ${workspaceId}` }),
  get('a workspace that is not there', '/type', 404, { 'wds-workspace-id': nowhere }),
  get('an address that is not there', '/nothing', 404),
  get('an address below an object', `/object/${nowhere}/x/y`, 404),
  get('a prototype key as address', '/__proto__', 404),
  get('an address with a broken escape', '/object/%E0%A4%A', [400, 404]),
  get('an address with a lone surrogate', '/object/%ED%A0%80', [400, 404]),
  get('an address of 10,000 characters', `/object/${'x'.repeat(10_000)}`, [404, 414]),
  get('another version', '//public/v2/workspace', [401, 404]),
  get('an object id that is no UUID', '/object/7', 404),
  get('a type id in quotes', `/type/'${type.id}'`, 404),
  get('attributes without a type', '/attribute', 400),
  get('attributes of no UUID', `/attribute?typeId=${encodeURIComponent(sql)}`, 400),
  get('attributes of two types', `/attribute?typeId=${type.id}&typeId=${type.id}`, 400),
  ...['PUT', 'DELETE', 'PATCH'].map((method): BadInput => ({
    what: 'a method too many',
    method,
    path: '/type',
    body: {},
    status: 405,
  })),
  { what: 'a search put', method: 'PUT', path: '/object/search', body: {}, status: 405 },
  {
    what: 'a type deleted without a word',
    method: 'DELETE',
    path: `/type/${type.id}`,
    status: 400,
    violations: ['CONFLICT id'],
  },
  { what: 'all workspaces changed', method: 'PATCH', path: '/workspace', body: {}, status: 405 },
  { what: 'the caller changed', method: 'PATCH', path: '/user/me', body: {}, status: 405 },
  ...['/workspace', '/type', '/type/enriched', '/user', '/attribute/type'].flatMap((path) =>
    badPages(path),
  ),
];

const pages: readonly (readonly [string, string])[] = [
  ['a huge limit', 'limit=1000000'],
  ['a limit of 201', 'limit=201'],
  ['a limit of zero', 'limit=0'],
  ['a negative offset', 'offset=-1'],
  ['half an offset', 'offset=0.5'],
  ['an endless offset', 'offset=1e400'],
  ['a limit that is no number', 'limit=ten'],
  ['SQL as limit', `limit=${encodeURIComponent('1; drop table object')}`],
  ['two limits', 'limit=1&limit=2'],
  ['an unknown parameter', 'sort=name'],
  ['a prototype key as parameter', '__proto__=1'],
];

function badPages(path: string): BadInput[] {
  return pages.map(([what, query]) => get(what, `${path}?${query}`, 400));
}

const json = 'application/json';
const path = '/object/search';

function send(
  what: string,
  rawBody: NonNullable<BadInput['rawBody']>,
  status: BadInput['status'] = 400,
  headers: BadInput['headers'] = {},
): BadInput {
  return { what, method: 'POST', path, rawBody, status, headers };
}

const nested = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

/** What a body can be besides the JSON that is asked for. */
export const badBodies: BadInputs = ({ objectId }) => [
  send('half a JSON', '{"query": "'),
  send('no JSON', 'query=1'),
  send('JSON with a comment', '{"query": ""} // all'),
  send('two JSON values', '{"query": ""}{"query": ""}'),
  send('JSON with NaN', '{"query": NaN}'),
  send('single quotes', "{'query': ''}"),
  send('a list', '[]'),
  send('null', 'null'),
  send('a text', '"query"'),
  send('a number', '1e999'),
  send('bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d)),
  send('UTF-16', Uint8Array.from(Buffer.from('{"query": ""}', 'utf16le'))),
  send('NUL bytes', '\u0000\u0000\u0000'),
  send('a prototype key', '{"query": "", "__proto__": {"typeId": "x"}}'),
  send('a constructor key', '{"query": "", "constructor": {"prototype": {"x": 1}}}'),
  send('an unknown key', '{"query": "", "sql": "1"}'),
  send('deep lists', nested(200_000, '[', ']')),
  send('deep objects', nested(100_000, '{"a":', '}').replace(':}', ':1}')),
  send('half a megabyte of lists', nested(400_000, '[', ']')),
  send('deep lists in a field', `{"query": ${nested(400_000, '[', ']')}}`),
  send('more than a megabyte', JSON.stringify({ query: 'x'.repeat(1_100_000) }), 413),
  send('a body that is packed', Uint8Array.from(gzipSync('{"query": ""}')), [400, 415], {
    'content-encoding': 'gzip',
  }),
  send('XML', '<query/>', 415, { 'content-type': 'application/xml' }),
  send('plain text', '{"query": ""}', 415, { 'content-type': 'text/plain' }),
  send('a form', 'query=', 415, { 'content-type': 'application/x-www-form-urlencoded' }),
  send('parts', '--x--', 415, { 'content-type': 'multipart/form-data; boundary=x' }),
  send('a content type that is none', '{"query": ""}', 415, { 'content-type': ';;' }),
  send('a content type like JSON', '{"query": ""}', 415, { 'content-type': 'application/jsonx' }),
  { what: 'no body', method: 'POST', path, status: 400 },
  send('an empty body', '', 400, { 'content-type': json }),
  { what: 'no body of a change', method: 'PATCH', path: `/object/${objectId}`, status: 400 },
  { what: 'no body of a type', method: 'POST', path: '/type', status: 400 },
  { what: 'no body of a token', method: 'POST', path: '/token', status: 400 },
];

function find(what: string, body: unknown, status: BadInput['status'] = 400): BadInput {
  return { what, method: 'POST', path: '/object/search', body, status };
}

/** Searches that are no searches, and queries that are no queries. */
export const badQueries: BadInputs = ({ type, labelAttribute }) => [
  find('no query', {}),
  find('a query that is no text', { query: { toString: 'x' } }),
  find('a query of a number', { query: 1 }),
  find('a query of null', { query: null }),
  find('a list of queries', { query: [''] }),
  find('a type id of SQL', { query: '', typeId: sql }),
  find('a type that is not there', { query: '', typeId: nowhere }, 404),
  find('a huge limit', { query: '', limit: 201 }),
  find('a limit in text', { query: '', limit: '10' }),
  find('a limit of zero', { query: '', limit: 0 }),
  find('a negative offset', { query: '', offset: -1 }),
  find('an endless offset', { query: '', offset: 1e300 }),
  find('attribute ids of SQL', { query: '', attributeIds: [sql] }),
  find('101 attribute ids', { query: '', attributeIds: Array(101).fill(labelAttribute.id) }),
  ...[
    ['SQL', sql],
    ['SQL as a name', `"Name') or true --" = 1`],
    ['SQL as an order', 'order by 1; drop table object'],
    ['HTML', '<script>alert(1)</script>'],
    ['NUL as a name', '"\\u0000" = 1'],
    ['a raw NUL', 'Label\u0000 = 1'],
    ['a lone surrogate as a name', '"\ud800" = 1'],
    ['a prototype key as a name', '__proto__ = 1'],
    ['a constructor as a name', 'constructor.prototype = 1'],
    ['an unknown attribute', 'Nothing_Of_This_Name = 1'],
    ['a path through a text', 'Label.Name = 1'],
    ['an unknown function', 'Label = sleep("10")'],
    ['a placeholder', 'Label = {{Level}}'],
    ['half a text', 'Label = "x'],
    ['half an escape', 'Label = "\\u00"'],
    ['half a comparison', 'Label ='],
    ['no operand', '= "x"'],
    ['an open parenthesis', '(Label = "x"'],
    ['a parenthesis too many', 'Label = "x")'],
    ['two comparisons side by side', 'Label = "x" Label = "y"'],
    ['an order that is none', 'order by'],
    ['an empty list', 'Label in ()'],
    ['a comparison of sizes of texts', 'Label > "x"'],
    ['a query longer than allowed', `Label = "${'x'.repeat(200_000)}"`],
    ['deep parentheses', `${'('.repeat(5_000)}Label = 1`],
    ['many negations', `${'not '.repeat(20_000)}Label = 1`],
    ['a path of 1,000 names', `${Array(1_000).fill('Label').join('.')} = 1`],
    ['201 conditions', Array(201).fill('Label = "x"').join(' or ')],
    ['1,001 values', `Label in (${Array(1_001).fill('"x"').join(', ')})`],
    ['101 words', `Label ~ "${Array.from({ length: 101 }, (_, index) => `x${index}`).join(' ')}"`],
    ['orders by the hundred', `order by ${Array(500).fill('Label').join(', ')}`],
  ].map(([what = '', query = '']) => find(what, { query, typeId: type.id })),
];
