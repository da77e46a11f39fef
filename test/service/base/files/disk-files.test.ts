import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { openDiskFiles, FileCutOff } from '../../../../src/service/base/files/file-store';

const opened = await openDiskFiles('memory');
const { files } = opened;
afterAll(() => opened.close());

async function* brokenBy(error: Error) {
  yield Buffer.from('the first half');
  await Promise.resolve();
  throw error;
}

test('keeps nothing of a file that was cut off, and says that it was', async () => {
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const put = files.put('cut', Readable.from(brokenBy(reset)), 100);
  await expect(put).rejects.toThrow(FileCutOff);
  expect(await files.findSize('cut')).toBeUndefined();
});

test('passes on what else fails', async () => {
  const full = Object.assign(new Error('No space left'), { code: 'ENOSPC' });
  await expect(files.put('full', Readable.from(brokenBy(full)), 100)).rejects.toBe(full);
});

test('keeps files for its user alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-files-'));
  const kept = await openDiskFiles(folder);
  await kept.files.put('contents/one', Readable.from([Buffer.from('x')]), 100);
  const modes = ['files', 'files/.incoming', 'files/contents', 'files/contents/one'].map(
    async (path) => ((await stat(join(folder, path))).mode & 0o777).toString(8),
  );
  expect(await Promise.all(modes)).toEqual(['700', '700', '700', '600']);
  await kept.close();
  await rm(folder, { recursive: true });
});

test('removes at its start what was arriving when a process was ended, and nothing that still arrives', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-files-'));
  const incoming = join(folder, 'files', '.incoming');
  await mkdir(incoming, { recursive: true });
  const dayBefore = new Date(Date.now() - 25 * 60 * 60_000);
  for (const name of ['abandoned', 'arriving'])
    await writeFile(join(incoming, name), 'the first half');
  await utimes(join(incoming, 'abandoned'), dayBefore, dayBefore);
  await (await openDiskFiles(folder)).close();
  expect(await readdir(incoming)).toEqual(['arriving']);
  await rm(folder, { recursive: true });
});
