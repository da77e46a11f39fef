import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../base/database/database';
import { readAttributes } from '../permissions/read-schema';
import type { StoredAttribute } from '../values/attribute-kinds';
import { encodeValue } from '../values/encode-value';
import type { EncodedValue } from '../values/encode-value';
import { foldingVersion } from '../values/foldings';
import { indexedWord, partsOf } from '../values/searchable-text';
import { markContentsReleased, markContentsUsed, readContents, withFileNames } from './contents';

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
    await insertValues(database, batch.flatMap(valueRows));
    for (const { workspaceId, updatedAt, values } of batch) {
      await markContentsUsed(database, workspaceId, values, updatedAt);
    }
  }
}

/** A value as the database has it, as far as the history keeps it. */
export interface ReplacedValue {
  readonly attributeId: string;
  readonly value: string;
  readonly text: string | null;
}

/**
 * Replaces the values of the attributes named, and the label with them.
 * @returns the values that were there, each attribute's in their order
 */
export async function replaceValues(
  database: Queryable,
  change: Pick<ObjectToStore, 'workspaceId' | 'id' | 'updatedAt' | 'values'>,
): Promise<ReplacedValue[]> {
  const { workspaceId, id, updatedAt, values } = change;
  const replaced = await database.query<
    ReplacedValue & { position: number; contentKey: string | null }
  >(
    `delete from object_value
     where workspace_id = $1 and object_id = $2 and attribute_id = any ($3::uuid[])
     returning attribute_id as "attributeId", value, text, position, content_key as "contentKey"`,
    [workspaceId, id, values.map(({ attributeId }) => attributeId)],
  );
  replaced.sort((one, other) => one.position - other.position);
  await insertValues(database, valueRows(change));
  await markContentsReleased(
    database,
    workspaceId,
    replaced.flatMap(({ contentKey }) => contentKey ?? []),
  );
  await markContentsUsed(database, workspaceId, values, updatedAt);
  await database.query('update object set updated_at = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    updatedAt,
  ]);
  if (!values.some(({ isLabel }) => isLabel)) return replaced;
  const { label, label_key, label_words } = labelColumns(change);
  await database.query(
    `update object set label = $3, label_key = $4, label_words = $5::tsvector
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, label, label_key, label_words],
  );
  return replaced;
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
  workspace_id: 'uuid',
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
  parts: 'tsvector',
  folding: 'smallint',
} as const;

/** A row by its columns, as Postgres reads their values; null if absent. */
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
    ...labelColumns(object),
  };
}

/** The label is the first value of the label attribute; an object without one has an empty label. */
function labelColumns({ workspaceId, values }: Pick<ObjectToStore, 'workspaceId' | 'values'>) {
  const label = values.find(({ isLabel }) => isLabel)?.values[0];
  return {
    label: label?.value ?? '',
    label_key: label?.key ?? '',
    label_words: wordsAsVector(workspaceId, label?.words ?? []),
  };
}

function valueRows({
  workspaceId,
  id: objectId,
  values: attributes,
}: Pick<ObjectToStore, 'workspaceId' | 'id' | 'values'>): Row<typeof valueColumns>[] {
  return attributes.flatMap(({ attributeId, values }) =>
    values.map(({ referenceId, userId, contentKey, words, ...encoded }, position) => ({
      workspace_id: workspaceId,
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
      words: words && wordsAsVector(workspaceId, words),
      parts: words && wordsAsVector(workspaceId, partsOf(words)),
      folding: words && String(foldingVersion),
    })),
  );
}

/** The words of a text in the workspace as the text of a `tsvector`. */
export function wordsAsVector(workspaceId: string, words: readonly string[]): string {
  return words.map((word) => indexedWord(workspaceId, word)).join(' ');
}

function insertValues(
  database: Queryable,
  rows: readonly Row<typeof valueColumns>[],
): Promise<void> {
  return insertRows(database, 'object_value', valueColumns, rows);
}

/** An object as a data set knows it. */
export interface ObjectToImport {
  readonly id: string;
  readonly typeId: string;
  readonly createdAt: Date;
  /** Values by attribute id, as the API takes them; attributes without a value are left out. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Stores the objects of a data set, also very many, without the checks of a call: references and
 * users are taken as they are, and may point to objects that come later in the same transaction.
 * @throws Error for a value that is none of its attribute's type
 */
export async function importObjects(
  database: Queryable,
  workspaceId: string,
  objects: readonly ObjectToImport[],
): Promise<void> {
  const typeIds = [...new Set(objects.map(({ typeId }) => typeId))];
  const attributes = new Map(
    (await readAttributes(database, workspaceId, typeIds)).map((attribute) => [
      attribute.id,
      attribute,
    ]),
  );
  const encoded = objects.map((object) => ({
    ...object,
    workspaceId,
    updatedAt: object.createdAt,
    values: [...object.values].map(([attributeId, values]) =>
      encodeAll(attributes.get(attributeId), values),
    ),
  }));
  const contents = await readContents(
    database,
    workspaceId,
    encoded.flatMap(({ values }) => values),
    ofAnyAge,
  );
  await storeObjects(
    database,
    encoded.map((object) => ({
      ...object,
      values: object.values.map((values) => withFileNames(values, contents)),
    })),
  );
}

/** What is imported was uploaded at some time; nothing of it has expired. */
const ofAnyAge = new Date(0);

function encodeAll(
  attribute: StoredAttribute | undefined,
  inputs: readonly string[],
): AttributeValuesToStore {
  if (attribute === undefined)
    throw new Error('A value names an attribute that no imported type has.');
  const values = inputs.map((input) => {
    const value = encodeValue(attribute, input);
    if (value === undefined)
      throw new Error(`"${input}" isn't a valid value for ${attribute.name}.`);
    return value;
  });
  return { attributeId: attribute.id, isLabel: attribute.isLabel, values };
}
