import { demoPageId, demoSiteId, demoWorkspaceId } from '../../service';
import { demoIds } from '../jira/demo-ids';

const workspace = 'IT';

/** What the app has stored where the demo begins, by key: the tabs of the project DEMO. */
export const demoAppStorage: Readonly<Record<string, unknown>> = {
  [`project-pages:${demoIds.demoProject}`]: {
    version: 1,
    revision: 1,
    tabs: [
      tab('b0c1d2e3-0101-4a5b-8c6d-7e8f90a1b2c3', 'Laptops', 'Fleet', 'Laptops'),
      tab('b0c1d2e3-0102-4a5b-8c6d-7e8f90a1b2c3', 'Dashboard', 'Fleet', 'Dashboard'),
      // Not for `member`.
      tab(
        'b0c1d2e3-0103-4a5b-8c6d-7e8f90a1b2c3',
        'Contracts',
        'Purchasing',
        'Contracts that end soon',
      ),
    ],
  },
};

function tab(tabId: string, name: string, site: string, page: string) {
  return {
    tabId,
    name,
    workspaceId: demoWorkspaceId(workspace),
    siteId: demoSiteId(workspace, site),
    pageId: demoPageId(workspace, site, page),
  };
}
