import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound, Overtaken, Refusal } from '../../base/refusals/refusal';
import { readAttributes } from '../permissions/read-schema';
import { typeIdsOf } from '../permissions/workspace-view';
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
  const named = typeIds.map((id) => id.toLowerCase());
  const { ids, version, storedBytes } = onlyRow(
    await transaction.queryPrepared<KeptTypes>(keepTypesStatement, [
      view.workspaceId,
      named,
      objectIds,
      typeIdsOf(view.types),
    ]),
  );
  const isKept = ({ id }: { readonly id: string }) => ids.includes(id);
  const isGone = view.types.some((type) => named.includes(type.id) && !isKept(type));
  if (isGone) throw new Overtaken(notFound('type'));
  if (version === view.version) return storedBytes;
  const seen = view.types.filter(isKept);
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

interface KeptTypes {
  readonly ids: readonly string[];
  /** The version that the schema of the workspace has since its types are kept. */
  readonly version: string;
  /** Null where it hasn't been counted yet. */
  readonly storedBytes: number | null;
}

const keepTypesStatement = `
  select ids::text[], version::text, stored_bytes::float8 as "storedBytes"
  from keep_types($1, $2::uuid[], $3::uuid[], $4::uuid[])`;

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
