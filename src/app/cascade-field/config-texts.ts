import { maximumAttributes } from '../field-configuration/configured-attributes';
import { maximumLevels } from './cascade-value';

const attributeList = `at most ${maximumAttributes}, each with an attributeId and a name; can be left out`;

export const cascadeConfigTexts = {
  levelsHelp: 'People choose level by level. The field holds what they choose on the last level.',
  levelOf: (number: number, count: number) => `Level ${number} of ${count}`,
  levelNumber: (number: number) => `Level ${number}`,
  levelActions: (name: string) => `Actions for ${name}`,
  addLevel: 'Add level',
  levelsFull: `You can add up to ${maximumLevels} levels.`,
  expand: 'Expand',
  collapse: 'Collapse',
  moveUp: 'Move up',
  moveDown: 'Move down',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeReferred: (names: string, count: number) =>
    count === 1
      ? `The query of ${names} refers to this level. It won’t work until you change it.`
      : `The queries of ${names} refer to this level. They won’t work until you change them.`,
  removeQuery: 'Its query is removed too.',
  removeConfirm: 'Remove level',
  removeCancel: 'Keep level',

  nameLabel: 'Name',
  namePlaceholder: 'For example: Country',
  nameHelp: 'Shown above the picker. Queries on later levels can refer to it.',
  queryLabel: 'Query',
  firstQueryHelp: (example: string | undefined) =>
    `Which objects this level offers${forExample(example)}. Without a type, objects of every type are offered.`,
  queryHelp: (example: string | undefined) =>
    `Which objects this level offers, based on what was chosen before${forExample(example)}. Without a type, objects of every type that has the attribute are offered; without a query, all objects.`,
  isMultiple: 'People can choose several objects',

  levelQueryFails: (name: string) =>
    `The query of “${name}” no longer works. Correct it below, where you see the reason.`,

  changesTitle: 'What this changes on work items',
  levelsRemoved: (names: string) =>
    `What was chosen on ${names} stays on work items until someone changes this field there. Then it’s removed.`,
  lastLevelChanged: (from: string, to: string) =>
    `“${from}” is no longer the last level. Work items show what was chosen on it until someone changes this field there. Then they show what is chosen on ${to === '' ? 'the new last level' : `“${to}”`}.`,
  orderChanged:
    'Existing values stay as they are. The new order applies when someone changes this field on a work item.',
  nowSingle: (names: string) =>
    `${names}: work items that hold several objects keep all of them. Anyone who changes the field there has to reduce them to one.`,

  lastAttributes: 'The lists offer the attributes of what people choose on the last level.',
  allAttributes: 'The lists offer the attributes of every type.',
  moreAttributes: 'More attributes',
  fewerAttributes: 'Fewer attributes',

  openPreview: 'Open preview',
  closePreview: 'Close preview',
  previewHelp:
    'Choose as on a work item. Nothing is saved. Each level shows the query that it sends, with names instead of ids.',
  previewLoading: 'Checking the queries',
  previewFault: 'Correct the query of this level to see what it offers.',
  noPreview: 'Choose a workspace to see what people can pick.',
  holds: (labels: string) => `The field would hold: ${labels}.`,

  correctQueries: (names: string, count: number) =>
    count === 1 ? `Correct the query of ${names}.` : `Correct the queries of ${names}.`,
  unchecked:
    'The queries couldn’t be checked, so nothing was saved. Fix the problem shown below the levels and save again, or save without checking.',

  importParts: {
    version: '1',
    workspaceId: 'the id of a workspace',
    levels: `1 to ${maximumLevels}, each with a levelId and a unique, valid name`,
    attributes: attributeList,
    searchedAttributes: attributeList,
    portal: '"nothing", "labels" or "attributes"',
  } as Readonly<Record<string, string>>,
};

function forExample(example: string | undefined): string {
  return example === undefined ? '' : `, for example: ${example}`;
}

/** “Country”, “Region” and “City” */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names.map((name) => `“${name}”`));
}
