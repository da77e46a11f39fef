import { randomUUID } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { id } from '../../../api/id';
import { embedAudience } from '../../../api/site-page';
import type * as sitePageApi from '../../../api/site-page';
import type { Database, Queryable } from '../../base/database';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import { Refusal } from '../../base/refusals/refusal';
import { readSitePage } from '../../model/sites/site-pages';
import type { PagePath } from '../../model/sites/site-pages';
import { problem, refuse } from '../../model/resources/value-problem';
import { keepNewest } from './bounded-rows';
import { embedAlgorithm } from './embed-key';
import type { EmbedKey } from './embed-key';

const lifetimeSeconds = 60;
/** At once, per person and workspace: each tab that opens takes one for a moment. */
const maximumTokens = 50;
/** Tells these tokens from any other that the service might sign. */
const tokenType = 'embed+jwt';

/** Where people open the page that a token is for. */
export const embedPath = '/embed';

export interface EmbedDependencies {
  readonly database: Database;
  readonly serviceUrl: string;
  readonly clock: () => Date;
  readonly embedKey: EmbedKey;
  /** The origins of the pages that may frame one of the service's. */
  readonly embeddingOrigins: readonly string[];
}

type TokenRequest = z.output<NonNullable<(typeof sitePageApi.createEmbedToken)['body']>>;
type CreatedToken = z.input<NonNullable<(typeof sitePageApi.createEmbedToken)['reply']>>;

/**
 * A token with which the caller opens the page once, framed by a page of `parentOrigin`.
 * @throws Refusal 404 for a page that the caller may not open, 400 for an origin that may not frame
 */
export async function createEmbedToken(
  dependencies: EmbedDependencies,
  view: WorkspaceView,
  path: PagePath,
  { audience, parentOrigin }: TokenRequest,
): Promise<CreatedToken> {
  const { database, serviceUrl, clock, embedKey, embeddingOrigins } = dependencies;
  await readSitePage(dependencies, view, path);
  if (!embeddingOrigins.includes(parentOrigin)) throw foreignOrigin(parentOrigin);
  const now = clock();
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expiresAt = issuedAt + lifetimeSeconds;
  const { workspaceId, caller } = view;
  const tokenId = randomUUID();
  await storeToken(database, {
    workspaceId,
    id: tokenId,
    userId: caller.userId,
    pageId: path.pageId,
    createdAt: now,
    expiresAt: new Date(expiresAt * 1000),
  });
  const token = await new SignJWT({ workspaceId, ...path, parentOrigin })
    .setProtectedHeader({ alg: embedAlgorithm, typ: tokenType })
    .setIssuer(serviceUrl)
    .setAudience(audience)
    .setSubject(caller.userId)
    .setJti(tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(embedKey.privateKey);
  return {
    token,
    expiresAt: new Date(expiresAt * 1000).toISOString(),
    url: serviceUrl + embedPath,
  };
}

const tokenClaims = z.object({
  jti: id,
  sub: id,
  workspaceId: id,
  siteId: id,
  pageId: id,
  parentOrigin: z.string(),
});
export type TokenClaims = z.infer<typeof tokenClaims>;

/**
 * What a token allows, which it does not allow a second time.
 * @param parentOrigin where the message with the token came from
 * @throws Refusal 401 for a token that is not the service's own, that has expired or was used, and
 *   for one that another origin was given
 */
export async function spendEmbedToken(
  { database, serviceUrl, clock, embedKey }: EmbedDependencies,
  token: string,
  parentOrigin: string,
): Promise<TokenClaims> {
  const claims = await readToken(token, { serviceUrl, now: clock(), embedKey });
  if (claims.parentOrigin !== parentOrigin) throw unusable();
  const used = await database.query(
    `delete from embed_token
     where id = $1 and workspace_id = $2 and user_id = $3 and page_id = $4
     returning id`,
    [claims.jti, claims.workspaceId, claims.sub, claims.pageId],
  );
  if (used.length === 0) throw unusable();
  return claims;
}

async function readToken(
  token: string,
  { serviceUrl, now, embedKey }: { serviceUrl: string; now: Date; embedKey: EmbedKey },
): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, embedKey.publicKey, {
      algorithms: [embedAlgorithm],
      typ: tokenType,
      issuer: serviceUrl,
      audience: embedAudience,
      currentDate: now,
      requiredClaims: ['exp'],
    });
    return tokenClaims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw unusable();
    throw error;
  }
}

interface StoredToken {
  readonly workspaceId: string;
  readonly id: string;
  readonly userId: string;
  readonly pageId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

async function storeToken(
  database: Queryable,
  { workspaceId, id, userId, pageId, createdAt, expiresAt }: StoredToken,
): Promise<void> {
  await database.query(
    `insert into embed_token (workspace_id, id, user_id, page_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [workspaceId, id, userId, pageId, createdAt, expiresAt],
  );
  const bound = { workspaceId, userId, maximum: maximumTokens, now: createdAt };
  await keepNewest(database, 'embed_token', bound);
}

/** Says nothing of why: the reader can't fix the cause. */
function unusable(): Refusal {
  return new Refusal(401, 'This token is no longer valid. Reload the page that shows this one.');
}

function foreignOrigin(parentOrigin: string): Refusal {
  const message = `Pages of ${parentOrigin} can’t show pages of this service. Ask whoever runs the service to add this origin.`;
  return refuse([problem('INVALID', 'parentOrigin', 'SITE', message, parentOrigin)]);
}
