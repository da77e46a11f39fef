import { compareChoices, compareTypes } from './compare-choices';
import {
  compareBooleans,
  compareDays,
  compareInstants,
  compareNumbers,
  compareTexts,
} from './compare-plain-values';
import { compareIds, compareReferences, compareUsers } from './compare-targets';
import type { CompareContext, Comparing } from './comparing';
import type { ObjectLeaf, ValueLeaf } from './resolve-path';

/**
 * The condition on a row of `object`.
 * @param row the alias of that row
 * @throws QueryFault if the operator or an operand does not fit
 */
export function compareObjectLeaf(
  leaf: ObjectLeaf,
  row: string,
  comparing: Comparing,
  context: CompareContext,
): string {
  switch (leaf.kind) {
    case 'label':
      return compareTexts(
        comparing,
        context,
        { value: `${row}.label`, words: `${row}.label_words`, key: `${row}.label_key` },
        { table: 'object', words: 'label_words', id: `${row}.id` },
      );
    case 'id':
      return compareIds(comparing, context, `${row}.id`);
    case 'type':
      return compareTypes(leaf, comparing, context, `${row}.type_id`);
    case 'created':
      return compareInstants(comparing, context, `${row}.created_at`);
    case 'updated':
      return compareInstants(comparing, context, `${row}.updated_at`);
  }
}

/**
 * The condition on a row of `object_value` that holds a value of the leaf's attributes.
 * @param row the alias of that row
 * @throws QueryFault if the operator or an operand does not fit
 */
export function compareValueLeaf(
  leaf: ValueLeaf,
  row: string,
  comparing: Comparing,
  context: CompareContext,
): string {
  switch (leaf.kind) {
    case 'text':
      return compareTexts(
        comparing,
        context,
        { value: `${row}.value`, words: `${row}.words`, key: `${row}.key` },
        { table: 'object_value', words: 'words', id: `${row}.id` },
      );
    case 'number':
      return compareNumbers(leaf, comparing, context, `${row}.number`);
    case 'boolean':
      return compareBooleans(comparing, context, `${row}.value`);
    case 'date':
      return compareDays(comparing, context, `${row}.moment`);
    case 'datetime':
      return compareInstants(comparing, context, `${row}.moment`);
    case 'media':
    case 'richText':
      return compareTexts(
        comparing,
        context,
        { value: `${row}.text`, words: `${row}.words`, key: `${row}.key` },
        { table: 'object_value', words: 'words', id: `${row}.id` },
      );
    case 'option':
    case 'state':
      return compareChoices(leaf, leaf.kind, comparing, context, row);
    case 'reference':
      return compareReferences(leaf, comparing, context, row);
    case 'user':
      return compareUsers(comparing, context, `${row}.user_id`);
  }
}
