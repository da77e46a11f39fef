import * as z from 'zod';
import { QueryRefused } from './query-refused';

/** A call of the function in someone's JQL. */
export interface FunctionCall {
  readonly operator: 'in' | 'not in';
  /** As the person wrote it. */
  readonly query: string;
  /** How the person named the field. */
  readonly fieldArgument: string;
}

/** @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jql-function/ */
const payload = z.object({
  clause: z.object({ operator: z.string(), arguments: z.array(z.string()) }),
});

const operator = z.enum(['in', 'not in']);

/** @throws {QueryRefused} where the platform's payload is of another shape, or the call is incomplete */
export function readCall(given: unknown): FunctionCall {
  const clause = payload.safeParse(given).data?.clause;
  if (!clause)
    throw refused("The app couldn't read this search. Change it a little, then try again.");
  const [query, fieldArgument] = clause.arguments;
  if (query === undefined || fieldArgument === undefined || clause.arguments.length > 2) {
    throw refused(
      `workspaceObjects() takes two values, a query and a field, and here it has ${clause.arguments.length}. Put each of them in double quotes, for example: ${example}`,
    );
  }
  if (fieldArgument.trim() === '') {
    throw refused(`workspaceObjects() names no field. Name it second, for example: ${example}`);
  }
  const known = operator.safeParse(clause.operator.toLowerCase());
  if (!known.success) {
    throw refused(
      `workspaceObjects() can be used after "in" and "not in" only, for example: ${example}`,
    );
  }
  return { operator: known.data, query, fieldArgument };
}

const example = 'issue in workspaceObjects("Status = Active", "Asset")';

function refused(message: string): QueryRefused {
  return new QueryRefused('UNREADABLE_CALL', message);
}
