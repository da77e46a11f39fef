import type { Queryable } from '../database/database';
import { clientName } from './authorization-server';
import { hashSecret } from './secret-hash';

/** That a person lets the app read for them; every token of the app belongs to one. */
export interface Grant {
  readonly id: string;
  readonly appName: string;
  readonly grantedAt: Date;
}

/** The grants of an account that the app can still use, the newest first. */
export async function readGrants(
  database: Queryable,
  accountId: string,
  now: Date,
): Promise<Grant[]> {
  const rows = await database.query<Omit<Grant, 'appName'>>(
    `select grant_id as id, to_timestamp(min((payload ->> 'iiat')::bigint)) as "grantedAt"
     from oauth_payload
     where account_id = $1 and model = 'RefreshToken' and expires_at > $2 and grant_id is not null
     group by grant_id
     order by 2 desc, 1`,
    [accountId, now],
  );
  return rows.map((row) => ({ ...row, appName: clientName }));
}

/** Ends a grant of the account with all its tokens. False where it has none of the id. */
export async function endGrant(
  database: Queryable,
  accountId: string,
  grantId: string,
): Promise<boolean> {
  const ended = await database.query(
    `delete from oauth_payload
     where account_id = $1 and (grant_id = $2 or (model = 'Grant' and id_hash = $3))
     returning id_hash`,
    [accountId, grantId, hashSecret(grantId)],
  );
  return ended.length > 0;
}
