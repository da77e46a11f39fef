import type { Violation } from '../../api/error-body';
import type { Queryable } from '../database';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { invalid } from '../refusal';
import type { StoredAttribute } from '../values/attribute-kinds';
import { encodeValue, maximumTextLength } from '../values/encode-value';
import type { EncodedValue } from '../values/encode-value';
import { showValue } from '../values/show-value';
import type { AttributeValuesToStore } from './store-objects';

interface WrittenValues {
  readonly attributeId: string;
  readonly values: readonly string[];
}

/** What a call writes to one attribute, or why it cannot. */
type CheckedValues = { readonly toStore: AttributeValuesToStore; violations: Violation[] };

/**
 * Returns the values to store.
 * @param objectId the object that is changed; absent for a new one, which needs every required value
 * @throws Refusal 400 with every violation found
 */
export async function checkValues(
  database: Queryable,
  view: WorkspaceView,
  type: ReadableType,
  written: readonly WrittenValues[],
  objectId?: string,
): Promise<AttributeValuesToStore[]> {
  const violations: Violation[] = objectId === undefined ? missingValues(type, written) : [];
  const checked: AttributeValuesToStore[] = [];
  return checked;
}
