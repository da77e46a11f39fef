import { nowhere, sql } from './bad-input';
import type { BadInput, BadInputs } from './bad-input';

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
  { what: 'a workspace written', method: 'POST', path: '/workspace', body: {}, status: 405 },
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
