import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as tokenApi from '../../api/token';
import type { AccessToken } from '../../api/token';
import type { Database, Queryable } from '../base/database';
import {
  createPersonalAccessToken,
  endOfToken,
  readPersonalAccessTokens,
  revokePersonalAccessToken,
  tooManyTokens,
} from './personal-access-token';
import type { BearerCaller } from '../model/permissions/caller';
import type { PersonalAccessToken } from './personal-access-token';
import { Refusal, invalid, notFound } from '../base/refusals/refusal';
import { assertStorable } from '../model/resources/assert-storable';

type CurrentToken = z.input<NonNullable<(typeof tokenApi.getCurrentToken)['reply']>>;
type NewToken = z.output<typeof tokenApi.newToken>;
type CreatedToken = z.input<NonNullable<(typeof tokenApi.createToken)['reply']>>;

/** @throws Refusal 403 for an OAuth access token */
export async function readCurrentToken(
  database: Queryable,
  caller: BearerCaller,
): Promise<CurrentToken> {
  const { id, name, lastFour, expiresAt } = await getOwnToken(database, caller);
  return { id, name, userId: caller.userId, lastFour, expiresAt: toText(expiresAt) };
}

/** The caller's tokens, the newest first. @throws Refusal 403 for an OAuth access token */
export async function readTokens(
  database: Queryable,
  caller: BearerCaller,
): Promise<AccessToken[]> {
  assertPersonal(caller);
  const tokens = await readPersonalAccessTokens(database, caller.userId);
  return tokens.map(showToken);
}

/**
 * Creates a token that ends no later than the one it is asked for with, so that whoever got hold of
 * a token for a while cannot keep it for ever.
 * @throws Refusal 403 for an OAuth access token, 400 with violations
 */
export async function createToken(
  database: Database,
  caller: BearerCaller,
  { name, durationDays }: NewToken,
  now: Date,
): Promise<CreatedToken> {
  const asking = await getOwnToken(database, caller);
  assertStorable({ name }, 'TOKEN');
  const expiresAt = endOfToken(now, durationDays);
  if (asking.expiresAt !== null && (expiresAt === null || expiresAt > asking.expiresAt)) {
    throw outlivesIts(asking.expiresAt, durationDays);
  }
  const creation = { id: randomUUID(), name, createdAt: now, expiresAt };
  const token = await database.transaction((transaction) =>
    createPersonalAccessToken(transaction, { ...creation, accountId: caller.userId }),
  );
  if (token === undefined) throw tooMany(name);
  return { ...showToken({ ...creation, lastFour: token.slice(-4), lastUsedAt: null }), token };
}

/** @throws Refusal 403 for an OAuth access token, 404 for a token that is not the caller's */
export async function revokeToken(
  database: Queryable,
  caller: BearerCaller,
  id: string,
): Promise<undefined> {
  assertPersonal(caller);
  const revoked = await revokePersonalAccessToken(database, caller.userId, id);
  if (revoked === undefined) throw notFound('token');
  return undefined;
}

/** A consent to read objects is none to see or hand out the person's own tokens. */
function assertPersonal({ via }: BearerCaller): void {
  if (via === 'oauth') throw new Refusal(403, 'Only a personal access token can do this.');
}

async function getOwnToken(
  database: Queryable,
  caller: BearerCaller,
): Promise<PersonalAccessToken> {
  assertPersonal(caller);
  const tokens = await readPersonalAccessTokens(database, caller.userId);
  const own = tokens.find(({ id }) => id === caller.credentialId);
  if (own === undefined) throw notFound('token');
  return own;
}

function showToken(token: PersonalAccessToken): AccessToken {
  const { createdAt, expiresAt, lastUsedAt, ...facts } = token;
  return {
    ...facts,
    createdAt: createdAt.toISOString(),
    expiresAt: toText(expiresAt),
    lastUsedAt: toText(lastUsedAt),
  };
}

function toText(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

function outlivesIts(end: Date, durationDays: number | null): Refusal {
  const message = `The token that you call with expires on ${end.toISOString()}, and a token created with it can’t expire later. Choose a shorter duration, or create the token on the service’s page.`;
  return invalid(message, [
    {
      fieldIdentifier: 'durationDays',
      violationType: 'INVALID',
      invalidValue: String(durationDays),
      domain: 'TOKEN',
    },
  ]);
}

function tooMany(name: string): Refusal {
  return invalid(tooManyTokens, [
    { fieldIdentifier: 'name', violationType: 'TOO_MANY', invalidValue: name, domain: 'TOKEN' },
  ]);
}
