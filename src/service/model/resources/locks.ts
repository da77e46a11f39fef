import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound, Overtaken, Refusal } from '../../base/refusals/refusal';
import { readAttributes } from '../permissions/read-schema';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';

/*
 * A transaction locks rows in this order, and several of one kind by their ids, so that no two wait for each other:
 *
 *   account, workspace, site and page, type, object, deleted object, workflow, content, attribute, value, taken name, version of the
 *   workspace's schema
 *
 * Whoever changes a type or its attributes holds the type alone; whoever writes its objects shares it, and so finds
 * it as it is until the end. An object that is changed lets others refer to it; one that is deleted doesn't. Where the
 * order can't be kept, as when a deletion meets references that are just written, Postgres stops one transaction,
 * and it is started again up to 3 times.
 *
 * See docs/decisions/0027-names-and-locks.md.
 */

/**
 * The view with the attributes that the type has now. Whoever else would change them, or write its objects, waits
 * until the transaction ends.
 * @throws Refusal 404 for a type that is gone
 */
export async function lockAttributes(
  transaction: Queryable,
  view: WorkspaceView,
  typeId: string,
): Promise<WorkspaceView> {
  const locked = await transaction.query(
    'select from type where workspace_id = $1 and id = $2 for no key update',
    [view.workspaceId, typeId],
  );
  if (locked.length === 0) throw notFound('type');
  const attributes = await readAttributes(transaction, view.workspaceId, [typeId]);
  const types = view.types.map((type) => (type.id === typeId ? { ...type, attributes } : type));
  return { ...view, types };
}

/** What is about to be written. */
interface Written {
  readonly typeIds?: readonly string[];
  readonly objectIds?: readonly string[];
}

/**
 * Keeps the types of objects as the caller sees them until the transaction ends.
 * @returns how many bytes the workspace holds, which is read on the way; null where it hasn't been counted yet
 * @throws Overtaken where one of them was changed or deleted since the view was read
 */
export async function keepTypes(
  transaction: Queryable,
  view: WorkspaceView,
  { typeIds = [], objectIds = [] }: Written,
): Promise<number | null> {
  const ofObjects = await readTypeIds(transaction, view, objectIds);
  const written = new Set([...typeIds.map((id) => id.toLowerCase()), ...ofObjects]);
  const seen = view.types.filter(({ id }) => written.has(id));
  const kept = await transaction.queryPrepared<{ id: string }>(
    `select id from type where workspace_id = $1 and id = any ($2::uuid[]) order by id for share`,
    [view.workspaceId, seen.map(({ id }) => id)],
  );
  if (kept.length < seen.length) throw new Overtaken(notFound('type'));
  const { version, storedBytes } = await readState(transaction, view);
  if (version === view.version) return storedBytes;
  // Something changed, but maybe elsewhere in the workspace.
  const now = await readAttributes(
    transaction,
    view.workspaceId,
    seen.map(({ id }) => id),
  );
  const isSame = seen.every(
    ({ id, attributes }) =>
      textOf(attributes) === textOf(now.filter(({ typeId }) => typeId === id)),
  );
  if (!isSame) throw new Overtaken(typeChanged());
  return storedBytes;
}

async function readTypeIds(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  objectIds: readonly string[],
): Promise<string[]> {
  if (objectIds.length === 0) return [];
  const rows = await transaction.queryPrepared<{ typeId: string }>(
    `select distinct type_id as "typeId" from object where workspace_id = $1 and id = any ($2::uuid[])`,
    [workspaceId, objectIds],
  );
  return rows.map(({ typeId }) => typeId);
}

interface WorkspaceState {
  readonly version: string;
  /** Null where it hasn't been counted yet. */
  readonly storedBytes: number | null;
}

/** In a statement after the one that locks: that may have waited for someone who changed it. */
async function readState(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
): Promise<WorkspaceState> {
  const rows = await transaction.queryPrepared<WorkspaceState>(
    `select version::text, stored_bytes::float8 as "storedBytes"
     from workspace_schema where workspace_id = $1`,
    [workspaceId],
  );
  return onlyRow(rows);
}

function textOf(attributes: readonly StoredAttribute[]): string {
  return JSON.stringify(
    attributes.map(({ id, name, isLabel, kind, workflowId, states, configuration }) => ({
      id,
      name,
      isLabel,
      code: kind.code,
      workflowId,
      states,
      configuration,
    })),
  );
}

function typeChanged(): Refusal {
  const message =
    'Somebody else changed the type while you changed its objects. Nothing was changed. Try again.';
  return new Refusal(412, message);
}
