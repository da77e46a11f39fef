import { gzipSync } from 'node:zlib';
import type { BadInput, BadInputs } from './bad-input';

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
