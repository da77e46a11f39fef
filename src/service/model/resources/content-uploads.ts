import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse } from 'content-disposition';
import type * as z from 'zod';
import type * as contentApi from '../../../api/content';
import { id } from '../../../api/id';
import type { Database, Queryable } from '../../base/database/database';
import { hashSecret } from '../../base/database/secret-hash';
import { FileCutOff, FileTooLarge } from '../../base/files/file-store';
import type { FileStore } from '../../base/files/file-store';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import { leaseEnd, receiveWithLease } from '../../base/files/upload-lease';
import { Refusal, RetryLater } from '../../base/refusals/refusal';
import { permissionMatrix } from '../../../api/permission';
import type { Role } from '../../../api/permission';
import { findHolder } from '../permissions/delegation';
import type { Credential } from '../permissions/delegation';
import type { BearerCaller, WorkspaceView } from '../permissions/workspace-view';
import { assertWithinBudgets, isUnheld, unusedLifetimeMs } from './contents';
import { assertStorageLeft, findStorage } from './workspace-storage';
import { assertStorable } from '../../base/refusals/refused-values';

export interface UploadDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
}

interface AnnounceDependencies extends Pick<UploadDependencies, 'database' | 'clock'> {
  readonly storageBudgets: StorageBudgets;
}

export const contentUploadPath = '/upload';

const uploadLifetimeMs = 15 * 60_000;

type NewContent = z.output<NonNullable<(typeof contentApi.createContent)['body']>>;

/**
 * Announces a file.
 * @returns the key of the content and the secret of the address that takes its bytes
 * @throws Refusal 400 with violations: TOO_MANY where the person or the workspace has too many bytes in files
 *   that no object uses, or the workspace holds more than it may
 */
export async function announceContent(
  { database, clock, storageBudgets }: AnnounceDependencies,
  { view, caller }: { readonly view: WorkspaceView; readonly caller: BearerCaller },
  { fileName, fileSize, contentType }: NewContent,
): Promise<{ contentKey: string; secret: string }> {
  assertStorable({ fileName }, 'CONTENT');
  const now = clock();
  const contentKey = randomUUID();
  // Whose file it is can be told before it is looked for.
  const secret = `${view.workspaceId}.${randomBytes(32).toString('base64url')}`;
  await database.transaction(async (transaction) => {
    const storage = await findStorage(transaction, view.workspaceId);
    assertStorageLeft(storage?.bytes, storageBudgets);
    await assertWithinBudgets(transaction, view, { fileSize, now, storageBudgets });
    await transaction.query(
      `insert into content (key, workspace_id, file_name, content_type, file_size, created_at,
         upload_hash, upload_expires_at, awaits_upload, announced_by, announced_via,
         announced_credential_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $10, $11)`,
      [
        contentKey,
        view.workspaceId,
        fileName,
        contentType,
        fileSize,
        now,
        hashSecret(secret),
        new Date(now.getTime() + uploadLifetimeMs),
        ...[caller.userId, caller.via, caller.credentialId],
      ],
    );
  });
  return { contentKey, secret };
}

interface AwaitedContent extends Credential {
  readonly key: string;
  readonly workspaceId: string;
  /** Who announced it. */
  readonly userId: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly fileSize: number;
}

/**
 * Keeps the bytes that arrive at the address of an announced file. One that was cut off can be sent again.
 * @throws Refusal 404 for an address that isn't known, has expired or was used, and where whoever announced the file
 *   may not do so any more, when the upload begins and when it ends; 400 for a file that differs
 *   from what was announced, 429 while another upload to this address is under way
 */
export async function receiveContent(
  { database, files, clock }: UploadDependencies,
  secret: string,
  request: IncomingMessage,
): Promise<void> {
  const workspaceId = id.safeParse(secret.split('.')[0]).data;
  if (workspaceId === undefined) throw uploadGone();
  const now = clock();
  const content = await getAwaited(database, { workspaceId, secret }, now);
  await assertStillAllowed(database, content, now);
  const difference = findDifference(content, request.headers);
  if (difference !== undefined) throw new Refusal(400, difference);
  const begun = await database.query(
    `update content set upload_until = $4
     where workspace_id = $1 and key = $2 and awaits_upload
       and (upload_until is null or upload_until <= $3)
     returning key`,
    [workspaceId, content.key, now, leaseEnd(now)],
  );
  if (begun.length === 0) {
    // If the clock was set back since, the other lease ends no later than one from now.
    await database.query(
      `update content set upload_until = $3
       where workspace_id = $1 and key = $2 and upload_until > $3`,
      [workspaceId, content.key, leaseEnd(now)],
    );
    // The other upload is under way, or has just ended.
    await getAwaited(database, { workspaceId, secret }, now);
    throw uploadUnderWay();
  }
  const fileKey = `contents/${content.key}-${randomBytes(8).toString('hex')}`;
  const setLease = (until: Date | null) =>
    database.query(
      `update content set upload_until = $3
       where workspace_id = $1 and key = $2 and awaits_upload and upload_until is not null`,
      [workspaceId, content.key, until],
    );
  await receiveWithLease(request, {
    receive: async () => {
      await putWhole(files, fileKey, content.fileSize, request);
      await assertStillAllowed(database, content, clock());
      const taken = await database.query(
        `update content set awaits_upload = false, file_key = $2, upload_until = null
         where workspace_id = $1 and key = $3 and awaits_upload returning key`,
        [workspaceId, fileKey, content.key],
      );
      if (taken.length === 0) throw uploadGone();
    },
    renewLease: () => setLease(leaseEnd(clock())),
    releaseLease: () => setLease(null),
    removeFile: () => files.remove(fileKey),
  });
}

/** The address alone is no right: it is one of whoever asked for it, with the token that they had. */
async function assertStillAllowed(
  database: Queryable,
  content: AwaitedContent,
  now: Date,
): Promise<void> {
  const [holder, [member]] = await Promise.all([
    findHolder(database, content, now),
    database.queryPrepared<{ role: Role }>(
      'select role from membership where workspace_id = $1 and user_id = $2',
      [content.workspaceId, content.userId],
    ),
  ]);
  const mayUpload = member !== undefined && permissionMatrix.changeObjects[member.role];
  if (holder === undefined || !mayUpload) throw uploadGone();
}

/** An upload address that can't be used: its time is over, it was used, or whoever asked for it lost the right. */
export function uploadGone(): Refusal {
  return new Refusal(
    404,
    'This upload address has expired or was already used. Ask for a new one.',
  );
}

const uploadRetrySeconds = 5;

/** Another upload to the same address is under way. */
export function uploadUnderWay(): Refusal {
  return new RetryLater(
    'Another upload of this file is under way. Wait for it to end, then try again if it failed. An upload that was cut off ends after a minute at most.',
    uploadRetrySeconds,
  );
}

async function getAwaited(
  database: Queryable,
  { workspaceId, secret }: { readonly workspaceId: string; readonly secret: string },
  now: Date,
): Promise<AwaitedContent> {
  const [content] = await database.query<AwaitedContent>(
    `select key, workspace_id as "workspaceId", file_name as "fileName",
       content_type as "contentType", file_size as "fileSize", announced_by as "userId",
       announced_via as via, announced_credential_id as "credentialId"
     from content
     where workspace_id = $1 and upload_hash = $2 and awaits_upload and upload_expires_at > $3`,
    [workspaceId, hashSecret(secret), now],
  );
  if (content !== undefined) return content;
  throw uploadGone();
}

/** What differs from the announcement; undefined if nothing does. */
function findDifference(
  { fileName, contentType, fileSize }: AwaitedContent,
  headers: IncomingMessage['headers'],
): string | undefined {
  if (headers['content-length'] !== String(fileSize)) {
    return `Send Content-Length ${fileSize}, as you announced.`;
  }
  if (normalizeType(headers['content-type']) !== normalizeType(contentType)) {
    return `Send Content-Type ${contentType}, as you announced.`;
  }
  if (!namesFile(headers['content-disposition'] ?? '', fileName)) {
    return 'Send Content-Disposition: attachment; filename=<the name that you announced>.';
  }
  return undefined;
}

function normalizeType(contentType = ''): string {
  return contentType
    .toLowerCase()
    .replace(/\s*;\s*/g, ';')
    .trim();
}

/** File names are written as they are, in quotes, percent-encoded, or as RFC 8187 has it. */
function namesFile(disposition: string, fileName: string): boolean {
  const { type, parameters } = parse(disposition);
  const written = parameters['filename'] ?? '';
  return type === 'attachment' && readingsOf(written).includes(fileName);
}

function readingsOf(written: string): string[] {
  // Node reads headers as Latin-1, clients that do not encode the name write UTF-8.
  const asUtf8 = Buffer.from(written, 'latin1').toString('utf8');
  try {
    return [written, asUtf8, decodeURIComponent(written)];
  } catch {
    return [written, asUtf8];
  }
}

/** Whoever sent the file is usually gone, but it is their line that failed and not the service. */
export const cutOff = 'The upload broke off. Send it again.';

async function putWhole(
  files: FileStore,
  fileKey: string,
  fileSize: number,
  request: IncomingMessage,
): Promise<void> {
  try {
    const byteCount = await files.put(fileKey, request, fileSize);
    if (byteCount === fileSize) return;
  } catch (error) {
    if (error instanceof FileCutOff) throw new Refusal(400, cutOff);
    if (!(error instanceof FileTooLarge)) throw error;
  }
  throw new Refusal(400, `Send ${fileSize} bytes, as you announced.`);
}

/** Few enough that nobody waits long for them. */
const removedAtOnce = 50;

/** Removes files that nothing holds: announced and not used in time, or used once and taken away. */
export async function removeUnusedContents({
  database,
  files,
  clock,
}: UploadDependencies): Promise<void> {
  let found: { workspaceId: string; key: string }[];
  do {
    const unusedSince = new Date(clock().getTime() - unusedLifetimeMs);
    found = await database.query(findStatement, [unusedSince]);
    for (const { workspaceId, key } of found) {
      const parameters = [unusedSince, workspaceId, key];
      const [removed] = await database.query<{ fileKey: string | null }>(
        removeStatement,
        parameters,
      );
      if (removed?.fileKey) await files.remove(removed.fileKey);
    }
  } while (found.length === removedAtOnce);
}

const isUnused = `(used_at is not null or created_at <= $1) and ${isUnheld}`;

const findStatement = `
  select workspace_id as "workspaceId", key from content where ${isUnused} limit ${removedAtOnce}`;

/** It may have been used since it was found. */
const removeStatement = `
  delete from content where workspace_id = $2 and key = $3 and ${isUnused}
  returning file_key as "fileKey"`;
