import type { BulkOperation, LeftOutReason } from './functions';

const workItems = (count: number) => (count === 1 ? '1 work item' : `${count} work items`);

/** What the editor says in a bulk edit. */
export const bulkTexts = {
  loading: (count: number, all: number) => `Reading ${count} of ${all} work items`,
  connect: 'Connect your Workspace Data Service account to edit work items in bulk.',
  operation: 'Change',
  operations: {
    set: 'Replace with',
    add: 'Add',
    remove: 'Remove',
    clear: 'Clear the field',
  } satisfies Record<BulkOperation, string>,
  allEmpty: 'Now: no value',
  allSame: (labels: string) => `Now: ${labels}`,
  mixed: (count: number) => `Mixed: ${count} different values`,
  save: (count: number) => `Save on ${workItems(count)}`,
  about:
    'Save here: this field saves each work item by itself. Jira’s own confirmation doesn’t change this field.',
  notByJira: 'Jira changed nothing here: this field is saved by the button in the field.',
  saving: (done: number, all: number) => `${done} of ${all} work items`,
  progress: 'Progress of saving',
  saved: (count: number) => `Saved on ${workItems(count)}.`,
  stopped: (done: number, all: number) =>
    `Saving stopped after ${done} of ${all} work items. Try again: it goes on from there.`,
  nothing: 'None of these work items can be changed here.',
  first:
    'What the field offers comes from the first work item that you chose. Edit work items of another workspace or type by themselves.',
  reasons: {
    hidden: 'You can’t see it any more',
    notEditable: 'You aren’t allowed to edit it',
    notConfigured: 'The field isn’t configured there',
    otherSource: 'The field offers objects of another workspace or type there',
    unreadable: 'The app can’t read its value',
    onlyOne: 'The field takes one object there',
    tooMany: 'It would hold more than 100 objects',
    refused: 'Jira didn’t save it',
  } satisfies Record<LeftOutReason, string>,
  leftOut: (reason: string, count: number, keys: string) =>
    `Left out: ${workItems(count)}${keys === '' ? '' : ` (${keys})`}. ${reason}.`,
};
