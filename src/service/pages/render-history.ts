import type { FieldChange, HistoryEntry, HistoryValue } from '../../api/history';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import { renderMoment } from '../base/html/moment';
import type { DateFormats } from '../base/html/moment';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import { getAttributeKind } from '../model/values/attribute-kinds';
import { formerMember, renderValue } from './render-value';
import type { ShownAttribute } from './render-value';

/** What changes look like, and in whose language. */
interface HistoryOptions {
  readonly view: WorkspaceView;
  readonly dates: DateFormats;
  /** Whether each entry says what it is about: where they aren't all about the same. */
  readonly namesSubject: boolean;
}

/** Changes in the order given, each with what was before and after, by whom, when and by what. */
export function renderHistory(entries: readonly HistoryEntry[], options: HistoryOptions): Markup {
  return html`<ol class="changes">
    ${entries.map(
      (entry) =>
        html`<li>
          ${renderTitle(entry, options)}
          ${entry.changes.map((change) => renderChange(change, entry, options))}
          <p class="subtle">
            ${whoOf(entry)},
            ${renderMoment(new Date(entry.changedAt), options.dates)}${meansOf(entry)}
          </p>
        </li>`,
    )}
  </ol>`;
}

/** As in “Changed: access to Laptop”. */
function titleWord(kind: HistoryEntry['kind']): string {
  return kind === 'access' ? 'access to' : kindWords[kind].toLowerCase();
}

const actionWords = {
  create: 'Created',
  change: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  view: 'Looked at what someone can see',
} as const satisfies Record<HistoryEntry['action'], string>;

export const kindWords = {
  object: 'Object',
  type: 'Type',
  attribute: 'Attribute',
  workflow: 'Workflow',
  site: 'Site',
  page: 'Page',
  workspace: 'Workspace',
  person: 'Person',
  group: 'Group',
  access: 'Access',
  token: 'Access token',
} as const satisfies Record<HistoryEntry['kind'], string>;

function renderTitle(entry: HistoryEntry, { view, namesSubject }: HistoryOptions): Markup {
  const { kind, action, label, subjectId, isWithheld } = entry;
  const done = actionWords[action];
  if (!namesSubject) return action === 'change' ? html`` : html`<p>${done}</p>`;
  if (isWithheld) {
    return html`<p>
      ${done}: ${kindWords[kind].toLowerCase()}
      <span class="subtle">(not visible to you)</span>
    </p>`;
  }
  const gone = kind === 'person' ? formerMember : subjectId;
  const name = label === null || label.trim() === '' ? gone : cut(label, maximumTitleLength);
  if (action === 'view') return html`<p>Looked at what <strong>${name}</strong> can see</p>`;
  const isLinked = kind === 'object' && action !== 'delete';
  return html`<p>
    ${done}: ${titleWord(kind)}
    ${
      isLinked
        ? html`<a href="/workspace/${view.workspaceId}/object/${subjectId}">${name}</a>`
        : html`<strong>${name}</strong>`
    }
  </p>`;
}

function whoOf({ userId, userName }: HistoryEntry): string {
  if (userId === null) return 'The operator of the service';
  return userName ?? 'A former member';
}

function meansOf({ via, credentialName = '', isBulk }: HistoryEntry): string {
  const means = {
    token: `, by token “${credentialName}”`,
    oauth: `, by app “${credentialName}”`,
    embed: ', in an embedded page',
    session: '',
    command: ', by a command',
  } as const satisfies Record<HistoryEntry['via'], string>;
  return means[via] + (isBulk ? ', in a bulk change' : '');
}

/** Shown of the values of one attribute; the rest is counted. */
const maximumShownValues = 10;

function renderChange(
  { name, attributeId, attributeTypeCode, before, after }: FieldChange,
  { kind, action }: HistoryEntry,
  options: HistoryOptions,
): Markup {
  const attribute =
    attributeTypeCode === undefined
      ? undefined
      : findAttribute(options.view, attributeId, attributeTypeCode);
  const show = (values: readonly HistoryValue[]) => renderValues(values, attribute, options);
  const label = attribute === undefined ? labelOfField(name) : name;
  const isOneSided = action === 'create' || action === 'delete' || action === 'restore';
  const difference =
    isOneSided || (before.length === 0 && after.length === 0)
      ? show(after.length > 0 ? after : before)
      : renderDifference(before, after, show);
  // The history holds it as a value that is there or isn’t: in words, everyone or no longer everyone.
  const isOfEveryone = kind === 'access' && name.endsWith('.everyone');
  const said = after.length > 0 ? 'everyone' : 'no longer everyone';
  return html`<p><span class="subtle">${label}:</span> ${isOfEveryone ? said : difference}</p>`;
}

function renderDifference(
  before: readonly HistoryValue[],
  after: readonly HistoryValue[],
  show: (values: readonly HistoryValue[]) => Markup,
): Markup {
  if (before.length === 0) return html`added ${show(after)}`;
  if (after.length === 0) return html`removed ${show(before)}`;
  return html`${show(before)} → ${show(after)}`;
}

/** The attribute as it is now; as much as its kind says where it is gone. */
function findAttribute(
  { types }: WorkspaceView,
  attributeId: string | undefined,
  code: string,
): ShownAttribute {
  const attributes = types.flatMap((type) => type.attributes);
  const stub = { kind: getAttributeKind(code), options: [], states: [] };
  return attributes.find(({ id }) => id === attributeId) ?? stub;
}

function renderValues(
  values: readonly HistoryValue[],
  attribute: ShownAttribute | undefined,
  options: HistoryOptions,
): Markup {
  if (values.length === 0) return html`<span class="subtle">nothing</span>`;
  const shown = values
    .slice(0, maximumShownValues)
    .map((value, index) => html`${index > 0 ? ', ' : ''}${renderOne(value, attribute, options)}`);
  const more = values.length - shown.length;
  return html`${shown}${more > 0 ? html` <span class="subtle">and ${more} more</span>` : undefined}`;
}

function renderOne(
  { value, details, isCut }: HistoryValue,
  attribute: ShownAttribute | undefined,
  { view, dates }: HistoryOptions,
): Markup {
  if (value === undefined) return html`<span class="subtle">Not visible to you</span>`;
  const rest = isCut === true ? html` <span class="subtle">(cut)</span>` : undefined;
  if (attribute === undefined) return html`${cut(details?.name ?? wordOf(value))}${rest}`;
  if (attribute.kind.valueKind === 'user' && details === undefined) {
    return html`<span class="subtle">${formerMember}</span>`;
  }
  // A deleted object has a label and no page.
  const target = details?.objectId
    ? { url: `/workspace/${view.workspaceId}/object/${details.objectId}` }
    : details?.label !== undefined && { name: details.label };
  const shortened = {
    value: attribute.kind.valueKind === 'text' ? cut(value) : value,
    details: details && {
      ...details,
      ...(details.text !== undefined && { text: cut(details.text) }),
      ...target,
    },
  };
  return html`${renderValue(attribute, shortened, dates)}${rest}`;
}

const maximumShownLength = 300;
const maximumTitleLength = 100;

function cut(text: string, length = maximumShownLength): string {
  const characters = Array.from(text.slice(0, 2 * length));
  if (characters.length <= length) return text;
  return `${characters.slice(0, length).join('')}…`;
}

function wordOf(value: string): string {
  return { true: 'yes', false: 'no' }[value] ?? value;
}

const fieldWords: Readonly<Record<string, string>> = {
  'read.everyone': 'who can read',
  'read.userIds': 'people who can read',
  'read.groupIds': 'groups that can read',
  'write.everyone': 'who can change objects',
  'write.userIds': 'people who can change objects',
  'write.groupIds': 'groups that can change objects',
  userIds: 'people',
  groupIds: 'groups',
  userId: 'person',
  groupId: 'group',
  isOpen: 'open to everyone',
  isSuspended: 'suspended',
  isBlocked: 'blocked here',
  objectCount: 'objects',
  attributeTypeCode: 'attribute type',
  configuration: 'configuration',
  isLabel: 'label of its type',
  isRequired: 'required',
  isMultiple: 'several values',
  targetTypeId: 'refers to',
  workflowId: 'workflow',
};

/** `read.userIds` is “People who can read”, and `attributes.targetTypeId` “Attributes: refers to”. */
function labelOfField(path: string): string {
  const words = fieldWords[path] ?? path.split('.').map(wordsOfPart).join(': ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wordsOfPart(part: string): string {
  return fieldWords[part] ?? part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
