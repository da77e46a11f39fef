import { describe, expect, test } from 'vitest';
import { createClient, everyEntry } from '../../../src/api/client';
import { response, typeId } from './samples';
import fc from '../../support/property-testing';

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
