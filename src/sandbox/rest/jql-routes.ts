import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { RESERVED_WORDS } from '@atlaskit/jql-ast';
import { printFieldName, printOperand } from '../jql/tree';
import type { FieldReference, JqlClause, JqlOperand, JqlQuery } from '../jql/tree';
import { parseJql } from '../jql/parse-jql';
import { checkQuery, openSearch } from '../jql/search-issues';
import type { CheckedQuery, JqlPlatform } from '../jql/search-issues';
import { invalid, notModelled, forbidden } from '../jira/jira-error';
import type { JiraReply, Route, RouteCall } from './route';
import { readBody, readPage } from './route';
import { builtInFunctions } from '../jql/built-in-functions';
import type { CustomJqlFunction } from '../jql/custom-functions';
import { typeNamed } from '../jql/search-field';
import type { SearchField } from '../jql/search-field';
import type { Precomputation } from '../jql/precomputed-functions';

/**
 * What queries mean, what they are made of, and what Jira keeps of an app's JQL functions.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql-functions--apps-/
 */
export const jqlRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/jql/parse',
    scopes: [['read:jira-work'], ['read:field:jira', 'read:jql:jira', 'validate:jql:jira']],
    isReadOnly: true,
    answer: parseQueries,
  },
  {
    method: 'GET',
    path: '/jql/autocompletedata',
    scopes: [
      ['read:jira-work'],
      ['read:field:jira', 'read:jql:jira', 'read:user:jira', 'read:project:jira'],
    ],
    answer: listReferenceData,
  },
  {
    method: 'GET',
    path: '/jql/function/computation',
    scopes: [['read:app-data:jira']],
    answer: listPrecomputations,
  },
  {
    method: 'POST',
    path: '/jql/function/computation',
    scopes: [['write:app-data:jira']],
    answer: updatePrecomputations,
  },
];

const validation = z.enum(['strict', 'warn', 'none']);
const queriesBody = z.strictObject({
  queries: z.array(z.string()).min(1, 'At least one query is needed.'),
});

const maximumQueries = 1_000;

/**
 * Answers structure and errors of each query, in its place.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post
 */
async function parseQueries(call: RouteCall): Promise<JiraReply> {
  const mode = validation.safeParse(call.query.get('validation') ?? 'strict');
  if (!mode.success) throw invalid("'validation' must be one of strict, warn or none.");
  const { queries: written } = readBody(call, queriesBody);
  if (written.length > maximumQueries) {
    throw notModelled(
      `parsing more than ${maximumQueries.toLocaleString('en-US')} queries in a call`,
    );
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

/**
 * The names that queries are made of. Whether Jira lists the properties of apps' fields here is
 * documented nowhere; the stand-in does.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-autocompletedata-get
 */
function listReferenceData(call: RouteCall): JiraReply {
  const { catalogue } = openSearch(call);
  const custom = catalogue.appFields.flatMap(({ clauseName, whole, properties }) => [
    { ...fieldBean(whole), cfid: clauseName },
    ...[...properties.values()].map(fieldBean),
  ]);
  return {
    status: 200,
    body: {
      visibleFieldNames: [...catalogue.systemFields.map(fieldBean), ...custom],
      visibleFunctionNames: [
        ...builtInFunctions.map(({ name, types }) => ({
          value: `${name}()`,
          displayName: `${name}()`,
          isList: 'false',
          types,
        })),
        ...call.jqlPlatform.functions.list().map(functionBean),
      ],
      jqlReservedWords: [...RESERVED_WORDS],
    },
  };
}

/** The API gives its flags as text. */
function fieldBean({ name, displayName, operators, types: ofValues, ...field }: SearchField) {
  return {
    value: printFieldName(name),
    displayName,
    orderable: String(field.sortKeyOf !== undefined),
    auto: String(field.isSuggested === true),
    searchable: 'true',
    operators,
    types: ofValues,
  };
}

/** The value has a pair of quotes for each argument; what is shown names them. */
function functionBean({ name, arguments: declared, operators, types }: CustomJqlFunction) {
  return {
    value: `${name}(${declared.map(() => '""').join(', ')})`,
    displayName: `${name}(${declared.map((argument) => argument.name).join(', ')})`,
    isList: String(operators.includes('in')),
    types: types.map(typeNamed),
  };
}

/** @throws {JiraError} 403 for people, also if the app calls for them. */
function requireApp({ caller }: RouteCall): void {
  if (caller.kind !== 'app') {
    throw forbidden('The request is not authenticated as the app that provided the function.');
  }
}

/** `functionKey` may stand several times; without it the precomputations of all functions come. */
function listPrecomputations(call: RouteCall): JiraReply {
  requireApp(call);
  const keys = call.query.getAll('functionKey').flatMap((value) => value.split(','));
  const found = call.precomputations
    .list()
    .filter(({ functionKey }) => keys.length === 0 || keys.includes(functionKey));
  const page = readPage(call, ordered(call, found), { defaultResults: 100, maximumResults: 100 });
  return { status: 200, body: { ...page, values: page.values.map(precomputationBean) } };
}

const updates = z.strictObject({
  values: z.array(
    z.union(
      [
        z.strictObject({ id: z.string(), value: z.string() }),
        z.strictObject({ id: z.string(), error: z.string() }),
      ],
      'Exactly one of value and error is needed beside the id.',
    ),
  ),
});

/** An unknown id refuses the call, unless `skipNotFoundPrecomputations` is true. */
function updatePrecomputations(call: RouteCall): JiraReply {
  requireApp(call);
  const { values } = readBody(call, updates);
  const skipsMissing = call.query.get('skipNotFoundPrecomputations') === 'true';
  const wanted = values.map(({ id }) => id);
  const missing = missingIn(call.precomputations.list(), wanted);
  if (missing.length > 0 && !skipsMissing) {
    const errorMessages = ['Some of the precomputations were not found.'];
    return { status: 404, body: { errorMessages, notFoundPrecomputationIDs: missing } };
  }
  call.precomputations.update(values, call.jqlPlatform.propertySpellings);
  return { status: 200, body: skipsMissing ? { notFoundPrecomputationIDs: missing } : {} };
}

function missingIn(kept: readonly Precomputation[], wanted: readonly string[]): readonly string[] {
  const known = new Set(kept.map(({ id }) => id));
  return wanted.filter((id) => !known.has(id));
}

const sortKeys: Readonly<Record<string, (entry: Precomputation) => string | number>> = {
  functionKey: ({ functionKey }) => functionKey,
  used: ({ usedMs }) => usedMs,
  created: ({ createdMs }) => createdMs,
  updated: ({ updatedMs }) => updatedMs,
};

/** @throws {JiraError} 400 for an unknown order. */
function ordered(
  { query }: RouteCall,
  entries: readonly Precomputation[],
): readonly Precomputation[] {
  const order = query.get('orderBy');
  if (order === null) return entries;
  const [, sign, name = ''] = /^([+-]?)(\w+)$/.exec(order.trim()) ?? [];
  const keyOf = sortKeys[name];
  if (!keyOf) throw invalid(`The results cannot be ordered by '${order}'.`);
  const direction = sign === '-' ? -1 : 1;
  return [...entries].sort((first, second) => {
    const [a, b] = [keyOf(first), keyOf(second)];
    return a < b ? -direction : a > b ? direction : 0;
  });
}

function precomputationBean({ result, createdMs, updatedMs, usedMs, ...entry }: Precomputation) {
  return {
    ...entry,
    ...result,
    created: timestamp(createdMs),
    updated: timestamp(updatedMs),
    used: timestamp(usedMs),
  };
}

/** `2023-10-14T05:25:20.000+0000`, as Jira writes it here. */
function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+0000');
}
