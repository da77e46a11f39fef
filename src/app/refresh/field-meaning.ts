import { findFieldId } from '../jql-function/find-field';
import { QueryRefused } from '../jql-function/query-refused';
import type { FunctionCall } from '../jql-function/read-call';
import { digestOf } from '../stored-queries/digests';
import { everyRow } from '../stored-queries/every-row';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { PendingQuery, StoredQuery } from '../stored-queries/stored-query';
import type { Meaning } from './listed-queries';
import type { RefreshParts } from './step';

/**
 * Finds the field that a call means. Where its argument names none, as after a rename, it is the
 * field that the query was stored for, or waits for a result, under that argument.
 */
export function createFieldMeaning({
  fields,
  storedQueries,
}: Pick<RefreshParts, 'fields' | 'storedQueries'>) {
  let stored: Promise<ReadonlyMap<string, string>> | undefined;

  return async function meaningOf(call: FunctionCall): Promise<Meaning> {
    try {
      return { fieldId: await findFieldId(fields, call.fieldArgument) };
    } catch (error) {
      if (!(error instanceof QueryRefused)) throw error;
      stored ??= readStoredMeanings(storedQueries);
      const fieldId = (await stored).get(keyOf(call.query, call.fieldArgument));
      return fieldId === undefined ? { refusal: error.message } : { fieldId };
    }
  };
}

async function readStoredMeanings(storedQueries: StoredQueries): Promise<Map<string, string>> {
  const meanings = new Map<string, string>();
  const remember = ({ writtenAs, query, fieldId }: StoredQuery | PendingQuery) => {
    for (const argument of writtenAs) meanings.set(keyOf(query, argument), fieldId);
  };
  for await (const { row } of everyRow(storedQueries.listPending)) remember(row);
  for await (const { row } of everyRow(storedQueries.list)) remember(row);
  return meanings;
}

function keyOf(query: string, fieldArgument: string): string {
  return digestOf([query, fieldArgument]);
}
