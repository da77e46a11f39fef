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
