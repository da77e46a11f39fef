import type { ValueDetails } from '../../../api/object';
import { pageTooLarge } from '../../../api/page';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { makeRoomForAnswer } from '../../base/http/unsent-answers';
import { Refusal } from '../../base/refusals/refusal';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { refuseValue } from '../../base/refusals/refused-values';
import { maximumPageBytes } from './page';

/** What {@link objectColumns} selects. */
export interface ObjectRow {
  readonly id: string;
  readonly typeId: string;
  readonly label: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of a row `o` of `object` that showing it takes. */
export const objectColumns =
  'o.id, o.type_id as "typeId", o.label, o.created_at as "createdAt", o.updated_at as "updatedAt"';

export interface ShownValue {
  readonly id: string;
  readonly value: string;
  readonly text: string | null;
  /** What it refers to, where the caller may read that: an object, a person or a file. */
  readonly target: ValueDetails | null;
}

/** What {@link jsonOf} says of a value, in its order. */
type ValueRow = readonly [
  id: string,
  objectId: string,
  attributeId: string,
  value: string,
  text: string | null,
  target: ValueDetails | null,
];

/** In characters, of what a value refers to: the same object may be referred to very often. */
export const maximumShownLabel = 255;
/** The limit for what is read for a page, with all names. */
const maximumReadBytes = 1.5 * maximumPageBytes;
/** What is told of what a value refers to: a label, or a name and an address. */
const targetBytes = 200;

/**
 * The values in one text of JSON: rows of many columns take several times as long to read, and so do
 * names that each of them repeats. Of the workspace $1; of objects, those of the types $2 are detailed.
 * @param rows of `object_value` as `value`, with their condition
 */
const jsonOf = (rows: string) => `(
    select coalesce(json_agg(json_build_array(id, object_id, attribute_id, value, text, target)), '[]')::text
    from (
      select value.id, value.object_id, value.attribute_id, value.value, value.text, case
          when value.reference_id is not null then (
            select json_build_object('objectId', object.id, 'label', left(object.label, ${maximumShownLabel}))
            from object
            where object.workspace_id = $1 and object.id = value.reference_id
              and object.type_id = any ($2::uuid[])
          )
          when value.user_id is not null then (
            select json_build_object('name', account.name, 'email', account.email)
            from account join membership on membership.user_id = account.id
            where account.id = value.user_id and membership.workspace_id = $1
          )
          when value.content_key is not null then (
            select json_build_object(
              'fileName', file_name, 'contentType', content_type, 'fileSize', file_size
            )
            from content where workspace_id = $1 and key = value.content_key
          )
        end as target
      from ${rows}
      order by value.position
    ) as row
  )`;

/**
 * How much a row `value` of `object_value` adds to an answer: its text, and what surrounds it.
 * Also for a value that the answer shows in another form.
 */
export const valueBytes =
  '(octet_length(value.value) + coalesce(octet_length(value.text), 0) + 100)';

/**
 * Where they are too many, their size comes alone. `is true` keeps the planner from looking each
 * attribute of each object up in the index: all values of an object are beside each other there.
 */
const readValuesStatement = `
  with shown as (
    select value.* from object_value as value
    where value.workspace_id = $1 and value.object_id = any ($3::uuid[])
      and (value.attribute_id = any ($4::uuid[])) is true
  ), size as (
    select coalesce(sum(${valueBytes} + case
        when num_nonnulls(reference_id, user_id, content_key) > 0 then ${targetBytes} else 0
      end), 0)::float8 as bytes
    from shown as value
  )
  select size.bytes,
    ${jsonOf(`shown as value where size.bytes <= ${maximumPageBytes}`)} as values
  from size`;

/** One object is never too large. */
const readObjectStatement = `
  select ${objectColumns},
    ${jsonOf('object_value as value where value.workspace_id = $1 and value.object_id = $3')} as values
  from object as o
  where o.workspace_id = $1 and o.type_id = any ($2::uuid[]) and o.id = $3`;

/** An object with its values, by {@link valuesKey}; undefined where the caller may not read it. */
export async function findObject(
  database: Queryable,
  view: WorkspaceView,
  objectId: string,
): Promise<{ row: ObjectRow; values: Map<string, ShownValue[]> } | undefined> {
  const [row] = await database.queryPrepared<ObjectRow & { values: string }>(readObjectStatement, [
    view.workspaceId,
    typeIdsOf(view.types),
    objectId,
  ]);
  return row && { row, values: groupValues(row.values) };
}

/** The labels of those of these objects that the caller may read, by their ids. */
export async function readLabels(
  database: Queryable,
  { workspaceId, types }: WorkspaceView,
  objectIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; label: string }>(
    `select id, label from object
     where workspace_id = $1 and id = any ($2::uuid[]) and type_id = any ($3::uuid[])`,
    [workspaceId, objectIds, typeIdsOf(types)],
  );
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/**
 * The values of these objects, by {@link valuesKey}.
 * @param attributes by type
 * @throws Refusal 400 where they are too much for one answer
 */
export async function readValues(
  { database, view }: { readonly database: Queryable; readonly view: WorkspaceView },
  rows: readonly ObjectRow[],
  attributes: ReadonlyMap<string, readonly StoredAttribute[]>,
): Promise<Map<string, ShownValue[]>> {
  const labelBytes = rows.reduce((sum, { label }) => sum + Buffer.byteLength(label), 0);
  if (labelBytes > maximumPageBytes) throw refusePage();
  await makeRoomForAnswer(labelBytes);
  const attributeIds = [...attributes.values()].flatMap((ofType) => ofType.map(({ id }) => id));
  if (attributeIds.length === 0) return new Map();
  const read = await database.queryPrepared<{ bytes: number; values: string }>(
    readValuesStatement,
    [view.workspaceId, typeIdsOf(view.types), rows.map(({ id }) => id), attributeIds],
  );
  const { bytes, values } = onlyRow(read);
  if (bytes + labelBytes > maximumPageBytes) throw refusePage();
  const readBytes = Buffer.byteLength(values);
  if (readBytes > maximumReadBytes) throw refusePage();
  await makeRoomForAnswer(labelBytes + readBytes);
  return groupValues(values);
}

/** By {@link valuesKey}, in their order. */
function groupValues(json: string): Map<string, ShownValue[]> {
  const groups = new Map<string, ShownValue[]>();
  for (const [id, objectId, attributeId, value, text, target] of JSON.parse(json) as ValueRow[]) {
    const key = valuesKey(objectId, attributeId);
    const shown = { id, value, text, target };
    const others = groups.get(key);
    if (others) others.push(shown);
    else groups.set(key, [shown]);
  }
  return groups;
}

function refusePage(): Refusal {
  return new Refusal(
    400,
    `These objects are ${pageTooLarge}. Ask for fewer with limit, or name the attributes that you need in attributeIds.`,
  );
}

export function valuesKey(objectId: string, attributeId: string): string {
  return `${objectId} ${attributeId}`;
}

/** Of one object: what a page of objects needs to stay readable. */
export const maximumObjectBytes = 1_000_000;

/**
 * Holds an object that was just written to the size that others can be asked to read.
 * @throws Refusal 400 with a violation; the transaction is to be rolled back
 */
export async function assertFits(
  transaction: Queryable,
  workspaceId: string,
  objectId: string,
): Promise<void> {
  const rows = await transaction.queryPrepared<{ bytes: number }>(
    `select coalesce(sum(${valueBytes}), 0)::float8 as bytes
     from object_value as value where value.workspace_id = $1 and value.object_id = $2`,
    [workspaceId, objectId],
  );
  if (onlyRow(rows).bytes <= maximumObjectBytes) return;
  const message = 'The values of an object can take up to 1 MB together. Shorten or remove some.';
  throw refuseValue('TOO_LONG', 'attributes', 'OBJECT', message);
}
