import { describe, expect, test } from 'vitest';
import { type AppCode, loadHandlers } from '../../../src/sandbox/forge/app-code';

/** A file whose functions count their calls in a memory that they share. */
function countingCode() {
  const loaded: string[] = [];
  const code: AppCode = {
    load: (fileName) => {
      loaded.push(fileName);
      let calls = 0;
      const count = () => (calls += 1);
      return Promise.resolve({ one: count, other: count });
    },
  };
  return { code, loaded };
}

const functions = [
  { key: 'first', handler: 'index.one' },
  { key: 'second', handler: 'index.other' },
];

async function call(handlers: Awaited<ReturnType<typeof loadHandlers>>, key: string) {
  const handler = await handlers.get(key)?.();
  return handler?.({}, {});
}

describe('The app’s code', () => {
  test('keeps what a function remembers for its next call, and from every other function', async () => {
    const handlers = await loadHandlers(countingCode().code, functions);
    expect(await call(handlers, 'second')).toBe(1);
    expect(await call(handlers, 'second')).toBe(2);
    expect(await call(handlers, 'first')).toBe(1);
    expect(await Promise.all([call(handlers, 'first'), call(handlers, 'second')])).toEqual([2, 3]);
  });

  test('runs once until a second function of it is called', async () => {
    const { code, loaded } = countingCode();
    const handlers = await loadHandlers(code, functions);
    await call(handlers, 'first');
    await call(handlers, 'first');
    expect(loaded).toEqual(['index']);
    await call(handlers, 'second');
    expect(loaded).toEqual(['index', 'index']);
  });

  test('is refused where it lacks a handler, before any function is called', async () => {
    const missing = [...functions, { key: 'third', handler: 'index.absent' }];
    await expect(loadHandlers(countingCode().code, missing)).rejects.toThrow(
      'The app exports no function "absent" from index (index.absent).',
    );
  });
});
