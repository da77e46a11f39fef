import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonStateFile } from '../../../src/sandbox/state-files/state-file';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'state-file-'));
  path = join(directory, 'deep/state.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('A state file', () => {
  test('gives back what was written last, to its owner alone', async () => {
    const file = jsonStateFile(path);
    expect(await file.read()).toBeUndefined();
    await file.write({ round: 1 });
    expect(await jsonStateFile(path).read()).toEqual({ round: 1 });
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test('holds the last of many writes at once, and every write waits until it is safe', async () => {
    const file = jsonStateFile(path);
    const writes = Array.from({ length: 50 }, (_, round) => file.write({ round }));
    await writes[0];
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('round');
    await Promise.all(writes);
    expect(await file.read()).toEqual({ round: 49 });
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

  test('that cannot be written says so to everyone who waits', async () => {
    await writeFile(join(directory, 'deep'), 'a file where the folder should be');
    const file = jsonStateFile(path);
    const results = await Promise.allSettled([file.write(1), file.write(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
