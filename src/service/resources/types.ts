import { randomUUID } from 'node:crypto';
import type { EnrichedType, ObjectType } from '../../api/type';
import type { Database } from '../database';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { invalid } from '../refusal';
import { assertStorable } from './assert-storable';

/** The type as its own calls show it. */
export function showType({ id, name, description }: Omit<ReadableType, 'attributes'>): ObjectType {
  return { id, name, ...(description !== null && { description }) };
}

/** The type with its attributes in their order. */
export function showEnrichedType(type: ReadableType): EnrichedType {
  const attributes = type.attributes.map(({ id, name, kind, isLabel }) => ({
    id,
    name,
    attributeTypeCode: kind.code,
    isLabel,
  }));
  return { ...showType(type), attributes };
}

/**
 * Creates a type without attributes, which every member may read.
 * @throws Refusal 400 CONFLICT where another type of the workspace has the name
 */
export async function createType(
  database: Database,
  view: WorkspaceView,
  { name, description = null }: { name: string; description?: string | null },
): Promise<ObjectType> {
  assertStorable({ name, description }, 'TYPE');
  const id = randomUUID();
  const created = await database.query(
    `insert into type (id, workspace_id, name, description) values ($1, $2, $3, $4)
     on conflict do nothing
     returning id`,
    [id, view.workspaceId, name, description],
  );
  if (created.length === 0) throw nameTaken(view, name);
  return showType({ id, name, description });
}

/** Says nothing of a type that the caller may not read. */
function nameTaken({ types }: WorkspaceView, name: string) {
  const isReadable = types.some((type) => type.name.toLowerCase() === name.toLowerCase());
  const message = isReadable
    ? `A type of this workspace is called "${name}" already: choose another name.`
    : `This name can't be used. Choose another.`;
  return invalid(message, [
    { fieldIdentifier: 'name', violationType: 'CONFLICT', invalidValue: name, domain: 'TYPE' },
  ]);
}
