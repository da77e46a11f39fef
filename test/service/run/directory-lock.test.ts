import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  DirectoryInUse,
  UnusableDirectory,
  takeDirectory,
} from '../../../src/service/run/directory-lock';
import { bundleProgram } from '../../support/bundle-program';

let directory: string;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'directory-lock-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

const takeInAnother = `
  const { takeDirectory } = await import(process.argv[1]);
  await takeDirectory(process.argv[2]).then(
    () => console.log('taken'),
    (error) => console.log(String(error)),
  );
  setInterval(() => undefined, 1000);`;

/** Another process tries to take the directory; returns it with what became of it. */
async function anotherProcess({ uid }: { uid?: number } = {}) {
  const program = await bundleProgram('src/service/run/directory-lock.ts');
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', takeInAnother, pathToFileURL(program).href, directory],
    { stdio: ['ignore', 'pipe', 'inherit'], ...(uid !== undefined && { uid }) },
  );
  running.add(child);
  const [outcome] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, outcome: outcome.toString().trim() };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  running.delete(child);
}

describe('A data directory', { timeout: 60_000 }, () => {
  test('is refused while another process has it, with what to do, and free once that was killed', async () => {
    const { child, outcome } = await anotherProcess();
    expect(outcome).toBe('taken');
    const attempt = takeDirectory(directory);
    await expect(attempt).rejects.toBeInstanceOf(DirectoryInUse);
    await expect(attempt).rejects.toThrow('in use by another process');
    await expect(attempt).rejects.toThrow('DATA_DIR=');
    await end(child);
    const giveBack = await takeDirectory(directory);
    expect(await readdir(directory)).toHaveLength(1);
    await giveBack();
    expect(await readdir(directory)).toEqual([]);
  });

  test('is refused while a process that is stopped has it', async () => {
    const { child } = await anotherProcess();
    child.kill('SIGSTOP');
    await expect(takeDirectory(directory)).rejects.toBeInstanceOf(DirectoryInUse);
  });

  test('is taken by at most one of several at the same time', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeDirectory(directory)),
    );
    const taken = attempts.filter(({ status }) => status === 'fulfilled');
    expect(taken.length).toBeLessThanOrEqual(1);
    for (const attempt of attempts) if (attempt.status === 'fulfilled') await attempt.value();
    const giveBack = await takeDirectory(directory);
    await giveBack();
  });

  test('is refused where a process on another machine may have it', async () => {
    const giveBack = await takeDirectory(directory);
    const [name = ''] = await readdir(directory);
    const elsewhere = name.replace(/^in-use-.{6}/, 'in-use-000000');
    await rename(join(directory, name), join(directory, elsewhere));
    await giveBack();
    const attempt = takeDirectory(directory);
    await expect(attempt).rejects.toBeInstanceOf(DirectoryInUse);
    await expect(attempt).rejects.toThrow(`delete ${join(directory, elsewhere)}`);
  });

  const isRoot = process.getuid?.() === 0;
  const somebody = 65_534;

  test.runIf(isRoot).each(['.', 'database', 'files'])(
    'is refused and stays as it is where it is somebody else’s, with as whom to run: %s',
    async (part) => {
      await mkdir(join(directory, part), { recursive: true });
      await chown(join(directory, part), somebody, somebody);
      const attempt = takeDirectory(directory);
      await expect(attempt).rejects.toBeInstanceOf(UnusableDirectory);
      await expect(attempt).rejects.toThrow(
        /belongs to nobody, and this runs as root.* sudo -u nobody /,
      );
      await expect(attempt).rejects.toThrow(`DATA_DIR=${directory}`);
      expect(await readdir(directory)).toEqual(part === '.' ? [] : [part]);
    },
  );

  test.runIf(isRoot)('is refused to whoever can’t open what root made in it', async () => {
    await mkdir(join(directory, 'database'), { mode: 0o700 });
    await chown(directory, somebody, somebody);
    const { outcome } = await anotherProcess({ uid: somebody });
    expect(outcome).toBe(
      `UnusableDirectory: ${directory}/database can't be used by nobody: it belongs to root. Its data is still there. A command has probably run as root. If the service runs as nobody, give the files back: sudo chown -R nobody ${directory}`,
    );
  });

  test('is made for its owner alone where it is missing, and free again when it was given back', async () => {
    const missing = join(directory, 'missing', 'deeper');
    const giveBack = await takeDirectory(missing);
    expect((await stat(missing)).mode & 0o777).toBe(0o700);
    await giveBack();
    await expect(takeDirectory(missing)).resolves.toBeTypeOf('function');
  });

  test.each([
    ['a file in its place', (path: string) => writeFile(path, ''), 'data', 'is a file'],
    ['a file above it', (path: string) => writeFile(path, ''), 'data/deeper', 'a file is in its'],
    [
      'a path that is too long',
      (path: string) => mkdir(path),
      `data/${'x'.repeat(100)}`,
      'too long',
    ],
  ])('cannot be %s, which is said in a sentence', async (_what, prepare, path, message) => {
    await prepare(join(directory, 'data'));
    const attempt = takeDirectory(join(directory, path));
    await expect(attempt).rejects.toBeInstanceOf(UnusableDirectory);
    await expect(attempt).rejects.toThrow(message);
  });

  test.runIf(process.platform === 'linux').each([
    ['/proc/x', "can't be created"],
    ['/proc/x/deeper', "can't be created"],
    ['/proc', "/proc can't be"],
  ])('cannot be where nothing can be written: %s', async (path, message) => {
    const attempt = takeDirectory(path);
    await expect(attempt).rejects.toBeInstanceOf(UnusableDirectory);
    await expect(attempt).rejects.toThrow(message);
  });
});
