import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringKept, keepFolder } from './kept-folder';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kept-folder-'));
});
afterAll(() => rm(root, { recursive: true }));

const fileNames = Array.from({ length: 40 }, (_, index) => `${index}.txt`);

/** A folder all of whose files say the same. */
async function makeFolder(name: string, text: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  for (const file of fileNames) await writeFile(join(folder, file), text);
  return folder;
}

async function textsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
}

describe('A folder that is kept', () => {
  test('is brought whole or not at all, however often others replace it meanwhile', async () => {
    const kept = join('test-results', `kept-folder-${process.pid}`);
    const folders = [await makeFolder('one', 'one'), await makeFolder('two', 'two')];
    await Promise.all(folders.map((folder) => keepFolder(folder, kept)));
    let isOver = false;
    const replacing = folders.map(async (folder) => {
      while (!isOver) await keepFolder(folder, kept);
    });
    for (let count = 0; count < 30; count += 1) {
      const target = join(root, `target-${count}`);
      await bringKept(kept, target);
      const texts = await textsIn(target).catch(() => []);
      expect([0, fileNames.length]).toContain(texts.length);
      expect(new Set(texts).size).toBeLessThanOrEqual(1);
    }
    isOver = true;
    await Promise.all(replacing);
    await bringKept(kept, join(root, 'last'));
    expect(await textsIn(join(root, 'last'))).toHaveLength(fileNames.length);
    await rm(kept, { recursive: true });
  });
});
