import type { Space } from './app-storage';
import { badRequest } from './storage-refusal';

/** @see https://developer.atlassian.com/platform/forge/limits-kvs-ce/ */
const maximumKeyLength = 500;
const keyPattern = /^(?!\s+$)[a-zA-Z0-9:._\s-#]+$/;
const maximumDepth = 31;
const kibibyte = 1024;
const maximumValueBytes: Readonly<Record<Space, number>> = {
  values: 240 * kibibyte,
  secrets: 128 * kibibyte,
};

/** @throws {StorageRefusal} */
export function requireKey(key: string): void {
  if (key.length === 0) throw badRequest('KEY_TOO_SHORT', 'The key is empty.');
  if (key.length > maximumKeyLength) {
    throw badRequest('KEY_TOO_LONG', `The key is longer than ${maximumKeyLength} characters.`);
  }
  if (!keyPattern.test(key)) {
    throw badRequest('INVALID_KEY', `The key does not match ${String(keyPattern)}.`);
  }
}

/** @throws {StorageRefusal} */
export function requireValue(space: Space, value: unknown): void {
  if (value === undefined || value === null) {
    throw badRequest('INVALID_VALUE', 'The value is missing.');
  }
  if (depthOf(value) > maximumDepth) {
    throw badRequest('MAX_DEPTH', `The value is nested deeper than ${maximumDepth} levels.`);
  }
  const limit = maximumValueBytes[space];
  if (bytesOf(value) > limit) {
    throw badRequest('MAX_SIZE', `The value is larger than ${limit} bytes.`);
  }
}

/** As JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** 0 for a value that holds no others. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
