import { ForgeKvsAPIError, kvs, MetadataField, WhereConditions, type Ttl } from '@forge/kvs';
import { StoreError, type KeyValueStore, type SecretStore, type StoredPage } from './storage';

const pageSize = 100;

/** @see docs/platform-assumptions.md, 53 */
const keyIsThere = 'KEY_CONFLICT';

export const forgeStore: KeyValueStore = {
  find,
  set: (key, value, { ttlSeconds } = {}) =>
    attempt(kvs.set(key, value, ttlSeconds === undefined ? {} : { ttl: inSeconds(ttlSeconds) })),
  setIfAbsent,
  delete: (key) => attempt(kvs.delete(key)),
  list,
};

export const forgeSecrets: SecretStore = {
  find: (key) => attempt(kvs.getSecret<unknown>(key)),
  set: (key, value) => attempt(kvs.setSecret(key, value)),
  delete: (key) => attempt(kvs.deleteSecret(key)),
};

/** The platform may answer what has expired for up to 48 hours more. */
async function find(key: string): Promise<unknown> {
  const row = await attempt(kvs.get<unknown>(key, { metadataFields: [MetadataField.EXPIRE_TIME] }));
  return row && isInTime(row) ? row.value : undefined;
}

async function setIfAbsent(
  key: string,
  value: unknown,
  { ttlSeconds }: { readonly ttlSeconds: number },
): Promise<boolean> {
  const options = { keyPolicy: 'FAIL_IF_EXISTS', ttl: inSeconds(ttlSeconds) } as const;
  try {
    await attempt(kvs.set(key, value, options));
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === keyIsThere) return false;
    throw error;
  }
}

async function list(prefix: string, cursor?: string): Promise<StoredPage> {
  const all = kvs
    .query({ metadataFields: [MetadataField.EXPIRE_TIME] })
    .where('key', WhereConditions.beginsWith(prefix))
    .limit(pageSize);
  const { results, nextCursor } = await attempt(
    (cursor === undefined ? all : all.cursor(cursor)).getMany<unknown>(),
  );
  const entries = results.filter(isInTime).map(({ key, value }) => ({ key, value }));
  return nextCursor ? { entries, nextCursor } : { entries };
}

function isInTime({ expireTime }: { expireTime?: string }): boolean {
  return expireTime === undefined || Date.now() < Date.parse(expireTime);
}

function inSeconds(value: number): Ttl {
  return { unit: 'SECONDS', value };
}

/** The platform's message is left out: it may repeat what was to be stored. */
async function attempt<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    throw new StoreError(cause instanceof ForgeKvsAPIError ? cause.code : 'UNKNOWN', { cause });
  }
}
