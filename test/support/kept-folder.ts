import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies a folder that an earlier start kept, if there is one; nothing where another process replaces it
 * meanwhile: half of each would be neither.
 *
 * @param target what is in it goes with a copy that is nothing
 */
export async function bringKept(kept: string, target: string): Promise<void> {
  const before = await identityOf(kept);
  if (before === undefined) return;
  const isCopied = await cp(kept, target, { recursive: true }).then(
    () => true,
    () => false,
  );
  if (isCopied && (await identityOf(kept)) === before) return;
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
}

/** Keeps a copy of a folder for later starts, in place of what is kept so far. */
export async function keepFolder(folder: string, kept: string): Promise<void> {
  await mkdir('test-results', { recursive: true });
  const copy = await mkdtemp('test-results/kept-');
  await cp(folder, copy, { recursive: true });
  await rename(kept, `${copy}-before`).catch(() => undefined);
  // Another process may keep its own at this moment: either will do.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true }));
  await rm(`${copy}-before`, { recursive: true, force: true });
}

/** Whether both hold what was made from the same sources. */
export async function areOfSameSources(one: string, other: string): Promise<boolean> {
  const stamp = await stampOf(one);
  return stamp !== undefined && stamp === (await stampOf(other));
}

async function stampOf(folder: string): Promise<string | undefined> {
  return readFile(join(folder, 'sources.sha256'), 'utf8').catch(() => undefined);
}

async function identityOf(folder: string): Promise<string | undefined> {
  const { ino, birthtimeMs } = (await stat(folder).catch(() => undefined)) ?? {};
  return ino === undefined ? undefined : `${ino} ${birthtimeMs}`;
}
