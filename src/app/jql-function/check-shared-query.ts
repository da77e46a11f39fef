import {
  builtInNames,
  describeFault,
  findNearName,
  leavesOf,
  operandsOf,
  parseQuery,
  parseTemplate,
  shorten,
  type CallOperand,
  type Location,
  type Name,
  type Query,
  type QuerySyntaxError,
} from '../../query';
import type { ServiceError } from '../../api/client';
import { serviceMessageOf } from '../replies/error-reply';
import { functionTexts } from './function-texts';
import { QueryRefused } from './query-refused';

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
function queryFault(query: string, fault: QuerySyntaxError): QueryRefused {
  const { message, line, column, location } = fault;
  const words = query.slice(location.start, location.end);
  return new QueryRefused('INVALID_QUERY', faultIn(query, message, { line, column, words }));
}

/**
 * A query that the service refuses. What the service says of it lists names and values that not
 * everyone may read, so that it is for the detail alone.
 */
export function serviceFault(query: string, fieldName: string, error: ServiceError): QueryRefused {
  const { position } = error;
  const { reason, end } = reasonAt(query, fieldName, position);
  const words = position && end !== undefined ? query.slice(position.offset, end) : undefined;
  const place = position && { ...position, words };
  return new QueryRefused('INVALID_QUERY', faultIn(query, reason, place), {
    cause: error,
    detail: faultIn(query, serviceMessageOf(error), place),
  });
}

/** What can be told of a refusal from the query itself, and from the names of the language. */
function reasonAt(
  query: string,
  fieldName: string,
  position: ServiceError['position'],
): { readonly reason: string; readonly end?: number } {
  const parsed = parseQuery(query);
  if (!parsed.ok || !position) return { reason: functionTexts.queryRefused };
  const { condition, orderBy } = parsed.query;
  const leaves = leavesOf(condition);
  const isAt = ({ location: { start, end } }: { location: Location }) =>
    position.offset >= start && position.offset < end;
  const path = [...leaves, ...orderBy].map((piece) => piece.path).find(isAt);
  if (path) {
    const name = path.names.find(isAt);
    const reason = functionTexts.nameRefused(shorten(fieldName), builtInNear(name));
    // A fault of the whole path is placed at its first name.
    const { end } = (name && name !== path.names[0] ? name : path).location;
    return { reason, end };
  }
  const operand = leaves.flatMap(operandsOf).find(isAt);
  if (operand) return { reason: functionTexts.valueRefused, end: operand.location.end };
  return { reason: functionTexts.queryRefused };
}

/** Undefined where the name is a built-in one itself, or none is near. */
function builtInNear(name: Name | undefined): string | undefined {
  const near = name && !name.isQuoted ? findNearName(name.text, builtInNames) : undefined;
  return near?.toLowerCase() === name?.text.toLowerCase() ? undefined : near;
}

function faultIn(query: string, reason: string, place: Place | undefined): string {
  return `The query in workspaceObjects() doesn’t work${place ? placeIn(query, place) : ''}: ${reason}`;
}

const lineBreak = /\r\n|\n|\r/;
/** Its quotes are left out within those of the sentence; the closing one may be what is missing. */
const quotedText = /^"([^"]+)"?$/;

/**
 * Counted in the query alone: in the search it is among other words, with backslashes in it. Empty
 * at the end of the query: what is said of the fault names it.
 */
function placeIn(query: string, { line, column, words }: Place): string {
  const lines = query.split(lineBreak);
  const rest = Array.from(lines[line - 1] ?? '').slice(column - 1);
  const [written = ''] = (words ?? rest.join('').trim()).split(lineBreak, 1);
  const shown = shorten(written.replace(quotedText, '$1'));
  if (shown === '' && line === lines.length) return '';
  const place = lines.length === 1 ? `character ${column}` : `line ${line}, column ${column}`;
  return ` at ${place}${shown && `, “${shown}”`}`;
}

function refusePersonal(query: string, parsed: Query): void {
  const call = callsIn(parsed).find(isCurrentUser) ?? callsOfTemplate(query).find(isUserByEmail);
  if (!call) return;
  const written = isCurrentUser(call) ? 'currentUser()' : '${emailCurrentUser}';
  const message = `${written} can’t be used here, because everyone who searches shares the result. Write user("name@example.com") instead.`;
  throw queryFault(query, describeFault(query, message, call.location));
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
