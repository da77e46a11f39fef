import { id } from '../../../api/id';
import type { AttributeValue, ValueDetails, WorkspaceObject } from '../../../api/object';
import type { Queryable } from '../../base/database/database';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { mentionedIn, withNames } from '../values/encode-value';
import { findObject, readValues, valuesKey } from './read-values';
import type { ObjectRow, ShownValue } from './read-values';
import { findPictures } from './thumbnails';

interface ShowOptions {
  readonly database: Queryable;
  readonly serviceUrl: string;
  readonly view: WorkspaceView;
  /** Which attributes to show; all if absent. Ids of no attribute show nothing. */
  readonly attributeIds?: readonly string[] | undefined;
  /** Makes the address of a file's thumbnail; none are shown if absent. */
  readonly signThumbnail?: ((contentKey: string) => string) | undefined;
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
  const attributes = selectAttributes(options, rows);
  return showRows(options, rows, attributes, await readValues(options, rows, attributes));
}

/** As {@link showObjects}, of one object by its id; undefined where the caller may not read it. */
export async function findShownObject(
  options: Omit<ShowOptions, 'attributeIds'>,
  objectId: string,
): Promise<WorkspaceObject | undefined> {
  const found = await findObject(options.database, options.view, objectId);
  if (found === undefined) return undefined;
  const attributes = selectAttributes(options, [found.row]);
  const [object] = await showRows(options, [found.row], attributes, found.values);
  return object;
}

async function showRows(
  options: ShowOptions,
  rows: readonly ObjectRow[],
  shownAttributes: ReadonlyMap<string, readonly StoredAttribute[]>,
  values: ReadonlyMap<string, ShownValue[]>,
): Promise<WorkspaceObject[]> {
  const { serviceUrl, view } = options;
  const symbols = new Map(typesOf(view, rows).map(({ id, symbol }) => [id, symbol]));
  const shown = [...values.values()].flat();
  const showing = {
    ...options,
    names: await readNames(options, shown),
    pictures: await readPictures(options, shown),
  };
  return rows.map((row) => ({
    id: row.id,
    typeId: row.typeId,
    symbol: symbols.get(row.typeId) ?? undefined,
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

/** The address of an object's page. */
export function objectUrl(serviceUrl: string, workspaceId: string, objectId: string): string {
  return `${serviceUrl}/workspace/${workspaceId}/object/${objectId}`;
}

/** By type, of the types that the rows have. */
function selectAttributes(
  { view, attributeIds }: Pick<ShowOptions, 'view' | 'attributeIds'>,
  rows: readonly ObjectRow[],
): Map<string, readonly StoredAttribute[]> {
  const selected = attributeIds && new Set(attributeIds.map((id) => id.toLowerCase()));
  const attributesOf = ({ attributes }: ReadableType) =>
    selected === undefined ? attributes : attributes.filter(({ id }) => selected.has(id));
  return new Map(typesOf(view, rows).map((type) => [type.id, attributesOf(type)]));
}

function typesOf({ types }: WorkspaceView, rows: readonly ObjectRow[]): readonly ReadableType[] {
  const ids = new Set(rows.map(({ typeId }) => typeId));
  return types.filter(({ id }) => ids.has(id));
}

interface ReadAlong {
  /** Of the members whom texts mention, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The keys of the files whose thumbnails are shown. */
  readonly pictures: ReadonlySet<string>;
}

async function readPictures(
  { database, view, signThumbnail }: ShowOptions,
  values: readonly ShownValue[],
): Promise<ReadonlySet<string>> {
  if (signThumbnail === undefined) return new Set();
  const files = values.flatMap(({ value: contentKey, target }) =>
    target?.contentType === undefined ? [] : [{ ...target, contentKey }],
  );
  return findPictures(database, view, files);
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

function showValues(
  attribute: StoredAttribute,
  row: ObjectRow,
  values: readonly ShownValue[],
  options: ShowOptions & ReadAlong,
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
  { serviceUrl, view, names, pictures, signThumbnail }: ShowOptions & ReadAlong,
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
      const thumbnailUrl = pictures.has(value) ? signThumbnail?.(value) : undefined;
      return target ? { ...target, url, ...(thumbnailUrl && { thumbnailUrl }) } : undefined;
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
