import type { SetItem } from './storage-bodies';
import { batchKeysBody, batchSetBody, transactionBody } from './storage-bodies';
import {
  bytesOf,
  maximumBodyBytes,
  maximumItems,
  requireKey,
  requireValue,
} from './storage-limits';
import { describe, parseBody } from './storage-operations';
import type { StorageParts } from './storage-operations';
import { badRequest, keyNotFound, storageNotModelled, StorageRefusal } from './storage-refusal';

interface Item {
  key: string;
  entityName?: string | undefined;
}

/** Several `set`, each on its own: one may fail while others succeed. */
export async function batchSet({ storage, rate }: StorageParts, body: unknown) {
  const items = parseBody(batchSetBody, body);
  requireItems(items, body);
  rate.admit('write', bytesOfValues(items));
  const results = forEach(items, ({ key, value, options }) => {
    requireValue('values', value);
    storage.set('values', key, value, options?.ttl);
    return { key };
  });
  await storage.save();
  return results;
}

/** Several `get`; a key that is not there is among those that failed. */
export function batchGet({ storage, rate }: StorageParts, body: unknown) {
  const items = parseBody(batchKeysBody, body);
  requireItems(items, body);
  const found = items.map(({ key }) => storage.find('values', key)?.value ?? null);
  rate.admit('read', bytesOf(found));
  return forEach(items, ({ key }) => {
    const entry = storage.find('values', key);
    if (!entry) throw keyNotFound();
    return describe(entry, ['CREATED_AT', 'UPDATED_AT', 'EXPIRE_TIME']);
  });
}

/** Several `delete`; a key that is not there is deleted too. */
export async function batchDelete({ storage, rate }: StorageParts, body: unknown) {
  const items = parseBody(batchKeysBody, body);
  requireItems(items, body);
  rate.admit('write', 0);
  const results = forEach(items, ({ key }) => {
    storage.delete('values', key);
    return { key };
  });
  await storage.save();
  return results;
}

/** All of it or, where one part is refused, nothing. */
export async function transact({ storage, rate }: StorageParts, body: unknown): Promise<void> {
  const { set, delete: removed, check } = parseBody(transactionBody, body);
  const hasConditions = [...set, ...removed].some(({ conditions }) => conditions !== undefined);
  if (check.length > 0 || hasConditions) throw storageNotModelled('conditions of transactions');
  requireItems([...set, ...removed], body);
  for (const { key, value } of set) {
    requireKey(key);
    requireValue('values', value);
  }
  for (const { key } of removed) requireKey(key);
  rate.admit('write', bytesOfValues(set));
  for (const { key, value, options } of set) storage.set('values', key, value, options?.ttl);
  for (const { key } of removed) storage.delete('values', key);
  await storage.save();
}

/** @throws {StorageRefusal} for what makes the whole request fail */
function requireItems(items: readonly Item[], body: unknown): void {
  if (items.some(({ entityName }) => entityName !== undefined)) {
    throw storageNotModelled('custom entities');
  }
  if (items.length === 0 || items.length > maximumItems) {
    throw badRequest('BAD_REQUEST', `A request has between 1 and ${maximumItems} keys.`);
  }
  if (new Set(items.map(({ key }) => key)).size < items.length) {
    throw badRequest('BAD_REQUEST', 'A request names each key once.');
  }
  if (bytesOf(body) > maximumBodyBytes) {
    throw badRequest('MAX_SIZE', `A request is at most ${maximumBodyBytes} bytes.`);
  }
}

function forEach<One extends Item, Success>(
  items: readonly One[],
  perform: (item: One) => Success,
) {
  const successfulKeys: Success[] = [];
  const failedKeys: { key: string; error: { code: string; message: string } }[] = [];
  for (const item of items) {
    try {
      requireKey(item.key);
      successfulKeys.push(perform(item));
    } catch (error) {
      if (!(error instanceof StorageRefusal)) throw error;
      failedKeys.push({ key: item.key, error: { code: error.code, message: error.message } });
    }
  }
  return { successfulKeys, failedKeys };
}

function bytesOfValues(items: readonly SetItem[]): number {
  return items.reduce((sum, { value }) => sum + (value === undefined ? 0 : bytesOf(value)), 0);
}
