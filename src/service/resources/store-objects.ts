import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database';
import type { EncodedValue } from '../values/encode-value';
import { markContentsUsed } from './contents';

/** An object to store; its values have passed {@link encodeValue}. */
export interface ObjectToStore {
  readonly id: string;
  readonly workspaceId: string;
  readonly typeId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly values: readonly AttributeValuesToStore[];
}

export interface AttributeValuesToStore {
  readonly attributeId: string;
  readonly isLabel: boolean;
  readonly values: readonly EncodedValue[];
}

/** Few enough for one statement to stay small, many enough for an import to be quick. */
const objectsPerStatement = 1000;

/** Stores new objects with their values, also very many. */
export async function storeObjects(
  database: Queryable,
  objects: readonly ObjectToStore[],
): Promise<void> {
  for (let start = 0; start < objects.length; start += objectsPerStatement) {
    const batch = objects.slice(start, start + objectsPerStatement);
    await database.query(insertObjectsStatement, [JSON.stringify(batch.map(objectRow))]);
    await insertValues(
      database,
      batch.flatMap(({ id, values }) => valueRows(id, values)),
    );
    for (const { updatedAt, values } of batch) await markContentsUsed(database, values, updatedAt);
  }
}

/** Replaces the values of the attributes named, and the label with them. */
export async function replaceValues(
  database: Queryable,
  objectId: string,
  updatedAt: Date,
  values: readonly AttributeValuesToStore[],
): Promise<void> {
  await database.query(
    'delete from object_value where object_id = $1 and attribute_id = any ($2::uuid[])',
    [objectId, values.map(({ attributeId }) => attributeId)],
  );
  await insertValues(database, valueRows(objectId, values));
  await markContentsUsed(database, values, updatedAt);
  await database.query('update object set updated_at = $2 where id = $1', [objectId, updatedAt]);
  if (!values.some(({ isLabel }) => isLabel)) return;
  const { label, label_key, label_words } = labelColumns(values);
  await database.query(
    `update object set label = $2, label_key = $3, label_words = array_to_tsvector($4::text[])
     where id = $1`,
    [objectId, label, label_key, label_words],
  );
}

const insertObjectsStatement = `
  insert into object
    (id, workspace_id, type_id, label, label_key, label_words, created_at, updated_at)
  select id, workspace_id, type_id, label, label_key, array_to_tsvector(label_words),
    created_at, updated_at
  from json_to_recordset($1::json) as row (
    id uuid, workspace_id uuid, type_id uuid, label text, label_key text, label_words text[],
    created_at timestamptz, updated_at timestamptz
  )`;

const insertValuesStatement = `
  insert into object_value
    (id, object_id, attribute_id, position, value, number, moment, reference_id, user_id,
      content_key, text, key, words)
  select id, object_id, attribute_id, position, value, number, moment, reference_id, user_id,
    content_key, text, key, array_to_tsvector(words)
  from json_to_recordset($1::json) as row (
    id uuid, object_id uuid, attribute_id uuid, position integer, value text, number numeric,
    moment timestamptz, reference_id uuid, user_id uuid, content_key text, text text, key text,
    words text[]
  )`;

function objectRow(object: ObjectToStore) {
  return {
    id: object.id,
    workspace_id: object.workspaceId,
    type_id: object.typeId,
    created_at: object.createdAt,
    updated_at: object.updatedAt,
    ...labelColumns(object.values),
  };
}

/** The label is the first value of the label attribute; an object without one has an empty label. */
function labelColumns(values: readonly AttributeValuesToStore[]) {
  const label = values.find(({ isLabel }) => isLabel)?.values[0];
  return {
    label: label?.value ?? '',
    label_key: label?.key ?? '',
    label_words: label?.words ?? [],
  };
}

function valueRows(objectId: string, attributes: readonly AttributeValuesToStore[]) {
  return attributes.flatMap(({ attributeId, values }) =>
    values.map(({ referenceId, userId, contentKey, ...columns }, position) => ({
      ...columns,
      id: randomUUID(),
      object_id: objectId,
      attribute_id: attributeId,
      position,
      reference_id: referenceId,
      user_id: userId,
      content_key: contentKey,
    })),
  );
}

async function insertValues(
  database: Queryable,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length > 0) await database.query(insertValuesStatement, [JSON.stringify(rows)]);
}
