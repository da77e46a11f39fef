import type { AttributeValue, ValueDetails, WorkspaceObject } from '../../api/object';
import type { Queryable } from '../database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { Refusal } from '../refusal';
import type { StoredAttribute } from '../values/attribute-kinds';
import { valueBytes } from './object-size';

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

export interface ShowOptions {
  readonly database: Queryable;
  readonly serviceUrl: string;
  readonly view: WorkspaceView;
  /** Which attributes to show; all where absent. Ids of no attribute show nothing. */
  readonly attributeIds?: readonly string[] | undefined;
}

/**
 * The objects as the API shows them, in the order of the rows. What a value refers to is detailed
 * only where the caller may read it.
 * @throws Refusal 400 where they are too much for one answer; one object never is
 */
export async function showObjects(
  options: ShowOptions,
  rows: readonly ObjectRow[],
): Promise<WorkspaceObject[]> {
  const { serviceUrl, view } = options;
  const shownAttributes = selectAttributes(options);
  const values = await readValues(options, rows, shownAttributes);
  return rows.map((row) => ({
    id: row.id,
    typeId: row.typeId,
    label: row.label,
    url: objectUrl(serviceUrl, view.workspaceId, row.id),
    attributes: (shownAttributes.get(row.typeId) ?? []).map((attribute) => ({
      attributeId: attribute.id,
      values: showValues(
        attribute,
        row,
        values.get(valuesKey(row.id, attribute.id)) ?? [],
        options,
      ),
    })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** The object's page for people. */
export function objectUrl(serviceUrl: string, workspaceId: string, objectId: string): string {
  return `${serviceUrl}/workspace/${workspaceId}/object/${objectId}`;
}

function selectAttributes({ view, attributeIds }: ShowOptions): Map<string, StoredAttribute[]> {
  const selected = attributeIds && new Set(attributeIds.map((id) => id.toLowerCase()));
  const attributesOf = ({ attributes }: ReadableType) =>
    attributes.filter(({ id }) => selected === undefined || selected.has(id));
  return new Map(view.types.map((type) => [type.id, attributesOf(type)]));
}

/** Of all values together, in every row. */
interface SizedRow {
  readonly bytes: number;
}

/** Where there is no value, or too many. */
interface NoValueRow extends SizedRow {
  readonly id: null;
}

interface ValueRow extends SizedRow {
  readonly id: string;
  readonly objectId: string;
  readonly attributeId: string;
  readonly value: string;
  readonly targetId: string | null;
  readonly targetLabel: string | null;
  readonly userName: string | null;
  readonly userEmail: string | null;
  readonly fileName: string | null;
  readonly contentType: string | null;
  readonly fileSize: number | null;
  readonly text: string | null;
}

/** One answer is built as a whole in memory, of each caller. */
const maximumPageBytes = 8_000_000;

/** Where the values are too many, their size comes alone. */
const readValuesStatement = `
  with shown as (
    select value.* from object_value as value
    where value.object_id = any ($1::uuid[]) and value.attribute_id = any ($2::uuid[])
  ), size as (
    select coalesce(sum(${valueBytes}), 0)::float8 as bytes from shown as value
  )
  select size.bytes, value.id, value.object_id as "objectId", value.attribute_id as "attributeId", value.value,
    target.id as "targetId", target.label as "targetLabel",
    account.name as "userName", account.email as "userEmail",
    content.file_name as "fileName", content.content_type as "contentType",
    content.file_size as "fileSize", value.text
  from size
  left join shown as value on size.bytes <= ${maximumPageBytes}
  left join object as target
    on target.id = value.reference_id and target.type_id = any ($3::uuid[])
  left join membership on membership.user_id = value.user_id and membership.workspace_id = $4
  left join account on account.id = membership.user_id
  left join content on content.key = value.content_key
  order by value.position`;

async function readValues(
  { database, view }: ShowOptions,
  rows: readonly ObjectRow[],
  attributes: ReadonlyMap<string, readonly StoredAttribute[]>,
): Promise<Map<string, ValueRow[]>> {
  const typeIds = new Set(rows.map(({ typeId }) => typeId));
  const attributeIds = [...typeIds].flatMap((typeId) =>
    (attributes.get(typeId) ?? []).map(({ id }) => id),
  );
  const values = new Map<string, ValueRow[]>();
  if (attributeIds.length === 0) return values;
  const read = await database.queryPrepared<ValueRow | NoValueRow>(readValuesStatement, [
    rows.map(({ id }) => id),
    attributeIds,
    typeIdsOf(view.types),
    view.workspaceId,
  ]);
  if ((read[0]?.bytes ?? 0) > maximumPageBytes) throw pageTooLarge();
  for (const value of read) {
    if (value.id === null) continue;
    const key = valuesKey(value.objectId, value.attributeId);
    const others = values.get(key);
    if (others) others.push(value);
    else values.set(key, [value]);
  }
  return values;
}

function pageTooLarge(): Refusal {
  return new Refusal(
    400,
    'These objects are too large for one answer. Ask for fewer with limit, or name the attributes that you need in attributeIds.',
  );
}

function valuesKey(objectId: string, attributeId: string): string {
  return `${objectId} ${attributeId}`;
}

function showValues(
  attribute: StoredAttribute,
  row: ObjectRow,
  values: readonly ValueRow[],
  options: ShowOptions,
): AttributeValue[] {
  const { valueKind } = attribute.kind;
  if (valueKind === 'created' || valueKind === 'updated') {
    const instant = valueKind === 'created' ? row.createdAt : row.updatedAt;
    return [{ valueId: `${row.id}-${valueKind}`, value: instant.toISOString() }];
  }
  return values.map((value) => {
    const details = detailsOf(attribute, value, options);
    return { valueId: value.id, value: value.value, ...(details && { details }) };
  });
}

/** Undefined where the value says it all, and where the caller may not read what it refers to. */
function detailsOf(
  { kind, options: choices, states }: StoredAttribute,
  value: ValueRow,
  { serviceUrl, view }: ShowOptions,
): ValueDetails | undefined {
  switch (kind.valueKind) {
    case 'reference': {
      const { targetId: objectId, targetLabel: label } = value;
      if (objectId === null || label === null) return undefined;
      return { objectId, label, url: objectUrl(serviceUrl, view.workspaceId, objectId) };
    }
    case 'user': {
      const { userName: name, userEmail: email } = value;
      return name === null || email === null ? undefined : { name, email };
    }
    case 'media': {
      const { fileName, contentType, fileSize } = value;
      if (fileName === null || contentType === null || fileSize === null) return undefined;
      return { fileName, contentType, fileSize };
    }
    case 'option': {
      const option = choices.find(({ id }) => id === value.value);
      return option && { name: option.name };
    }
    case 'state': {
      const state = states.find(({ id }) => id === value.value);
      return state && { name: state.name, isEndState: state.isEndState };
    }
    case 'richText':
      return { text: value.text ?? '' };
    case 'text':
    case 'number':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'created':
    case 'updated':
      return undefined;
  }
}
