import type { Readable } from 'node:stream';
import { maximumFileBytes } from '../../../api/content';

/** Which bytes of a file: from the first to before the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps files: what people upload as values of objects, and the bundles of apps. Keys are chosen
 * by the service: words of lower-case letters, digits, `-` and `_`, joined by slashes.
 */
export interface FileStore {
  /**
   * Streams a file to its end and keeps it under the key, in place of an earlier one; keeps
   * nothing if that fails.
   * @returns how many bytes it has
   * @throws {FileTooLarge}
   * @throws {FileCutOff} if the source ends before its end
   */
  put(key: string, source: Readable, maximumBytes: number): Promise<number>;
  /** The size of a file in bytes; undefined if there is none. */
  findSize(key: string): Promise<number | undefined>;
  /** The bytes of a file that is there, all of them without a range. */
  read(key: string, range?: ByteRange): Readable;
  /** Removes a file, and all files whose keys begin with the key and a slash. */
  remove(key: string): Promise<void>;
}

const shortestLimitMs = 60_000;
/** A slow line: 16 kB a second. */
const bytesPerMs = 16;

/** How long the body of a request may take to arrive, by its size as far as that is known. */
export function arrivalLimitMs(bytes: number): number {
  return shortestLimitMs + Math.min(bytes, maximumFileBytes) / bytesPerMs;
}

/** More arrived than may be kept. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';

  constructor(readonly maximumBytes: number) {
    super(`The file has more than ${maximumBytes} bytes.`);
  }
}

/** The file stopped coming in the middle. */
export class FileCutOff extends Error {
  override readonly name = 'FileCutOff';
}
