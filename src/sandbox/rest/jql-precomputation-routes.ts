import * as z from 'zod';
import { forbidden, invalid } from '../jira/jira-error';
import type { Precomputation } from '../jql/precomputations/stored-precomputations';
import type { JiraReply } from './jira-request';
import { readBody, readPage } from './route';
import type { Route, RouteCall } from './route';

const path = '/jql/function/computation';
const read = [['read:app-data:jira']];
const write = [['write:app-data:jira']];

/**
 * What Jira keeps of an app's JQL functions.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql-functions--apps-/
 */
export const jqlPrecomputationRoutes: readonly Route[] = [
  { method: 'GET', path, scopes: read, answer: list },
  { method: 'POST', path, scopes: write, answer: update },
];

/** @throws {JiraError} 403 for people, also if the app calls for them. */
function requireApp({ caller }: RouteCall): void {
  if (caller.kind !== 'app') {
    throw forbidden('The request is not authenticated as the app that provided the function.');
  }
}

/** `functionKey` may stand several times; without it the precomputations of all functions come. */
function list(call: RouteCall): JiraReply {
  requireApp(call);
  const keys = call.query.getAll('functionKey').flatMap((value) => value.split(','));
  const found = call.precomputations
    .list()
    .filter(({ functionKey }) => keys.length === 0 || keys.includes(functionKey));
  const page = readPage(call, ordered(call, found), { defaultResults: 100, mostResults: 100 });
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

/** An id that is not there refuses the call, unless `skipNotFoundPrecomputations` is true. */
function update(call: RouteCall): JiraReply {
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

/** @throws {JiraError} 400 for an order that is none. */
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
