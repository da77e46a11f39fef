import { request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../../src/service/http/http-server';

let server: Server;
let port: number;
beforeAll(async () => {
  const clock = () => new Date('2026-11-20T12:00:00Z');
  const publicUrls = ['https://objects.example.com'];
  server = createHttpServer(
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    },
    { clock, publicUrls },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function callAs(host: string) {
  const sent = request({ port, host: '127.0.0.1', path: '/public/v1/type?a=b', headers: { host } });
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

describe('The server of the service', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST:8081', '[::1]:8081'])(
    'answers to a name of this machine: %s',
    async (host) => {
      expect((await callAs(host)).status).toBe(200);
    },
  );

  it.each(['rebound.example', '127.0.0.1.rebound.example', 'localhost.example:8081'])(
    'refuses any other host name: %j',
    async (host) => {
      const { status, body } = await callAs(host);
      expect(status).toBe(421);
      expect(JSON.parse(body)).toEqual({
        timestamp: '2026-11-20T12:00:00.000Z',
        message:
          "The service doesn't answer to this host name. Call it by its published address, or as localhost.",
        path: '/public/v1/type',
      });
    },
  );

  it('has no reply taken for another kind of content than it says', async () => {
    for (const host of ['localhost', 'rebound.example']) {
      expect((await callAs(host)).headers['x-content-type-options']).toBe('nosniff');
    }
  });
});
