import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { showMegabytes } from '../../base/files/storage-budgets';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import type { Refusal } from '../../base/refusals/refusal';
import { refuseValue } from '../../base/refusals/refused-values';
import { typeIdsOf } from '../permissions/workspace-view';
import type { Workspace, WorkspaceView } from '../permissions/workspace-view';
import type { EncodedValue } from '../values/encode-value';
import { searchedText } from '../values/searchable-text';
import type { AttributeValuesToStore } from './store-objects';

/** How long an upload waits to become the value of an attribute. */
export const unusedLifetimeMs = 24 * 60 * 60_000;

/** In SQL, of a row of `content`: no object has it as a value; a deleted one that is kept may. */
export const isUnused = `(used_at is null or is_released and not exists (
  select from object_value
  where workspace_id = content.workspace_id and content_key = content.key
))`;

/** In SQL, of a row of `content`: no object has it as a value, nor a deleted one that is kept. */
export const isUnheld = `${isUnused} and not exists (
  select from deleted_object
  where workspace_id = content.workspace_id and id = content.kept_for
)`;

/** An uploaded file, as far as the value of an attribute concerns it. */
interface Content {
  readonly key: string;
  readonly fileName: string;
  /** A key becomes a value once and never again. */
  readonly isUsed: boolean;
}

interface ReadableContent {
  readonly fileName: string;
  readonly contentType: string;
  /** The key of its bytes in the file store. */
  readonly fileKey: string;
}

/** A file that is a value of an object which the caller may read; undefined for any other, and for one without bytes. */
export async function findReadableContent(
  database: Queryable,
  view: WorkspaceView,
  contentKey: string,
): Promise<ReadableContent | undefined> {
  const [content] = await database.query<ReadableContent>(
    `select content.file_name as "fileName", content.content_type as "contentType",
       content.file_key as "fileKey"
     from content
     join object_value as value on value.workspace_id = $2 and value.content_key = content.key
     join object on object.workspace_id = $2 and object.id = value.object_id
     where content.key = $1 and content.file_key is not null and content.workspace_id = $2
       and object.type_id = any ($3::uuid[])`,
    [contentKey, view.workspaceId, typeIdsOf(view.types)],
  );
  return content;
}

/** The files that these values name, by key, of those that were uploaded to the workspace. */
export async function readContents(
  database: Queryable,
  workspaceId: string,
  values: readonly AttributeValuesToStore[],
  now: Date,
): Promise<Map<string, Content>> {
  const keys = contentKeysOf(values);
  if (keys.length === 0) return new Map();
  const contents = await database.query<Content>(
    `select key, file_name as "fileName", used_at is not null as "isUsed" from content
     where workspace_id = $1 and key = any ($2::text[])
       and not awaits_upload and (used_at is not null or created_at > $3)
     order by key
     for update`,
    [workspaceId, keys, new Date(now.getTime() - unusedLifetimeMs)],
  );
  return new Map(contents.map((content) => [content.key, content]));
}

/** The values, those that name a file made searchable by its name. */
export function withFileNames(
  { values, ...attribute }: AttributeValuesToStore,
  contents: ReadonlyMap<string, Content>,
): AttributeValuesToStore {
  return { ...attribute, values: values.map((value) => withFileName(value, contents)) };
}

function withFileName(value: EncodedValue, contents: ReadonlyMap<string, Content>): EncodedValue {
  const content = contents.get(value.contentKey ?? '');
  if (content === undefined) return value;
  return { ...value, text: content.fileName, ...searchedText(content.fileName) };
}

export async function markContentsUsed(
  database: Queryable,
  workspaceId: string,
  values: readonly AttributeValuesToStore[],
  usedAt: Date,
): Promise<void> {
  const keys = contentKeysOf(values);
  if (keys.length === 0) return;
  await database.query(
    `update content set used_at = $3
     where workspace_id = $1 and key = any ($2::text[]) and used_at is null`,
    [workspaceId, keys, usedAt],
  );
}

/** Says of files that a value of theirs was deleted; another one may hold them. */
export async function markContentsReleased(
  database: Queryable,
  workspaceId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await database.query(
    'update content set is_released = true where workspace_id = $1 and key = any ($2::text[])',
    [workspaceId, keys],
  );
}

/**
 * As {@link markContentsReleased}, for all values of an attribute or a type, which are about to be deleted. Until the
 * transaction ends, nobody stores another one.
 */
export async function releaseContents(
  transaction: Queryable,
  { workspaceId }: Workspace,
  of: { readonly attributeId: string } | { readonly typeId: string },
): Promise<void> {
  const [column, id] =
    'typeId' in of ? (['type_id', of.typeId] as const) : (['id', of.attributeId] as const);
  // In a statement of its own: the next one then sees also what was being stored.
  await transaction.query(
    `select from attribute where workspace_id = $1 and ${column} = $2 order by id for update`,
    [workspaceId, id],
  );
  await transaction.query(
    `update content set is_released = true
     where workspace_id = $1 and key in (
       select content_key from object_value
       where workspace_id = $1 and content_key is not null and attribute_id in (
         select id from attribute where workspace_id = $1 and ${column} = $2
       )
     )`,
    [workspaceId, id],
  );
}

function contentKeysOf(attributes: readonly AttributeValuesToStore[]): string[] {
  return attributes.flatMap(({ values }) =>
    values.flatMap(({ contentKey }) => (contentKey === undefined ? [] : [contentKey])),
  );
}

interface AnnouncedBytes {
  readonly fileSize: number;
  readonly now: Date;
  readonly storageBudgets: StorageBudgets;
}

/**
 * Announcements of a person, and in a workspace, are made one after the other until the transaction ends, so
 * that several at once don't make more of them.
 */
export async function assertWithinBudgets(
  transaction: Queryable,
  { caller: { userId }, workspaceId }: WorkspaceView,
  { fileSize, now, storageBudgets }: AnnouncedBytes,
): Promise<void> {
  await transaction.query('select from account where id = $1 for no key update', [userId]);
  await transaction.query('select from workspace where id = $1 for no key update', [workspaceId]);
  const { ofPerson, ofWorkspace } = onlyRow(
    await transaction.query<{ ofPerson: number; ofWorkspace: number }>(
      `select
         coalesce(sum(file_size) filter (where announced_by = $1), 0)::bigint as "ofPerson",
         coalesce(sum(file_size) filter (where workspace_id = $2), 0)::bigint as "ofWorkspace"
       from content
       where (announced_by = $1 or workspace_id = $2) and ${isUnused}
         and (not awaits_upload or upload_expires_at > $3 or upload_until > $3)`,
      [userId, workspaceId, now],
    ),
  );
  const { unusedBytesPerPerson, unusedBytesPerWorkspace } = storageBudgets;
  if (ofPerson + fileSize > unusedBytesPerPerson) {
    throw overBudget(fileSize, 'You can have', unusedBytesPerPerson);
  }
  if (ofWorkspace + fileSize > unusedBytesPerWorkspace) {
    throw overBudget(fileSize, 'A workspace can have', unusedBytesPerWorkspace);
  }
}

function overBudget(fileSize: number, who: string, budgetBytes: number): Refusal {
  const message = `${who} up to ${showMegabytes(budgetBytes)} in files that no object uses. Use the uploaded files in objects, or wait: those of deleted objects are removed after 30 days, all others after 24 hours.`;
  return refuseValue('TOO_MANY', 'fileSize', 'CONTENT', message, fileSize);
}
