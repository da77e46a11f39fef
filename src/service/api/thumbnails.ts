import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { onlyRow } from '../base/database/database';
import type { Queryable } from '../base/database/database';
import { nameAsker } from '../base/database/turns';
import { thumbnailType } from '../base/files/thumbnail-maker';
import { nameWorkspace } from '../base/monitoring/observe-requests';
import { Refusal, RetryLater, TooManyRequests, notFound } from '../base/refusals/refusal';
import type { RequestLimits } from '../base/request-limits/request-limits';
import { findHolder } from '../model/permissions/delegation';
import type { Delegation } from '../model/permissions/delegation';
import { viewWorkspace } from '../model/permissions/workspace-view';
import type { BearerCaller, WorkspaceView } from '../model/permissions/workspace-view';
import { readThumbnail } from '../model/resources/thumbnails';
import type { ThumbnailDependencies } from '../model/resources/thumbnails';

/** Where thumbnails are loaded. What an address shows, and to whom, is in its query, which is never logged. */
const thumbnailPath = '/thumbnail';

const lifetimeMs = 60_000;

interface SigningDependencies {
  readonly serviceUrl: string;
  readonly clock: () => Date;
  readonly thumbnailKey: Buffer;
}

/** What an address stands for, in the order in which it is signed. */
const claims = z.tuple([
  z.literal('1'),
  z.uuid().describe('workspace'),
  z.string().describe('content key'),
  z.uuid().describe('account'),
  z.enum(['token', 'oauth']),
  z.string().describe('credential'),
  z.number().describe('end, in epoch milliseconds'),
]);

/**
 * Signs addresses of thumbnails for one caller, each of which lasts a minute.
 * @returns what makes the address of the thumbnail of a file; whether the caller may read that is checked again on load
 */
export function createThumbnailSigner(
  { serviceUrl, clock, thumbnailKey }: SigningDependencies,
  { workspaceId }: WorkspaceView,
  { userId, via, credentialId }: BearerCaller,
): (contentKey: string) => string {
  const endsAt = clock().getTime() + lifetimeMs;
  return (contentKey) => {
    const signed: z.infer<typeof claims> = [
      ...(['1', workspaceId, contentKey, userId, via, credentialId, endsAt] as const),
    ];
    const text = Buffer.from(JSON.stringify(signed)).toString('base64url');
    const signature = sign(text, thumbnailKey).toString('base64url');
    return `${serviceUrl}${thumbnailPath}?signed=${text}.${signature}`;
  };
}

function sign(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

interface SignedThumbnail extends Delegation {
  readonly workspaceId: string;
  readonly contentKey: string;
}

/** Returns undefined for what the service hasn't signed, and for what has ended. */
function readSigned(
  signed: string,
  { clock, thumbnailKey }: Omit<SigningDependencies, 'serviceUrl'>,
): SignedThumbnail | undefined {
  const [text = '', signature = ''] = signed.split('.');
  const expected = sign(text, thumbnailKey);
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  // Another version of the service may have signed others.
  const content = claims.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  if (content === undefined) return undefined;
  const [, workspaceId, contentKey, userId, via, credentialId, endsAt] = content;
  // After the clock was set back nothing lasts longer than it should.
  const leftMs = endsAt - clock().getTime();
  if (leftMs <= 0 || leftMs > lifetimeMs) return undefined;
  return { workspaceId, contentKey, userId, via, credentialId };
}

interface LoadingDependencies extends ThumbnailDependencies, SigningDependencies {
  readonly requestLimits: RequestLimits;
}

const query = z.object({ signed: z.string().max(2_000) });

const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  // Pages of the app show it, which are of another origin.
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Answers the addresses of thumbnails. They carry no token: the signature stands for whoever they were made for, and what
 * that person may read now decides.
 * @see docs/service-api.md, "Thumbnails"
 */
export function answerThumbnails(app: FastifyInstance, dependencies: LoadingDependencies): void {
  app.get(thumbnailPath, async (request, reply) => {
    const { data } = query.safeParse(request.query);
    const signed = data && readSigned(data.signed, dependencies);
    void reply.headers(pictureHeaders);
    try {
      if (signed === undefined) throw notFound('file');
      nameAsker(signed.userId);
      const view = await viewAsSigner(dependencies, signed);
      nameWorkspace(request.raw, view.workspaceId);
      await countLoad(dependencies.requestLimits, view);
      const thumbnail = await readThumbnail(dependencies, view, signed.contentKey);
      return await reply.type(thumbnailType).send(Buffer.from(thumbnail));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // No browser shows a text in place of a picture.
      if (error instanceof RetryLater) void reply.header('retry-after', error.retryAfterSeconds);
      return reply.code(error.status).send();
    }
  });
}

/** @throws Refusal 404 for anyone who has lost access, or the credential that the address was made with */
async function viewAsSigner(
  { database, clock }: Pick<LoadingDependencies, 'database' | 'clock'>,
  signed: SignedThumbnail,
): Promise<WorkspaceView> {
  const holder = await findHolder(database, signed, clock());
  if (holder === undefined) throw notFound('file');
  return viewWorkspace(database, { ...holder, via: signed.via ?? 'oauth' }, signed.workspaceId);
}

/** Counts the thumbnails of one person together, and like every request for their workspace too. @throws TooManyRequests */
async function countLoad(
  limits: RequestLimits,
  { caller: { userId }, workspaceId }: WorkspaceView,
): Promise<void> {
  const admission = await limits.admit([
    { kind: 'token', id: `thumbnails ${userId}` },
    { kind: 'workspace', id: workspaceId },
  ]);
  if (!admission.isAdmitted) throw new TooManyRequests('thumbnails', admission.waitMs);
}

const storedKey = z.object({ version: z.literal(1), secret: z.base64() });

/** Returns the service's own key for addresses of thumbnails, made on the first start and the same ever after. */
export async function getThumbnailKey(database: Queryable): Promise<Buffer> {
  const ownKey = { version: 1, secret: randomBytes(32).toString('base64') };
  const rows = await database.query<{ value: unknown }>(
    `insert into identity_key (name, value) values ('thumbnails', $1::jsonb)
     on conflict (name) do update set value = identity_key.value
     returning value`,
    [JSON.stringify(ownKey)],
  );
  return Buffer.from(storedKey.parse(onlyRow(rows).value).secret, 'base64');
}
