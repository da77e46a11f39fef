import type { Json, JsonObject } from './words';

/** What a schema is about. */
export interface Subject {
  /** What its `id` is the id of: `workflow`. */
  readonly noun: string;
  /** `input` for what a caller writes, `output` for what the service answers. */
  readonly io: 'input' | 'output';
}

/**
 * A copy of a JSON schema in which each field says what it means, and which ones hold a moment.
 * @param owner the field that the schema is the value of, also in a list; empty for the whole
 */
export function describeFields<Part extends Json>(
  part: Part,
  subject: Subject,
  owner?: string,
): Part;
export function describeFields(part: Json, subject: Subject, owner = ''): Json {
  if (Array.isArray(part))
    return part.map((member: Json) => describeFields(member, subject, owner));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, member]) =>
      key === 'properties' && isObject(member)
        ? [key, describeProperties(member, subject, owner)]
        : [key, describeFields(member, subject, owner)],
    ),
  );
}

function isObject(part: Json): part is JsonObject {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function describeProperties(properties: JsonObject, subject: Subject, owner: string): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      isObject(field)
        ? describeProperty(name, describeFields(field, subject, name), subject, owner)
        : field,
    ]),
  );
}

function describeProperty(
  name: string,
  field: JsonObject,
  subject: Subject,
  owner: string,
): JsonObject {
  const description = findWords(name, subject, owner);
  return {
    ...field,
    ...(description !== undefined && { description }),
    ...(momentFields.has(name) && { format: 'date-time' }),
  };
}

function findWords(name: string, { noun, io }: Subject, owner: string): string | undefined {
  const place = `${owner || noun}.${name}`;
  const words = (io === 'input' ? fieldWords[`written ${place}`] : undefined) ?? fieldWords[place];
  if (words !== undefined) return words;
  return name === 'id' ? `The id of the ${nounsOfLists[owner] ?? noun}, a UUID.` : fieldWords[name];
}

const chosenTransitions =
  'Which transition to take, by the id of the workflow attribute. You only need it if several lead to the same state.';

/** What the entries of these fields are, where they have an `id`. */
const nounsOfLists: Readonly<Record<string, string>> = {
  attributes: 'attribute',
  states: 'state',
  transitions: 'transition',
};

/**
 * What each field of the API means, by its name; `position.offset` is the field of another one,
 * `object.transitions` that of an object, `written states.id` is only in what a caller sends, and
 * `query for a type.all` only in the address of a call.
 * A field of this name means the same everywhere else. An `id` is said by what it is the id of.
 */
const fieldWords: Readonly<Record<string, string>> = {
  appId: 'The id of the app.',
  appKey: 'The key of the app, as its manifest has it.',
  version: 'The version, as the manifest has it.',
  latestVersion: 'What the developer gets: the latest build that was deployed.',
  promotedVersion: 'What customers get, if the app is registered. Null before the first promote.',
  'app.status':
    '`DEPLOYED`: only the developer gets the app. `REGISTERED`: customers may get it, once a version is promoted. `PROMOTED`: customers get the promoted version.',
  'version.status': 'What customers get: see “List your apps”.',
  registerUrl: 'Where the developer registers the app. Absent once it is registered.',
  bundleStatus:
    '`PENDING` until the bundle is finalized, then `READY`, or `FAILED` if it can’t be served.',
  bundleLocation: 'Where the service keeps the bundle.',
  serveUrl: 'Where the bundle is served. Null if it can’t be, or can’t be yet.',
  isPromoted: 'Whether it is the version that customers get.',
  problem: 'Why the bundle can’t be served. Absent unless its status is `FAILED`.',
  name: 'The name that people see.',
  description: 'Free text, up to 4,000 characters.',
  index: 'The place of the refused operation in a bulk call, counted from 0. Absent elsewhere.',

  total: 'How many entries match in all, of those that you can read.',
  pageSize: 'The limit that you asked for.',
  isLast: 'True on the last page.',
  result: 'The entries of this page. For a bulk call, the outcome of each operation, in its order.',
  offset: 'How many entries to skip. 0 by default.',
  limit: 'How many entries to return, from 1 to 200. 50 by default.',

  timestamp: 'When the error occurred. ISO 8601, UTC, with fractional seconds.',
  message: 'What went wrong and what you can do, for a person to read.',
  path: 'The path of the request.',
  violations:
    'What is wrong, field by field. Up to 50, and only if a create or a change is refused.',
  fieldIdentifier:
    'For a value of an object, the id of the attribute. Otherwise the name of the field.',
  violationType: 'What kind of problem it is.',
  invalidValue: 'What you sent, as text, cut after 255 characters.',
  domain: 'What kind of thing the field belongs to.',
  position: 'Where the query goes wrong. Only if a query is refused.',
  'position.offset': 'How many characters come before it.',
  line: 'The line, counted from 1.',
  column: 'The column, counted from 1.',

  typeId: 'The id of the type, from “List types with their attributes”.',
  attributeId: 'The id of the attribute, from “List types with their attributes”.',
  objectId: 'The id of the object, from “Search objects”.',
  siteId: 'The id of the site that the page belongs to.',
  userId: 'The id of the person, from “List the members of the workspace”.',
  attributeTypeCode:
    'What kind of values the attribute has: one of the codes of `GET /attribute/type`.',
  code: 'The code of the attribute type, such as `TEXT`.',
  isReadOnly: 'True if the service fills in the values itself.',
  configuration:
    'Depends on the attribute type; null means the defaults. `isRequired` and `isMultiple` (false by default) for most types, `options` (up to 1,000, each with `id`, `name` and optionally `color`) for OPTION, `targetTypeId` for REFERENCE, `workflowId` for WORKFLOW. In a change, send it whole: what you leave out reverts to its default.',
  isLabel: 'True for the one attribute of the type that names its objects.',
  isReadByEveryMember:
    'True if every member of the workspace can read the objects of the type. False if access is limited to some people and groups.',
  confirm: 'How many objects the deletion affects. Required if there are any.',

  'query for a type.all':
    '`true` adds the types that you can give access to as an administrator but whose objects you can’t read.',
  'query for a site.all':
    '`true` adds the sites of the workspace that you can change as its administrator but can’t open.',

  symbol:
    'The emoji of the type, which stands before its objects where people see them. Absent if the type has none.',
  'written type.symbol':
    'One emoji that stands before the objects of the type where people see them. Null for none.',
  label: 'What names the object: the value of the label attribute of its type.',
  url: 'A page for people to open in the browser.',
  attributes: 'The attributes, in their order.',
  values: 'The values. In a change, an empty list clears the attribute.',
  valueId: 'Identifies the value until it is written again.',
  value: 'The value as text, whatever its type.',
  details:
    'What you need to show the value. Absent if the value needs no more, or if you can’t read what it refers to.',
  email: 'The email address of the person.',
  role: 'What the person may do in the workspace: a `reader` reads, an `editor` also changes objects, and an `administrator` also changes everything else. See “Roles” in the documentation.',
  invitationUrl:
    'Where the person chooses a password: it works once, within 7 days. Absent if they have one.',
  users: 'From 1 to 100 people. All of them are added, or none.',
  isEndState: 'True for a state in which the workflow ends.',
  color:
    'The color that it is shown in: `gray`, `blue`, `green`, `yellow`, `red` or `purple`. Absent if it has none.',
  text: 'The value as plain text, with the names of people whom it mentions.',
  'blocks.text':
    'The text, up to 10,000 characters. Lines that begin with `- ` are a list, and web addresses become links.',
  createdAt: 'When it was created. ISO 8601, UTC.',
  updatedAt: 'When it was last changed. ISO 8601, UTC.',
  deletedAt: 'When it was deleted. ISO 8601, UTC.',
  deletedBy: 'Who deleted it.',
  'deletedBy.id': 'The id of the person, a UUID.',
  'deletedBy.name': 'The name that people see. Null for a former member.',
  endsAt: 'Until when you can restore it: 30 days after it was deleted. ISO 8601, UTC.',
  notRestored:
    'What couldn’t be put back, as far as you can read it: the object, the restored one or one that referred to it, and its attribute. Up to 1,000.',
  reason: 'Why it couldn’t be put back: see “Restore a deleted object”.',
  'object.transitions': chosenTransitions,
  'operations.transitions': chosenTransitions,
  transitionId: 'The id of the transition to take.',
  objectOperationType: 'What the operation does.',
  operations: 'From 1 to 200 operations. They are done in this order, all or none.',
  failures: 'Always false: if one operation is refused, the whole call gets a 400.',
  status: 'Always `success`.',
  operationAction: 'What was done.',
  'result.index': 'The place of the operation in the call, counted from 0.',
  query:
    'Text of the query language, such as `Label ~ "mac"` (beginnings of words) or `Serial *= "gb3uy"` (any part of a word). Empty finds everything of the type.',
  attributeIds: 'Which attributes to return, up to 100. All by default.',

  changedAt: 'When it was changed. ISO 8601, UTC.',
  userName: 'The name of the person. Null if they are no longer a member of the workspace.',
  'entry.userId': 'The id of the person who made the change. Null for a command of the operator.',
  via: 'How the person was signed in: with a personal access token, an app (`oauth`), the browser (`session`) or an embedded page (`embed`). `command` is a command of the operator.',
  credentialName: 'The name of the token or of the app. Absent if there was none.',
  isBulk: 'True if one call made several changes.',
  action: 'What was done. `view`: an administrator looked at what someone else can see.',
  subjectId: 'The id of what was changed.',
  'entry.kind': 'What kind of thing was changed.',
  'entry.label': 'What it was called. Null if it has no name, or if you can’t read it.',
  'entry.typeId': 'The id of the type that the object or the attribute belongs to.',
  isWithheld: 'True if you can’t read what was changed.',
  changes: 'What changed, attribute by attribute or field by field.',
  'changes.name': 'The attribute as it was called then, or the name of the field.',
  before: 'The values before the change. Empty if there were none.',
  after: 'The values after the change. Empty if there are none.',
  'before.value': 'The value as text. Absent if you can’t read what it refers to.',
  'after.value': 'The value as text. Absent if you can’t read what it refers to.',
  isCut: 'True if the value was too long to be kept: this is its beginning.',
  from: 'Only changes from this moment on: in UTC, such as 2026-11-24T10:00:00Z.',
  to: 'Only changes before this moment: in UTC, such as 2026-11-25T00:00:00Z.',

  fileName: 'The name of the file, up to 255 characters, without slashes and control characters.',
  fileSize: 'The size of the file in bytes, up to 104,857,600 (100 MB).',
  contentType: 'The media type of the file, such as `image/png`.',
  thumbnailUrl:
    'The address of a small picture of the file: a WebP of 96 × 96 pixels, transparent around the picture, which loads without a token for 60 seconds, as long as you may read the value. Only with `Prefer: thumbnails`, and only for PNG, JPEG, WebP and GIF.',
  presignedUrl: 'Where to send the bytes by PUT, within 15 minutes and without a token.',
  contentKey: 'What to write as the value of one MEDIA attribute, once.',

  initialStateId: 'The id of the state in which new objects start.',
  'written workflow.initialStateId':
    'The id or the name of the state in which new objects start. For a new workflow, the first state by default.',
  states: 'The states, in their order. Up to 100.',
  transitions: 'The transitions between states, in their order. Up to 500.',
  fromStateId: 'The id of the state that the transition leads from.',
  toStateId: 'The id of the state that the transition leads to.',
  'written transitions.fromStateId':
    'The id or the name of the state that the transition leads from.',
  'written transitions.toStateId': 'The id or the name of the state that the transition leads to.',
  'written states.id':
    'In a change, the id of a state that is there; leave it out for a new state. In a new workflow, any text by which the transitions of the same call refer to the state.',
  'written transitions.id':
    'In a change, the id of a transition that is there; leave it out for a new one. In a new workflow, it is ignored.',

  isOpen: 'True if every member of the workspace can open the site.',
  userIds: 'The people who are given access. Up to 5,000.',
  'group.userIds': 'The people in the group. Up to 5,000.',
  groupIds: 'The groups whose people are given access. Up to 5,000.',
  read: 'Who reads the objects of the type.',
  write:
    'Which of them create, change and delete objects of the type, as far as their role allows it.',
  everyone: 'Always true: every member of the workspace.',
  blocks: 'What the page shows, from top to bottom. Up to 20 blocks.',
  kind: 'What the block shows.',
  heading: 'The heading above the block.',
  columns: 'The attributes that the table shows beside the label, up to 10.',
  sort: 'How the table is sorted until a reader sorts it. By default, in the order of the query.',
  isDescending: 'True to sort from high to low.',
  hasSearch: 'True if readers can search the table by label.',
  'blocks.pageSize': 'How many rows a page of the table has, up to 100.',
  audience: 'Always `workspace-objects-for-jira`.',
  parentOrigin:
    'The origin of the page that has the frame, one of those that the service is configured for.',

  token: 'The token itself. It is shown only once.',
  expiresAt: 'When it expires. ISO 8601, UTC. Null means never.',
  lastFour: 'The last characters of the token, to tell it from others.',
  lastUsedAt: 'When it was last used, to within ten minutes. Null means not yet.',
  durationDays:
    'How long the token lasts, from 1 to 3,650 days. Null means that it never expires. If you leave it out, 90 days, or until the token that you send expires if that is sooner.',
  access: 'What the token can do: only `read`, or also `write`.',
  workspaceId:
    'The only workspace that the token can be used for. Null, or left out, means all workspaces of its owner.',
  workspaces: 'The workspaces that the token is for and that its owner is a member of, by name.',
  isSuspended: 'True if nobody can sign in to the account or use its tokens.',
  owner: 'The person whom the token belongs to.',
  isBlocked: 'True if an administrator has blocked the token in the workspace.',

  messages: 'The conversation so far, up to 100 messages. The last one is the question.',
  'messages.role': 'Who said it.',
  content: 'What was said, up to 16,000 characters.',
};

/** Fields that hold a moment. */
const momentFields: ReadonlySet<string> = new Set([
  'timestamp',
  'createdAt',
  'changedAt',
  'updatedAt',
  'deletedAt',
  'endsAt',
  'expiresAt',
  'lastUsedAt',
]);
