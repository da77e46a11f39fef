import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, errors, jwtVerify, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import * as z from 'zod';
import { id } from '../../api/id';
import { embedAudience } from '../../api/site-page';
import type * as sitePageApi from '../../api/site-page';
import { onlyRow } from '../base/database/database';
import type { Database, Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { nameAsker } from '../base/database/turns';
import { Refusal } from '../base/refusals/refusal';
import { viewWorkspace } from '../model/permissions/workspace-view';
import { findHolder } from '../model/permissions/delegation';
import type { Credential, Delegation } from '../model/permissions/delegation';
import type { BearerCaller, Caller, WorkspaceView } from '../model/permissions/workspace-view';
import { refuseValue } from '../base/refusals/refused-values';
import { readSitePage } from '../model/sites/site-pages';
import type { PagePath } from '../model/sites/site-pages';

const expiresInMs = 300_000;
/** Early enough for a new one to arrive before this one ends. */
const renewInMs = 240_000;
/** At once, per person and workspace; the oldest one ends first. */
const maximumSessions = 50;

/** What the page inside a frame keeps in memory. */
interface CreatedSession {
  readonly session: string;
  /** How long it lasts; not until when, since the browser's clock may be wrong. */
  readonly expiresInMs: number;
  /** How long to wait before asking for another one. */
  readonly renewInMs: number;
}

/**
 * Begins a session of one page with a token, which is used up.
 * @throws Refusal 401 for a token that can't be used, 404 if its person may no longer open the page
 */
export async function startEmbedSession(
  dependencies: EmbedDependencies,
  token: string,
  parentOrigin: string,
): Promise<CreatedSession> {
  const { database, clock } = dependencies;
  const claims = await spendEmbedToken(dependencies, token, parentOrigin);
  const now = clock();
  const { via, credentialId, workspaceId } = claims;
  const delegation = { userId: claims.sub, workspaceId, via, credentialId };
  const caller = await getReader(database, delegation, now);
  const view = await viewWorkspace(database, caller, claims.workspaceId);
  await readSitePage(dependencies, view, claims);
  const session = `${claims.workspaceId}_${randomBytes(32).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + expiresInMs);
  await storeSession(database, { ...delegation, ...pathOf(claims) }, { session, now, expiresAt });
  return { session, expiresInMs, renewInMs };
}

/** What a session shows, and to whom. */
export interface OpenSession {
  readonly view: WorkspaceView;
  readonly path: PagePath;
}

interface SessionRow extends Delegation, PagePath {
  readonly workspaceId: string;
}

/** The workspace that a session is of can be told before it is looked for. */
const bearer = /^Bearer (([\da-f-]{36})_[\w-]{1,60})$/;

/**
 * The session of a header, with what its person may see now.
 * @throws Refusal 401 for one that has ended, by itself or with the token or the grant behind it, 404 if the person is no longer a member
 */
export async function getEmbedSession(
  { database, clock }: Pick<EmbedDependencies, 'database' | 'clock'>,
  authorizationHeader: string | undefined,
): Promise<OpenSession> {
  const [, session, workspace] = bearer.exec(authorizationHeader ?? '') ?? [];
  const workspaceId = id.safeParse(workspace).data;
  if (session === undefined || workspaceId === undefined) throw ended();
  const now = clock();
  const [row] = await database.queryPrepared<SessionRow>(
    `select workspace_id as "workspaceId", user_id as "userId", site_id as "siteId",
       page_id as "pageId", via, credential_id as "credentialId"
     from embed_session where workspace_id = $1 and secret_hash = $2 and expires_at > $3`,
    [workspaceId, hashSecret(session), now],
  );
  if (row === undefined) throw ended();
  nameAsker(row.userId);
  const caller = await getReader(database, row, now);
  const view = await viewWorkspace(database, caller, row.workspaceId);
  return { view, path: pathOf(row) };
}

async function getReader(database: Queryable, delegation: Delegation, now: Date): Promise<Caller> {
  const holder = await findHolder(database, delegation, now);
  if (holder === undefined) throw ended();
  return { ...holder, via: 'embed' };
}

function pathOf({ siteId, pageId }: PagePath): PagePath {
  return { siteId, pageId };
}

async function storeSession(
  database: Database,
  { userId, workspaceId, siteId, pageId, via, credentialId }: SessionRow,
  { session, now, expiresAt }: { session: string; now: Date; expiresAt: Date },
): Promise<void> {
  await database.query(
    `insert into embed_session
       (workspace_id, secret_hash, user_id, site_id, page_id, created_at, expires_at, via,
         credential_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[workspaceId, hashSecret(session), userId, siteId, pageId, now, expiresAt],
      ...[via, credentialId],
    ],
  );
  const bound = { workspaceId, userId, maximum: maximumSessions, now };
  await keepNewest(database, 'embed_session', bound);
}

function ended(): Refusal {
  return new Refusal(401, 'This page was open for too long. Reload it.');
}

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
  { view, caller }: { readonly view: WorkspaceView; readonly caller: BearerCaller },
  path: PagePath,
  { audience, parentOrigin }: TokenRequest,
): Promise<CreatedToken> {
  const { database, serviceUrl, clock, embedKey, embeddingOrigins } = dependencies;
  await readSitePage(dependencies, view, path);
  if (!embeddingOrigins.includes(parentOrigin)) throw foreignOrigin(parentOrigin);
  const now = clock();
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expiresAt = issuedAt + lifetimeSeconds;
  const { workspaceId } = view;
  const { via, credentialId } = caller;
  const tokenId = randomUUID();
  await storeToken(database, {
    workspaceId,
    id: tokenId,
    userId: caller.userId,
    pageId: path.pageId,
    ...{ via, credentialId },
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
type TokenClaims = z.infer<typeof tokenClaims>;

/**
 * What a token allows, which it does not allow a second time.
 * @param parentOrigin where the message with the token came from
 * @throws Refusal 401 for a token that is not the service's own, that has expired or was used, and
 *   for one that another origin was given
 */
async function spendEmbedToken(
  { database, serviceUrl, clock, embedKey }: EmbedDependencies,
  token: string,
  parentOrigin: string,
): Promise<TokenClaims & Credential> {
  const claims = await readToken(token, { serviceUrl, now: clock(), embedKey });
  if (claims.parentOrigin !== parentOrigin) throw unusable();
  const [used] = await database.query<Credential>(
    `delete from embed_token
     where id = $1 and workspace_id = $2 and user_id = $3 and page_id = $4
     returning via, credential_id as "credentialId"`,
    [claims.jti, claims.workspaceId, claims.sub, claims.pageId],
  );
  if (used === undefined) throw unusable();
  return { ...claims, ...used };
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

interface StoredToken extends Credential {
  readonly workspaceId: string;
  readonly id: string;
  readonly userId: string;
  readonly pageId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

async function storeToken(
  database: Queryable,
  { workspaceId, id, userId, pageId, createdAt, expiresAt, via, credentialId }: StoredToken,
): Promise<void> {
  await database.query(
    `insert into embed_token
       (workspace_id, id, user_id, page_id, created_at, expires_at, via, credential_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [workspaceId, id, userId, pageId, createdAt, expiresAt, via, credentialId],
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
  return refuseValue('INVALID', 'parentOrigin', 'SITE', message, parentOrigin);
}

/** The one algorithm that embed tokens are signed with; no other is accepted. */
const embedAlgorithm = 'ES256';

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

interface Bound {
  readonly workspaceId: string;
  readonly userId: string;
  /** How many rows one person has at most in the workspace; the newest stay. */
  readonly maximum: number;
  readonly now: Date;
}

/** Removes what has expired in the workspace, of anyone, and what one person has too many of there. */
async function keepNewest(
  database: Queryable,
  table: 'embed_token' | 'embed_session',
  { workspaceId, userId, maximum, now }: Bound,
): Promise<void> {
  const key = table === 'embed_token' ? 'id' : 'secret_hash';
  await database.query(`delete from ${table} where workspace_id = $1 and expires_at <= $2`, [
    workspaceId,
    now,
  ]);
  await database.query(
    `delete from ${table} where workspace_id = $1 and ${key} in (
       select ${key} from ${table} where workspace_id = $1 and user_id = $2
       order by created_at desc, ${key} offset $3
     )`,
    [workspaceId, userId, maximum],
  );
}
