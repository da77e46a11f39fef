import { everyEntry, ServiceError, type Client } from '../../api/client';
import type { WorkspaceObject } from '../../api/object';
import { maximumPageLimit, type Page } from '../../api/page';
import type { CallAllowance } from './call-allowance';
import { checkSharedQuery, serviceFault } from './check-shared-query';
import { inDigits, maximumLiterals } from './fragment';
import type { ObjectSource } from '../stored-queries/object-source';
import { isHidden } from '../replies/error-reply';
import { QueryRefused } from './query-refused';

interface ObjectSearch {
  readonly client: Client;
  readonly fieldName: string;
  /** Each of them is searched: as many as a field may have. */
  readonly sources: readonly ObjectSource[];
  /** As the person wrote it. */
  readonly query: string;
  readonly signal: AbortSignal;
  /** Makes so many calls; where it throws before it does, they aren't made. They are made at once where absent. */
  readonly within?: CallAllowance['take'];
  /** Told of each source that has no match because it can't answer. */
  readonly onUnanswered?: (unanswered: UnansweredSource) => void;
}

export interface UnansweredSource {
  readonly source: ObjectSource;
  /** It can't be read, or the query means nothing there. */
  readonly code: QueryRefused['code'];
}

/**
 * The ids of the objects that the query finds in any of the sources, sorted: one call of the service
 * for each page of 200. A source in which the query means nothing, or which the caller may not read,
 * has no match, unless that is so in all of them.
 * @throws {QueryRefused} where the query can't be used, or finds more than a search can hold
 * @throws {ServiceError} where the service does not answer, or refuses the credential
 */
export async function findObjects(search: ObjectSearch): Promise<string[]> {
  checkSharedQuery(search.query);
  const within = search.within ?? ((_, calls) => calls());
  const firstPages = await within(search.sources.length, () => findFirstPages(search));
  refuseTooMany(firstPages.reduce((sum, { page }) => sum + page.total, 0));
  const furtherPages = firstPages.reduce((sum, { page }) => sum + pagesAfterFirst(page), 0);
  const readAll = () => Promise.all(firstPages.map((firstPage) => readOn(search, firstPage)));
  const ids = await (furtherPages > 0 ? within(furtherPages, readAll) : readAll());
  const distinct = [...new Set(ids.flat())].sort();
  refuseTooMany(distinct.length);
  return distinct;
}

interface FirstPage {
  readonly source: ObjectSource;
  readonly page: Page<WorkspaceObject>;
}

function pagesAfterFirst({ total }: FirstPage['page']): number {
  return Math.max(0, Math.ceil(total / maximumPageLimit) - 1);
}

/** Of the sources that can answer the query; at least one. */
async function findFirstPages(search: ObjectSearch): Promise<FirstPage[]> {
  const outcomes = await Promise.all(
    search.sources.map(async (source): Promise<FirstPage | QueryRefused> => {
      try {
        return { source, page: await fetchPage(search, source, 0) };
      } catch (error) {
        const refusal = refusalBySource(error, search);
        search.onUnanswered?.({ source, code: refusal.code });
        return refusal;
      }
    }),
  );
  const pages = outcomes.flatMap((outcome) => (outcome instanceof QueryRefused ? [] : [outcome]));
  if (pages.length > 0) return pages;
  throw firstReason(outcomes) ?? noAccess(search.fieldName);
}

/** A query that means nothing says more than a source that can't be read. */
function firstReason(outcomes: readonly (FirstPage | QueryRefused)[]): QueryRefused | undefined {
  const refusals = outcomes.filter((outcome) => outcome instanceof QueryRefused);
  return refusals.find(({ code }) => code === 'INVALID_QUERY') ?? refusals[0];
}

/** Calls are counted in full pages; a service that returns shorter ones would need more calls than were counted. */
async function fetchPage(
  { client, query, signal }: ObjectSearch,
  { workspaceId, typeId }: ObjectSource,
  offset: number,
): Promise<Page<WorkspaceObject>> {
  const request = { query, typeId, offset, limit: maximumPageLimit, attributeIds: [] };
  const page = await client.inWorkspace(workspaceId).objects.search(request, { signal });
  const isWhole = page.isLast
    ? offset + page.result.length >= page.total
    : page.result.length >= maximumPageLimit;
  if (isWhole) return page;
  throw new ServiceError('unexpectedReply', 'The service answered with a page that is not full.');
}

async function readOn(search: ObjectSearch, { source, page: first }: FirstPage): Promise<string[]> {
  const ids: string[] = [];
  const fetchNext = async ({ offset }: { offset: number }) =>
    offset === 0 ? first : fetchPage(search, source, offset);
  for await (const { id } of everyEntry(fetchNext)) ids.push(id);
  return ids;
}

/** @throws the error itself where it says nothing of this very source */
function refusalBySource(error: unknown, { query, fieldName }: ObjectSearch): QueryRefused {
  if (isHidden(error)) return noAccess(fieldName, error);
  if (error instanceof ServiceError && error.code === 'invalid') {
    return serviceFault(query, fieldName, error);
  }
  throw error;
}

function noAccess(fieldName: string, cause?: unknown): QueryRefused {
  const message = `The account that this search uses can’t read the workspace or type of the field "${fieldName}", or it was deleted. A Jira admin can check the field’s contexts and the app’s access token.`;
  return new QueryRefused('NO_ACCESS', message, { cause });
}

function refuseTooMany(objectCount: number): void {
  if (objectCount <= maximumLiterals) return;
  const most = inDigits(maximumLiterals);
  const sentence = (count: string) =>
    `The query matches ${count} objects, but a search in Jira can hold only ${most}. Narrow the query, for example by adding a condition.`;
  const detail = sentence(inDigits(objectCount));
  throw new QueryRefused('TOO_MANY_OBJECTS', sentence(`more than ${most}`), { detail });
}
