import { beforeEach, describe, expect, test } from 'vitest';
import { stateSaver } from '../../../src/sandbox/state-files/state-saver';

/** What is on disk, oldest first, and what keeps the next write from ending. */
let written: string[];
let isDiskFull: boolean;
let state: string;
let save: () => Promise<void>;

beforeEach(() => {
  written = [];
  isDiskFull = false;
  state = '';
  save = stateSaver({
    file: {
      write: async (text: string) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (isDiskFull) throw new Error('ENOSPC');
        written.push(text);
      },
    },
    describe: () => state,
    restore: (text) => {
      state = text;
    },
  });
});

/** Adds a letter, as a call would that changes something. */
function change(letter: string): Promise<void> {
  state += letter;
  return save();
}

const statusesOf = async (saves: readonly Promise<void>[]) =>
  (await Promise.allSettled(saves)).map(({ status }) => status);

describe('State that is saved', () => {
  test('is written once for all changes that come during a write', async () => {
    const first = change('a');
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    await Promise.all([first, change('b'), change('c')]);
    expect(written).toEqual(['a', 'abc']);
  });

  test('is what it was before the change whose write failed', async () => {
    await change('a');
    isDiskFull = true;
    expect(await statusesOf([change('b')])).toEqual(['rejected']);
    expect(state).toBe('a');
    isDiskFull = false;
    await change('c');
    expect(written).toEqual(['a', 'ac']);
  });

  test('keeps nothing of any change that was told of a failure', async () => {
    await change('a');
    isDiskFull = true;
    const failing = change('b');
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    const waiting = change('c');
    expect(await statusesOf([failing, waiting])).toEqual(['rejected', 'rejected']);
    expect(state).toBe('a');
  });

  test('keeps a change that comes as soon as a failure is known', async () => {
    isDiskFull = true;
    const later = change('a').catch(() => {
      isDiskFull = false;
      return change('b');
    });
    await later;
    expect([state, written]).toEqual(['b', ['b']]);
  });
});
