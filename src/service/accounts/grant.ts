import type { Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';

/** That a person lets the app read for them; every token of the app belongs to one. */
export interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly grantedAt: Date;
}

/** The grants of an account that the app can still use, the newest first. */
export async function readGrants(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<Grant[]> {
  return database.query<Grant>(
    `select grant_id as id, payload ->> 'clientId' as "clientId",
       to_timestamp(min((payload ->> 'iiat')::bigint)) as "grantedAt"
     from oauth_payload
     where account_id = $1 and model = 'RefreshToken' and expires_at > $2 and grant_id is not null
     group by grant_id, payload ->> 'clientId'
     order by 3 desc, 1`,
    [accountId, now],
  );
}

/**
 * Ends a grant of the account with all its tokens, and returns whose it was; undefined if the
 * account has none of the id.
 */
export async function endGrant(
  database: Queryable,
  accountId: string,
  grantId: string,
): Promise<string | undefined> {
  const [ended] = await database.query<{ clientId: string }>(
    `delete from oauth_payload
     where account_id = $1 and (grant_id = $2 or (model = 'Grant' and id_hash = $3))
     returning payload ->> 'clientId' as "clientId"`,
    [accountId, grantId, hashSecret(grantId)],
  );
  return ended?.clientId;
}
