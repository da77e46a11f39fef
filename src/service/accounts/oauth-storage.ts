import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { isStorable } from '../base/refusals/storable-inputs';

/**
 * A refresh token that was just exchanged works once more within this time: a client whose reply
 * got lost would otherwise lose its grant.
 */
const refreshGraceMs = 60_000;

interface StoredPayload {
  readonly payload: AdapterPayload;
  readonly consumedAt: Date | null;
}

interface OAuthStorageOptions {
  readonly database: Queryable;
  readonly clock: () => Date;
  /** The error to throw where a code that can be used once is used again at the same time. */
  readonly createReplayError: () => Error;
  /** The error to throw where an app sends a text that the database can't hold. */
  readonly createUnstorableError: () => Error;
}

/**
 * Keeps what the authorization server remembers in `oauth_payload`. Expiry follows the service's
 * clock.
 */
export function createOAuthStorage(options: OAuthStorageOptions): AdapterFactory {
  return (model) => createModelStorage(model, options);
}

function createModelStorage(model: string, options: OAuthStorageOptions): Adapter {
  const { database, clock } = options;
  async function findOne(condition: string, key: string): Promise<AdapterPayload | undefined> {
    const rows = await database.query<StoredPayload>(
      `select payload, consumed_at as "consumedAt" from oauth_payload
       where model = $1 and ${condition} and (expires_at is null or expires_at > $3)`,
      [model, key, clock()],
    );
    return rows[0] && revealConsumption(model, rows[0], clock());
  }

  return {
    upsert: (id, payload, expiresInSeconds) => store(options, model, id, payload, expiresInSeconds),
    async find(id) {
      const payload = await findOne('id_hash = $2', hashSecret(id));
      return payload && { ...payload, jti: id };
    },
    findByUid: (uid) => findOne('uid = $2', uid),
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => consume(options, model, id),
    async destroy(id) {
      await database.query('delete from oauth_payload where model = $1 and id_hash = $2', [
        model,
        hashSecret(id),
      ]);
    },
    async revokeByGrantId(grantId) {
      await database.query('delete from oauth_payload where model = $1 and grant_id = $2', [
        model,
        grantId,
      ]);
    },
  };
}

async function store(
  { database, clock, createUnstorableError }: OAuthStorageOptions,
  model: string,
  id: string,
  payload: AdapterPayload,
  expiresInSeconds: number | undefined,
): Promise<void> {
  const text = JSON.stringify(payload, (name, value: unknown) => {
    if (typeof value === 'string' && !isStorable(value)) throw createUnstorableError();
    return isSecret(name) ? undefined : value;
  });
  const now = clock();
  // Each new interaction removes what has expired.
  if (model === 'Interaction') {
    await database.query('delete from oauth_payload where expires_at <= $1', [now]);
  }
  await database.query(
    `insert into oauth_payload
       (model, id_hash, payload, account_id, grant_id, uid, expires_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7)
     on conflict (model, id_hash) do update set
       payload = excluded.payload, account_id = excluded.account_id,
       grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
    [
      model,
      hashSecret(id),
      text,
      payload.accountId ?? null,
      payload.grantId ?? null,
      payload.uid ?? null,
      expiresInSeconds === undefined ? null : new Date(now.getTime() + expiresInSeconds * 1000),
    ],
  );
}

/** `jti` is the id itself, `cookie` is the id of the session that an interaction belongs to. */
function isSecret(name: string): boolean {
  return name === 'jti' || name === 'cookie';
}

async function consume(options: OAuthStorageOptions, model: string, id: string): Promise<void> {
  if (model === 'RefreshToken') return consumeGeneration(options, id);
  const rows = await options.database.query(
    `update oauth_payload set consumed_at = $3
     where model = $1 and id_hash = $2 and consumed_at is null
     returning model`,
    [model, hashSecret(id), options.clock()],
  );
  if (rows.length === 0) throw options.createReplayError();
}

/**
 * A token that is exchanged twice within its grace has two successors. The first of them that is
 * used shows which one arrived: with it the other one is used up too, so that of one authorization
 * one line of tokens lives on, and whoever follows another one ends the grant.
 */
async function consumeGeneration(
  { database, clock }: OAuthStorageOptions,
  id: string,
): Promise<void> {
  await database.query(
    `update oauth_payload as token set consumed_at = coalesce(token.consumed_at, $2)
     from oauth_payload as used
     where used.model = 'RefreshToken' and used.id_hash = $1 and token.model = used.model
       and token.grant_id = used.grant_id
       and token.payload ->> 'iiat' = used.payload ->> 'iiat'
       and coalesce((token.payload ->> 'rotations')::integer, 0)
         <= coalesce((used.payload ->> 'rotations')::integer, 0)`,
    [hashSecret(id), clock()],
  );
}

function revealConsumption(model: string, stored: StoredPayload, now: Date): AdapterPayload {
  const { payload, consumedAt } = stored;
  if (consumedAt === null) return payload;
  const isInGrace =
    model === 'RefreshToken' && now.getTime() - consumedAt.getTime() <= refreshGraceMs;
  return isInGrace ? payload : { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) };
}

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

/** Ends what the account has in browsers: its sessions, and authorizations that are under way. */
export async function endSessions(database: Queryable, accountId: string): Promise<void> {
  await database.query(
    `delete from oauth_payload
     where account_id = $1 and model = 'Session'
       or model = 'Interaction' and $1::text in (
         payload #>> '{session,accountId}', payload #>> '{result,login,accountId}'
       )`,
    [accountId],
  );
}

/** Ends the grants of an account with all their tokens, and codes that are not exchanged yet. */
export async function endGrants(database: Queryable, accountId: string): Promise<void> {
  await database.query('delete from oauth_payload where account_id = $1', [accountId]);
}
