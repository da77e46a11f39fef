import { isDeepStrictEqual } from 'node:util';
import {
  type CascadeValue,
  cascadeValueOf,
  readCascadeValue,
} from '../cascade-field/cascade-value';
import { detectClauseSyntax } from '../jql-function/clause-syntax';
import { QueryRefused } from '../jql-function/query-refused';
import { fieldClause } from '../jql/jql-text';
import {
  readStoredValue,
  type StoredObject,
  type StoredValue,
  storedValueOf,
  objectKey,
} from '../objects/stored-value';
import { listOwnFields, type OwnField } from '../platform/app-jira';
import { isJiraRefusal } from '../platform/platform';
import { writeUnchanged } from '../platform/write-values';
import { type RefreshRun, type RefreshStep, repairingField, type Slice } from './run';
import { maximumLeftAlone } from './run-facts';

/**
 * Fills in what JQL searches on one page of work items whose field was written from outside without it,
 * field after field. A refresh of single queries skips this.
 * @see docs/platform-assumptions.md, 43
 */
export async function repairStep(slice: Slice, run: RefreshRun): Promise<RefreshStep> {
  const fields = run.hashes ? [] : listOwnFields(await slice.fields.listFields());
  const field = fields[run.repairing.fieldIndex];
  if (!field) return { run: { ...run, phase: 'done' } };
  try {
    return { run: await repairPage(slice, run, field) };
  } catch (error) {
    if (!isOfThisField(error)) throw error;
    slice.onError(error, run.phase);
    return { run: closeField(run, field.name) };
  }
}

/** Continues with the next field, and keeps what was counted in this one. */
function closeField(run: RefreshRun, fieldName: string): RefreshRun {
  const { fieldIndex, leftAlone, leftAloneKeys } = run.repairing;
  return {
    ...run,
    leftAlone: run.leftAlone + leftAlone,
    leftAloneKeys: firstFew(run.leftAloneKeys, leftAloneKeys),
    leftAloneFields: firstFew(run.leftAloneFields, leftAlone > 0 ? [fieldName] : []),
    repairing: repairingField(fieldIndex + 1),
  };
}

/** Jira can't search this field this way, or no longer knows the page. The next run tries again. */
function isOfThisField(error: unknown): boolean {
  return error instanceof QueryRefused || isJiraRefusal(error);
}

async function repairPage(slice: Slice, run: RefreshRun, field: OwnField): Promise<RefreshRun> {
  const { jira } = slice;
  const { id: fieldId, name, kind } = field;
  const { spelling } = await detectClauseSyntax(slice, { fieldId, name, kind });
  // These never change, so nothing moves from a later page to an earlier one.
  const order = 'created ASC, key ASC';
  const jql = `${fieldClause(fieldId)} is not EMPTY AND ${spelling} is EMPTY ORDER BY ${order}`;
  const page = await jira.searchIssues(jql, [fieldId], run.repairing.pageToken);
  const found = page.issues.map((issue) => ({
    issue,
    completion: completionOf(kind, issue.fields[fieldId]),
  }));
  const incomplete = found.flatMap(({ issue, completion }) =>
    completion.kind === 'incomplete' ? [{ issue, value: completion.value }] : [],
  );
  const unreadable = found.filter(({ completion }) => completion.kind === 'unreadable');
  const { written, refusedKeys } = await writeUnchanged(jira, fieldId, incomplete);
  return afterPage(run, {
    fieldName: name,
    written,
    leftAloneKeys: [...unreadable.map(({ issue }) => issue.key), ...refusedKeys],
    pageToken: page.nextPageToken,
  });
}

interface DonePage {
  readonly fieldName: string;
  readonly written: number;
  readonly leftAloneKeys: readonly string[];
  readonly pageToken: string | undefined;
}

/** More passes wouldn't help: Jira is storing something else than what it is given. */
const maximumPasses = 20;

/**
 * After the last page the field is read again if anything was written: what is written is no longer
 * found, so what comes after it may have moved to a page that was read already.
 */
function afterPage(run: RefreshRun, { fieldName, pageToken, ...page }: DonePage): RefreshRun {
  const { fieldIndex, pass } = run.repairing;
  const written = run.repairing.written + page.written;
  const left = {
    leftAlone: run.repairing.leftAlone + page.leftAloneKeys.length,
    leftAloneKeys: firstFew(run.repairing.leftAloneKeys, page.leftAloneKeys),
  };
  const next = { ...run, repaired: run.repaired + page.written, setbacks: 0 };
  if (pageToken !== undefined) {
    return { ...next, repairing: { fieldIndex, pass, pageToken, written, ...left } };
  }
  if (written > 0 && pass < maximumPasses) {
    return { ...next, repairing: { ...repairingField(fieldIndex), pass: pass + 1 } };
  }
  return closeField({ ...next, repairing: { fieldIndex, pass, written, ...left } }, fieldName);
}

function firstFew(known: readonly string[], further: readonly string[]): string[] {
  return [...known, ...further].slice(0, maximumLeftAlone);
}

type Completion =
  /** To be stored in its place. */
  | { readonly kind: 'incomplete'; readonly value: StoredValue }
  /** Jira's search does not know of it yet. */
  | { readonly kind: 'complete' }
  /** Empty, or not fully readable for the app: only its author may change it. */
  | { readonly kind: 'unreadable' };

/** The value with the flat arrays that JQL searches, for one that was written without them. */
function completionOf(kind: OwnField['kind'], stored: unknown): Completion {
  const value = kind === 'cascade' ? completeCascade(stored) : completeObjects(stored);
  if (!value) return { kind: 'unreadable' };
  return isContained(value, stored) ? { kind: 'complete' } : { kind: 'incomplete', value };
}

/** Without levels where it is not known how its objects were reached. */
type CompleteCascade = StoredValue & Pick<CascadeValue, 'pathIds'>;

function completeObjects(stored: unknown): StoredValue | null {
  const { objects, isDamaged } = readStoredValue(stored);
  return isDamaged ? null : storedValueOf(objects);
}

function completeCascade(stored: unknown): CompleteCascade | null {
  const { objects, levels, isDamaged } = readCascadeValue(stored);
  const flat = isDamaged ? null : storedValueOf(objects);
  if (!flat) return null;
  const end = levels.findLast((level) => level.objects.length > 0);
  // Levels that end elsewhere say nothing of how these objects were reached.
  const path =
    end && areSame(end.objects, objects)
      ? cascadeValueOf(levels.map((level) => (level === end ? { ...level, objects } : level)))
      : null;
  return path ?? { ...flat, pathIds: flat.objectIds };
}

function areSame(one: readonly StoredObject[], other: readonly StoredObject[]): boolean {
  const keysOf = (objects: readonly StoredObject[]) =>
    objects.map(({ objectId }) => objectKey(objectId)).sort();
  return isDeepStrictEqual(keysOf(one), keysOf(other));
}

function isContained(value: object, stored: unknown): boolean {
  return isDeepStrictEqual({ ...(stored as object), ...value }, stored);
}
