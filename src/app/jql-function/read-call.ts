import * as z from 'zod/mini';
import { QueryRefused, inDigits } from './query-refused';

export interface FunctionCall {
  readonly operator: 'in' | 'not in';
  readonly query: string;
  readonly fieldArgument: string;
}

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jql-function/ */
const payload = z.object({
  clause: z.object({ operator: z.string(), arguments: z.array(z.string()) }),
});

const operator = z.enum(['in', 'not in']);

/** Jira gives no field a longer name. */
const maximumFieldArgumentLength = 255;
/** What the app keeps of a query has to fit into one value of the platform's storage. */
const maximumQueryBytes = 10_000;

/** @throws {QueryRefused} where the platform's payload is of another shape, or the call is incomplete */
export function readCall(given: unknown): FunctionCall {
  const clause = payload.safeParse(given).data?.clause;
  if (!clause)
    throw refused('The app couldn’t read this search. Change it a little, then try again.');
  const [query, fieldArgument] = clause.arguments;
  if (query === undefined || fieldArgument === undefined || clause.arguments.length > 2) {
    throw refused(
      `workspaceObjects() takes two values, a query and a field, but here it has ${clause.arguments.length}. Put each of them in double quotes, for example: ${example}`,
    );
  }
  if (fieldArgument.trim() === '') {
    throw refused(
      `workspaceObjects() is missing its field. Put the field second, for example: ${example}`,
    );
  }
  if (fieldArgument.length > maximumFieldArgumentLength) {
    throw refused(
      `workspaceObjects() names a field with ${inDigits(fieldArgument.length)} characters, but a name can have up to ${maximumFieldArgumentLength}. Write the name or the id of the field, for example: ${example}`,
    );
  }
  if (!isQueryShort(query)) {
    throw refused(
      `The query in workspaceObjects() is too long: it has ${inDigits(bytesOf(query))} bytes, and the limit is ${inDigits(maximumQueryBytes)}. Shorten it, or split it into several calls joined by "or".`,
    );
  }
  const known = operator.safeParse(clause.operator.toLowerCase());
  if (!known.success) {
    throw refused(
      `workspaceObjects() can be used only after "in" and "not in", for example: ${example}`,
    );
  }
  return { operator: known.data, query, fieldArgument };
}

/** Whether the app can keep a call, and so refresh it; {@link readCall} refuses every other one. */
export function isShort({ query, fieldArgument }: Omit<FunctionCall, 'operator'>): boolean {
  return fieldArgument.length <= maximumFieldArgumentLength && isQueryShort(query);
}

function isQueryShort(query: string): boolean {
  return bytesOf(query) <= maximumQueryBytes;
}

/** As the storage holds it: in JSON, which escapes quotes and control characters. */
function bytesOf(query: string): number {
  return Buffer.byteLength(JSON.stringify(query));
}

const example = 'issue in workspaceObjects("Status = Active", "Asset")';

function refused(message: string): QueryRefused {
  return new QueryRefused('UNREADABLE_CALL', message);
}
