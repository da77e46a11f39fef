import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where a part of the sandbox keeps its state between two starts. */
export interface StateFile {
  /** Returns what was written last, `undefined` where nothing was. Not checked: parse it. */
  read(): Promise<unknown>;
  /**
   * Resolves once the value is safe from a crash; a crash in between leaves the value before. One
   * write at a time: {@link stateSaver}.
   */
  write(value: unknown): Promise<void>;
  /** Moves unusable content out of the way and returns the name that it has now. */
  setAside(): Promise<string>;
}

/** Tells whoever runs the sandbox in a sentence what was lost, and where its copy is. */
export type Warn = (message: string) => void;

export function noStateFile(): StateFile {
  return {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
    setAside: () => Promise.resolve('nowhere: nothing is kept'),
  };
}

/**
 * State in one JSON file that only its owner may read. Writes are atomic: a new file takes the old
 * one's name. What was written last is not written again.
 */
export function jsonStateFile(path: string): StateFile {
  let written: string | undefined;

  async function write(value: unknown): Promise<void> {
    const text = JSON.stringify(value, null, 1);
    if (text === written) return;
    written = undefined;
    await replaceFile(path, text);
    written = text;
  }

  return { read: () => readJson(path), write, setAside: () => setAside(path) };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { unreadable: error.message };
    throw error;
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Moves a file out of the way and returns the name that it has now. */
export async function setAside(path: string): Promise<string> {
  const name = `${path}.unusable-${new Date().toISOString().replaceAll(':', '-')}`;
  await rename(path, name);
  return name;
}
