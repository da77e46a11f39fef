import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { ExternalAuthAccountMethods } from '@forge/api';
import {
  createClient,
  fetchTransport,
  ServiceError,
  type Client,
  type ServiceErrorCode,
  type Transport,
} from '../../../src/api/client';
import { answer, startFaultServer, type FaultServer } from './fault-server';
import { errorOf, pageOfEntries } from './samples';

const token = 'canary-token-7f3a';
const emptyPage = JSON.stringify(pageOfEntries([]));

let service: FaultServer;
let elsewhere: FaultServer;
beforeAll(async () => {
  [service, elsewhere] = await Promise.all([startFaultServer(), startFaultServer()]);
});
afterAll(async () => {
  await Promise.all([service.close(), elsewhere.close()]);
});

describe('fetchTransport', () => {
  test('adds the token and the given headers', async () => {
    service.answerWith(answer(200, emptyPage));
    const transport = fetchTransport(service.url, { token, headers: { 'x-trace': '1' } });
    await createClient({ transport }).workspaces.list();
    expect(service.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-trace': '1',
      accept: 'application/json',
    });
  });

  test.each(['', '/', '/behind/a/proxy', '/behind/a/proxy/'])(
    'keeps the path "%s" of the address in front',
    async (path) => {
      service.answerWith(answer(200, emptyPage));
      await createClient({ transport: fetchTransport(service.url + path) }).workspaces.list();
      const expected = `${path.replace(/\/$/, '')}/public/v1/workspace?offset=0&limit=50`;
      expect(service.seen[0]?.path).toBe(expected);
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'takes the token nowhere else when the service answers %i',
    async (status) => {
      elsewhere.answerWith(answer(200, emptyPage));
      service.answerWith(answer(status, '', { location: `${elsewhere.url}/public/v1/workspace` }));
      const client = createClient({ transport: fetchTransport(service.url, { token }) });
      const error = await errorOf(client.workspaces.list());
      expect(error).toMatchObject({ code: 'unexpectedReply', status });
      expect(elsewhere.seen).toEqual([]);
    },
  );

  test('ends the connection when the deadline passes within the body', async () => {
    let passTime = (): void => undefined;
    const passed = new Promise<void>((resolve) => (passTime = resolve));
    const closed = new Promise((resolve) => {
      service.answerWith((_, response) => {
        response.writeHead(200).write('{');
        response.on('close', resolve);
      });
    });
    const clock = { now: () => Date.now(), sleep: () => passed };
    const plain = fetchTransport(service.url);
    const transport: Transport = (path, request) => plain(path, request).finally(passTime);
    const client = createClient({ transport, clock });
    expect(await errorOf(client.workspaces.list())).toHaveProperty('code', 'timeout');
    await closed;
  });

  test.each([`${token}\n`, `${token}\r\nx: y`, `${token}\u0000`, `${token}é💻`])(
    'either sends or refuses an odd token, never repeating it (%j)',
    async (odd) => {
      const error = await errorOf(
        (async () => {
          const transport = fetchTransport('http://127.0.0.1:1', { token: odd });
          await createClient({ transport }).workspaces.list();
        })(),
      );
      expect(error).toBeInstanceOf(ServiceError);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(token);
    },
  );

  test.each([
    'not an address',
    'ftp://wds.example.com',
    'file:///etc/hosts',
    `https://user:${token}@wds.example.com`,
    `https://${token}@wds.example.com`,
    `https://:${token}@wds.example.com`,
    `https://wds.example.com?key=${token}`,
    `https://wds.example.com#${token}`,
  ])('refuses the address %s without repeating it', (address) => {
    expect.assertions(2);
    try {
      fetchTransport(address);
    } catch (error) {
      expect(error).toHaveProperty('code', 'cannotSend');
      expect(inspect(error)).not.toContain(token);
    }
  });

  test('refuses a path that would lead to another host', async () => {
    const transport = fetchTransport('https://wds.example.com', { token });
    const error = await errorOf(transport('.evil.example/', { method: 'GET', headers: {} }));
    expect(error).toHaveProperty('code', 'cannotSend');
  });
});

describe('types', () => {
  test("the platform's provider fetch is a transport, as is plain fetch", () => {
    expectTypeOf<ExternalAuthAccountMethods['fetch']>().toExtend<Transport>();
    expectTypeOf<typeof fetch>().toExtend<Transport>();
  });

  test('error codes stay narrow', () => {
    expectTypeOf<ServiceErrorCode>().not.toEqualTypeOf<string>();
    expectTypeOf<ServiceError['code']>().toEqualTypeOf<ServiceErrorCode>();
  });

  test('replies and arguments are those of the endpoint', () => {
    type Objects = ReturnType<Client['inWorkspace']>['objects'];
    expectTypeOf<Awaited<ReturnType<Objects['get']>>['label']>().toEqualTypeOf<string>();
    expectTypeOf<Awaited<ReturnType<Objects['delete']>>>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<Objects['create']>[0]['typeId']>().toEqualTypeOf<string>();
    expectTypeOf<Parameters<Client['workspaces']['list']>[0]>().toEqualTypeOf<
      { offset?: number; limit?: number } | undefined
    >();
  });
});
