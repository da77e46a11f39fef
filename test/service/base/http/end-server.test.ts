import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { followRequests } from '../../../../src/service/base/http/http-server';
import { closeServer, listenLocally } from '../../../support/local-server';

let server: Server;
afterEach(() => closeServer(server));

/** Starts a server whose replies the test ends. */
async function start(limitMs?: number) {
  server = createServer();
  const end = followRequests(server, limitMs);
  const { port } = await listenLocally(server);
  /** Sends a request; resolves once the server has it. */
  const request = async () => {
    const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    const answer = fetch(`http://127.0.0.1:${port}/`).then((reply) => reply.text());
    answer.catch(() => undefined);
    const [, response] = await asked;
    return { answer, response };
  };
  return { end, request, port };
}

describe('A server that ends', () => {
  test('lets a reply under way end, and takes no other connection', async () => {
    const { end, request, port } = await start();
    const { answer, response } = await request();
    const ended = end();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    response.end('the whole reply');
    expect(await answer).toBe('the whole reply');
    await ended;
  });

  test('cuts what takes longer than the limit', async () => {
    const { end, request } = await start(50);
    const { answer } = await request();
    await end();
    await expect(answer).rejects.toThrow();
  });

  test('does not wait for a connection that asks nothing', async () => {
    const { end, port } = await start(600_000);
    const taken = once(server, 'connection');
    const closed = once(connect(port, '127.0.0.1'), 'close');
    await taken;
    await end();
    await closed;
  });
});
