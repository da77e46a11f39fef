import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonLinesRecordFile, type RecordFile } from '../../../src/sandbox/state-files/record-file';
import fc from '../../support/property-testing';
import { jsonStateFile } from '../../../src/sandbox/state-files/state-file';
import { stateSaver } from '../../../src/sandbox/state-files/state-saver';

let directory: string;
let path: string;
let file: RecordFile;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'record-file-'));
  path = join(directory, 'deep/records.jsonl');
  file = jsonLinesRecordFile(path);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const readAgain = () => jsonLinesRecordFile(path).read();
const sizeOf = async () => (await stat(path)).size;

describe('A record file', () => {
  test('gives back what was written last, to its owner alone', async () => {
    expect(await file.read()).toEqual(new Map());
    const records = new Map<string, unknown>([
      ['one', { value: 1 }],
      ['two', null],
    ]);
    await file.write(records);
    expect([...((await readAgain()) ?? [])]).toEqual([...records]);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await readdir(join(directory, 'deep'))).toEqual(['records.jsonl']);
  });

  test('writes what changed and nothing else', async () => {
    const large = { text: 'x'.repeat(100_000) };
    const records = new Map<string, unknown>([
      ['large', large],
      ['small', 1],
      ['old', 1],
    ]);
    await file.write(records);
    const before = await sizeOf();
    records.set('small', 2).delete('old');
    await file.write(records);
    expect((await sizeOf()) - before).toBeLessThan(100);
    expect(await readAgain()).toEqual(records);
    await file.write(records);
    expect((await sizeOf()) - before).toBeLessThan(100);
  });

  test('stays below twice what it holds, from a megabyte on', async () => {
    const records = new Map<string, unknown>([['still', 'x'.repeat(1_500_000)]]);
    for (let round = 0; round < 100; round += 1) {
      await file.write(records.set('changing', `${'y'.repeat(100_000)}${round}`));
      expect(await sizeOf()).toBeLessThan(2 * 1_700_000);
    }
    expect(await readAgain()).toEqual(records);
  });

  test('broken off at any byte of a write holds what was safe before, and takes the next one', async () => {
    await file.write(new Map([['key', 'before']]));
    const safe = await sizeOf();
    await file.write(
      new Map([
        ['key', 'after'],
        ['other', 'new'],
      ]),
    );
    const whole = await readFile(path);
    for (let length = safe; length < whole.length; length += 1) {
      await writeFile(path, whole);
      await truncate(path, length);
      const restarted = jsonLinesRecordFile(path);
      const records = await restarted.read();
      expect(records).toEqual(new Map([['key', 'before']]));
      await restarted.write(new Map(records).set('next', true));
      expect(await readAgain()).toEqual(
        new Map<string, unknown>([
          ['key', 'before'],
          ['next', true],
        ]),
      );
    }
  });

  test.each(['not json', '{"a":1}', '[["key",1,2]]', '[[1]]'])(
    'with a line that is none of its own cannot be used, and is set aside: %s',
    async (line) => {
      await file.write(new Map([['key', 1]]));
      await appendFile(path, `${line}\n`);
      expect(await readAgain()).toBeUndefined();
      expect(await readFile(await file.setAside(), 'utf8')).toContain(line);
      expect(await readAgain()).toEqual(new Map());
    },
  );

  test('reads one long line about as fast as many short ones', async () => {
    const timeOf = async (records: Map<string, unknown>) => {
      await jsonLinesRecordFile(path).write(records);
      const before = process.cpuUsage();
      expect(await readAgain()).toEqual(records);
      // Of the processor, since other tests take time at the same time.
      return process.cpuUsage(before).user;
    };
    const text = 'x'.repeat(100_000);
    const short = await timeOf(new Map(Array.from({ length: 300 }, (_, key) => [`${key}`, text])));
    const long = await timeOf(new Map([['long', text.repeat(300)]]));
    expect(long / short).toBeLessThan(5);
  });

  test('that could not be written is whole again with the next write', async () => {
    await writeFile(join(directory, 'deep'), 'a file where the folder should be');
    await expect(file.write(new Map([['key', 1]]))).rejects.toThrow();
    await rm(join(directory, 'deep'));
    await file.write(new Map([['key', 1]]));
    expect(await readAgain()).toEqual(new Map([['key', 1]]));
  });

  test('holds whatever was written, over restarts', async () => {
    const change = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      value: fc.option(fc.jsonValue(), { nil: undefined }),
      isRestart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change), async (steps) => {
        await rm(path, { force: true });
        let current = jsonLinesRecordFile(path);
        const expected = new Map<string, unknown>();
        for (const { key, value, isRestart } of steps) {
          if (value === undefined) expected.delete(key);
          else expected.set(key, value);
          await current.write(expected);
          if (isRestart) current = jsonLinesRecordFile(path);
        }
        expect((await current.read()) ?? 'unusable').toEqual(
          new Map(JSON.parse(JSON.stringify([...expected])) as [string, unknown][]),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('A state file', () => {
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'state-file-'));
    path = join(directory, 'deep/state.json');
  });

  test('gives back what was written last, to its owner alone', async () => {
    const file = jsonStateFile(path);
    expect(await file.read()).toBeUndefined();
    await file.write({ round: 1 });
    expect(await jsonStateFile(path).read()).toEqual({ round: 1 });
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test('leaves nothing beside it', async () => {
    const file = jsonStateFile(path);
    for (const round of [1, 2, 2, 3]) await file.write({ round });
    expect(await file.read()).toEqual({ round: 3 });
    expect(await readdir(join(directory, 'deep'))).toEqual(['state.json']);
  });

  test('cut in the middle is no value that anything takes for its state', async () => {
    const file = jsonStateFile(path);
    await file.write({ round: 1 });
    await writeFile(path, '{"round": ');
    expect(await file.read()).toHaveProperty('unreadable');
    const name = await file.setAside();
    expect(await readFile(name, 'utf8')).toBe('{"round": ');
    expect(await file.read()).toBeUndefined();
  });

  test('that cannot be written says so each time, and is written once it can be', async () => {
    await writeFile(join(directory, 'deep'), 'a file where the folder should be');
    const file = jsonStateFile(path);
    await expect(file.write(1)).rejects.toThrow();
    await expect(file.write(1)).rejects.toThrow();
    await rm(join(directory, 'deep'));
    await file.write(1);
    expect(await file.read()).toBe(1);
  });
});

describe('State that is saved', () => {
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
