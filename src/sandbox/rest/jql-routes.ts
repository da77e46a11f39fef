import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { RESERVED_WORDS } from '@atlaskit/jql-ast';
import { types, typeNamed } from '../jql/search-field';
import type { SearchField } from '../jql/search-field';
import { findErrors, openSearch } from '../jql/search-issues';
import { printFieldName } from '../jql/tree';
import { JiraError, notModelled, forbidden } from '../jira/jira-error';
import type { Route, RouteCall } from './route';
import { readBody, readPage } from './route';
import type { AppFunction, Precomputation } from '../jql/app-functions';

const parsing = [['read:jira-work'], ['read:field:jira', 'read:jql:jira', 'validate:jql:jira']];
const naming = [
  ['read:jira-work'],
  ['read:field:jira', 'read:jql:jira', 'read:user:jira', 'read:project:jira'],
];
const reading = [['read:app-data:jira']];
const writing = [['write:app-data:jira']];
const computations = '/jql/function/computation';

/**
 * What queries mean, what they are made of, and what Jira keeps of an app's JQL functions.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql-functions--apps-/
 */
export const jqlRoutes: readonly Route[] = [
  { method: 'POST', path: '/jql/parse', scopes: parsing, isReadOnly: true, answer: parseQueries },
  { method: 'GET', path: '/jql/autocompletedata', scopes: naming, answer: listReferenceData },
  { method: 'GET', path: computations, scopes: reading, answer: listPrecomputations },
  { method: 'POST', path: computations, scopes: writing, answer: updatePrecomputations },
];

const queriesBody = z.strictObject({
  queries: z.array(z.string()).min(1, 'At least one query is needed.'),
});

const maximumQueries = 1_000;

/**
 * Answers the errors of each query, in its place.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post
 */
async function parseQueries(call: RouteCall): Promise<object> {
  const mode = call.query.get('validation') ?? 'strict';
  if (mode !== 'strict') throw notModelled(`the validation '${mode}' of queries`);
  const { queries: written } = readBody(call, queriesBody);
  if (written.length > maximumQueries) {
    throw notModelled(
      `parsing more than ${maximumQueries.toLocaleString('en-US')} queries in a call`,
    );
  }
  const search = openSearch(call);
  const parsed: object[] = [];
  for (const jql of written) {
    const errors = await findErrors(search, jql);
    parsed.push({ query: jql, ...(errors.length > 0 && { errors }) });
    // Each query takes a millisecond or more: other calls are answered in between.
    await nextTurn();
  }
  return { queries: parsed };
}

/**
 * The names that queries are made of. Whether Jira lists the properties of apps' fields here is
 * documented nowhere; the stand-in does.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-autocompletedata-get
 */
function listReferenceData(call: RouteCall): object {
  const { catalogue } = openSearch(call);
  const system = catalogue.systemFields.map((field) => {
    const [word = ''] = field.clauseNames;
    const { value, displayName } = spelledOtherwise[word] ?? {
      value: word,
      displayName: capitalized(word),
    };
    return { ...referenceOf(field, displayName), value };
  });
  const custom = catalogue.appFields.flatMap(
    ({ clauseName, field: { name }, whole, properties }) => [
      {
        ...referenceOf(whole, `${name} - ${clauseName}`),
        value: printFieldName(name),
        cfid: clauseName,
      },
      ...[...properties.values()].map((property) => {
        const propertyName = `${name}.${property.alias}`;
        return { ...referenceOf(property, propertyName), value: printFieldName(propertyName) };
      }),
    ],
  );
  return {
    visibleFieldNames: [...system, ...custom],
    visibleFunctionNames: [currentUser, ...call.functions.list().map(functionReference)],
    jqlReservedWords: [...RESERVED_WORDS],
  };
}

/** Those of Jira's fields whose names aren't the word of JQL in lower case and with a capital. */
const spelledOtherwise: Readonly<Record<string, { value: string; displayName: string }>> = {
  issuekey: { value: 'issuekey', displayName: 'Key' },
  issuetype: { value: 'issuetype', displayName: 'Work type' },
  statuscategory: { value: 'statusCategory', displayName: 'Status Category' },
};

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The API gives its flags as text. */
function referenceOf(
  { operators, types: ofValue, content, sortKeyOf }: SearchField,
  displayName: string,
) {
  return {
    displayName,
    orderable: String(sortKeyOf !== undefined),
    auto: String(content.kind === 'keys' && !ofValue.some((type) => unsuggested.has(type))),
    searchable: 'true',
    operators,
    types: ofValue,
  };
}

/** Jira suggests no values of these. */
const unsuggested: ReadonlySet<string> = new Set([types.issue, types.date]);

/** Of Jira's own functions the one that is modeled. */
const currentUser = {
  value: 'currentUser()',
  displayName: 'currentUser()',
  isList: 'false',
  types: [types.user],
};

/** The value has a pair of quotes for each argument; what is shown names them. */
function functionReference({ name, arguments: declared, operators, types: found }: AppFunction) {
  return {
    value: `${name}(${declared.map(() => '""').join(', ')})`,
    displayName: `${name}(${declared.map((argument) => argument.name).join(', ')})`,
    isList: String(operators.includes('in')),
    types: found.map(typeNamed),
  };
}

/** @throws {JiraError} 403 for people, also if the app calls for them. */
function requireApp({ caller }: RouteCall): void {
  if (caller.kind !== 'app') {
    throw forbidden('The request is not authenticated as the app that provided the function.');
  }
}

/** Those of all functions, in the order of the calls. */
function listPrecomputations(call: RouteCall): object {
  requireApp(call);
  const order = call.query.get('orderBy') ?? 'created';
  if (order !== 'created' || call.query.has('functionKey')) {
    throw notModelled('another order of precomputations, or those of one function');
  }
  const kept = call.functions.listKept();
  const page = readPage(call, kept, { defaultResults: 100, maximumResults: 100 });
  return { ...page, values: page.values.map(precomputationBean) };
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
function updatePrecomputations(call: RouteCall): object {
  requireApp(call);
  const { values } = readBody(call, updates);
  const skipsMissing = call.query.get('skipNotFoundPrecomputations') === 'true';
  const wanted = values.map(({ id }) => id);
  const missing = missingIn(call.functions.listKept(), wanted);
  if (missing.length > 0 && !skipsMissing) {
    const errorMessages = ['Some of the precomputations were not found.'];
    const body = { errorMessages, notFoundPrecomputationIDs: missing };
    throw new JiraError(404, errorMessages, {}, { body });
  }
  call.functions.update(values);
  return skipsMissing ? { notFoundPrecomputationIDs: missing } : {};
}

function missingIn(kept: readonly Precomputation[], wanted: readonly string[]): readonly string[] {
  const known = new Set(kept.map(({ id }) => id));
  return wanted.filter((id) => !known.has(id));
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
