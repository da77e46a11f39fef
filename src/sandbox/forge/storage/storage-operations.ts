import * as z from 'zod';
import type { AppStorage, Entry, Space } from './app-storage';
import { deleteBody, getBody, queryBody, setBody } from './storage-bodies';
import { bytesOf, requireKey, requireValue } from './storage-limits';
import type { StorageRate } from './storage-rate';
import { badRequest, keyConflict, keyNotFound } from './storage-refusal';

/** What every operation works on. */
export interface StorageParts {
  storage: AppStorage;
  rate: StorageRate;
  /** Whether a key that exists isn't set again, if the app asks for that. */
  refusesExistingKeys: boolean;
}

const maximumQueryLimit = 100;
const cursor = z.object({ key: z.string() });

/** @throws {StorageRefusal} 404 if there is no such key */
export function get({ storage, rate }: StorageParts, space: Space, body: unknown) {
  const { key, options } = parseBody(getBody, body);
  requireKey(key);
  const found = storage.find(space, key);
  rate.admit('read', found ? bytesOf(found.value) : 0);
  if (!found) throw keyNotFound();
  return describe(found, options?.metadataFields);
}

/** @throws {StorageRefusal} 409 if the key may not be there and is, be its time over or not */
export async function set(parts: StorageParts, space: Space, body: unknown) {
  const { key, value, options = {} } = parseBody(setBody, body);
  requireKey(key);
  requireValue(space, value);
  const { storage, rate, refusesExistingKeys } = parts;
  rate.admit('write', bytesOf(value));
  const isNewOnly = options.keyPolicy === 'FAIL_IF_EXISTS' && refusesExistingKeys;
  if (isNewOnly && storage.find(space, key)) throw keyConflict();
  storage.set(space, key, value, options.ttl);
  await storage.save();
}

/** @throws {StorageRefusal} 404 if there is no such key */
export async function remove({ storage, rate }: StorageParts, space: Space, body: unknown) {
  const { key } = parseBody(deleteBody, body);
  requireKey(key);
  rate.admit('write', 0);
  if (!storage.delete(space, key)) throw keyNotFound();
  await storage.save();
}

/** Values by the beginning of their key; `cursor` is absent on the last page. */
export function query({ storage, rate }: StorageParts, body: unknown) {
  const { limit, after, where, options } = parseBody(queryBody, body);
  if (limit > maximumQueryLimit) {
    const message = `Limit for list query should be at most ${maximumQueryLimit}.`;
    throw badRequest('LIST_QUERY_LIMIT_EXCEEDED', message);
  }
  const prefix = where?.[0].values[0] ?? '';
  const found = storage.list(prefix, after && readCursor(after), limit + 1);
  const page = found.slice(0, limit);
  rate.admit(
    'read',
    page.reduce((sum, { value }) => sum + bytesOf(value), 0),
  );
  const last = page.at(-1);
  return {
    data: page.map((entry) => describe(entry, options?.metadataFields)),
    ...(last && found.length > limit && { cursor: writeCursor(last.key) }),
  };
}

/** Its expiry is told to those who ask for it. */
function describe({ key, value, expiresAt }: Entry, fields: readonly 'EXPIRE_TIME'[] = []) {
  const isTold = fields.includes('EXPIRE_TIME') && expiresAt !== undefined;
  return { key, value, ...(isTold && { expireTime: new Date(expiresAt).toISOString() }) };
}

/** @throws {StorageRefusal} 400 naming what is wrong */
function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const { data, error, success } = schema.safeParse(body);
  if (success) return data;
  throw badRequest('BAD_REQUEST', z.prettifyError(error));
}

function writeCursor(key: string): string {
  return Buffer.from(JSON.stringify({ key })).toString('base64');
}

function readCursor(text: string): string {
  try {
    return cursor.parse(JSON.parse(Buffer.from(text, 'base64').toString())).key;
  } catch {
    throw badRequest('INVALID_CURSOR', 'The cursor is not one of this query.');
  }
}
