/** How much room on the disk people can take up, in bytes. */
export interface StorageBudgets {
  /** Of files that a person has announced and that no object uses. */
  readonly unusedBytesPerPerson: number;
  /** Of files that are announced in a workspace and that no object uses. */
  readonly unusedBytesPerWorkspace: number;
  /** Of all builds of a developer's apps, archives included. */
  readonly buildBytesPerPerson: number;
}

export const bytesPerMegabyte = 1024 * 1024;

export const defaultStorageBudgets: StorageBudgets = {
  unusedBytesPerPerson: 1_000 * bytesPerMegabyte,
  unusedBytesPerWorkspace: 5_000 * bytesPerMegabyte,
  buildBytesPerPerson: 2_000 * bytesPerMegabyte,
};

const wholeMegabytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Returns a size as people read it: `1,000 MB`. */
export function showMegabytes(bytes: number): string {
  return `${wholeMegabytes.format(bytes / bytesPerMegabyte)} MB`;
}
