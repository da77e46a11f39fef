import { randomBytes } from 'node:crypto';
import { id } from '../../../api/id';
import { nameAsker } from '../../base/database';
import type { Database, Queryable } from '../../base/database';
import { hashSecret } from '../../base/database/secret-hash';
import type { Caller } from '../../model/permissions/caller';
import { viewWorkspace } from '../../model/permissions/workspace-view';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import { Refusal } from '../../base/refusals/refusal';
import { readSitePage } from '../../model/sites/site-pages';
import type { PagePath } from '../../model/sites/site-pages';
import { keepNewest } from './bounded-rows';
import { spendEmbedToken } from './embed-token';
import type { EmbedDependencies, TokenClaims } from './embed-token';

const expiresInMs = 300_000;
/** Early enough for a new one to arrive before this one ends. */
const renewInMs = 240_000;
/** At once, per person and workspace; the oldest one ends first. */
const maximumSessions = 50;

/** What the page inside a frame keeps in memory. */
export interface CreatedSession {
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
  const caller = await getReader(database, claims.sub);
  const view = await viewWorkspace(database, caller, claims.workspaceId);
  await readSitePage(dependencies, view, claims);
  const now = clock();
  const session = `${claims.workspaceId}_${randomBytes(32).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + expiresInMs);
  await storeSession(database, claims, { session, now, expiresAt });
  return { session, expiresInMs, renewInMs };
}

/** What a session shows, and to whom. */
export interface OpenSession {
  readonly view: WorkspaceView;
  readonly path: PagePath;
}

interface SessionRow {
  readonly workspaceId: string;
  readonly userId: string;
  readonly siteId: string;
  readonly pageId: string;
}

/** The workspace that a session is of can be told before it is looked for. */
const bearer = /^Bearer (([\da-f-]{36})_[\w-]{1,60})$/;

/**
 * The session of a header, with what its person may see now.
 * @throws Refusal 401 for one that has ended, 404 if the person is no longer a member
 */
export async function getEmbedSession(
  { database, clock }: Pick<EmbedDependencies, 'database' | 'clock'>,
  authorizationHeader: string | undefined,
): Promise<OpenSession> {
  const [, session, workspace] = bearer.exec(authorizationHeader ?? '') ?? [];
  const workspaceId = id.safeParse(workspace).data;
  if (session === undefined || workspaceId === undefined) throw ended();
  const [row] = await database.queryPrepared<SessionRow>(
    `select workspace_id as "workspaceId", user_id as "userId", site_id as "siteId",
       page_id as "pageId"
     from embed_session where workspace_id = $1 and secret_hash = $2 and expires_at > $3`,
    [workspaceId, hashSecret(session), clock()],
  );
  if (row === undefined) throw ended();
  nameAsker(row.userId);
  const caller = await getReader(database, row.userId);
  const view = await viewWorkspace(database, caller, row.workspaceId);
  return { view, path: { siteId: row.siteId, pageId: row.pageId } };
}

async function getReader(database: Queryable, userId: string): Promise<Caller> {
  const [account] = await database.queryPrepared<Omit<Caller, 'via'>>(
    'select id as "userId", name, email from account where id = $1',
    [userId],
  );
  if (account === undefined) throw ended();
  return { ...account, via: 'embed' };
}

async function storeSession(
  database: Database,
  { sub, workspaceId, siteId, pageId }: TokenClaims,
  { session, now, expiresAt }: { session: string; now: Date; expiresAt: Date },
): Promise<void> {
  await database.query(
    `insert into embed_session
       (workspace_id, secret_hash, user_id, site_id, page_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [workspaceId, hashSecret(session), sub, siteId, pageId, now, expiresAt],
  );
  const bound = { workspaceId, userId: sub, maximum: maximumSessions, now };
  await keepNewest(database, 'embed_session', bound);
}

function ended(): Refusal {
  return new Refusal(401, 'This page was open for too long. Reload it.');
}
