import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { printFieldName, printOperand } from '../jql/literals';
import { parseJql } from '../jql/parse-jql';
import { checkQuery, openSearch } from '../jql/search-issues';
import type { CheckedQuery, JqlPlatform } from '../jql/search-issues';
import type { FieldReference, JqlClause, JqlOperand, JqlQuery } from '../jql/tree';
import { invalid, notModelled } from '../jira/jira-error';
import type { JiraReply } from './jira-request';
import { readBody } from './route';
import type { Route, RouteCall } from './route';

export const jqlParseRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/jql/parse',
    scopes: [['read:jira-work'], ['read:field:jira', 'read:jql:jira', 'validate:jql:jira']],
    isReadOnly: true,
    answer: parseQueries,
  },
];

const validation = z.enum(['strict', 'warn', 'none']);
const body = z.strictObject({
  queries: z.array(z.string()).min(1, 'At least one query is needed.'),
});

const mostQueries = 1_000;

/**
 * Answers structure and errors of each query, in its place.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post
 */
async function parseQueries(call: RouteCall): Promise<JiraReply> {
  const mode = validation.safeParse(call.query.get('validation') ?? 'strict');
  if (!mode.success) throw invalid("'validation' must be one of strict, warn or none.");
  const { queries: written } = readBody(call, body);
  if (written.length > mostQueries) {
    throw notModelled(`parsing more than ${mostQueries.toLocaleString('en-US')} queries in a call`);
  }
  const search = openSearch(call);
  const parsed: object[] = [];
  for (const jql of written) {
    const checked =
      mode.data === 'none' ? readQuery(call.jqlPlatform, jql) : await checkQuery(search, jql);
    parsed.push({ query: jql, ...answerOf(checked, mode.data) });
    // Each query takes a millisecond or more: other calls are answered in between.
    await nextTurn();
  }
  return { status: 200, body: { queries: parsed } };
}

/** Without validation the query is not held against fields, values and functions. */
function readQuery({ propertySpellings }: JqlPlatform, jql: string): CheckedQuery {
  const reading = parseJql(jql, propertySpellings);
  return reading.ok ? { query: reading.query, errors: [] } : { errors: [reading.error] };
}

/** A query that cannot be read at all has an error in every mode. */
function answerOf({ query, errors }: CheckedQuery, mode: z.infer<typeof validation>) {
  const structure = query && structureOf(query);
  if (!structure) return { errors };
  if (errors.length === 0) return { structure };
  return mode === 'warn' ? { structure, errors } : { errors };
}

function structureOf({ where, orderBy }: JqlQuery) {
  return {
    ...(where && { where: structureOfClause(where) }),
    ...(orderBy.length > 0 && {
      orderBy: {
        fields: orderBy.map(({ field, direction }) => ({
          field: structureOfField(field),
          direction,
        })),
      },
    }),
  };
}

function structureOfClause(clause: JqlClause): object {
  switch (clause.kind) {
    case 'and':
    case 'or':
      return { clauses: clause.clauses.map(structureOfClause), operator: clause.kind };
    case 'not':
      return { clauses: [structureOfClause(clause.clause)], operator: 'not' };
    case 'comparison':
      return {
        field: structureOfField(clause.field),
        operator: clause.operator,
        operand: structureOfOperand(clause.operand),
      };
  }
}

function structureOfField({ name, bracketed }: FieldReference) {
  return {
    name,
    encodedName: printFieldName(name),
    ...(bracketed !== undefined && { property: [{ entity: name, key: bracketed }] }),
  };
}

function structureOfOperand(operand: JqlOperand): object {
  const encodedOperand = printOperand(operand);
  switch (operand.kind) {
    case 'value':
      return { value: operand.text, encodedValue: encodedOperand };
    case 'list':
      return { values: operand.values.map(structureOfOperand), encodedOperand };
    case 'function':
      return { function: operand.name, arguments: operand.arguments, encodedOperand };
    case 'empty':
      return { keyword: 'empty', encodedOperand };
  }
}
