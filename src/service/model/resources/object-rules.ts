import type { AttributeTypeCode } from '../../../api/attribute';
import type { Violation } from '../../../api/error-body';
import { id } from '../../../api/id';
import { isVisible } from '../../../api/visible-text';
import { shorten } from '../../../query';
import type { Queryable } from '../../base/database/database';
import { showValue } from '../../base/refusals/storable-inputs';
import { typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { encodeValue, maximumLengthOf, mentionOf, mentionedIn } from '../values/encode-value';
import type { EncodedValue } from '../values/encode-value';
import { readContents, withFileNames } from './contents';
import { problem, refuse } from '../../base/refusals/refused-values';
import type { Problem } from '../../base/refusals/refused-values';
import type { AttributeValuesToStore } from './store-objects';
import { checkMoves } from './workflows';
import type { ChosenTransitions } from './workflows';

/** What a call writes of an object. */
interface Written {
  readonly attributes: readonly WrittenValues[];
  readonly transitions?: ChosenTransitions | undefined;
}

interface WrittenValues {
  readonly attributeId: string;
  readonly values: readonly string[];
}

/**
 * Returns the values to store: of the attributes that the call names, and the first states of a
 * new object.
 * @param objectId the object that is changed; a new one needs every required value
 * @throws Refusal 400 with violations
 */
export async function checkValues(
  database: Queryable,
  view: WorkspaceView,
  type: ReadableType,
  { attributes, transitions = {} }: Written,
  { objectId, now }: { readonly objectId?: string; readonly now: Date },
): Promise<AttributeValuesToStore[]> {
  const checks = checkEntries(type, attributes);
  const accepted = checks.flatMap(({ toStore }) => (toStore ? [toStore] : []));
  const isState = ({ attributeId }: AttributeValuesToStore) =>
    type.attributes.some(({ id, kind }) => id === attributeId && kind.valueKind === 'state');
  const states = accepted.filter(isState);
  const others = accepted.filter((values) => !isState(values));
  const moves = await checkMoves(database, view, { type, states, transitions, objectId });
  const targets = await readKnownTargets(database, view, others, { objectId, now });
  const problems = [
    ...checks.flatMap((check) => check.problems),
    ...moves.problems,
    ...findUnfitTargets(type, others, targets),
    ...(objectId === undefined ? findMissingValues(type, attributes) : []),
  ];
  if (problems.length > 0) throw refuse(problems);
  return [...others.map(targets.complete), ...moves.toStore];
}

interface EntryCheck {
  /** Absent if nothing of the entry can be stored. */
  readonly toStore?: AttributeValuesToStore;
  readonly problems: readonly Problem[];
}

function checkEntries(type: ReadableType, written: readonly WrittenValues[]): EntryCheck[] {
  const named = new Set<string>();
  return written.map(({ attributeId, values }) => {
    const id = attributeId.toLowerCase();
    const isRepeated = named.has(id);
    named.add(id);
    return checkEntry(type, { attributeId: id, values }, isRepeated);
  });
}

function checkEntry(
  type: ReadableType,
  { attributeId, values }: WrittenValues,
  isRepeated: boolean,
): EntryCheck {
  const attribute = type.attributes.find(({ id }) => id === attributeId);
  if (attribute === undefined) {
    return refused('NOT_FOUND', attributeId, 'ATTRIBUTE', `"${type.name}" has no such attribute.`);
  }
  const refusedHere = (violationType: Violation['violationType'], why: string) =>
    refused(violationType, attribute.id, 'OBJECT', `"${attribute.name}" ${why}`, values);
  if (attribute.kind.isReadOnly) return refusedHere('READ_ONLY', 'is filled in by the service.');
  if (isRepeated) return refusedHere('CONFLICT', 'is given twice.');
  const given = values.filter((value) =>
    attribute.isLabel ? isVisible(value) : value.trim() !== '',
  );
  if (given.length === 0 && needsValue(attribute)) return refusedHere('REQUIRED', 'needs a value.');
  if (given.length === 0 && attribute.kind.valueKind === 'state') return { problems: [] };
  return encodeAll(attribute, given);
}

/** A value that is given twice counts once. */
function encodeAll(attribute: StoredAttribute, given: readonly string[]): EntryCheck {
  const encoded = given.map((input) => ({ input, value: encodeBounded(attribute, input) }));
  const problems = encoded.flatMap(({ input, value }) =>
    value === undefined ? [unfitValue(attribute, input)] : [],
  );
  const byValue = new Map(
    encoded.flatMap(({ value }) => (value === undefined ? [] : [[value.value, value]])),
  );
  if (byValue.size > 1 && !attribute.isMultiple) {
    const message = `"${attribute.name}" takes one value.`;
    problems.push(...refused('TOO_MANY', attribute.id, 'OBJECT', message, given).problems);
  }
  return {
    problems,
    toStore: {
      attributeId: attribute.id,
      isLabel: attribute.isLabel,
      values: [...byValue.values()],
    },
  };
}

/** What is too long is not looked at any further. */
function encodeBounded(attribute: StoredAttribute, input: string): EncodedValue | undefined {
  return input.length > maximumLengthOf(attribute) ? undefined : encodeValue(attribute, input);
}

function unfitValue(attribute: StoredAttribute, input: string): Problem {
  const isTooLong = input.length > maximumLengthOf(attribute);
  const message = isTooLong
    ? `"${attribute.name}" takes at most ${maximumLengthOf(attribute)} characters.`
    : `"${showValue(input)}" isn’t a valid value for "${attribute.name}" (${attribute.kind.code}).${adviceOn(attribute)}`;
  return problem(isTooLong ? 'TOO_LONG' : 'INVALID', attribute.id, 'OBJECT', message, input);
}

/** What a value looks like; nothing of what the service fills in. */
const forms: Readonly<Partial<Record<AttributeTypeCode, string>>> = {
  TEXT: 'text without characters that can’t be stored',
  EMAIL: 'an email address such as name@example.com',
  URL: 'a web address that begins with http:// or https://',
  INTEGER: 'a whole number such as 12, of up to 18 digits',
  DECIMAL: 'a number such as 12.50, with up to 18 digits before the point and 12 after it',
  BOOLEAN: 'true or false',
  DATE: 'a date such as 2026-09-01, in the form YYYY-MM-DD',
  DATETIME:
    'a date and time such as 2026-09-01T08:00:00Z, in the form YYYY-MM-DDThh:mm:ss with Z or an offset',
  OPTION: 'one of its options',
  REFERENCE: 'the id of an object',
  USER: 'the id of a user',
  WORKFLOW: 'the id of one of its states',
  MEDIA: 'the content key of an upload',
  RICH_TEXT: 'a TipTap document as JSON, or plain text',
};

const maximumNamedOptions = 5;

function adviceOn({ kind, options }: StoredAttribute): string {
  const form = forms[kind.code];
  if (form === undefined) return '';
  const names = options
    .slice(0, maximumNamedOptions)
    .map(({ name }) => `"${shorten(name)}"`)
    .join(', ');
  const more = options.length - maximumNamedOptions;
  return ` Use ${form}${names && `: ${names}`}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The label names the object everywhere, so no object goes without. */
function needsValue({ isRequired, isLabel }: StoredAttribute): boolean {
  return isRequired || isLabel;
}

function findMissingValues(type: ReadableType, written: readonly WrittenValues[]): Problem[] {
  const named = new Set(written.map(({ attributeId }) => attributeId.toLowerCase()));
  return type.attributes
    .filter((attribute) => needsValue(attribute) && !named.has(attribute.id))
    .map(({ id, name }) => problem('REQUIRED', id, 'OBJECT', `"${name}" needs a value.`));
}

/** A file is the value of one attribute, so it is not named twice in one call either. */
function findUnfitTargets(
  type: ReadableType,
  written: readonly AttributeValuesToStore[],
  targets: KnownTargets,
): Problem[] {
  const namedFiles = new Set<string>();
  return written.flatMap(({ attributeId, values }) => {
    const attribute = type.attributes.find(({ id }) => id === attributeId);
    if (attribute === undefined) return [];
    return values.flatMap((value) => {
      const isNamedAgain = value.contentKey !== undefined && namedFiles.has(value.contentKey);
      if (value.contentKey !== undefined) namedFiles.add(value.contentKey);
      const fault = isNamedAgain ? 'CONFLICT' : targets.findFault(attribute, value);
      const strangers = targets.findStrangers(attribute, value);
      return [
        ...(fault === undefined ? [] : [unfitTarget(attribute, value, fault)]),
        ...strangers.map((userId) => unfitMention(attribute, userId)),
      ];
    });
  });
}

function unfitTarget(
  { id, name, kind }: StoredAttribute,
  { value }: EncodedValue,
  fault: TargetFault,
): Problem {
  const domain = kind.valueKind === 'media' ? 'CONTENT' : 'OBJECT';
  const why =
    fault === 'CONFLICT'
      ? 'names an upload that was already used: upload the file again.'
      : 'refers to something that doesn’t exist or that you can’t see.';
  return problem(fault, id, domain, `"${name}" ${why}`, value);
}

function unfitMention({ id, name }: StoredAttribute, userId: string): Problem {
  const message = `"${name}" mentions someone who isn’t a member of the workspace.`;
  return problem('NOT_FOUND', id, 'OBJECT', message, mentionOf(userId));
}

function refused(...violation: Parameters<typeof problem>): EntryCheck {
  return { problems: [problem(...violation)] };
}

/** Not there for the caller, or taken. */
type TargetFault = 'NOT_FOUND' | 'CONFLICT';

/** The objects, people and files that values may refer to. */
type KnownTargets = Awaited<ReturnType<typeof readKnownTargets>>;

/**
 * Finds the targets of written values: objects of the reference's type that the caller may read,
 * members of the workspace, as values and as people that texts mention, uploads that no attribute holds, and whatever the changed object
 * refers to already, so that a value which the caller may not read survives a change beside it.
 */
async function readKnownTargets(
  database: Queryable,
  view: WorkspaceView,
  written: readonly AttributeValuesToStore[],
  { objectId, now }: { readonly objectId: string | undefined; readonly now: Date },
) {
  const values = written.flatMap((entry) => entry.values);
  const typeByObject = await readTypesOfObjects(database, view, values);
  const members = await readMemberIds(database, view, values);
  const contents = await readContents(database, view.workspaceId, written, now);
  const held = await readHeldTargets(database, view, written, objectId);
  const isKnown = (
    attribute: StoredAttribute,
    { referenceId, userId, contentKey }: EncodedValue,
  ) => {
    if (referenceId !== undefined) return typeByObject.get(referenceId) === attribute.targetTypeId;
    if (contentKey !== undefined) return contents.has(contentKey);
    return userId === undefined || members.has(userId);
  };
  return {
    /** Undefined for a value that refers to nothing, and for a target that may be referred to. */
    findFault: (attribute: StoredAttribute, value: EncodedValue): TargetFault | undefined => {
      if (held.has(`${attribute.id} ${value.value}`)) return undefined;
      if (!isKnown(attribute, value)) return 'NOT_FOUND';
      return contents.get(value.contentKey ?? '')?.isUsed ? 'CONFLICT' : undefined;
    },
    /** The ids of those whom a text mentions though they are no members, nor mentioned there before. */
    findStrangers: (attribute: StoredAttribute, { mentionedIds = [] }: EncodedValue) =>
      mentionedIds.filter(
        (id) => !members.has(id) && !held.has(`${attribute.id} ${mentionOf(id)}`),
      ),
    /** The values with what a search reads of their targets. */
    complete: (values: AttributeValuesToStore) => withFileNames(values, contents),
  };
}

async function readTypesOfObjects(
  database: Queryable,
  view: WorkspaceView,
  values: readonly EncodedValue[],
): Promise<Map<string, string>> {
  const ids = values.flatMap(({ referenceId }) => (referenceId === undefined ? [] : [referenceId]));
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; typeId: string }>(
    `select id, type_id as "typeId" from object
     where workspace_id = $1 and id = any ($2::uuid[]) and type_id = any ($3::uuid[])`,
    [view.workspaceId, ids, typeIdsOf(view.types)],
  );
  return new Map(rows.map(({ id, typeId }) => [id, typeId]));
}

async function readMemberIds(
  database: Queryable,
  view: WorkspaceView,
  values: readonly EncodedValue[],
): Promise<Set<string>> {
  const named = values.flatMap(({ userId = '', mentionedIds = [] }) => [userId, ...mentionedIds]);
  const ids = [...new Set(named)].filter((named) => id.safeParse(named).success);
  if (ids.length === 0) return new Set();
  const rows = await database.query<{ id: string }>(
    `select user_id as id from membership
     where workspace_id = $1 and user_id = any ($2::uuid[])`,
    [view.workspaceId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

async function readHeldTargets(
  database: Queryable,
  { workspaceId }: WorkspaceView,
  written: readonly AttributeValuesToStore[],
  objectId: string | undefined,
): Promise<Set<string>> {
  if (objectId === undefined) return new Set();
  const rows = await database.query<{ attributeId: string; value: string; text: string | null }>(
    `select attribute_id as "attributeId", value, text from object_value
     where workspace_id = $1 and object_id = $2 and attribute_id = any ($3::uuid[])
       and (reference_id is not null or user_id is not null or content_key is not null
         or position('{{@userId:' in coalesce(text, value)) > 0)`,
    [workspaceId, objectId, written.map(({ attributeId }) => attributeId)],
  );
  return new Set(
    rows.flatMap(({ attributeId, value, text }) =>
      [value, ...mentionedIn(text ?? value).map(mentionOf)].map((held) => `${attributeId} ${held}`),
    ),
  );
}
