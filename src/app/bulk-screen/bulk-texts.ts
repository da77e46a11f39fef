import { firstOf } from '../object-display/formats';
import type { BulkItem, BulkOperation, LeftOutReason } from './bulk-edit-contract';

export const workItems = (count: number) => (count === 1 ? '1 work item' : `${count} work items`);

/** What a kind of change is called, before and after it. */
export interface OperationTexts {
  readonly choice: string;
  /** @param items such as `2 of 3 work items` */
  readonly saved: (items: string, objects: string) => string;
  /** @param objects by their names, or by a pronoun */
  readonly unchanged: (items: string, objects: string, count: number) => string;
}

/** Of what can be done to every field. */
export const operationTexts = {
  set: {
    choice: 'Replace with',
    saved: (items, objects) => `Set to ${objects} on ${items}`,
    unchanged: (items) => `${items} already had this value.`,
  },
  clear: {
    choice: 'Clear the field',
    saved: (items) => `Cleared on ${items}`,
    unchanged: (items, _, count) => `${items} ${count === 1 ? 'was' : 'were'} already empty.`,
  },
} satisfies Partial<Record<BulkOperation, OperationTexts>>;

export interface ValueChange {
  readonly operation: BulkOperation;
  readonly texts: OperationTexts;
  /** Of the chosen objects; of a path those at its end. */
  readonly labels: readonly string[];
  /** Says why a work item can't be changed so; absent for a path, which fits wherever it is offered. */
  readonly findReason?: (item: BulkItem) => LeftOutReason | undefined;
}

export const bulkTexts = {
  loading: (count: number, all: number) => `Reading ${count} of ${all} work items`,
  connect: 'Connect your Workspace Data Service account to edit in bulk.',
  operation: 'Change',
  allEmpty: 'Now: no value',
  allUnreadable: 'Now: a value that the app can’t read',
  allSame: (labels: string) => `Now: ${labels}`,
  mixed: (count: number) => `${count} different values`,
  save: (count: number) => `Update ${workItems(count)}`,
  clear: (count: number) => `Clear on ${workItems(count)}`,
  clearing: (count: number) =>
    `This empties the field on ${workItems(count)}. It can’t be undone here.`,
  keep: 'Keep values',
  choose: (what: string) => `Choose ${what} first.`,
  about: 'Use the button below to save.',
  besideJira: 'Jira’s own button, further down, doesn’t update this field.',
  notByJira: 'Jira doesn’t update this field. Use the button in the field.',
  savedHere: 'Saved by this field',
  savedInPart: 'This field saved what it could. It names the work items that it skipped.',
  saving: (done: number, all: number) => `${done} of ${all} work items`,
  progress: 'Saving',
  nothingToChange: 'Nothing to change',
  nothingSaved: 'Nothing was saved',
  /** @param all with those that stayed as they were */
  saved: (count: number, all: number, { texts, labels }: ValueChange) =>
    texts.saved(`${count < all ? `${count} of ` : ''}${workItems(all)}`, firstOf(labels)),
  /** @param isRest whether others were changed, so that the objects are named already */
  unchanged: (count: number, { texts, labels }: ValueChange, isRest: boolean) =>
    isRest
      ? texts.unchanged(`${count}`, labels.length === 1 ? 'it' : 'them', count)
      : texts.unchanged(workItems(count), firstOf(labels), count),
  done: 'You can close or cancel Jira’s bulk edit now. Saved changes are kept.',
  doneInVain: 'Make another change, or close Jira’s bulk edit.',
  again: 'Make another change',
  stopped: (done: number, all: number) =>
    `Saving stopped after ${done} of ${all} work items. Try again to continue.`,
  nothing: 'None of these work items can be changed here.',
  first: 'The first selected work item decides what the field offers. Edit the others separately.',
  reasons: {
    hidden: 'No longer visible to you',
    notEditable: 'You can’t edit there, or the status doesn’t allow changes',
    notOnScreen: 'The field isn’t on the edit screen there',
    notConfigured: 'The field isn’t configured there',
    otherSource: 'The field is configured differently there',
    unreadable: 'The app can’t read the value there',
    onlyOne: 'The field allows only one object there',
    tooMany: 'The field can hold up to 100 objects',
    refused: 'Jira didn’t save the change',
  } satisfies Record<LeftOutReason, string>,
  /**
   * @param items how many, such as `2 work items`
   * @param keys of the first of them; empty where they can't be named
   */
  leftOut: {
    before: (items: string, keys: string, reason: string) =>
      `${items} will be skipped${keys === '' ? '' : `: ${keys}`}. ${reason}.`,
    after: (items: string, keys: string, reason: string) =>
      `${items} skipped${keys === '' ? '' : `: ${keys}`}. ${reason}.`,
  },
  unreadable: (items: string, isClearing: boolean) =>
    `The app can’t read the value of ${items}. ${isClearing ? 'Clearing deletes' : 'Replacing overwrites'} what’s there.`,
};
