import { indexedWords, quoteWord, sortKey } from '../../src/service/values/searchable-text';
import type { Database, Parameter } from '../../src/service/database';

/** What a search asks for, as SQL about the rows of `object`. */
export interface Search {
  readonly where: string;
  readonly order: string;
  readonly parameters: readonly Parameter[];
  readonly limit: number;
}

/**
 * A page with its values, and how many match in all: the answer of a search, in the one statement
 * that a good engineer would send from a database shell.
 */
export async function searchByHand(database: Database, search: Search): Promise<void> {
  const { where, order, parameters, limit } = search;
  await database.query(
    `with match as materialized (
       select id, label, label_key, created_at, updated_at from object where ${where}
     ), page as (
       select * from match order by ${order} limit ${limit}
     )
     select id, label, created_at, updated_at, (select count(*)::integer from match) as total, (
       select json_agg(json_build_object('id', value.id, 'attributeId', attribute_id,
         'value', value, 'target', target.label) order by position)
       from object_value as value left join object as target on target.id = reference_id
       where object_id = page.id
     ) as values
     from page order by ${order}`,
    parameters,
  );
}

/** Labels with words that begin as those of the text; first those that begin with the text. */
export function labelMatchByHand(typeId: string, text: string, limit: number): Search {
  const words = indexedWords(text).map((word) => `${quoteWord(word)}:*`);
  return {
    where: 'type_id = $1 and label_words @@ $2::tsquery',
    order: 'starts_with(label_key, $3) desc, label_key, id',
    parameters: [typeId, words.join(' & '), sortKey(text)],
    limit,
  };
}
