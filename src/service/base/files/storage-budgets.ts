/** How much room on the disk people can take up, in bytes. */
export interface StorageBudgets {
  /** Of files that a person has announced and that no object uses. */
  readonly unusedBytesPerPerson: number;
  /** Of files that are announced in a workspace and that no object uses. */
  readonly unusedBytesPerWorkspace: number;
  /** The size of the values and used files of a workspace, beyond which it takes no more. */
  readonly bytesPerWorkspace: number;
  /** Of all builds of a developer's apps, archives included. */
  readonly buildBytesPerPerson: number;
}

export const bytesPerMegabyte = 1024 * 1024;
export const bytesPerGigabyte = 1024 * bytesPerMegabyte;

export const defaultStorageBudgets: StorageBudgets = {
  unusedBytesPerPerson: 1_000 * bytesPerMegabyte,
  unusedBytesPerWorkspace: 5_000 * bytesPerMegabyte,
  bytesPerWorkspace: 20 * bytesPerGigabyte,
  buildBytesPerPerson: 2_000 * bytesPerMegabyte,
};

const rounded = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Returns a size as people read it: `1,000 MB`. */
export function showMegabytes(bytes: number): string {
  return `${rounded.format(bytes / bytesPerMegabyte)} MB`;
}

/** Returns a size as people read it: `20 GB`, and below one gigabyte `12.5 MB`. */
export function showGigabytes(bytes: number): string {
  if (bytes < bytesPerGigabyte) return showMegabytes(bytes);
  return `${rounded.format(bytes / bytesPerGigabyte)} GB`;
}
