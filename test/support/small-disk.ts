import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** At night: only a disk of the test's own can be filled, and only root gets one. */
export const hasSmallDisk =
  process.env['FULL_DISK'] !== undefined &&
  process.platform === 'linux' &&
  process.getuid?.() === 0;

export interface SmallDisk {
  readonly folder: string;
  /** Fills it up to some bytes. */
  fill(leftBytes: number): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a disk in memory that a test can fill. */
export async function mountSmallDisk(size: '400m'): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  await chmod(folder, 0o755);
  const fillers: string[] = [];
  return {
    folder,
    fill: async (leftBytes) => {
      const { bavail, bsize } = await statfs(folder);
      const filler = join(folder, `filler-${fillers.length}`);
      fillers.push(filler);
      // Another process may write to it meanwhile: it's full then, too.
      await writeFile(filler, Buffer.alloc(bavail * bsize - leftBytes)).catch(ignoreFull);
    },
    makeRoom: async () => {
      for (const filler of fillers.splice(0)) await rm(filler);
    },
    remove: async () => {
      execFileSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

function ignoreFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error;
}
