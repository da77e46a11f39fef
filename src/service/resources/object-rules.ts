import type { Violation } from '../../api/error-body';
import type { Queryable } from '../database';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { invalid } from '../refusal';
import type { StoredAttribute } from '../values/attribute-kinds';
import { encodeValue, maximumTextLength } from '../values/encode-value';
import type { EncodedValue } from '../values/encode-value';
import { showValue } from '../values/show-value';
import type { AttributeValuesToStore } from './store-objects';
import { readKnownTargets } from './value-targets';
import type { KnownTargets } from './value-targets';

interface WrittenValues {
  readonly attributeId: string;
  readonly values: readonly string[];
}

/**
 * Returns the values to store, of the attributes that the call names.
 * @param objectId the object that is changed; a new one needs every required value
 * @throws Refusal 400 with every violation found
 */
export async function checkValues(
  database: Queryable,
  view: WorkspaceView,
  type: ReadableType,
  written: readonly WrittenValues[],
  objectId?: string,
): Promise<AttributeValuesToStore[]> {
  const checks = checkEntries(type, written);
  const accepted = checks.flatMap(({ toStore }) => (toStore ? [toStore] : []));
  const targets = await readKnownTargets(database, view, accepted, objectId);
  const problems = [
    ...checks.flatMap((check) => check.problems),
    ...accepted.flatMap((values) => findUnknownTargets(type, values, targets)),
    ...(objectId === undefined ? findMissingValues(type, written) : []),
  ];
  if (problems.length > 0) throw refuse(problems);
  return accepted;
}

/** Why a value is refused: for programs, and in a sentence. */
interface Problem {
  readonly violation: Violation;
  readonly message: string;
}

const maximumMessages = 3;

function refuse(problems: readonly Problem[]) {
  const messages = problems.slice(0, maximumMessages).map(({ message }) => message);
  return invalid(
    messages.join(' '),
    problems.map(({ violation }) => violation),
  );
}

interface EntryCheck {
  /** Absent where nothing of the entry can be stored. */
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
  const given = values.filter((value) => value.trim() !== '');
  if (given.length === 0 && needsValue(attribute)) return refusedHere('REQUIRED', 'needs a value.');
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
  return input.length > maximumTextLength ? undefined : encodeValue(attribute, input);
}

function unfitValue(attribute: StoredAttribute, input: string): Problem {
  const isTooLong = input.length > maximumTextLength;
  const message = isTooLong
    ? `"${attribute.name}" takes at most ${maximumTextLength} characters.`
    : `"${showValue(input)}" is no value of "${attribute.name}" (${attribute.kind.code}).`;
  return problem(isTooLong ? 'TOO_LONG' : 'INVALID', attribute.id, 'OBJECT', message, input);
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

function findUnknownTargets(
  type: ReadableType,
  { attributeId, values }: AttributeValuesToStore,
  known: KnownTargets,
): Problem[] {
  const attribute = type.attributes.find(({ id }) => id === attributeId);
  if (attribute === undefined) return [];
  return values
    .filter((value) => !known.includes(attribute, value))
    .map(({ value }) => {
      const message = `"${attribute.name}" refers to nothing that you can see.`;
      return problem('NOT_FOUND', attribute.id, 'OBJECT', message, value);
    });
}

function refused(...violation: Parameters<typeof problem>): EntryCheck {
  return { problems: [problem(...violation)] };
}

function problem(
  violationType: Violation['violationType'],
  fieldIdentifier: string,
  domain: Violation['domain'],
  message: string,
  input: unknown = '',
): Problem {
  const invalidValue = showValue(input);
  return { violation: { fieldIdentifier, violationType, invalidValue, domain }, message };
}
