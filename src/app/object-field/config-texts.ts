import { maximumShownAttributes } from './configuration';

export const configTexts = {
  loading: 'Loading the configuration',
  unreadable:
    'The configuration that was saved here can’t be read. Choose again and save to replace it.',
  connectReason: 'Connect your Workspace Data Service account to configure this field.',

  workspaceLabel: 'Workspace',
  workspacePlaceholder: 'Choose a workspace',
  workspaceHelp: 'The workspaces that your connected account is a member of.',
  noWorkspaces:
    'Your account is not a member of any workspace. Ask a workspace’s owner to add you.',
  workspaceGone:
    'The workspace that was saved was deleted, or you can’t see it. Choose another, or keep it and close.',
  workspaceChange:
    'Objects that were picked from the workspace saved before will be shown as deleted.',

  typeLabel: 'Type',
  typePlaceholder: 'Type to find a type',
  noTypes: 'This workspace has no types that you can read.',
  typeGone: 'The type that was saved was deleted, or you can’t read it. Choose another.',

  queryLabel: 'Query (optional)',
  queryHelp:
    'Narrows what can be picked, for example: Status = "In use" and Owner = user("${emailCurrentUser}"). Empty offers every object of the type.',
  checking: 'Checking the query',
  matches: (total: number) =>
    total === 1 ? 'You see 1 matching object:' : `You see ${total} matching objects:`,
  firstMatches: (total: number, shown: number) =>
    `You see ${total} matching objects. The first ${shown}:`,
  noMatches: 'The query works, and matches no object that you can see.',
  queryPosition: (line: number, column: number) => `Line ${line}, column ${column}`,

  attributesLabel: 'Attributes beside the label (optional)',
  attributesPlaceholder: 'Choose attributes',
  attributesHelp: `Up to ${maximumShownAttributes}, shown in this order.`,
  attributesFull: `${maximumShownAttributes} attributes is the most. Remove one to choose another.`,
  attributesGone: (names: string) =>
    `No longer part of the type, and left out when you save: ${names}.`,

  cardinalityLabel: 'How many objects the field takes',
  one: 'One object',
  many: 'Several objects',
  cardinalityHelp: 'A change leaves existing values as they are.',

  save: 'Save',
  saveUnchecked: 'Save without checking',
  cancel: 'Cancel',
  saved: 'Saved. Issues follow within a minute.',
  saveFailed: 'Jira didn’t save the configuration. Everything is still here: try again.',
  chooseWorkspace: 'Choose a workspace.',
  chooseType: 'Choose a type.',
  unchecked:
    'The query couldn’t be checked, so nothing was saved. The reason is below the query: solve it and save again, or save without checking.',
  correctQuery: 'Correct the query, or empty it.',
};
