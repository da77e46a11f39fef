import { findFieldId } from '../jql-function/find-field';
import { QueryRefused } from '../jql-function/query-refused';
import type { FunctionCall } from '../jql-function/read-call';
import { digestOf } from '../stored-queries/digests';
import { everyRow } from '../stored-queries/every-row';
import type { StoredQueries } from '../stored-queries/stored-queries';
import type { Meaning } from './listed-queries';
import type { RefreshParts } from './step';

/**
 * Finds the field that a call means. Where its argument names none, as after a rename, it is the
 * field that the query was stored for under that argument.
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
  for await (const { row } of everyRow(storedQueries.list)) {
    for (const argument of row.writtenAs) meanings.set(keyOf(row.query, argument), row.fieldId);
  }
  return meanings;
}

function keyOf(query: string, fieldArgument: string): string {
  return digestOf([query, fieldArgument]);
}
