import type { Client } from '../../api/client';
import type { Invocation } from '../access/invocation';
import type { Permissions } from '../access/permissions';
import { administersProject, projectAdministrator, projectMember } from '../access/policies';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/secured';
import type { JiraAsPerson } from '../platform/platform';
import * as functions from './project-pages-contract';
import { assertPageOpens, listChoices } from './list-choices';
import { listMissingPages, listShownTabs } from './list-tabs';
import { openPage } from './open-tab';
import type { Tabs } from './project-pages-contract';
import type { StoredTabs } from './stored-tabs';
import { isSamePage } from './tab';

interface Dependencies {
  readonly client: Client;
  readonly permissions: Permissions;
  readonly asPerson: JiraAsPerson;
  readonly storedTabs: StoredTabs;
  readonly newId: () => string;
}

/** The page's module in manifest.yml. */
const modules = ['project-pages'];
const member = { policy: projectMember, modules };
const admin = { policy: projectAdministrator, modules };

/** What the project page may ask. The project is the one that the policy proved. */
export function projectPageHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { client, storedTabs } = dependencies;
  return [
    secured(functions.listTabs, {
      ...member,
      handle: (_, invocation) => tabsFor(dependencies, invocation),
    }),
    secured(functions.openTab, {
      ...member,
      async handle({ tabId, parentOrigin }, invocation) {
        const { tabs } = await storedTabs.get(projectIdOf(invocation));
        const tab = tabs.find((one) => one.tabId === tabId);
        if (!tab) throw new Problem('TAB_GONE');
        return openPage(client, tab, parentOrigin);
      },
    }),
    ...choiceHandlers(client),
    ...changeHandlers(dependencies),
  ];
}

function choiceHandlers(client: Client): SecuredFunction[] {
  return [
    secured(functions.listWorkspaces, {
      ...admin,
      handle: async () => ({ choices: await listChoices.workspaces(client) }),
    }),
    secured(functions.listSites, {
      ...admin,
      handle: async ({ workspaceId }) => ({
        choices: await listChoices.sites(client, workspaceId),
      }),
    }),
    secured(functions.listPages, {
      ...admin,
      handle: async ({ workspaceId, siteId }) => ({
        choices: await listChoices.pages(client, workspaceId, siteId),
      }),
    }),
  ];
}

function changeHandlers({ client, storedTabs, newId }: Dependencies): SecuredFunction[] {
  return [
    secured(functions.listMissingPages, {
      ...admin,
      async handle(_, invocation) {
        const { tabs } = await storedTabs.get(projectIdOf(invocation));
        return { tabIds: await listMissingPages(client, tabs) };
      },
    }),
    secured(functions.addTab, {
      ...admin,
      async handle(content, invocation) {
        await assertPageOpens(client, content);
        const tab = { ...content, tabId: newId() };
        await storedTabs.change(projectIdOf(invocation), { kind: 'add', tab });
        return { tabId: tab.tabId };
      },
    }),
    secured(functions.editTab, {
      ...admin,
      async handle({ tabId, known, wanted }, invocation) {
        if (!isSamePage(known, wanted)) await assertPageOpens(client, wanted);
        await storedTabs.change(projectIdOf(invocation), { kind: 'edit', tabId, known, wanted });
        return {};
      },
    }),
    secured(functions.moveTab, {
      ...admin,
      async handle({ tabId, beforeTabId }, invocation) {
        await storedTabs.change(projectIdOf(invocation), { kind: 'move', tabId, beforeTabId });
        return {};
      },
    }),
    secured(functions.removeTab, {
      ...admin,
      async handle({ tabId }, invocation) {
        await storedTabs.change(projectIdOf(invocation), { kind: 'remove', tabId });
        return {};
      },
    }),
  ];
}

async function tabsFor(dependencies: Dependencies, invocation: Invocation): Promise<Tabs> {
  const { client, permissions, asPerson, storedTabs } = dependencies;
  const projectId = projectIdOf(invocation);
  const [canManage, { tabs: stored }] = await Promise.all([
    administersProject(invocation, permissions),
    storedTabs.get(projectId),
  ]);
  const tabs = await listShownTabs(client, stored, canManage);
  if (tabs.length > 0 || canManage) return { tabs, canManage };
  return { tabs, canManage, leadName: await asPerson.findProjectLead(projectId) };
}

function projectIdOf({ extension }: Invocation): string {
  if (extension.project?.id === undefined) throw new Problem('BAD_REQUEST');
  return extension.project.id;
}
