import type { Database, Queryable } from '../database';
import { maximumKeyLength, searchedText } from '../values/searchable-text';
import { wordsAsVector } from './store-objects';

/** Changes with what texts are folded to; a database remembers it among its migrations. */
const folding = 'folding-2';
const textsPerStatement = 5_000;

interface FoldedRow {
  readonly id: string;
  readonly text: string;
  readonly key: string;
}

/**
 * Folds the texts again that an earlier version folded to something else, so that they are found
 * and sorted like new ones. A database that has none is left as it is.
 */
export async function refoldTexts(database: Database): Promise<void> {
  const remembered = await database.query('select from migration where name = $1', [folding]);
  if (remembered.length > 0) return;
  await database.transaction(async (transaction) => {
    // What an object holds stays the same: no trigger has to know.
    await setTriggers(transaction, 'disable');
    let rows = await readTexts(transaction, '00000000-0000-0000-0000-000000000000');
    while (rows.length > 0) {
      await refold(transaction, rows);
      rows = await readTexts(transaction, rows.at(-1)?.id ?? '');
    }
    await setTriggers(transaction, 'enable');
    await transaction.query('insert into migration values ($1)', [folding]);
  });
}

async function setTriggers(transaction: Queryable, state: 'disable' | 'enable'): Promise<void> {
  for (const table of ['object', 'object_value'])
    await transaction.query(`alter table ${table} ${state} trigger user`);
}

/** The next texts in the order of their ids; those of ASCII alone have never been folded otherwise. */
function readTexts(transaction: Queryable, afterId: string): Promise<FoldedRow[]> {
  return transaction.query<FoldedRow>(
    `select id, coalesce(text, value) as text, key from object_value
     where key is not null and coalesce(text, value) ~ '[^\\x01-\\x7f]' and id > $1
     order by id limit ${textsPerStatement}`,
    [afterId],
  );
}

async function refold(transaction: Queryable, rows: readonly FoldedRow[]): Promise<void> {
  const folded = rows.map(({ id, text, key }) => ({ id, before: key, ...searchedText(text) }));
  const changed = folded.filter(
    ({ before, key }) => key !== before || key.length >= maximumKeyLength,
  );
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await transaction.query(
    `update object_value as value set key = folded.key, words = folded.words::tsvector
     from unnest($1::uuid[], $2::text[], $3::text[]) as folded (id, key, words)
     where value.id = folded.id`,
    [ids, changed.map(({ key }) => key), changed.map(({ words }) => wordsAsVector(words))],
  );
  await transaction.query(
    `update object set label_key = value.key, label_words = value.words
     from object_value as value join attribute on attribute.id = value.attribute_id
     where value.id = any ($1::uuid[]) and value.object_id = object.id
       and value.position = 0 and attribute.is_label`,
    [ids],
  );
}
