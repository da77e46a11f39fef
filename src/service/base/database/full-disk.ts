import { statfs } from 'node:fs/promises';

/**
 * How much of its disk the service leaves free. The embedded database needs room for the next segments of
 * its log (16 MB each) even to open its data: one that runs out of it there answers nothing any more.
 */
const reservedBytes = 64 * 1024 * 1024;

/** The disk has too little room for a change, and nothing was changed. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** How Postgres and the system say that a disk is full, or that someone has used up their share of it. */
const fullCodes: readonly unknown[] = ['53100', 'ENOSPC', 'EDQUOT'];

export function isDiskFull(error: unknown): boolean {
  if (error instanceof DiskFull) return true;
  return error instanceof Error && 'code' in error && fullCodes.includes(error.code);
}

/** Returns whether the disk of a folder has room for changes, as far as that can be told. */
export async function hasRoom(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= reservedBytes,
    () => true,
  );
}

/** @throws DiskFull */
export async function assertRoom(folder: string): Promise<void> {
  if (!(await hasRoom(folder))) throw new DiskFull('The disk has less than 64 MB left.');
}
