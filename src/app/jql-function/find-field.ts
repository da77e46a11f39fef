import { findNearName } from '../../query';
import { cascadeConfiguration } from '../cascade-field/configuration';
import { configuration } from '../object-field/configuration';
import {
  listOwnFields,
  type JiraField,
  type JiraFields,
  type OwnField,
} from '../platform/app-jira';
import { digestOfSources } from '../stored-queries/stored-queries';
import { distinctSources, type ObjectSource } from '../stored-queries/query-record';
import { QueryRefused } from './query-refused';

/** A field of this app, with where its objects are. */
export interface FoundField {
  readonly fieldId: string;
  readonly name: string;
  readonly kind: OwnField['kind'];
  /** What the field's contexts point at, each once; at least one, and at most 90. */
  readonly sources: readonly ObjectSource[];
  /** Of the sources: another one where any context points elsewhere. */
  readonly configurationDigest: string;
}

/**
 * Finds the field that a person means.
 * @param argument its name in any case, `customfield_10010` or `cf[10010]`
 * @throws {QueryRefused} where it is unknown, several, another app's, not configured anywhere, or in
 * too many places
 * @throws {JiraError}
 */
export async function findField(jira: JiraFields, argument: string): Promise<FoundField> {
  const { id: fieldId, name, kind } = chooseField(await jira.listFields(), argument);
  const stored = await jira.listAllConfigurations(fieldId);
  const sources = sourcesOf(kind, stored);
  checkNumberOf(sources, name);
  return { fieldId, name, kind, sources, configurationDigest: digestOfSources(sources) };
}

/**
 * The platform lets a function send 100 requests in a minute: one for each source, and five for the
 * further pages of as many objects as a search can hold.
 * @see https://developer.atlassian.com/platform/forge/limits-invocation/
 */
const maximumSources = 90;

function checkNumberOf({ length }: readonly ObjectSource[], fieldName: string): void {
  if (length === 0) {
    const message = `The field "${fieldName}" isn’t configured yet. A Jira admin can choose its workspace in the field’s contexts.`;
    throw new QueryRefused('FIELD_NOT_CONFIGURED', message);
  }
  if (length > maximumSources) {
    const message = `The contexts of the field "${fieldName}" point to ${length} workspaces and types, but a search can use only ${maximumSources}. A Jira admin can reduce them, or split them between several fields.`;
    throw new QueryRefused('TOO_MANY_SOURCES', message);
  }
}

/**
 * The id of the field that a person means, configured or not.
 * @param argument as for {@link findField}
 * @throws {QueryRefused} where it is unknown, several or another app's
 * @throws {JiraError}
 */
export async function findFieldId(
  jira: Pick<JiraFields, 'listFields'>,
  argument: string,
): Promise<string> {
  return chooseField(await jira.listFields(), argument).id;
}

function chooseField(fields: readonly JiraField[], argument: string): OwnField {
  const own = listOwnFields(fields);
  const meant = fieldsNamed(own, argument);
  const [only] = meant;
  if (!only) throw unknownOrForeign(fields, own, argument);
  if (meant.length > 1) throw ambiguous(argument, meant);
  return only;
}

/** By id; else by name as written; else by name in any case, as Jira reads names. */
function fieldsNamed<Field extends JiraField>(fields: readonly Field[], argument: string): Field[] {
  const text = argument.trim();
  const digits = /^(?:customfield_(\d+)|cf\[\s*(\d+)\s*\])$/i.exec(text);
  if (digits) {
    const id = `customfield_${digits[1] ?? digits[2] ?? ''}`;
    return fields.filter((field) => field.id === id);
  }
  const exact = fields.filter(({ name }) => name === text);
  if (exact.length > 0) return exact;
  return fields.filter(({ name }) => name.trim().toLowerCase() === text.toLowerCase());
}

/** How much a sentence repeats of what a person wrote. */
const shownCharacters = 100;

function shortened(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

function ambiguous(argument: string, meant: readonly OwnField[]): QueryRefused {
  const ids = meant.map(({ id }) => id);
  const all = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1) ?? ''}`;
  return new QueryRefused(
    'AMBIGUOUS_FIELD',
    `Several fields are named "${shortened(argument)}": ${all}. Use the id of the one you mean.`,
  );
}

function unknownOrForeign(
  fields: readonly JiraField[],
  own: readonly OwnField[],
  argument: string,
): QueryRefused {
  const advice = adviceOf(own, argument);
  if (fieldsNamed(fields, argument).length > 0) {
    const message = `The field "${shortened(argument)}" doesn’t hold workspace objects, so its objects can’t be searched. ${advice}`;
    return new QueryRefused('FOREIGN_FIELD', message);
  }
  const message = `There is no field "${shortened(argument)}", the second value in workspaceObjects(). ${advice}`;
  return new QueryRefused('UNKNOWN_FIELD', message);
}

const shownNames = 5;

function adviceOf(own: readonly OwnField[], argument: string): string {
  const names = [...new Set(own.map(({ name }) => name))].sort();
  if (names.length === 0) return 'No field on this site holds workspace objects yet.';
  const near = findNearName(argument, names);
  if (near !== undefined) return `Did you mean "${near}"?`;
  const first = names.slice(0, shownNames).map((name) => `"${name}"`);
  const others = names.length > shownNames ? ' and more' : '';
  return `Fields that hold workspace objects: ${first.join(', ')}${others}.`;
}

/** What the contexts of a field point at, each once; none of a context that can't be read. */
export function sourcesOf(kind: FoundField['kind'], stored: readonly unknown[]): ObjectSource[] {
  return distinctSources(stored.flatMap((entry) => findSource(kind, entry) ?? []));
}

/** Whether any context of a field lets the service portal show its objects. */
export function isOpenToCustomers(kind: FoundField['kind'], stored: readonly unknown[]): boolean {
  return stored.some((entry) => {
    const { portal = 'nothing' } = schemas[kind].safeParse(entry).data ?? {};
    return portal !== 'nothing';
  });
}

const schemas = { object: configuration, cascade: cascadeConfiguration };

/** Undefined where the context was never configured, or its configuration can't be read. */
function findSource(kind: FoundField['kind'], stored: unknown): ObjectSource | undefined {
  if (kind === 'cascade') {
    const { data } = schemas.cascade.safeParse(stored);
    return data && { workspaceId: data.workspaceId };
  }
  const { data } = schemas.object.safeParse(stored);
  return data && { workspaceId: data.workspaceId, typeId: data.typeId };
}
