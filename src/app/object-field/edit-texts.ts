import { operationTexts, type OperationTexts } from '../bulk-screen/bulk-texts';
import type { BulkOperation } from '../bulk-screen/bulk-edit-contract';

export const objectEditTexts = {
  loading: 'Loading the field',
  overOne: (surplus: number) =>
    `This field now takes one object. Remove ${surplus} to save your change.`,
  overMaximum: (maximum: number, surplus: number) =>
    `This field takes up to ${maximum} objects. Remove ${surplus} to save your change.`,
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
