/** What is hardly HTTP, its lines and its body, and the status of the reply; 0: the connection ends without one. */
type BrokenHttp = [
  what: string,
  lines: readonly string[],
  statuses: readonly number[],
  body?: string,
];

const json = 'Content-Type: application/json';

/**
 * @param host the header that names the service
 * @param authorization the header of a caller
 */
export function brokenHttp(host: string, authorization: string): BrokenHttp[] {
  const health = ['GET /health HTTP/1.1', host];
  const search = ['POST /public/v1/object/search HTTP/1.1', host, authorization, json];
  const inChunks = [...search, 'Transfer-Encoding: chunked'];
  const ofTypes = (method: string) => [`${method} /public/v1/type HTTP/1.1`, host, authorization];
  const longExtension = `2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`;
  return [
    ['no HTTP at all', ['hello'], [400]],
    ['TLS', ['\u0016\u0003\u0001\u0002\u0000\u0001'], [400]],
    ['HTTP/2', ['PRI * HTTP/2.0', '', 'SM'], [400]],
    ['HTTP/9', ['GET /health HTTP/9.9', host], [400, 505]],
    ['a method that is none', ['get /health HTTP/1.1', host], [400]],
    ['no host', ['GET /health HTTP/1.1'], [400]],
    ['a space in a header name', [...health, 'A b: c'], [400]],
    ['NUL in a header', [...health, 'A: \0'], [400]],
    ['headers of 100 kB', [...health, `A: ${'x'.repeat(100_000)}`], [431]],
    ['3,000 headers', [...health, ...Array<string>(3_000).fill('A: xxxxxxxx')], [431]],
    ['an address of 20 kB', [`GET /${'x'.repeat(20_000)} HTTP/1.1`, host], [414, 431]],
    ['a length that is none', [...search, 'Content-Length: x'], [400]],
    ['a negative length', [...search, 'Content-Length: -1'], [400]],
    ['two lengths', [...search, 'Content-Length: 2', 'Content-Length: 3'], [400], '{}'],
    [
      'a length and chunks',
      [...search, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
      [400],
      '0\r\n\r\n',
    ],
    ['an unknown transfer encoding', [...search, 'Transfer-Encoding: magic'], [400, 501]],
    ['a chunk whose size is none', inChunks, [400], 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than it says', inChunks, [400], '1\r\n{"query": ""}\r\n0\r\n\r\n'],
    ['an endless chunk extension', inChunks, [400, 413], longExtension],
    ['an unknown expectation', [...health, 'Expect: magic'], [417]],
    ['a tunnel', ['CONNECT example.com:443 HTTP/1.1', host], [0, 405]],
    ['an unknown workspace method', ofTypes('PROPFIND'), [404, 405]],
    ['a trace', ofTypes('TRACE'), [404, 405]],
    ['the server as a whole', ['OPTIONS * HTTP/1.1', host], [204, 404]],
  ];
}
