import { request, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHttpServer, listen } from '../../../../src/service/base/http/http-server';
import { closeServer, listenLocally } from '../../../support/local-server';

let server: Server;
let port: number;
/** A request whose body doesn't come. */
const waits = {
  isOver: false,
  notice: () => {},
  next: () => new Promise<void>((resolve) => (waits.notice = resolve)),
  begin: (incoming: IncomingMessage) => {
    waits.isOver = false;
    incoming.socket.once('finish', () => (waits.isOver = true));
    waits.notice();
  },
};
beforeAll(async () => {
  const clock = () => new Date('2026-11-20T12:00:00Z');
  const publicUrls = ['https://objects.example.com'];
  server = createHttpServer(
    (incoming, response) => {
      if (incoming.url === '/waits') waits.begin(incoming);
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    },
    { clock, publicUrls, apiPath: '/public/v1' },
  );
  ({ port } = await listenLocally(server));
});
afterAll(() => closeServer(server));

async function callAs(host: string, options: { path?: string; accept?: string } = {}) {
  const { path = '/public/v1/type?a=b', accept } = options;
  const headers = { host, ...(accept !== undefined && { accept }) };
  const sent = request({ port, host: '127.0.0.1', path, headers });
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

describe('The server of the service', () => {
  test.each(['127.0.0.1', 'localhost', 'LOCALHOST:8081', '[::1]:8081'])(
    'answers to a name of this machine: %s',
    async (host) => {
      expect((await callAs(host)).status).toBe(200);
    },
  );

  test.each(['rebound.example', '127.0.0.1.rebound.example', 'localhost.example:8081'])(
    'refuses any other host name: %j',
    async (host) => {
      const { status, body } = await callAs(host);
      expect(status).toBe(421);
      expect(JSON.parse(body)).toEqual({
        timestamp: '2026-11-20T12:00:00.000Z',
        message:
          'The service doesn’t answer to this host name. Call it by its published address, or as localhost.',
        path: '/public/v1/type',
      });
    },
  );

  test('shows people in a browser a page about the wrong host name, and programs none', async () => {
    const accept = 'text/html,*/*';
    const page = await callAs('rebound.example', { path: '/account/tokens', accept });
    expect([page.status, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<h1>The service isn’t at this address</h1>');
    const ofApi = await callAs('rebound.example', { accept });
    expect([ofApi.status, ofApi.headers['content-type']]).toEqual([
      421,
      'application/json; charset=utf-8',
    ]);
  });

  describe('waits for a body as long as its size needs on a slow line', () => {
    afterEach(() => vi.useRealTimers());
    const bytes = 16_000 * 60;
    const hundredMegabytes = 100 * 1024 * 1024;

    test.each([
      ['a minute for a small one', { 'Content-Length': '100' }, 60],
      ['a minute where the size is not known', { 'Transfer-Encoding': 'chunked' }, 60],
      ['a second more for each 16 kB', { 'Content-Length': String(bytes) }, 120],
      ['for 100 MB less than two hours', { 'Content-Length': String(hundredMegabytes) }, 6_614],
      ['no longer for what is too large', { 'Content-Length': '9'.repeat(12) }, 6_614],
    ])('%s', async (_what, headers, seconds) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const pause = waits.next();
      const sent = request({ port, host: '127.0.0.1', path: '/waits', method: 'PUT', headers });
      const replied = once(sent, 'response') as Promise<[IncomingMessage]>;
      sent.flushHeaders();
      await pause;
      await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000);
      expect(waits.isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(2_000);
      const [reply] = await replied;
      expect([reply.statusCode, JSON.parse(await text(reply))]).toEqual([
        408,
        {
          timestamp: '2026-11-20T12:00:00.000Z',
          message: 'The request took too long to arrive.',
          path: '',
        },
      ]);
      expect(waits.isOver).toBe(true);
    });
  });

  test('asks browsers for https for a year, in every reply of a service that is reached by it', async () => {
    for (const host of ['localhost', 'rebound.example']) {
      expect((await callAs(host)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const socket = connect(port, '127.0.0.1');
    socket.end('not HTTP\r\n\r\n');
    expect(await text(socket)).toContain('\r\nStrict-Transport-Security: max-age=31536000\r\n');
  });

  test('asks for nothing of the kind where it is reached by http', async () => {
    const plain = createHttpServer((_, response) => response.end(), {
      clock: () => new Date(),
      publicUrls: ['http://127.0.0.1:8081', undefined],
      apiPath: '/public/v1',
    });
    const plainPort = await listen(plain, '127.0.0.1', 0);
    const reply = await fetch(`http://127.0.0.1:${plainPort}/`);
    plain.close();
    expect(reply.headers.has('strict-transport-security')).toBe(false);
  });

  test('has no reply taken for another kind of content than it says', async () => {
    for (const host of ['localhost', 'rebound.example']) {
      expect((await callAs(host)).headers['x-content-type-options']).toBe('nosniff');
    }
  });
});
