import type { Database, Queryable } from '../../base/database/database';
import { noId } from '../../base/refusals/storable-inputs';
import { maximumKeyLength, nameParts, partsOf, searchedText } from '../values/searchable-text';
import { wordsAsVector } from './store-objects';

/** Change with what texts and names are folded to; a database remembers them among its migrations. */
const folding = 'folding-3';
const foldingOfNames = 'folding-3-names';
const textsPerStatement = 1_000;
/** Comes before all values. */
const first = { workspaceId: noId, objectId: noId, attributeId: noId, position: 0 };

interface ValueKey {
  readonly workspaceId: string;
  readonly objectId: string;
  readonly attributeId: string;
  readonly position: number;
}

interface FoldedRow extends ValueKey {
  readonly text: string;
  readonly key: string;
  readonly hasParts: boolean;
}

/**
 * Folds the texts again that an earlier version folded to something else, so that they are found
 * and sorted like new ones. A database that has none is left as it is.
 */
export async function refoldTexts(database: Database): Promise<void> {
  await refoldOnce(database, folding, refoldValues);
  await refoldOnce(database, foldingOfNames, refoldNames);
}

async function refoldOnce(
  database: Database,
  name: string,
  refoldAll: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  const remembered = await database.query('select from migration where name = $1', [name]);
  if (remembered.length > 0) return;
  await database.transaction(async (transaction) => {
    await refoldAll(transaction);
    await transaction.query('insert into migration values ($1)', [name]);
  });
}

async function refoldValues(transaction: Queryable): Promise<void> {
  let last: ValueKey | undefined = first;
  while (last !== undefined) {
    const rows: FoldedRow[] = await readTexts(transaction, last);
    await refold(transaction, rows);
    last = rows.at(-1);
  }
}

async function refoldNames(transaction: Queryable): Promise<void> {
  let last: string | undefined = noId;
  while (last !== undefined) {
    const rows: { id: string; name: string }[] = await transaction.query(
      `select id, name from account where id > $1::uuid order by id limit ${textsPerStatement}`,
      [last],
    );
    await transaction.query(
      `update account set name_words = folded.words::tsvector
       from unnest($1::uuid[], $2::text[]) as folded (id, words) where account.id = folded.id`,
      [rows.map(({ id }) => id), rows.map(({ name }) => nameParts(name))],
    );
    last = rows.at(-1)?.id;
  }
}

/**
 * The next texts in the order of their keys; those of ASCII alone have never been folded
 * otherwise, but may not have been taken apart yet.
 */
function readTexts(transaction: Queryable, after: ValueKey): Promise<FoldedRow[]> {
  return transaction.query<FoldedRow>(
    `select workspace_id as "workspaceId", object_id as "objectId", attribute_id as "attributeId",
       position, coalesce(text, value) as text, key,
       parts is not null as "hasParts" from object_value
     where key is not null and (parts is null or coalesce(text, value) ~ '[^\\x01-\\x7f]')
       and (workspace_id, object_id, attribute_id, position)
         > ($1::uuid, $2::uuid, $3::uuid, $4::integer)
     order by workspace_id, object_id, attribute_id, position limit ${textsPerStatement}`,
    [after.workspaceId, after.objectId, after.attributeId, after.position],
  );
}

async function refold(transaction: Queryable, rows: readonly FoldedRow[]): Promise<void> {
  const folded = rows.map((row) => ({ row, ...searchedText(row.text) }));
  const changed = folded.filter(
    ({ row, key }) => !row.hasParts || key !== row.key || key.length >= maximumKeyLength,
  );
  if (changed.length === 0) return;
  const keys = [
    changed.map(({ row }) => row.workspaceId),
    changed.map(({ row }) => row.objectId),
    changed.map(({ row }) => row.attributeId),
    changed.map(({ row }) => String(row.position)),
  ];
  await transaction.query(
    `update object_value as value set key = folded.key, words = folded.words::tsvector,
       parts = folded.parts::tsvector
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::text[], $7::text[])
       as folded (workspace_id, object_id, attribute_id, position, key, words, parts)
     where ${isSameValue}`,
    [
      ...keys,
      changed.map(({ key }) => key),
      changed.map(({ row, words }) => wordsAsVector(row.workspaceId, words)),
      changed.map(({ row, words }) => wordsAsVector(row.workspaceId, partsOf(words))),
    ],
  );
  await transaction.query(
    `update object set label_key = value.key, label_words = value.words
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[])
         as folded (workspace_id, object_id, attribute_id, position)
       join object_value as value on ${isSameValue}
       join attribute
         on attribute.workspace_id = value.workspace_id and attribute.id = value.attribute_id
     where object.workspace_id = value.workspace_id and object.id = value.object_id
       and value.position = 0 and attribute.is_label`,
    keys,
  );
}

const isSameValue = `value.workspace_id = folded.workspace_id and value.object_id = folded.object_id
  and value.attribute_id = folded.attribute_id and value.position = folded.position`;
