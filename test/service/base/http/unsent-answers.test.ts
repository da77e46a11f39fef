import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createErrorHandler } from '../../../../src/service/base/http/error-reply';
import {
  UnsentAnswers,
  limitUnsentAnswers,
  makeRoomForAnswer,
  takeTurnToBuild,
} from '../../../../src/service/base/http/unsent-answers';

const megabyte = 1_000_000;
/** More than connections buffer, so that it isn't sent before the client reads it. */
const large = 'x'.repeat(20 * megabyte);
const small = 'x'.repeat(1_000);

async function startServer(options: ConstructorParameters<typeof UnsentAnswers>[0]) {
  const app = fastify();
  limitUnsentAnswers(app, new UnsentAnswers(options), ({ method }) => method === 'GET');
  app.setErrorHandler(
    createErrorHandler({ clock: () => new Date(), apiPath: '', homeAddress: '/' }),
  );
  app.get('/large', () => large);
  app.post('/large', () => large);
  app.get('/small', () => small);
  app.route({
    method: ['GET', 'POST'],
    url: '/building',
    handler: async () => {
      await makeRoomForAnswer(20 * megabyte);
      return small;
    },
  });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  /** Asks for an answer that isn't read. Returns when the first of it is there. */
  const leaveUnread = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => socket.once('readable', resolve));
    return socket;
  };
  return { url: `http://127.0.0.1:${port}`, leaveUnread, close: () => app.close() };
}

describe('answers that are built and not sent yet', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    server = await startServer({ maximumBytes: 48 * megabyte });
  });
  afterAll(() => server.close());

  const read = async (path: string, method = 'GET') => {
    const response = await fetch(server.url + path, { method });
    const { length } = await response.text();
    return { status: response.status, length, retryAfter: response.headers.get('retry-after') };
  };

  test('are refused with Retry-After where there is no room for them, until a connection ends', async () => {
    const unread = [await server.leaveUnread(), await server.leaveUnread()];
    expect(await read('/large')).toMatchObject({ status: 503, retryAfter: '5' });
    unread[0]!.destroy();
    await expect.poll(() => read('/large')).toMatchObject({ status: 200, length: large.length });
    unread[1]!.destroy();
  });

  test('leave room for small ones, and for what was changed already', async () => {
    const unread = [await server.leaveUnread(), await server.leaveUnread()];
    expect(await read('/small')).toMatchObject({ status: 200, length: small.length });
    expect(await read('/large', 'POST')).toMatchObject({ status: 200, length: large.length });
    for (const socket of unread) socket.destroy();
  });

  test('count twice while they are built', async () => {
    await expect.poll(() => read('/building')).toMatchObject({ status: 200 });
    const unread = await server.leaveUnread();
    expect(await read('/building')).toMatchObject({ status: 503, retryAfter: '5' });
    expect(await read('/building', 'POST')).toMatchObject({ status: 200 });
    unread.destroy();
    await expect.poll(() => read('/building')).toMatchObject({ status: 200 });
  });

  test('give their room back when they are sent', async () => {
    for (let count = 0; count < 4; count += 1) {
      expect(await read('/large')).toMatchObject({ status: 200 });
    }
  });
});

test('builds large answers one at a time, and does other work in between', async () => {
  const done: string[] = [];
  const build = async (name: string, bytes: number) => {
    await takeTurnToBuild(bytes);
    done.push(name);
  };
  const builds = [build('large', megabyte), build('large', megabyte), build('small', 1_000)];
  const others = async () => {
    for (let count = 0; count < 4; count += 1) {
      await setImmediate();
      done.push('other');
    }
  };
  await Promise.all([...builds, others()]);
  expect(done.join(' ')).toMatch(/^small .*large other .*large other/);
});

test('ends the connection of a client that leaves its answer unread', async () => {
  const server = await startServer({ maximumBytes: 30 * megabyte, stallLimitMs: 100 });
  const unread = await server.leaveUnread();
  await expect
    .poll(async () => {
      const response = await fetch(`${server.url}/large`);
      await response.arrayBuffer();
      return response.status;
    })
    .toBe(200);
  unread.destroy();
  await server.close();
});
