/** What is hardly HTTP, and the status of the reply; 0: the connection ends without one. */
export interface BrokenHttp {
  readonly what: string;
  readonly lines: readonly string[];
  readonly body?: string;
  readonly statuses: readonly number[];
}

const json = 'Content-Type: application/json';

/**
 * @param host the header that names the service
 * @param authorization the header of a caller
 */
export function brokenHttp(host: string, authorization: string): BrokenHttp[] {
  const search = ['POST /public/v1/object/search HTTP/1.1', host, authorization, json];
  return [
    { what: 'no HTTP at all', lines: ['hello'], statuses: [400] },
    { what: 'TLS', lines: ['\u0016\u0003\u0001\u0002\u0000\u0001'], statuses: [400] },
    { what: 'HTTP/2', lines: ['PRI * HTTP/2.0', '', 'SM'], statuses: [400] },
    { what: 'HTTP/9', lines: ['GET /health HTTP/9.9', host], statuses: [400, 505] },
    { what: 'a method that is none', lines: ['get /health HTTP/1.1', host], statuses: [400] },
    { what: 'no host', lines: ['GET /health HTTP/1.1'], statuses: [400] },
    {
      what: 'a space in a header name',
      lines: ['GET /health HTTP/1.1', host, 'A b: c'],
      statuses: [400],
    },
    { what: 'NUL in a header', lines: ['GET /health HTTP/1.1', host, 'A: \0'], statuses: [400] },
    {
      what: 'headers of 100 kB',
      lines: ['GET /health HTTP/1.1', host, `A: ${'x'.repeat(100_000)}`],
      statuses: [431],
    },
    {
      what: '3,000 headers',
      lines: ['GET /health HTTP/1.1', host, ...Array<string>(3_000).fill('A: xxxxxxxx')],
      statuses: [431],
    },
    {
      what: 'an address of 20 kB',
      lines: [`GET /${'x'.repeat(20_000)} HTTP/1.1`, host],
      statuses: [414, 431],
    },
    { what: 'a length that is none', lines: [...search, 'Content-Length: x'], statuses: [400] },
    { what: 'a negative length', lines: [...search, 'Content-Length: -1'], statuses: [400] },
    {
      what: 'two lengths',
      lines: [...search, 'Content-Length: 2', 'Content-Length: 3'],
      body: '{}',
      statuses: [400],
    },
    {
      what: 'a length and chunks',
      lines: [...search, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
      body: '0\r\n\r\n',
      statuses: [400],
    },
    {
      what: 'an unknown transfer encoding',
      lines: [...search, 'Transfer-Encoding: magic'],
      statuses: [400, 501],
    },
    {
      what: 'a chunk whose size is none',
      lines: [...search, 'Transfer-Encoding: chunked'],
      body: 'zz\r\n{}\r\n0\r\n\r\n',
      statuses: [400],
    },
    {
      what: 'a chunk longer than it says',
      lines: [...search, 'Transfer-Encoding: chunked'],
      body: '1\r\n{"query": ""}\r\n0\r\n\r\n',
      statuses: [400],
    },
    {
      what: 'an endless chunk extension',
      lines: [...search, 'Transfer-Encoding: chunked'],
      body: `2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
      statuses: [400, 413],
    },
    {
      what: 'an unknown expectation',
      lines: ['GET /health HTTP/1.1', host, 'Expect: magic'],
      statuses: [417],
    },
    { what: 'a tunnel', lines: ['CONNECT example.com:443 HTTP/1.1', host], statuses: [0, 405] },
    {
      what: 'an unknown workspace method',
      lines: ['PROPFIND /public/v1/type HTTP/1.1', host, authorization],
      statuses: [404, 405],
    },
    {
      what: 'a trace',
      lines: ['TRACE /public/v1/type HTTP/1.1', host, authorization],
      statuses: [404, 405],
    },
    { what: 'the server as a whole', lines: ['OPTIONS * HTTP/1.1', host], statuses: [204, 404] },
  ];
}
