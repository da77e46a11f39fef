import type { Database, Queryable } from '../../base/database/database';
import { onlyRow } from '../../base/database/database';
import { noId } from '../../base/refusals/storable-inputs';
import { findDoubles, foldName } from '../values/folded-name';
import type { Named } from '../values/folded-name';

/** What has a name of its own: a workspace among all, and the others in their workspace. */
export type NamedKind = 'workspace' | 'type' | 'group';

const tables = { workspace: 'workspace', type: 'type', group: 'user_group' } as const;

interface Place {
  /** The workspace of a type or a group; the names of workspaces are in none. */
  readonly workspaceId: string;
  readonly kind: NamedKind;
}

type Key = readonly [workspaceId: string, kind: NamedKind, foldedName: string];

function keyOf({ workspaceId, kind }: Place, name: string): Key {
  return [kind === 'workspace' ? noId : workspaceId, kind, foldName(name)];
}

/**
 * Takes a name for something, before it is written. Others who want the name wait until the transaction ends.
 * @param before what it is called until now; absent for something new
 * @returns false where another one has the name; what is called so already keeps it, whoever shares it
 * @see docs/decisions/0027-names-and-locks.md
 */
export async function takeName(
  transaction: Queryable,
  place: Place,
  { id, name, before }: Named & { readonly before?: string },
): Promise<boolean> {
  const key = keyOf(place, name);
  if (before !== undefined && keyOf(place, before)[2] === key[2]) return true;
  const taken = await transaction.query<{ holderIds: string[] }>(takeStatement, [...key, [id]]);
  const { holderIds } = onlyRow(taken);
  const others = holderIds.filter((holderId) => holderId !== id);
  if (await isOneCalled(transaction, key, others)) return false;
  // Whatever had it is gone or has another name.
  if (others.length > 0) await transaction.query(takeOverStatement, [...key, [id]]);
  if (before !== undefined) await releaseName(transaction, place, { id, name: before });
  return true;
}

/** Releases the name of something that is deleted or renamed; a name that others share stays taken. */
export async function releaseName(
  transaction: Queryable,
  place: Place,
  { id, name }: Named,
): Promise<void> {
  await transaction.query(releaseStatement, [...keyOf(place, name), [id]]);
}

const isKey = 'workspace_id = $1 and kind = $2 and folded_name = $3';

/** Writes the row in any case, so that it is locked. */
const takeStatement = `
  insert into taken_name (workspace_id, kind, folded_name, holder_ids) values ($1, $2, $3, $4::uuid[])
  on conflict (workspace_id, kind, folded_name) do update set folded_name = excluded.folded_name
  returning holder_ids::text[] as "holderIds"`;

const takeOverStatement = `update taken_name set holder_ids = $4::uuid[] where ${isKey}`;

const releaseStatement = `delete from taken_name where ${isKey} and holder_ids = $4::uuid[]`;

async function isOneCalled(
  transaction: Queryable,
  [workspaceId, kind, foldedName]: Key,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const place = kind === 'workspace' ? '$2::uuid is not null' : 'workspace_id = $2';
  const rows = await transaction.query<{ name: string }>(
    `select name from ${tables[kind]} where id = any ($1::uuid[]) and ${place}`,
    [ids, workspaceId],
  );
  return rows.some(({ name }) => foldName(name) === foldedName);
}

/** Changes with {@link foldName}; a database remembers it among its migrations. */
const mark = 'taken-names-1';
/** Few enough for one statement to stay small. */
const rowsAtOnce = 1_000;

/**
 * Fills in the names that were there before names were taken, once for a database. Nobody may change names
 * meanwhile; several processes that do it at once write the same.
 */
export async function fillTakenNames(database: Database): Promise<void> {
  const remembered = await database.query('select from migration where name = $1', [mark]);
  if (remembered.length > 0) return;
  const workspaces = await database.query<Named>('select id, name from workspace order by id');
  await refill(database, noId, { workspace: workspaces });
  for (const { id } of workspaces) {
    await refill(database, id, {
      type: await readNamed(database, 'type', id),
      group: await readNamed(database, 'group', id),
    });
  }
  await database.query('insert into migration values ($1) on conflict do nothing', [mark]);
}

/** Workspaces of one name, from before names were taken; empty if each has its own. */
export async function readWorkspaceDoubles(database: Queryable): Promise<Named[][]> {
  const shared = await database.query<{ holderIds: string[] }>(
    `select holder_ids::text[] as "holderIds" from taken_name
     where workspace_id = $1 and kind = 'workspace' and cardinality(holder_ids) > 1`,
    [noId],
  );
  const workspaces = await database.query<Named>(
    'select id, name from workspace where id = any ($1::uuid[]) order by id',
    [shared.flatMap(({ holderIds }) => holderIds)],
  );
  return findDoubles(workspaces);
}

function readNamed(
  database: Queryable,
  kind: 'type' | 'group',
  workspaceId: string,
): Promise<Named[]> {
  return database.query<Named>(
    `select id, name from ${tables[kind]} where workspace_id = $1 order by id`,
    [workspaceId],
  );
}

async function refill(
  database: Database,
  workspaceId: string,
  named: Partial<Record<NamedKind, readonly Named[]>>,
): Promise<void> {
  const rows = Object.entries(named).flatMap(([kind, ofKind]) => listTaken(kind, ofKind));
  await database.transaction(async (transaction) => {
    await transaction.query('delete from taken_name where workspace_id = $1', [workspaceId]);
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const batch = rows.slice(start, start + rowsAtOnce);
      await transaction.query(fillStatement, [
        workspaceId,
        batch.map(({ kind }) => kind),
        batch.map(({ foldedName }) => foldedName),
        batch.map(({ holderIds }) => `{${holderIds.join(',')}}`),
      ]);
    }
  });
}

const fillStatement = `
  insert into taken_name (workspace_id, kind, folded_name, holder_ids)
  select $1, kind, folded_name, holder_ids::uuid[]
  from unnest($2::text[], $3::text[], $4::text[]) as listed (kind, folded_name, holder_ids)
  on conflict do nothing`;

interface TakenRow {
  readonly kind: string;
  readonly foldedName: string;
  readonly holderIds: string[];
}

function listTaken(kind: string, named: readonly Named[]): TakenRow[] {
  const taken = new Map<string, TakenRow>();
  for (const { id, name } of named) {
    const foldedName = foldName(name);
    const row = taken.get(foldedName);
    if (row === undefined) taken.set(foldedName, { kind, foldedName, holderIds: [id] });
    else row.holderIds.push(id);
  }
  return [...taken.values()];
}
