import { SlidingWindow } from '../sliding-window';
import type { Timers } from '../timers';
import { StorageRefusal } from './storage-refusal';

/** @see https://developer.atlassian.com/platform/forge/limits-kvs-ce/ */
const unitBytes = 10_000;
const unitsPerMinute = 4_000;
const requestsPerSecond = 1_000;

/** How much an installation has read and written, since the sandbox started or was reset. */
export interface StorageUse {
  /** Requests that were served. */
  reads: number;
  writes: number;
  /** Of values, as JSON. */
  bytesRead: number;
  bytesWritten: number;
}

/** Counts requests, and lets through as many as the platform would. */
export class StorageRate {
  readonly #windows: Readonly<Record<'read' | 'write' | 'request', SlidingWindow>>;
  #use: StorageUse = { reads: 0, writes: 0, bytesRead: 0, bytesWritten: 0 };

  constructor(timers: Timers) {
    this.#windows = {
      read: new SlidingWindow(timers, 60_000, unitsPerMinute),
      write: new SlidingWindow(timers, 60_000, unitsPerMinute),
      request: new SlidingWindow(timers, 1_000, requestsPerSecond),
    };
  }

  get use(): StorageUse {
    return { ...this.#use };
  }

  /**
   * Counts a request that reads or writes so many bytes.
   * @throws {StorageRefusal} 429 if the platform would let it through later only
   */
  admit(kind: 'read' | 'write', bytes: number): void {
    const units = Math.max(1, Math.ceil(bytes / unitBytes));
    if (!this.#windows.request.hasRoom(1) || !this.#windows[kind].hasRoom(units)) {
      const message = 'Limits for the current installation have been exceeded';
      throw new StorageRefusal(429, 'RATE_LIMIT_EXCEEDED', message);
    }
    this.#windows.request.add(1);
    this.#windows[kind].add(units);
    this.#count(kind, bytes);
  }

  clear(): void {
    for (const window of Object.values(this.#windows)) window.clear();
    this.#use = { reads: 0, writes: 0, bytesRead: 0, bytesWritten: 0 };
  }

  #count(kind: 'read' | 'write', bytes: number): void {
    if (kind === 'read') {
      this.#use.reads += 1;
      this.#use.bytesRead += bytes;
    } else {
      this.#use.writes += 1;
      this.#use.bytesWritten += bytes;
    }
  }
}
