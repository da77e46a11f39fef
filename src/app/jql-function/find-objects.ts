import { type Client, allEntries, ServiceError } from '../../api/client';
import type { WorkspaceObject } from '../../api/object';
import { maximumPageLimit, type Page } from '../../api/page';
import {
  builtInNames,
  type CallOperand,
  describeProblem,
  findNearName,
  leavesOf,
  type Location,
  type Name,
  operandsOf,
  parseQuery,
  parseTemplate,
  type Query,
  type LocatedProblem,
  shorten,
} from '../../query';
import { isHidden, serviceMessageOf } from '../access/error-reply';
import type { ObjectSource } from '../stored-queries/query-record';
import type { CallAllowance } from './call-allowance';
import { maximumLiterals } from './clause-syntax';
import { functionTexts, QueryRefused, inDigits } from './query-refused';

interface ObjectSearch {
  readonly client: Client;
  readonly fieldName: string;
  /** Each of them is searched: as many as a field may have. */
  readonly sources: readonly ObjectSource[];
  readonly query: string;
  readonly signal: AbortSignal;
  /** Sends so many calls; where it throws before it does, they aren't sent. They are sent at once where absent. */
  readonly within?: CallAllowance['take'];
  /** Told of each source that has no match because it can't answer. */
  readonly onUnanswered?: (unanswered: UnansweredSource) => void;
}

export interface UnansweredSource {
  readonly source: ObjectSource;
  /** It can't be read, or the query means nothing there. */
  readonly code: QueryRefused['code'];
}

/**
 * The ids of the objects that the query finds in any of the sources, sorted: one call of the service
 * for each page of 200. A source in which the query means nothing, or which the caller may not read,
 * has no match, unless that is so in all of them.
 * @throws {QueryRefused} where the query can't be used, or finds more than a search can hold
 * @throws {ServiceError} where the service does not answer, or refuses the credential
 */
export async function findObjects(search: ObjectSearch): Promise<string[]> {
  checkSharedQuery(search.query);
  const within = search.within ?? ((_, send) => send(() => undefined));
  const firstPages = await within(search.sources.length, (onSend) =>
    findFirstPages({ ...search, onSend }),
  );
  refuseTooMany(firstPages.reduce((sum, { page }) => sum + page.total, 0));
  const furtherPages = firstPages.reduce((sum, { page }) => sum + pagesAfterFirst(page), 0);
  const readAll = (onSend: () => void) =>
    Promise.all(firstPages.map((firstPage) => readOn({ ...search, onSend }, firstPage)));
  const ids = await (furtherPages > 0 ? within(furtherPages, readAll) : readAll(() => undefined));
  const distinct = [...new Set(ids.flat())].sort();
  refuseTooMany(distinct.length);
  return distinct;
}

interface CountedSearch extends ObjectSearch {
  /** Told of each call as it is sent. */
  readonly onSend: () => void;
}

interface FirstPage {
  readonly source: ObjectSource;
  readonly page: Page<WorkspaceObject>;
}

function pagesAfterFirst({ total }: FirstPage['page']): number {
  return Math.max(0, Math.ceil(total / maximumPageLimit) - 1);
}

/** Of the sources that can answer the query; at least one. */
async function findFirstPages(search: CountedSearch): Promise<FirstPage[]> {
  const outcomes = await Promise.all(
    search.sources.map(async (source): Promise<FirstPage | QueryRefused> => {
      try {
        return { source, page: await fetchPage(search, source, 0) };
      } catch (error) {
        const refusal = refusalBySource(error, search);
        search.onUnanswered?.({ source, code: refusal.code });
        return refusal;
      }
    }),
  );
  const pages = outcomes.flatMap((outcome) => (outcome instanceof QueryRefused ? [] : [outcome]));
  if (pages.length > 0) return pages;
  throw firstReason(outcomes) ?? noAccess(search.fieldName);
}

/** A query that means nothing says more than a source that can't be read. */
function firstReason(outcomes: readonly (FirstPage | QueryRefused)[]): QueryRefused | undefined {
  const refusals = outcomes.filter((outcome) => outcome instanceof QueryRefused);
  return refusals.find(({ code }) => code === 'INVALID_QUERY') ?? refusals[0];
}

/** Calls are counted in full pages; a service that returns shorter ones would need more calls than were counted. */
async function fetchPage(
  { client, query, signal, onSend }: CountedSearch,
  { workspaceId, typeId }: ObjectSource,
  offset: number,
): Promise<Page<WorkspaceObject>> {
  const request = { query, typeId, offset, limit: maximumPageLimit, attributeIds: [] };
  onSend();
  const page = await client.inWorkspace(workspaceId).objects.search(request, { signal });
  const isWhole = page.isLast
    ? offset + page.result.length >= page.total
    : page.result.length >= maximumPageLimit;
  if (isWhole) return page;
  throw new ServiceError('unexpectedReply', 'The service answered with a page that is not full.');
}

async function readOn(
  search: CountedSearch,
  { source, page: first }: FirstPage,
): Promise<string[]> {
  const fetchNext = async ({ offset }: { offset: number }) =>
    offset === 0 ? first : fetchPage(search, source, offset);
  return (await allEntries(fetchNext)).map(({ id }) => id);
}

/** @throws the error itself where it says nothing of this very source */
function refusalBySource(error: unknown, { query, fieldName }: ObjectSearch): QueryRefused {
  if (isHidden(error)) return noAccess(fieldName, error);
  if (error instanceof ServiceError && error.code === 'invalid') return serviceFault(query, error);
  throw error;
}

function noAccess(fieldName: string, cause?: unknown): QueryRefused {
  const message = `The account that this search uses can’t read the workspace or type of the field "${fieldName}", or one of them was deleted. A Jira admin can check the field’s contexts and the app’s access token.`;
  return new QueryRefused('NO_ACCESS', message, { cause });
}

function refuseTooMany(objectCount: number): void {
  if (objectCount <= maximumLiterals) return;
  const most = inDigits(maximumLiterals);
  const sentence = (count: string) =>
    `The query matches ${count} objects, but a search in Jira can hold only ${most}. Narrow the query, for example by adding a condition.`;
  const detail = sentence(inDigits(objectCount));
  throw new QueryRefused('TOO_MANY_OBJECTS', sentence(`more than ${most}`), { detail });
}

/**
 * Looks at a query whose result everyone shares, before anything is asked of the service.
 * @throws {QueryRefused} where it is no query, or means something else for each person or place
 */
export function checkSharedQuery(query: string): void {
  const parsed = parseQuery(query);
  if (!parsed.ok) throw queryFault(query, parsed.error);
  refusePersonal(query, parsed.query);
}

/** Where a person finds a fault: both numbers begin with 1. */
interface Place {
  readonly line: number;
  readonly column: number;
  /** What is at fault, empty at the end of the query; the rest of the line if absent. */
  readonly words?: string | undefined;
}

/** A query that isn't one, or that can't be shared. */
function queryFault(query: string, fault: LocatedProblem): QueryRefused {
  const { message, line, column, location } = fault;
  const words = query.slice(location.start, location.end);
  return new QueryRefused('INVALID_QUERY', faultIn(query, message, { line, column, words }));
}

/**
 * A query that the service refuses. What the service says of it lists names and values that not
 * everyone may read, so that it is for the detail alone.
 */
function serviceFault(query: string, error: ServiceError): QueryRefused {
  const { position } = error;
  const fault = position && faultAt(query, position.offset);
  const place = position && {
    ...position,
    words: fault && query.slice(position.offset, fault.end),
  };
  const message =
    fault && place
      ? fault.say(
          wordsAt(query, place),
          `${spotOf(query, place)} of the query in workspaceObjects()`,
        )
      : functionTexts.queryRefused;
  return new QueryRefused('INVALID_QUERY', message, {
    cause: error,
    detail: faultIn(query, serviceMessageOf(error), place),
  });
}

interface Fault {
  readonly end: number;
  /** @param place such as `character 1 of the query` */
  say(words: string, place: string): string;
}

/**
 * What can be told of a refusal from the query itself, and from the names of the language. Undefined
 * where that is nothing.
 */
function faultAt(query: string, offset: number): Fault | undefined {
  const parsed = parseQuery(query);
  if (!parsed.ok) return undefined;
  const { condition, orderBy } = parsed.query;
  const leaves = leavesOf(condition);
  const isAt = ({ location: { start, end } }: { location: Location }) =>
    offset >= start && offset < end;
  const path = [...leaves, ...orderBy].map((piece) => piece.path).find(isAt);
  if (path) {
    const name = path.names.find(isAt);
    // A fault of the whole path is placed at its first name.
    const { end } = (name && name !== path.names[0] ? name : path).location;
    return {
      end,
      say: (words, place) => functionTexts.nameRefused(words, place, builtInNear(name)),
    };
  }
  const operand = leaves.flatMap(operandsOf).find(isAt);
  if (operand) return { end: operand.location.end, say: functionTexts.valueRefused };
  const operator = leaves
    .flatMap((leaf) => (leaf.kind === 'comparison' ? [{ location: leaf.operatorLocation }] : []))
    .find(isAt);
  return operator && { end: operator.location.end, say: functionTexts.operatorRefused };
}

/** Undefined where the name is a built-in one itself, or none is near. */
function builtInNear(name: Name | undefined): string | undefined {
  const near = name && !name.isQuoted ? findNearName(name.text, builtInNames) : undefined;
  return near?.toLowerCase() === name?.text.toLowerCase() ? undefined : near;
}

function faultIn(query: string, reason: string, place: Place | undefined): string {
  return `There’s a mistake ${place ? placeIn(query, place) : inQuery}: ${reason}`;
}

const inQuery = 'in the query in workspaceObjects()';

const lineBreak = /\r\n|\n|\r/;
/** Its quotes are left out within those of the sentence; the closing one may be what is missing. */
const quotedText = /^"([^"]+)"?$/;

function placeIn(query: string, place: Place): string {
  const shown = wordsAt(query, place);
  const isEnd = shown === '' && place.line === query.split(lineBreak).length;
  if (isEnd) return 'at the end of the query in workspaceObjects()';
  return `${inQuery} at ${spotOf(query, place)}${shown && `, “${shown}”`}`;
}

/** Counted in the query alone: in the search it is among other words, with backslashes in it. */
function spotOf(query: string, { line, column }: Place): string {
  return lineBreak.test(query) ? `line ${line}, column ${column}` : `character ${column}`;
}

function wordsAt(query: string, { line, column, words }: Place): string {
  const rest = Array.from(query.split(lineBreak)[line - 1] ?? '').slice(column - 1);
  const [written = ''] = (words ?? rest.join('').trim()).split(lineBreak, 1);
  return shorten(written.replace(quotedText, '$1'));
}

function refusePersonal(query: string, parsed: Query): void {
  const call = callsIn(parsed).find(isCurrentUser) ?? callsOfTemplate(query).find(isUserByEmail);
  if (!call) return;
  const written = isCurrentUser(call) ? 'currentUser()' : '${emailCurrentUser}';
  const message = `${written} can’t be used here, because everyone who searches shares the result. Write user("name@example.com") instead.`;
  throw queryFault(query, describeProblem(query, message, call.location));
}

function isCurrentUser({ name }: CallOperand): boolean {
  return name.toLowerCase() === 'currentuser';
}

/** It names nobody, and comes with a query that was copied from a field's configuration. */
function isUserByEmail({ name, arguments: given }: CallOperand): boolean {
  return name.toLowerCase() === 'user' && given.some(({ kind }) => kind === 'emailPlaceholder');
}

/** Where quotes hide no placeholder; none where the query is no template. */
function callsOfTemplate(query: string): readonly CallOperand[] {
  const template = parseTemplate(query);
  return template.ok ? callsIn(template.query) : [];
}

function callsIn({ condition }: Query): readonly CallOperand[] {
  return leavesOf(condition)
    .flatMap(operandsOf)
    .filter((operand) => operand.kind === 'call');
}
