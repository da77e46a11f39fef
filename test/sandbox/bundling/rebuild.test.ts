import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rebuildIfChanged } from '../../../src/sandbox/bundling/rebuild';

describe('A build of the sandbox', () => {
  let root: string;
  let builds: number;
  const build = () => {
    builds += 1;
    return Promise.resolve();
  };
  beforeEach(async () => {
    builds = 0;
    root = await mkdtemp(join(tmpdir(), 'rebuild-'));
    await mkdir(join(root, 'src/app'), { recursive: true });
    await mkdir(join(root, 'build'));
    for (const path of ['src/app/a.ts', 'manifest.yml', 'package-lock.json']) {
      await writeFile(join(root, path), path);
    }
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const start = () => rebuildIfChanged(join(root, 'build'), build, root);

  test('is made once and used again', async () => {
    await start();
    await start();
    expect(builds).toBe(1);
  });

  test.each(['src/app/a.ts', 'src/app/new.ts', 'manifest.yml', 'package-lock.json'])(
    'is made anew after a change of %s',
    async (path) => {
      await start();
      await appendFile(join(root, path), 'changed');
      await start();
      expect(builds).toBe(2);
    },
  );

  test('is made anew after one that failed', async () => {
    await start();
    await appendFile(join(root, 'manifest.yml'), 'changed');
    const failing = () => Promise.reject(new Error('does not compile'));
    await expect(rebuildIfChanged(join(root, 'build'), failing, root)).rejects.toThrow('compile');
    await start();
    expect(builds).toBe(2);
  });
});
