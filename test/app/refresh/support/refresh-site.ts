import { createClient } from '../../../../src/api/client';
import { createEvaluation } from '../../../../src/app/jql-function/evaluation';
import { createRefresh } from '../../../../src/app/refresh/refresh';
import { createRefreshWorker } from '../../../../src/app/refresh/worker';
import { createStoredQueries, queryHash } from '../../../../src/app/stored-queries/stored-queries';
import { objectId } from './memory-service';
import { assetId, dayMs, MemorySite } from './memory-site';

export { assetId, configurationOf, dayMs, hourMs } from './memory-site';
export const cityId = 'customfield_10011';

/** As in the sandbox. */
const listLagMs = 3_000;

/** A call of the function in someone's search. */
export interface Call {
  readonly query: string;
  readonly operator?: 'in' | 'not in';
  readonly field?: string;
}

/** A site whose people search with queries, and whose app refreshes what they found. */
export class RefreshSite extends MemorySite {
  readonly storedQueries = createStoredQueries({ store: this.store, now: this.parts.now });
  readonly refresh = createRefresh(this.parts);
  readonly work = createRefreshWorker(this.parts);
  readonly #evaluate = createEvaluation({
    jira: this.jira,
    store: this.store,
    storedQueries: this.storedQueries,
    adminToken: this.parts.adminToken,
    // Thousands of queries are stored in no time.
    allowance: {
      take: (_, send) => send(() => undefined),
      takeToWait: () => Promise.resolve(),
      leaveAlone: () => Promise.resolve(),
    },
    clientOf: (token) => createClient({ transport: this.service.transportFor(token) }),
    now: this.parts.now,
    onError: () => undefined,
  });

  constructor() {
    super();
    this.store.listLagMs = listLagMs;
    this.jira.fields.push(
      { id: cityId, name: 'City', kind: 'cascade' },
      { id: 'customfield_10012', name: 'Team', kind: undefined },
    );
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
