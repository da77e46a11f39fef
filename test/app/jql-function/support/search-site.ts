import * as z from 'zod';
import { createClient, singleAttempt, type Transport } from '../../../../src/api/client';
import { runAsPerson } from '../../../../src/app/connect/connect-handlers';
import { createFailureLog } from '../../../../src/app/replies/failure-log';
import { createCallPool } from '../../../../src/app/access/call-pool';
import { createCallAllowance } from '../../../../src/app/jql-function/call-allowance';
import { createEvaluation } from '../../../../src/app/jql-function/evaluation';
import { queryRecord } from '../../../../src/app/stored-queries/query-record';
import { createStoredQueries } from '../../../../src/app/stored-queries/stored-queries';
import { InvocationGate } from '../../refresh/support/invocation-gate';
import { MemoryJira } from '../../refresh/support/memory-jira';
import { pageOf, reply } from '../../refresh/support/memory-service';
import { MemoryStore } from '../../refresh/support/memory-store';

export const uuid = (index: number) => `0b1ec700-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const manyIds = (count: number) => Array.from({ length: count }, (_, index) => uuid(index));
export const laptops = { workspaceId: uuid(900), typeId: uuid(901) };
export const contracts = { workspaceId: uuid(900), typeId: uuid(902) };
export const geography = { workspaceId: uuid(910) };

export const configured = (source: { workspaceId: string; typeId: string }) => ({
  ...{ version: 1, query: 'Status = Active', attributes: [], cardinality: 'many' },
  ...source,
});
export const cascadeOf = ({ workspaceId }: { workspaceId: string }) => ({
  version: 1,
  workspaceId,
  levels: [
    { levelId: uuid(801), name: 'Country', query: 'Kind = Country', isMultiple: false },
    { levelId: uuid(802), name: 'City', query: 'Country = {{Country}}', isMultiple: true },
  ],
});

const searchBody = z.strictObject({
  query: z.string(),
  typeId: z.string().optional(),
  offset: z.number(),
  limit: z.number(),
  attributeIds: z.array(z.string()),
});

/** One search of the service. */
export interface AskedSearch extends z.infer<typeof searchBody> {
  readonly workspaceId: string;
  readonly token: string;
}
interface Failure {
  readonly status: number;
  readonly message?: string;
  readonly position?: { offset: number; line: number; column: number };
  readonly retryAfter?: string;
}

interface Service {
  readonly searches: AskedSearch[];
  /** What the service finds, or how it fails. */
  answer: (search: AskedSearch) => readonly string[] | Failure | Promise<readonly string[]>;
}
interface Credentials {
  token: string | undefined;
  find: () => Promise<string | undefined>;
}

/** A site with an object field and a cascade field, a service that the test fills, and a token. */
export function createSearchSite() {
  const clock = { now: Date.parse('2026-11-22T09:00:00.000Z') };
  const now = () => clock.now;
  const gate = new InvocationGate();
  const jira = new MemoryJira(gate, clock);
  const store = new MemoryStore(now, gate);
  // Nothing that a search decides depends on a list.
  store.listLagMs = Infinity;
  const storedQueries = createStoredQueries({ store, now });
  const logLines: string[] = [];
  jira.fields = [
    { id: 'customfield_10010', name: 'Asset', kind: 'object' },
    { id: 'customfield_10011', name: 'City', kind: 'cascade' },
    { id: 'customfield_10012', name: 'Story Points', kind: undefined },
  ];
  jira.configurations.set('customfield_10010', [configured(laptops)]);
  jira.configurations.set('customfield_10011', [cascadeOf(geography)]);

  const service: Service = { searches: [], answer: () => [uuid(2), uuid(1)] };
  const credentials: Credentials = {
    token: 'the-token',
    find: () => Promise.resolve(credentials.token),
  };
  const clientOf = (token: string) =>
    createClient({ transport: transportOf(service, token), retry: singleAttempt });
  const log = createFailureLog((line) => logLines.push(line));
  const onError = (error: unknown) => log({ functionKey: 'jql-function' }, error);
  const pool = createCallPool({ platform: { store, tenantKey: () => 'site' }, now });
  const allowance = createCallAllowance({ pool, store, now, onError });
  const evaluate = createEvaluation({
    ...{ jira, store, storedQueries, allowance, clientOf, now, onError },
    adminToken: credentials,
  });
  const delivered: string[] = [];
  const refresh = {
    deliver: (hash: string) => Promise.resolve(void delivered.push(hash)),
  };
  return {
    ...{ clock, jira, store, gate, storedQueries, service, credentials, logLines, clientOf },
    /** The hashes of the results that were handed over to searches with a stored error. */
    delivered,
    /** Runs a search that waits with Ada's own account. */
    runAsPerson: (hash: string) =>
      runAsPerson({ storedQueries, refresh, now, client: clientOf('grant-of-ada') }, hash),
    /** What the function says to `issue <operator> workspaceObjects(<query>, <field>)`. */
    search: (query: string, field = 'Asset', operator = 'in') =>
      evaluate(payloadOf(operator, [query, field])),
    call: evaluate,
    /** What is kept of the result of a query; undefined where nothing is. */
    async row(hash: string) {
      const { result, ...record } = (await storedQueries.find(hash)) ?? {};
      return result && { ...record, ...result };
    },
    /** What is kept of a query that waits; undefined where it does not. */
    async findWaiting(hash: string) {
      const { waiting, ...record } = (await storedQueries.find(hash)) ?? {};
      return waiting && { ...record, ...waiting };
    },
    countWaiting: () =>
      [...store.entries].filter(
        ([key, { json, endsAt }]) =>
          key.startsWith('query:') &&
          clock.now < endsAt &&
          queryRecord.parse(JSON.parse(json)).waiting !== undefined,
      ).length,
  };
}

export type SearchSite = ReturnType<typeof createSearchSite>;

export function payloadOf(operator: string, written: readonly string[]) {
  return {
    precomputationId: uuid(700),
    clause: {
      field: 'issue',
      type: ['issue'],
      operator,
      functionName: 'workspaceObjects',
      arguments: written,
    },
  };
}

function transportOf(service: Service, token: string): Transport {
  return async (path, request) => {
    if (path !== '/public/v1/object/search') throw new Error(`Not asked for here: ${path}`);
    const asked: AskedSearch = {
      ...searchBody.parse(JSON.parse(request.body ?? '')),
      workspaceId: request.headers['wds-workspace-id'] ?? '',
      token,
    };
    service.searches.push(asked);
    const answer = await service.answer(asked);
    return 'status' in answer ? failure(answer) : pageOf(answer, asked);
  };
}

function failure({ status, message = 'No', position, retryAfter }: Failure) {
  const body = { timestamp: '', path: '', message, ...(position && { position }) };
  return reply(status, body, retryAfter);
}
