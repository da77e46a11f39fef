import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUse, takeDirectory } from '../../src/sandbox/directory-lock';

describe('A data directory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'directory-lock-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is refused while another process has it, with what to do', async () => {
    await writeFile(join(directory, 'in-use-by'), String(process.ppid));
    const attempt = takeDirectory(directory);
    await expect(attempt).rejects.toBeInstanceOf(DirectoryInUse);
    await expect(attempt).rejects.toThrow(`in use by the process ${process.ppid}`);
    await expect(attempt).rejects.toThrow('DATA_DIR=');
  });

  it.each(['99999999', 'nonsense', ''])(
    'is taken over from what no longer runs: %j',
    async (old) => {
      await writeFile(join(directory, 'in-use-by'), old);
      await expect(takeDirectory(directory)).resolves.toBeTypeOf('function');
    },
  );

  it('is made where it is missing, and free again when it was given back', async () => {
    const missing = join(directory, 'missing');
    const giveBack = await takeDirectory(missing);
    await giveBack();
    await expect(takeDirectory(missing)).resolves.toBeTypeOf('function');
  });
});
