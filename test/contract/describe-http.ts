import { describe, expect, test } from 'vitest';
import { expectNothingOfTheInside } from './bad-input';
import { brokenHttp } from './broken-http';
import { countReplies, exchange, isWholeReply, statusOf } from './raw-http';
import type { Target } from './target';

/** What HTTP itself allows and forbids. */
export function describeHttp(target: Target): void {
  const { facts, call } = target;
  describe('what is hardly HTTP', () => {
    const host = `Host: ${new URL(target.url).host}`;
    const authorization = `Authorization: Bearer ${target.token}`;

    test.each(brokenHttp(host, authorization))(
      '%s is refused',
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
  });
}
