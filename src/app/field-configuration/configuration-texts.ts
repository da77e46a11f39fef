import { isolated } from '../object-display/formats';
import { maximumAttributes } from './configured-attributes';

export const configurationTexts = {
  loading: 'Loading the configuration',
  unreadable:
    'The configuration that was saved here can’t be read. Choose again and save to replace it.',
  connectReason: 'Connect your Workspace Data Service account to configure this field.',

  noLongerWorks: 'Part of this configuration no longer worked when you opened it',
  workspaceGone:
    'The workspace was deleted, or you no longer have access to it. Ask an administrator of the workspace for access, or choose another one.',

  workspaceLabel: 'Workspace',
  workspacePlaceholder: 'Choose a workspace',
  noWorkspaces:
    'Your account isn’t a member of any workspace. Ask an administrator of a workspace to add you.',
  notAmongWorkspaces: 'Not one of your workspaces.',
  workspaceChanged: 'You chose a different workspace from the saved one',
  workspaceChange: (name: string | undefined) =>
    name === undefined
      ? 'Objects that were picked before are shown as deleted once you save.'
      : `Objects that were picked from “${name}” are shown as deleted once you save. Choose “${name}” again later to bring them back.`,
  issueCount: (count: number, shown: string) => {
    if (count === 0)
      return 'None of the work items that you can see has a value in this field yet.';
    const items = count === 1 ? 'About 1 work item has' : `About ${shown} work items have`;
    return `${items} a value in this field, including its other contexts.`;
  },

  offer: 'What people can pick',
  display: 'What the field shows',
  portal: 'Service portal',
  preview: 'Preview',

  portalLabel: 'What customers see',
  portalHelp: 'On request forms and on their requests.',
  portalUses: {
    nothing: 'Nothing: customers can’t choose objects',
    labels: 'Labels',
    attributes: 'Labels and attributes',
  },
  portalMeaning:
    'Everyone who can open a portal with this field can browse these objects, even without an account in the service. The field’s query limits which ones they see.',
  portalTwins: 'Some objects look the same to customers. Show another attribute.',
  portalNeedsToken: 'Until an access token is saved, customers can’t choose anything.',
  portalTokenLink: 'Save an access token',

  save: 'Save',
  saveUnchecked: 'Save without checking',
  cancel: 'Cancel',
  saved: 'Saved. Work items show the change within a minute.',
  saveFailed: 'Jira didn’t save the configuration. Your changes are still here, so try again.',
  changedMeanwhile:
    'You made changes while the configuration was being checked, so nothing was saved yet. Save again to store them.',
  chooseWorkspace: 'Choose a workspace.',

  transfer: 'Export or import',
  transferHelp:
    'Copy this text to keep it or to use it in another context. To import one, paste it here in place of this text. It contains what’s on the screen, saved or not.',
  jsonLabel: 'Configuration as JSON',
  import: 'Import',
  imported: 'Imported. Look it over, then save.',
  nothingToExport: (reason: string) =>
    `${reason} Then you can copy the configuration here. You can also paste one.`,
  nothingToImport: 'Paste a configuration first.',
  notJson: (reason: string) =>
    `This text isn’t JSON: ${reason}. Paste all of a configuration, from { to }.`,
  notAConfiguration: (parts: string) =>
    `This is JSON, but it isn’t a configuration for this field. A configuration has ${parts}. Paste one of a field of the same kind.`,
  unusableParts: (missing: string, unusable: string) =>
    [
      ...(missing === '' ? [] : [`Missing: ${missing}.`]),
      ...(unusable === '' ? [] : [`Can’t be used: ${unusable}.`]),
      'Correct it here, or paste another one of a field of the same kind.',
    ].join(' '),

  attributesLabel: {
    attributes: 'Attributes to show (optional)',
    searchedAttributes: 'Searchable attributes (optional)',
  },
  attributesPlaceholder: 'Choose attributes',
  attributesHelp: {
    attributes: `Up to ${maximumAttributes}, shown in this order.`,
    searchedAttributes: `Up to ${maximumAttributes}, such as a serial number, a state or a person. The picker always searches the label.`,
  },
  searchShown: (names: readonly string[]) =>
    `Also search ${new Intl.ListFormat('en-GB').format(names.map(isolated))}`,
  attributesFull: `You can choose up to ${maximumAttributes} attributes. Remove one to choose another.`,
  attributeGone: (name: string) =>
    `The attribute ${isolated(name)} no longer exists, or is hidden from you. It’s removed when you save.`,
  unsearchable: (name: string) =>
    `The picker can’t search ${isolated(name)}: the attribute holds nothing that people type, was deleted, or is hidden from you. Choose another one. It’s removed when you save.`,
};
