import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { setAside } from './state-file';

/** Values by key; a changed value is another object, never the same one with other contents. */
export type Records = ReadonlyMap<string, unknown>;

/** Where a part of the sandbox keeps many values of which few change at a time. */
export interface RecordFile {
  /** Returns what was written last; empty if nothing was, `undefined` if it cannot be used. Not checked: parse it. */
  read(): Promise<Records | undefined>;
  /**
   * Resolves once the records are safe from a crash; one in between leaves those before. One write
   * at a time: {@link stateSaver}.
   */
  write(records: Records): Promise<void>;
  /** Moves unusable content out of the way and returns the name that it has now. */
  setAside(): Promise<string>;
}

export function noRecordFile(): RecordFile {
  return {
    read: () => Promise.resolve(new Map()),
    write: () => Promise.resolve(),
    setAside: () => Promise.resolve('nowhere: nothing is kept'),
  };
}

/** A new file is written once the changes exceed so many bytes. */
const smallBytes = 1_000_000;

/**
 * Records in a file that only its owner may read: a line for each write, with what it changed. The
 * first write, and one after which the file would hold twice as much as it began with, makes a new
 * file that takes the old one's name.
 */
export function jsonLinesRecordFile(path: string): RecordFile {
  /** The contents of the file; absent before the first write, and after a failed one. */
  let kept: Map<string, unknown> | undefined;
  let beganWithBytes = 0;
  let addedBytes = 0;

  async function write(records: Records): Promise<void> {
    const changed = kept && changesBetween(kept, records);
    if (changed?.length === 0) return;
    const line = changed && `${JSON.stringify(changed)}\n`;
    const after = new Map(records);
    kept = undefined;
    if (line !== undefined && addedBytes + line.length <= Math.max(beganWithBytes, smallBytes)) {
      await append(path, line);
      addedBytes += line.length;
    } else {
      beganWithBytes = await replaceFile(path, after);
      addedBytes = 0;
    }
    kept = after;
  }

  return { read: () => readRecords(path), write, setAside: () => setAside(path) };
}

/** The changes of one write; a key without a value was removed. */
const changes = z.array(z.union([z.tuple([z.string()]), z.tuple([z.string(), z.unknown()])]));
type Changes = z.infer<typeof changes>;

function changesBetween(before: Records, after: Records): Changes {
  const set = [...after].filter(([key, value]) => before.get(key) !== value);
  const removed = [...before.keys()].filter((key) => !after.has(key));
  return [...set, ...removed.map((key): [string] => [key])];
}

async function append(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(line);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns how many bytes the new file has. */
async function replaceFile(path: string, records: Records): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  const stream = createWriteStream(draft, { mode: 0o600, flush: true });
  await pipeline(Readable.from(linesOf(records)), stream);
  await rename(draft, path);
  return stream.bytesWritten;
}

function* linesOf(records: Records): Generator<string> {
  for (const record of records) yield `${JSON.stringify([record])}\n`;
}

async function readRecords(path: string): Promise<Records | undefined> {
  const records = new Map<string, unknown>();
  try {
    for await (const line of wholeLines(path)) {
      for (const [key, ...values] of changes.parse(JSON.parse(line))) {
        if (values.length === 0) records.delete(key);
        else records.set(key, values[0]);
      }
    }
    return records;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return records;
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Drops what follows the last line's end: that write was broken off before it was confirmed. */
async function* wholeLines(path: string): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = String(chunk).split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      yield [...begun, line].join('');
      begun = [];
    }
    begun.push(rest);
  }
}
