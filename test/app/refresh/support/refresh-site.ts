import { createClient } from '../../../../src/api/client';
import { createFailureLog } from '../../../../src/app/replies/failure-log';
import { createEvaluation } from '../../../../src/app/jql-function/evaluation';
import type { SecretStore } from '../../../../src/app/platform/storage';
import { createRefresh } from '../../../../src/app/refresh/refresh';
import { createRefreshWorker } from '../../../../src/app/refresh/worker';
import { createStoredQueries, queryHash } from '../../../../src/app/stored-queries/stored-queries';
import { InvocationGate } from './invocation-gate';
import { MemoryJira } from './memory-jira';
import { MemoryQueue } from './memory-queue';
import { goodToken, MemoryService, objectId, typeId, workspaceId } from './memory-service';
import { MemoryStore } from './memory-store';

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
export const assetId = 'customfield_10010';
export const cityId = 'customfield_10011';

const tokenFacts = { name: 'Jira', ownerName: '', ownerEmail: '', lastFour: '', expiresAt: null };

/** As in the sandbox. */
const listLagMs = 3_000;

/** A call of the function in someone's search. */
export interface Call {
  readonly query: string;
  readonly operator?: 'in' | 'not in';
  readonly field?: string;
}

/** A site with the app, whose platform is memory with the platform's limits. */
export class RefreshSite {
  readonly clock = { now: Date.parse('2026-03-02T01:00:00.000Z') };
  readonly gate = new InvocationGate();
  readonly store = new MemoryStore(this.gate, () => this.clock.now);
  readonly queue = new MemoryQueue(this.gate, this.clock);
  readonly jira = new MemoryJira(this.gate, this.clock);
  readonly service = new MemoryService(this.clock);
  readonly log: string[] = [];
  token: string | undefined = goodToken;
  tokenSetAt = 0;

  readonly #now = () => this.clock.now;
  readonly #adminToken = {
    find: async () => {
      await this.gate.read();
      return this.token;
    },
    describe: () => Promise.resolve({ ...tokenFacts, setAt: this.tokenSetAt }),
  };
  readonly #platform = {
    store: this.store,
    refreshQueue: this.queue,
    appJira: this.jira,
    jiraLimit: this.jira.limit,
    secrets: {} as SecretStore,
    tokenTransport: this.service.transportFor,
  };
  readonly storedQueries = createStoredQueries({ store: this.store, now: this.#now });
  readonly refresh = createRefresh({ platform: this.#platform, now: this.#now });
  readonly work = createRefreshWorker({
    platform: this.#platform,
    adminToken: this.#adminToken,
    now: this.#now,
    log: createFailureLog((line) => this.log.push(line)),
  });
  readonly #evaluate = createEvaluation({
    jira: this.jira,
    store: this.store,
    storedQueries: this.storedQueries,
    adminToken: this.#adminToken,
    // Thousands of queries are stored in no time.
    allowance: {
      take: (_, calls) => calls(),
      takeToWait: () => Promise.resolve(),
      leaveAlone: () => Promise.resolve(),
    },
    clientOf: (token) => createClient({ transport: this.service.transportFor(token) }),
    now: this.#now,
    onError: () => undefined,
  });

  constructor() {
    this.store.listLagMs = listLagMs;
    this.jira.fields = [
      { id: assetId, name: 'Asset', kind: 'object' },
      { id: cityId, name: 'City', kind: 'cascade' },
      { id: 'customfield_10012', name: 'Team', kind: undefined },
    ];
    this.jira.configurations.set(assetId, [configurationOf(workspaceId)]);
  }

  /** Searches as Jira does: the function is asked where nothing is kept. Returns what it answers. */
  async search({ query, operator = 'in', field = 'Asset' }: Call): Promise<string> {
    const written = { operator, arguments: [query, field] };
    const kept = this.jira.search(written);
    if (kept) return kept.value ?? kept.error ?? '';
    const answer = await this.#evaluate({ clause: written });
    if ('error' in answer) return answer.error;
    const { now } = this.clock;
    const id = `precomputation-${this.jira.precomputations.length}-${now}`;
    const times = { updated: now, used: now };
    this.jira.precomputations.push({ id, ...written, value: answer.jql, ...times });
    return answer.jql;
  }

  /** Runs what waits in the queue, letting time pass, and at most until then. */
  async drain(untilMs = Infinity): Promise<void> {
    await this.queue.drain(this.work, untilMs);
  }

  async refreshDaily(): Promise<void> {
    await this.refresh.request({ kind: 'daily' });
    await this.drain();
  }

  async refreshNow(hashes?: readonly string[]): Promise<void> {
    await this.refresh.request({ kind: 'now', hashes });
    await this.drain();
  }

  /** Someone searches with each of the queries every day, and the daily refresh runs after that. */
  async passDays(days: number, ...queries: readonly string[]): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      for (const query of queries) await this.search({ query });
      await this.refreshDaily();
      this.pass(dayMs);
    }
  }

  pass(durationMs: number): void {
    this.clock.now += durationMs;
  }

  /** What is kept of the result of a query; undefined where nothing is. */
  async row(query: string, fieldId = assetId) {
    const { result, ...record } = (await this.storedQueries.find(queryHash(fieldId, query))) ?? {};
    return result && { ...record, ...result };
  }

  /** What is kept of a query that waits; undefined where it does not. */
  async findWaiting(hash: string) {
    const { waiting, ...record } = (await this.storedQueries.find(hash)) ?? {};
    return waiting && { ...record, ...waiting };
  }

  /** Has the result of a query be one that a person computed. */
  async makePersonal(query: string): Promise<void> {
    const record = await this.storedQueries.find(queryHash(assetId, query));
    if (!record?.result) throw new Error('There is no result.');
    const result = { ...record.result, credential: 'person' as const };
    await this.storedQueries.save({ ...record, result });
  }
}

/** A site where people searched a day ago. @param found numbers of objects by the query that finds them */
export async function siteSearchedYesterday(
  found: Readonly<Record<string, readonly number[]>>,
): Promise<RefreshSite> {
  const site = new RefreshSite();
  for (const [query, indices] of Object.entries(found)) {
    site.service.found.set(query, indices.map(objectId));
    await site.search({ query });
  }
  site.pass(dayMs);
  return site;
}

export function configurationOf(ofWorkspaceId: string) {
  return {
    version: 1,
    workspaceId: ofWorkspaceId,
    typeId,
    query: '',
    attributes: [],
    cardinality: 'many',
  };
}

/** The fragment for these objects of the field "Asset". */
export function fragment(indices: readonly number[], operator = 'in'): string {
  return `"cf[10010].ObjectId" ${operator} (${indices.map((index) => `"${objectId(index)}"`).join(',')})`;
}

/** Searches with so many queries, each with five calls of the function. Returns the queries. */
export async function storeQueries(site: RefreshSite, count: number): Promise<string[]> {
  const queries = Array.from({ length: count }, (_, index) => `Status = "State ${index}"`);
  for (const [index, query] of queries.entries()) {
    site.service.found.set(query, [objectId(index)]);
    site.service.calls.length = 0;
    for (const field of ['Asset', 'customfield_10010', 'cf[10010]']) {
      await site.search({ query, field });
      if (field !== 'Asset') await site.search({ query, field, operator: 'not in' });
    }
  }
  return queries;
}
