import type { ChangeAction, ChangedKind, ChangeMeans } from '../../../api/history';
import type { Database, Queryable } from '../../base/database/database';
import type { Caller } from '../permissions/workspace-view';

/** One entry of the history. */
export interface Change {
  readonly kind: ChangedKind;
  readonly id: string;
  readonly action: ChangeAction;
  /** The type that says who may read it: of an object, an attribute, the access to a type, and the type itself. */
  readonly typeId?: string;
  /** The site that says who may read it: of a page, the access to a site, and the site itself. */
  readonly siteId?: string;
  /** What it was, as JSON; absent where it was not there. */
  readonly before?: unknown;
  /** What it became, as JSON; absent where it is gone. */
  readonly after?: unknown;
}

/** Who made changes, and in one go with how many others. */
interface Author {
  readonly workspaceId: string;
  /** Undefined for a command of the operator. */
  readonly caller: Caller | undefined;
  /** The changes are some of several that one call made. */
  readonly isBulk?: boolean;
}

export interface ChangeDependencies {
  readonly database: Database;
  readonly clock: () => Date;
}

/**
 * Adds entries to the history, in their order, but for changes that left everything as it was. Nothing becomes of
 * them if the transaction is rolled back.
 */
export async function recordChanges(
  transaction: Queryable,
  { workspaceId, caller, isBulk = false }: Author,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  const entries = changes.filter((change) => !isUnchanged(change));
  if (entries.length === 0) return;
  await transaction.queryPrepared(insertStatement, [
    workspaceId,
    now,
    caller?.userId ?? null,
    caller?.via ?? ('command' satisfies ChangeMeans),
    caller?.credentialName ?? null,
    isBulk,
    entries.map(({ kind }) => kind),
    entries.map(({ id }) => id),
    entries.map(({ action }) => action),
    entries.map(({ typeId }) => typeId ?? null),
    entries.map(({ siteId }) => siteId ?? null),
    entries.map(detailOf),
  ]);
}

function isUnchanged({ action, before, after }: Change): boolean {
  return action === 'change' && JSON.stringify(before) === JSON.stringify(after);
}

function detailOf({ before, after }: Change): string {
  return JSON.stringify({ version: 1, ...cutLongTexts({ before, after }) });
}

const insertStatement = `
  insert into history (workspace_id, at, user_id, via, credential_name, is_bulk,
    kind, subject_id, action, type_id, site_id, detail)
  select $1::uuid, $2::timestamptz, $3::uuid, $4::text, $5::text, $6::boolean, change.*
  from unnest($7::text[], $8::text[], $9::text[], $10::uuid[], $11::uuid[], $12::jsonb[]) as change`;

/** In characters: what a person can compare, of a text and of all texts of an entry. */
const maximumRecordedLength = 10_000;
const maximumEntryLength = 100_000;
/** Ids and names are always whole. */
const maximumNameLength = 255;

/** JSON with the beginning of each text that is too long, as `{cut: <text>}`. */
function cutLongTexts(whole: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let room = maximumEntryLength;
  const cutText = (text: string) => {
    if (text.length <= maximumNameLength) return text;
    const length = Math.max(Math.min(maximumRecordedLength, room), maximumNameLength);
    room -= Math.min(length, text.length);
    // No half of a surrogate pair, which the database refuses.
    return text.length <= length
      ? text
      : { cut: text.slice(0, length).replace(/\p{Surrogate}$/u, '') };
  };
  const cutParts = (value: unknown): unknown => {
    if (typeof value === 'string') return cutText(value);
    if (Array.isArray(value)) return value.map(cutParts);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cutParts(part)]));
  };
  return Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, cutParts(part)]));
}

/** Few enough that nobody waits long for them. */
const removedAtOnce = 1_000;

/** Removes the entries of before a moment. Numbers rise with the time, so each workspace's oldest entries come first. */
export async function removeOldHistory(database: Database, recordedSince: Date): Promise<void> {
  const workspaces = await database.query<{ id: string }>(
    `select workspace_id as id from workspace_schema as listed
     where (
       select at from history where workspace_id = listed.workspace_id order by number limit 1
     ) < $1`,
    [recordedSince],
  );
  for (const { id } of workspaces) {
    let removed: unknown[];
    do {
      removed = await database.query(removeStatement, [id, recordedSince]);
    } while (removed.length === removedAtOnce);
  }
}

const removeStatement = `
  delete from history where workspace_id = $1 and at < $2 and number in (
    select number from history where workspace_id = $1 order by number limit ${removedAtOnce}
  ) returning 1`;
