import type { Queryable } from '../../base/database';
import { onlyRow } from '../../base/database';
import { problem, refuse } from './value-problem';

/** Of one object: what a page of objects needs to stay readable. */
const maximumObjectBytes = 1_000_000;

/**
 * How much a row `value` of `object_value` adds to an answer: its text, and what surrounds it.
 * Also for a value that the answer shows in another form.
 */
export const valueBytes =
  '(octet_length(value.value) + coalesce(octet_length(value.text), 0) + 100)';

/**
 * Holds an object that was just written to the size that others can be asked to read.
 * @throws Refusal 400 with a violation; the transaction is to be rolled back
 */
export async function assertFits(
  transaction: Queryable,
  workspaceId: string,
  objectId: string,
): Promise<void> {
  const rows = await transaction.queryPrepared<{ bytes: number }>(
    `select coalesce(sum(${valueBytes}), 0)::float8 as bytes
     from object_value as value where value.workspace_id = $1 and value.object_id = $2`,
    [workspaceId, objectId],
  );
  if (onlyRow(rows).bytes <= maximumObjectBytes) return;
  const message = 'The values of an object can take up to 1 MB together. Shorten or remove some.';
  throw refuse([problem('TOO_LONG', 'attributes', 'OBJECT', message)]);
}
