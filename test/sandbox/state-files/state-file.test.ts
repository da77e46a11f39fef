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
