import { describe, expect, test } from 'vitest';
import { expectNothingOfTheInside } from './bad-input';
import { countReplies, exchange, isWholeReply, statusOf } from './raw-http';
import type { Target } from './target';

/** What HTTP itself allows and forbids. */
export function describeHttp(target: Target): void {
  const { facts, call } = target;
  describe('what is hardly HTTP', () => {
    const host = `Host: ${new URL(target.url).host}`;
    const authorization = `Authorization: Bearer ${target.token}`;

    test.each(brokenHttp(host, authorization))(
      'refused: %s',
      async (_what, lines, statuses, body = '') => {
        const request = `${lines.join('\r\n')}\r\n\r\n${body}`;
        const reply = await exchange(target.url, [request], isWholeReply);
        expect(statuses, reply).toContain(statusOf(reply));
        expectNothingOfTheInside(reply);
      },
    );

    test('gets its whole reply also while it goes on sending', async () => {
      const rest = Array.from({ length: 50 }, () => 'x'.repeat(100_000));
      const reply = await exchange(target.url, ['hello\r\n\r\n', ...rest], isWholeReply);
      expect([statusOf(reply), isWholeReply(reply)]).toEqual([400, true]);
    });

    test('may come in pieces, and keeps nobody else waiting', async () => {
      const head = `POST /public/v1/object/search HTTP/1.1\r\n${host}\r\n${authorization}\r\nwds-workspace-id: ${facts.workspaceId}\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n`;
      const pieces = `${head}{"query": ""}`.match(/.{1,7}/gs) ?? [];
      const slow = exchange(target.url, pieces, isWholeReply);
      expect((await call({ method: 'GET', path: '/user/me' })).status).toBe(200);
      expect(statusOf(await slow)).toBe(200);
    });

    test('may be cut off in the middle of its body', async () => {
      const head = `POST /public/v1/object/search HTTP/1.1\r\n${host}\r\n${authorization}\r\nContent-Length: 100\r\n\r\n{"que`;
      await Promise.race([
        exchange(target.url, [head], () => true),
        call({ method: 'GET', path: '/user/me' }),
      ]);
      expect((await call({ method: 'GET', path: '/user/me' })).status).toBe(200);
    });

    test('gets its replies in order where it does not wait for them', async () => {
      const paths = ['/user/me', '/nothing', '/workspace', '/type', '/user/me'];
      const requests = paths.map(
        (path) => `GET /public/v1${path} HTTP/1.1\r\n${host}\r\n${authorization}\r\n\r\n`,
      );
      const isEnough = (text: string) => countReplies(text) === paths.length;
      const replies = await exchange(target.url, [requests.join('')], isEnough);
      const statuses = [...replies.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) =>
        Number(status),
      );
      expect(statuses).toEqual([200, 404, 200, 400, 200]);
    });

    test('means the same with scheme and host in its address', async () => {
      const request = `GET http://elsewhere.example/public/v1/user/me HTTP/1.1\r\n${host}\r\n${authorization}\r\n\r\n`;
      expect(statusOf(await exchange(target.url, [request], isWholeReply))).toBe(200);
    });

    test('speaks for one caller in one workspace only', async () => {
      const doubled = (...headers: string[]) =>
        exchange(
          target.url,
          [`GET /public/v1/type HTTP/1.1\r\n${[host, ...headers].join('\r\n')}\r\n\r\n`],
          isWholeReply,
        );
      const workspace = `wds-workspace-id: ${facts.workspaceId}`;
      expect(statusOf(await doubled('Authorization: Bearer x', authorization, workspace))).toBe(
        401,
      );
      expect(statusOf(await doubled(authorization, workspace, workspace))).toBe(400);
    });
  });

  describe('a method that asks about an address', () => {
    test('HEAD is answered like GET, without a body', async () => {
      const [get, head] = await Promise.all([
        call({ method: 'GET', path: '/user/me' }),
        call({ method: 'HEAD', path: '/user/me' }),
      ]);
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    });

    test.each([
      ['OPTIONS', '/type', 'GET, HEAD, POST'],
      ['HEAD', '/object/search', 'POST'],
      ['PUT', '/token', 'GET, HEAD, POST'],
    ])('%s %s names the methods that there are', async (method, path, allowed) => {
      const answer = await call({ method, path });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    });

    test('without a token the service says what to send', async () => {
      const headers = { authorization: undefined };
      const answer = await call({ method: 'GET', path: '/workspace', headers });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });

    test.each([
      ['Bearer nonsense', 'Bearer error="invalid_token"'],
      ['bearer  (: no token', 'Bearer error="invalid_token"'],
      ['Bearer', 'Bearer'],
      ['Basic YTpi', 'Bearer'],
    ])(
      'with %j the service says whether the token is at fault',
      async (authorization, challenge) => {
        const answer = await call({
          method: 'GET',
          path: '/workspace',
          headers: { authorization },
        });
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
      },
    );
  });
}

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
function brokenHttp(host: string, authorization: string): BrokenHttp[] {
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
