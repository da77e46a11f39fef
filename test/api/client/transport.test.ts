import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { ExternalAuthAccountMethods } from '@forge/api';
import {
  createClient,
  everyEntry,
  fetchTransport,
  ServiceError,
  type Client,
  type ServiceErrorCode,
  type Transport,
} from '../../../src/api/client';
import { answer, startFaultServer, type FaultServer } from './fault-server';
import { errorOf, pageOfEntries, response, typeId } from './samples';
import fc from '../../support/property-testing';

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
    'takes the token nowhere else after a %i',
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

interface Asked {
  offset: number;
  limit: number;
}
type Answer = (asked: Asked, call: number) => unknown;

const workspaceNumber = (number: number) => ({
  id: `${typeId.slice(0, -6)}${number.toString(16).padStart(6, '0')}`,
  name: `Workspace ${number}`,
});
const workspaces = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => workspaceNumber(from + index));
const page = (result: unknown[], total: number, isLast: boolean) => ({
  total,
  pageSize: 2,
  isLast,
  result,
});

/** Consumes everything; what arrived before an error is kept. */
async function consume(answer: Answer, limit?: number) {
  const asked: Asked[] = [];
  const client = createClient({
    transport: (path) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const next = { offset: Number(query.get('offset')), limit: Number(query.get('limit')) };
      asked.push(next);
      if (asked.length > 100) throw new Error('The iteration does not end.');
      return Promise.resolve(response(200, answer(next, asked.length)));
    },
  });
  const names: string[] = [];
  let error: unknown;
  try {
    for await (const { name } of everyEntry(client.workspaces.list, { limit })) names.push(name);
  } catch (caught) {
    error = caught;
  }
  return { names, asked, error };
}

/** A service with that many entries, as the API promises. */
const honest =
  (total: number): Answer =>
  ({ offset, limit }) => {
    const count = Math.max(0, Math.min(limit, total - offset));
    return page(workspaces(offset, count), total, offset + count >= total);
  };

describe('everyEntry', () => {
  test('brings every entry once, in order, with as many calls as there are pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), async (total, limit) => {
        const { names, asked, error } = await consume(honest(total), limit);
        expect(error).toBeUndefined();
        expect(names).toEqual(workspaces(0, total).map(({ name }) => name));
        expect(asked).toHaveLength(Math.max(1, Math.ceil(total / limit)));
      }),
    );
  });

  test('asks for the largest pages unless told otherwise', async () => {
    expect((await consume(honest(3))).asked).toEqual([{ offset: 0, limit: 200 }]);
  });

  test('asks for smaller pages where the service says that they are too large', async () => {
    const asked: number[] = [];
    const entries: string[] = [];
    const tooLarge = { reason: 'These types are too large for one answer. Ask for fewer.' };
    const fetchPage = ({ offset, limit }: { offset: number; limit: number }) => {
      asked.push(limit);
      if (limit > 60) return Promise.reject(new ServiceError('invalid', 'Refused.', tooLarge));
      const all = Array.from({ length: 130 }, (_, index) => ({ id: String(index) }));
      const result = all.slice(offset, offset + limit);
      return Promise.resolve({
        total: 130,
        pageSize: limit,
        isLast: offset + limit >= 130,
        result,
      });
    };
    for await (const { id } of everyEntry(fetchPage)) entries.push(id);
    expect(asked).toEqual([200, 100, 50, 50, 50]);
    expect(entries).toHaveLength(130);
    const refuse = () => Promise.reject(new ServiceError('invalid', 'Refused.', tooLarge));
    await expect(everyEntry(refuse, { limit: 2 }).next()).rejects.toThrow('Refused.');
  });

  test('asks for no page that nobody consumes', async () => {
    let calls = 0;
    const client = createClient({
      transport: () => {
        calls += 1;
        return Promise.resolve(response(200, page(workspaces(0, 2), 9, false)));
      },
    });
    for await (const entry of everyEntry(client.workspaces.list, { limit: 2 })) {
      expect(entry).toEqual(workspaceNumber(0));
      break;
    }
    expect(calls).toBe(1);
  });

  test('continues behind shorter pages than it asked for', async () => {
    const answer: Answer = ({ offset }) => page(workspaces(offset, 1), 3, offset === 2);
    expect((await consume(answer, 2)).names).toHaveLength(3);
  });

  test('brings an entry once where an insertion shifts it onto the next page', async () => {
    const pages = [page(workspaces(1, 2), 3, false), page(workspaces(2, 2), 4, true)];
    const { names, error } = await consume((_, call) => pages[call - 1], 2);
    expect(error).toBeUndefined();
    expect(names).toEqual(['Workspace 1', 'Workspace 2', 'Workspace 3']);
  });

  test('ends with the page that says it is the last where the total shrinks meanwhile', async () => {
    const pages = [page(workspaces(0, 2), 4, false), page([], 1, true)];
    const { names, error } = await consume((_, call) => pages[call - 1], 2);
    expect(error).toBeUndefined();
    expect(names).toHaveLength(2);
  });
});

describe('everyEntry ends with an error, after what has arrived, where', () => {
  const growing = (call: number) => 1_000 * call;
  const cases: Record<string, { answer: Answer; arrived: number }> = {
    'the page repeats': {
      answer: (_, call) => page(workspaces(0, 2), growing(call), false),
      arrived: 2,
    },
    'the pages go round in a circle': {
      answer: (_, call) => page(workspaces(2 * (call % 3), 2), growing(call), false),
      arrived: 6,
    },
    'an empty page is not the last': { answer: () => page([], 5, false), arrived: 0 },
    'no page is ever the last': {
      answer: ({ offset }) => page(workspaces(offset, 2), 5, false),
      arrived: 4,
    },
    'a page does not say whether it is the last': {
      answer: () => ({ total: 1, pageSize: 2, result: workspaces(0, 1) }),
      arrived: 0,
    },
    'a page holds more than was asked for': {
      answer: () => page(workspaces(0, 3), 3, true),
      arrived: 0,
    },
    'the total is no number': {
      answer: () => ({ total: 'many', pageSize: 2, isLast: true, result: [] }),
      arrived: 0,
    },
  };

  test.each(Object.entries(cases))('%s', async (_, { answer, arrived }) => {
    const { names, error } = await consume(answer, 2);
    expect(error).toHaveProperty('code', 'unexpectedReply');
    expect(names).toHaveLength(arrived);
  });
});
