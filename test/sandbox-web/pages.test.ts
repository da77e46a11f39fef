import { describeAppHost } from './app-host';
import { describeIssueScreens } from './issue-screens';
import { describeLooks } from './looks';
import { describeProjectPage } from './project-page';
import { describeBulkEdit } from './bulk-edit-screen';
import { describePortalPages } from './portal-pages';
import { useSandboxPages } from './sandbox-pages';
import { describeSearchScreen } from './search-screen';

// One file, for one sandbox and one browser: they take longer to start than all that is looked at.
const pages = useSandboxPages();

describeIssueScreens(pages);
describeAppHost(pages);
describePortalPages(pages);
describeBulkEdit(pages);
describeProjectPage(pages);
describeSearchScreen(pages);
describeLooks(pages);
