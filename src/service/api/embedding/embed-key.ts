import { exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import * as z from 'zod';
import type { Queryable } from '../../base/database';
import { onlyRow } from '../../base/database';

/** The one algorithm that embed tokens are signed with; no other is accepted. */
export const embedAlgorithm = 'ES256';

export interface EmbedKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

const storedKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** The service's own key for embed tokens, made on the first start and the same ever after. */
export async function getEmbedKey(database: Queryable): Promise<EmbedKey> {
  const { d, ...publicPart } = (await findKey(database)) ?? (await makeKey(database));
  return {
    privateKey: await importKey({ ...publicPart, d }),
    publicKey: await importKey(publicPart),
  };
}

async function findKey(database: Queryable) {
  const [row] = await database.query<{ value: unknown }>(
    `select value from identity_key where name = 'embed-tokens'`,
  );
  return row && storedKey.parse(row.value);
}

async function makeKey(database: Queryable) {
  const { privateKey } = await generateKeyPair(embedAlgorithm, { extractable: true });
  const rows = await database.query<{ value: unknown }>(
    `insert into identity_key (name, value) values ('embed-tokens', $1::jsonb)
     on conflict (name) do update set value = identity_key.value
     returning value`,
    [JSON.stringify(await exportJWK(privateKey))],
  );
  return storedKey.parse(onlyRow(rows).value);
}

async function importKey(key: Record<string, string>): Promise<CryptoKey> {
  const imported = await importJWK(key, embedAlgorithm);
  if (imported instanceof Uint8Array) throw new Error("The key for embed tokens isn't a key pair.");
  return imported;
}
