import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database';
import type { EncodedValue } from '../values/encode-value';
import { quoteWord } from '../values/searchable-text';
import { markContentsUsed } from './contents';

/** An object to store; its values have passed {@link encodeValue}. */
interface ObjectToStore {
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
    await insertRows(database, 'object', objectColumns, batch.map(objectRow));
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
    `update object set label = $2, label_key = $3, label_words = $4::tsvector
     where id = $1`,
    [objectId, label, label_key, label_words],
  );
}

const objectColumns = {
  id: 'uuid',
  workspace_id: 'uuid',
  type_id: 'uuid',
  label: 'text',
  label_key: 'text',
  label_words: 'tsvector',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const;

const valueColumns = {
  id: 'uuid',
  object_id: 'uuid',
  attribute_id: 'uuid',
  position: 'integer',
  value: 'text',
  number: 'numeric',
  moment: 'timestamptz',
  reference_id: 'uuid',
  user_id: 'uuid',
  content_key: 'text',
  text: 'text',
  key: 'text',
  words: 'tsvector',
} as const;

/** A row by its columns, as Postgres reads their values; null where absent. */
type Row<Columns> = { readonly [Column in keyof Columns]?: string | undefined };

/** Column by column, which Postgres reads several times as fast as JSON. */
async function insertRows<Columns extends Readonly<Record<string, string>>>(
  database: Queryable,
  table: 'object' | 'object_value',
  columns: Columns,
  rows: readonly Row<Columns>[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  await database.queryPrepared(
    `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`,
    names.map((name) => rows.map((row) => row[name] ?? null)),
  );
}

function objectRow(object: ObjectToStore): Row<typeof objectColumns> {
  return {
    id: object.id,
    workspace_id: object.workspaceId,
    type_id: object.typeId,
    created_at: object.createdAt.toISOString(),
    updated_at: object.updatedAt.toISOString(),
    ...labelColumns(object.values),
  };
}

/** The label is the first value of the label attribute; an object without one has an empty label. */
function labelColumns(values: readonly AttributeValuesToStore[]) {
  const label = values.find(({ isLabel }) => isLabel)?.values[0];
  return {
    label: label?.value ?? '',
    label_key: label?.key ?? '',
    label_words: wordsAsVector(label?.words ?? []),
  };
}

function valueRows(
  objectId: string,
  attributes: readonly AttributeValuesToStore[],
): Row<typeof valueColumns>[] {
  return attributes.flatMap(({ attributeId, values }) =>
    values.map(({ referenceId, userId, contentKey, words, ...encoded }, position) => ({
      id: randomUUID(),
      object_id: objectId,
      attribute_id: attributeId,
      position: String(position),
      value: encoded.value,
      number: encoded.number,
      moment: encoded.moment,
      reference_id: referenceId,
      user_id: userId,
      content_key: contentKey,
      text: encoded.text,
      key: encoded.key,
      words: words && wordsAsVector(words),
    })),
  );
}

/** The words as the text of a `tsvector`. */
export function wordsAsVector(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

function insertValues(
  database: Queryable,
  rows: readonly Row<typeof valueColumns>[],
): Promise<void> {
  return insertRows(database, 'object_value', valueColumns, rows);
}
