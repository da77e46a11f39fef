import { id } from '../../api/id';
import type { AttributeValue, ValueDetails, WorkspaceObject } from '../../api/object';
import type { Queryable } from '../database';
import { onlyRow } from '../database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { Refusal } from '../refusal';
import type { StoredAttribute } from '../values/attribute-kinds';
import { mentionedIn, withNames } from '../values/mentions';
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

interface ShowOptions {
  readonly database: Queryable;
  readonly serviceUrl: string;
  readonly view: WorkspaceView;
  /** Which attributes to show; all if absent. Ids of no attribute show nothing. */
  readonly attributeIds?: readonly string[] | undefined;
}

/**
 * The objects as the API shows them, in the order of the rows. What a value refers to is detailed
 * only where the caller may read it.
 * @throws Refusal 400 if they are too much for one answer; one object never is
 */
export async function showObjects(
  options: ShowOptions,
  rows: readonly ObjectRow[],
): Promise<WorkspaceObject[]> {
  const { serviceUrl, view } = options;
  const shownAttributes = selectAttributes(options, rows);
  const values = await readValues(options, rows, shownAttributes);
  const showing = { ...options, names: await readNames(options, [...values.values()].flat()) };
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
        showing,
      ),
    })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** The object's page for people. */
function objectUrl(serviceUrl: string, workspaceId: string, objectId: string): string {
  return `${serviceUrl}/workspace/${workspaceId}/object/${objectId}`;
}

/** By type, of the types that the rows have. */
function selectAttributes(
  { view, attributeIds }: ShowOptions,
  rows: readonly ObjectRow[],
): Map<string, readonly StoredAttribute[]> {
  const shown = new Set(rows.map(({ typeId }) => typeId));
  const selected = attributeIds && new Set(attributeIds.map((id) => id.toLowerCase()));
  const attributesOf = ({ attributes }: ReadableType) =>
    selected === undefined ? attributes : attributes.filter(({ id }) => selected.has(id));
  const types = view.types.filter(({ id }) => shown.has(id));
  return new Map(types.map((type) => [type.id, attributesOf(type)]));
}

interface ShownValue {
  readonly id: string;
  readonly objectId: string;
  readonly attributeId: string;
  readonly value: string;
  readonly text: string | null;
  /** What it refers to, where the caller may read that: an object, a person or a file. */
  readonly target: ValueDetails | null;
}

/** One answer is built as a whole in memory, of each caller. */
const maximumPageBytes = 8_000_000;

/**
 * The values come in one row of JSON: rows of many columns take several times as long to read.
 * Where they are too many, their size comes alone.
 */
const readValuesStatement = `
  with shown as (
    select value.* from object_value as value
    where value.workspace_id = $4 and value.object_id = any ($1::uuid[])
      and value.attribute_id = any ($2::uuid[])
  ), size as (
    select coalesce(sum(${valueBytes}), 0)::float8 as bytes from shown as value
  )
  select size.bytes, (
    select coalesce(json_agg(row), '[]')
    from (
      select value.id, value.object_id as "objectId", value.attribute_id as "attributeId",
        value.value, value.text, case
          when value.reference_id is not null then (
            select json_build_object('objectId', object.id, 'label', object.label)
            from object
            where object.workspace_id = $4 and object.id = value.reference_id
              and object.type_id = any ($3::uuid[])
          )
          when value.user_id is not null then (
            select json_build_object('name', account.name, 'email', account.email)
            from account join membership on membership.user_id = account.id
            where account.id = value.user_id and membership.workspace_id = $4
          )
          when value.content_key is not null then (
            select json_build_object(
              'fileName', file_name, 'contentType', content_type, 'fileSize', file_size
            )
            from content where workspace_id = $4 and key = value.content_key
          )
        end as target
      from shown as value
      where size.bytes <= ${maximumPageBytes}
      order by value.position
    ) as row
  ) as values
  from size`;

async function readValues(
  { database, view }: ShowOptions,
  rows: readonly ObjectRow[],
  attributes: ReadonlyMap<string, readonly StoredAttribute[]>,
): Promise<Map<string, ShownValue[]>> {
  const attributeIds = [...attributes.values()].flatMap((ofType) => ofType.map(({ id }) => id));
  if (attributeIds.length === 0) return new Map();
  const read = await database.queryPrepared<{ bytes: number; values: ShownValue[] }>(
    readValuesStatement,
    [rows.map(({ id }) => id), attributeIds, typeIdsOf(view.types), view.workspaceId],
  );
  const { bytes, values } = onlyRow(read);
  if (bytes > maximumPageBytes) throw pageTooLarge();
  return groupValues(values);
}

interface MentionedNames {
  /** Of the members whom texts mention, by id. */
  readonly names: ReadonlyMap<string, string>;
}

async function readNames(
  { database, view }: ShowOptions,
  values: readonly ShownValue[],
): Promise<ReadonlyMap<string, string>> {
  const mentioned = new Set(values.flatMap(({ value, text }) => mentionedIn(text ?? value)));
  const ids = [...mentioned].filter((mentionedId) => id.safeParse(mentionedId).success);
  if (ids.length === 0) return new Map();
  const members = await database.query<{ id: string; name: string }>(
    `select account.id, account.name from account join membership on membership.user_id = account.id
     where membership.workspace_id = $1 and account.id = any ($2::uuid[])`,
    [view.workspaceId, ids],
  );
  return new Map(members.map(({ id, name }) => [id, name]));
}

/** By {@link valuesKey}, in their order. */
function groupValues(values: readonly ShownValue[]): Map<string, ShownValue[]> {
  const groups = new Map<string, ShownValue[]>();
  for (const value of values) {
    const key = valuesKey(value.objectId, value.attributeId);
    const others = groups.get(key);
    if (others) others.push(value);
    else groups.set(key, [value]);
  }
  return groups;
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
  values: readonly ShownValue[],
  options: ShowOptions & MentionedNames,
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

function colorOf({ color }: { readonly color?: string | undefined }): { color?: string } {
  return color === undefined ? {} : { color };
}

/** Undefined where the value says it all, and where the caller may not read what it refers to. */
function detailsOf(
  { kind, options: choices, states }: StoredAttribute,
  { value, text, target }: ShownValue,
  { serviceUrl, view, names }: ShowOptions & MentionedNames,
): ValueDetails | undefined {
  switch (kind.valueKind) {
    case 'reference': {
      const url = objectUrl(serviceUrl, view.workspaceId, value);
      return target ? { ...target, url } : undefined;
    }
    case 'user':
      return target ?? undefined;
    case 'media': {
      const url = `${serviceUrl}/workspace/${view.workspaceId}/content/${value}`;
      return target ? { ...target, url } : undefined;
    }
    case 'option': {
      const option = choices.find(({ id }) => id === value);
      return option && { name: option.name, ...colorOf(option) };
    }
    case 'state': {
      const state = states.find(({ id }) => id === value);
      return state && { name: state.name, isEndState: state.isEndState, ...colorOf(state) };
    }
    case 'richText':
      return { text: withNames(text ?? '', names) };
    case 'text':
      return kind.code === 'TEXT' && mentionedIn(value).length > 0
        ? { text: withNames(value, names) }
        : undefined;
    case 'number':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'created':
    case 'updated':
      return undefined;
  }
}
