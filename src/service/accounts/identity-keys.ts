import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import * as z from 'zod';
import type { Queryable } from '../base/database/database';

export interface IdentityKeys {
  /** Signs the cookies of sessions and interactions. */
  readonly cookieKey: string;
  /** ES256, private. */
  readonly signingKey: JWK;
}

const storedKeys = z.object({
  cookieKey: z.string().min(32),
  signingKey: z.looseObject({ kty: z.string(), d: z.string() }),
});

/** The service's own keys, made on the first start and the same ever after. */
export async function getIdentityKeys(database: Queryable): Promise<IdentityKeys> {
  await database.query(
    `insert into identity_key (name, value) values ('authorization-server', $1::jsonb)
     on conflict (name) do nothing`,
    [JSON.stringify(generateKeys())],
  );
  const rows = await database.query<{ value: unknown }>(
    `select value from identity_key where name = 'authorization-server'`,
  );
  return storedKeys.parse(rows[0]?.value);
}

function generateKeys(): IdentityKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' },
  };
}
