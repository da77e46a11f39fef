import type { Page } from '../../../api/page';
import { defaultPageLimit } from '../../../api/page';
import type { SearchRequest, WorkspaceObject } from '../../../api/object';
import type { WorkspaceView } from '../permissions/workspace-view';
import { showObjects } from '../resources/show-objects';
import { page } from '../resources/page';
import { prepareSearch } from './prepare-search';
import type { SearchDependencies } from './prepare-search';
import { searchInTime } from './query-cost';
import { readPage } from './read-page';

/**
 * The objects that a query matches, of those that the caller may read, in the query's order.
 * @throws Refusal as {@link prepareSearch}
 */
export async function searchObjects(
  dependencies: SearchDependencies,
  view: WorkspaceView,
  request: SearchRequest,
): Promise<Page<WorkspaceObject>> {
  const { database, serviceUrl } = dependencies;
  const statements = await prepareSearch(dependencies, view, request);
  const { offset = 0, limit = defaultPageLimit } = request;
  const range = { offset, limit };
  const { rows, total } = await searchInTime(database, statements, () =>
    readPage(database, statements, range),
  );
  const shown = { database, serviceUrl, view, attributeIds: request.attributeIds };
  return page(await showObjects(shown, rows), total, range);
}
