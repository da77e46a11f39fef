import {
  describeFault,
  leavesOf,
  operandsOf,
  parseQuery,
  parseTemplate,
  placeholdersOf,
  shorten,
  type Query,
} from '../../query';
import { QueryRefused } from './query-refused';

/**
 * Looks at a query whose result everyone shares, before anything is asked of the service.
 * @throws {QueryRefused} where it is no query, or means something else for each person or place
 */
export function checkSharedQuery(query: string): void {
  refusePlaceholders(query);
  const parsed = parseQuery(query);
  if (!parsed.ok) throw queryFault(query, parsed.error.message, parsed.error);
  refuseCurrentUser(query, parsed.query);
}

/** Where a person finds a fault: both numbers begin with 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** A query that the service, or its language, can't make sense of. */
export function queryFault(
  query: string,
  message: string,
  place: Place | undefined,
  options?: ErrorOptions,
): QueryRefused {
  const sentence = `The query in workspaceObjects() doesn't work${place ? placeIn(query, place) : ''}: ${message}`;
  return new QueryRefused('INVALID_QUERY', sentence, options);
}

const lineBreak = /\r\n|\n|\r/;

/**
 * Counted in the query alone: in the search it is among other words, with backslashes in it. Empty
 * at the end of the query: what is said of the fault names it.
 */
function placeIn(query: string, { line, column }: Place): string {
  const lines = query.split(lineBreak);
  const words = shorten(
    Array.from(lines[line - 1] ?? '')
      .slice(column - 1)
      .join('')
      .trim(),
  );
  if (words === '' && line === lines.length) return '';
  const place = lines.length === 1 ? `character ${column}` : `line ${line}, column ${column}`;
  return ` at ${place} of the query${words && `, at "${words}"`}`;
}

/** Also those within quotes: they come with a query that was copied from a field's configuration. */
function refusePlaceholders(query: string): void {
  const template = parseTemplate(query);
  const [placeholder] = template.ok ? placeholdersOf(template.query) : [];
  if (!placeholder) return;
  throw new QueryRefused(
    'PLACEHOLDER',
    placeholder.kind === 'emailPlaceholder'
      ? "${emailCurrentUser} can't be used in workspaceObjects(), because everyone who searches shares its result. Write the e-mail address of one person instead."
      : `{{${placeholder.levelName}}} can't be used in workspaceObjects(), because nothing is selected in a search. Write the object or its label instead.`,
  );
}

function refuseCurrentUser(query: string, { condition }: Query): void {
  const operands = leavesOf(condition).flatMap(operandsOf);
  const call = operands.find(
    (operand) => operand.kind === 'call' && operand.name.toLowerCase() === 'currentuser',
  );
  if (!call) return;
  const message =
    'currentUser() can\'t be used here, because everyone who searches shares the result. Write user("name@example.com") instead.';
  throw queryFault(query, message, describeFault(query, message, call.location));
}
