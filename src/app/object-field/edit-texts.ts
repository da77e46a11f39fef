import { operationTexts, type OperationTexts } from '../bulk-screen/bulk-texts';
import type { BulkOperation } from '../bulk-screen/bulk-edit-contract';
import { maximumObjects } from '../objects/stored-value';
import type { Cardinality } from './configuration';

export const objectEditTexts = {
  loading: 'Loading the field',
  surplus: (cardinality: Cardinality | undefined, surplus: number) => {
    const takes =
      cardinality === 'one' ? 'now takes one object' : `takes up to ${maximumObjects} objects`;
    return `This field ${takes}. Remove ${surplus} to save your change.`;
  },
  anObject: 'an object',
  heldBy: 'Held by',
  savedAs: 'Saved as',
  nothingHeld: 'These work items hold no objects that can be removed.',
};

/** What a bulk edit can do to this field. */
export const objectOperationTexts: Record<BulkOperation, OperationTexts> = {
  ...operationTexts,
  add: {
    choice: 'Add',
    saved: (items, objects) => `Added ${objects} to ${items}`,
    unchanged: (items, objects) => `${items} already held ${objects}.`,
  },
  remove: {
    choice: 'Remove',
    saved: (items, objects) => `Removed ${objects} from ${items}`,
    unchanged: (items, objects) => `${items} didn’t hold ${objects}.`,
  },
};
