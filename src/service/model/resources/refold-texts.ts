import type { Database, Queryable } from '../../base/database/database';
import { maximumKeyLength, partsOf, searchedText } from '../values/searchable-text';
import { wordsAsVector } from './store-objects';

/** Changes with what texts are folded to; a database remembers it among its migrations. */
const folding = 'folding-3';
const textsPerStatement = 5_000;
/** Comes before all ids. */
const noId = '00000000-0000-0000-0000-000000000000';

interface FoldedRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly text: string;
  readonly key: string;
  readonly hasParts: boolean;
}

/**
 * Folds the texts again that an earlier version folded to something else, so that they are found
 * and sorted like new ones. A database that has none is left as it is.
 */
export async function refoldTexts(database: Database): Promise<void> {
  const remembered = await database.query('select from migration where name = $1', [folding]);
  if (remembered.length > 0) return;
  await database.transaction(async (transaction) => {
    let last: Pick<FoldedRow, 'workspaceId' | 'id'> | undefined = { workspaceId: noId, id: noId };
    while (last !== undefined) {
      const rows: FoldedRow[] = await readTexts(transaction, last);
      await refold(transaction, rows);
      last = rows.at(-1);
    }
    await transaction.query('insert into migration values ($1)', [folding]);
  });
}

/**
 * The next texts in the order of their workspaces and ids; those of ASCII alone have never been folded
 * otherwise, but may not have been taken apart yet.
 */
function readTexts(
  transaction: Queryable,
  after: Pick<FoldedRow, 'workspaceId' | 'id'>,
): Promise<FoldedRow[]> {
  return transaction.query<FoldedRow>(
    `select workspace_id as "workspaceId", id, coalesce(text, value) as text, key,
       parts is not null as "hasParts" from object_value
     where key is not null and (parts is null or coalesce(text, value) ~ '[^\\x01-\\x7f]')
       and (workspace_id, id) > ($1::uuid, $2::uuid)
     order by workspace_id, id limit ${textsPerStatement}`,
    [after.workspaceId, after.id],
  );
}

async function refold(transaction: Queryable, rows: readonly FoldedRow[]): Promise<void> {
  const folded = rows.map(({ workspaceId, id, text, key, hasParts }) => ({
    ...{ workspaceId, id, before: key, hasParts },
    ...searchedText(text),
  }));
  const changed = folded.filter(
    ({ before, key, hasParts }) => !hasParts || key !== before || key.length >= maximumKeyLength,
  );
  if (changed.length === 0) return;
  const keys = [changed.map(({ workspaceId }) => workspaceId), changed.map(({ id }) => id)];
  await transaction.query(
    `update object_value as value set key = folded.key, words = folded.words::tsvector,
       parts = folded.parts::tsvector
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
       as folded (workspace_id, id, key, words, parts)
     where value.workspace_id = folded.workspace_id and value.id = folded.id`,
    [
      ...keys,
      changed.map(({ key }) => key),
      changed.map(({ workspaceId, words }) => wordsAsVector(workspaceId, words)),
      changed.map(({ workspaceId, words }) => wordsAsVector(workspaceId, partsOf(words))),
    ],
  );
  await transaction.query(
    `update object set label_key = value.key, label_words = value.words
     from unnest($1::uuid[], $2::uuid[]) as folded (workspace_id, id)
       join object_value as value
         on value.workspace_id = folded.workspace_id and value.id = folded.id
       join attribute
         on attribute.workspace_id = value.workspace_id and attribute.id = value.attribute_id
     where object.workspace_id = value.workspace_id and object.id = value.object_id
       and value.position = 0 and attribute.is_label`,
    keys,
  );
}
