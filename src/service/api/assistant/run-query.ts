import type { ChatEvent } from '../../../api/assistant';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import { searchObjects } from '../../model/search/search-objects';

export type SearchDependencies = Parameters<typeof searchObjects>[0];
export type QueryEvent = Extract<ChatEvent, { kind: 'query' }>;

/**
 * Runs a query with the caller's permissions.
 * @throws Refusal 400 for a query that does not parse or has no meaning here
 */
export async function runQuery(
  dependencies: SearchDependencies,
  view: WorkspaceView,
  query: string,
  limit: number,
): Promise<QueryEvent> {
  const request = { query, limit, attributeIds: [] };
  const { total, result } = await searchObjects(dependencies, view, request);
  const objects = result.map(({ id, label, url }) => ({ id, label, url }));
  return { kind: 'query', query, total, objects };
}
