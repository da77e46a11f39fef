import { type Client, allEntries, ServiceError } from '../../api/client';
import { embedAudience } from '../../api/site-page';
import type { Invocation } from '../access/invocation';
import {
  administersProject,
  type Permissions,
  projectAdministrator,
  projectMember,
} from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import type { JiraAsPerson } from '../platform/platform';
import { isHidden } from '../access/error-reply';
import { Problem } from '../replies/problem';
import * as functions from './project-pages-contract';
import {
  type Choice,
  isSamePage,
  type OpenedTab,
  type PageAddress,
  type ShownTab,
  type Tab,
  type Tabs,
} from './project-pages-contract';
import type { StoredTabs } from './stored-tabs';

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
    secured(functions.listTabs, member, (_, invocation) => tabsFor(dependencies, invocation)),
    secured(functions.openTab, member, async ({ tabId, parentOrigin }, invocation) => {
      const { tabs } = await storedTabs.get(projectIdOf(invocation));
      const tab = tabs.find((one) => one.tabId === tabId);
      if (!tab) throw new Problem('TAB_GONE');
      return openPage(client, tab, parentOrigin);
    }),
    ...choiceHandlers(client),
    ...changeHandlers(dependencies),
  ];
}

/** What an admin may choose a page from: what they may open themselves, by name. */
function choiceHandlers(client: Client): SecuredFunction[] {
  return [
    secured(functions.listWorkspaces, admin, () =>
      listChoices(allEntries(client.workspaces.list), 'ACCOUNT_NOT_KNOWN'),
    ),
    secured(functions.listSites, admin, ({ workspaceId }) =>
      listChoices(allEntries(client.inWorkspace(workspaceId).sites.list), 'SITE_NOT_ACCESSIBLE'),
    ),
    secured(functions.listPages, admin, ({ workspaceId, siteId }) => {
      const { listPages } = client.inWorkspace(workspaceId).sites;
      const pages = allEntries((page) => listPages(siteId, page));
      return listChoices(pages, 'SITE_NOT_ACCESSIBLE');
    }),
  ];
}

function changeHandlers({ client, storedTabs, newId }: Dependencies): SecuredFunction[] {
  return [
    secured(functions.listMissingPages, admin, async (_, invocation) => {
      const { tabs } = await storedTabs.get(projectIdOf(invocation));
      return { tabIds: await listMissingPages(client, tabs) };
    }),
    secured(functions.addTab, admin, async (content, invocation) => {
      await assertPageOpens(client, content);
      const tab = { ...content, tabId: newId() };
      await storedTabs.change(projectIdOf(invocation), { kind: 'add', tab });
      return { tabId: tab.tabId };
    }),
    secured(functions.editTab, admin, async ({ tabId, known, wanted }, invocation) => {
      if (!isSamePage(known, wanted)) await assertPageOpens(client, wanted);
      await storedTabs.change(projectIdOf(invocation), { kind: 'edit', tabId, known, wanted });
      return {};
    }),
    secured(functions.moveTab, admin, async ({ tabId, beforeTabId }, invocation) => {
      await storedTabs.change(projectIdOf(invocation), { kind: 'move', tabId, beforeTabId });
      return {};
    }),
    secured(functions.removeTab, admin, async ({ tabId }, invocation) => {
      await storedTabs.change(projectIdOf(invocation), { kind: 'remove', tabId });
      return {};
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

/**
 * The tabs that a person may know of: those whose site they may open, by one call of the service for
 * each workspace; for admins all.
 * @throws {ServiceError} or ConsentNeeded
 */
async function listShownTabs(
  client: Client,
  tabs: readonly Tab[],
  canManage: boolean,
): Promise<ShownTab[]> {
  const openSiteIds = await listOpenSites(client, tabs);
  const shown = tabs.map(({ tabId, name, ...address }) => {
    const isOpen = openSiteIds.has(address.siteId);
    return { tabId, name, isOpen, ...(canManage && { address }) };
  });
  return canManage ? shown : shown.filter(({ isOpen }) => isOpen);
}

/**
 * The tabs whose site the person may open and whose page is not in it any more.
 * @throws {ServiceError} or ConsentNeeded
 */
async function listMissingPages(client: Client, tabs: readonly Tab[]): Promise<string[]> {
  const siteIds = new Map(tabs.map(({ siteId, workspaceId }) => [siteId, workspaceId]));
  const pageIds = await Promise.all(
    [...siteIds].map(async ([siteId, workspaceId]) => {
      const { listPages } = client.inWorkspace(workspaceId).sites;
      const pages = allEntries((page) => listPages(siteId, page));
      return [siteId, await findIds(pages)] as const;
    }),
  );
  const known = new Map(pageIds);
  return tabs
    .filter(({ siteId, pageId }) => known.get(siteId)?.has(pageId) === false)
    .map(({ tabId }) => tabId);
}

async function listOpenSites(client: Client, tabs: readonly Tab[]): Promise<ReadonlySet<string>> {
  const workspaceIds = new Set(tabs.map(({ workspaceId }) => workspaceId));
  const found = await Promise.all(
    [...workspaceIds].map((id) => findIds(allEntries(client.inWorkspace(id).sites.list))),
  );
  return new Set(found.flatMap((ids) => [...(ids ?? [])]));
}

/** Undefined where the person may not read the list. */
async function findIds(
  entries: Promise<readonly { readonly id: string }[]>,
): Promise<ReadonlySet<string> | undefined> {
  try {
    return new Set((await entries).map(({ id }) => id));
  } catch (error) {
    if (isHidden(error)) return undefined;
    throw error;
  }
}

/**
 * Asks the service for a token with which this person sees this page once, in a page of `parentOrigin`.
 * @throws {Problem} SITE_NOT_ACCESSIBLE, PAGE_GONE or EMBEDDING_REFUSED
 * @throws {ServiceError} or ConsentNeeded
 */
async function openPage(
  client: Client,
  { workspaceId, siteId, pageId }: PageAddress,
  parentOrigin: string,
): Promise<OpenedTab> {
  const { sites } = client.inWorkspace(workspaceId);
  const request = { audience: embedAudience, parentOrigin } as const;
  try {
    const { token, url } = await sites.createEmbedToken(siteId, pageId, request);
    return { token, url };
  } catch (cause) {
    if (isHidden(cause)) throw await whyHidden(sites, siteId, cause);
    if (cause instanceof ServiceError && cause.code === 'invalid') {
      throw new Problem('EMBEDDING_REFUSED', parentOrigin, { cause });
    }
    throw cause;
  }
}

async function whyHidden(
  sites: ReturnType<Client['inWorkspace']>['sites'],
  siteId: string,
  cause: unknown,
): Promise<Problem> {
  try {
    // Not the site itself, which the service's administrators also get where its pages are closed to them.
    await sites.listPages(siteId, { limit: 1 });
    return new Problem('PAGE_GONE', undefined, { cause });
  } catch (error) {
    if (isHidden(error)) return new Problem('SITE_NOT_ACCESSIBLE', undefined, { cause });
    throw error;
  }
}

/** @throws {Problem} PAGE_NOT_ACCESSIBLE where the admin can't open the page themselves */
async function assertPageOpens(
  client: Client,
  { workspaceId, siteId, pageId }: PageAddress,
): Promise<void> {
  try {
    await client.inWorkspace(workspaceId).sites.getPage(siteId, pageId);
  } catch (cause) {
    if (isHidden(cause)) throw new Problem('PAGE_NOT_ACCESSIBLE', undefined, { cause });
    throw cause;
  }
}

/**
 * @throws {Problem} `hidden` where the admin may not read the list
 * @throws {ServiceError} or ConsentNeeded
 */
async function listChoices(
  entries: Promise<readonly Choice[]>,
  hidden: 'ACCOUNT_NOT_KNOWN' | 'SITE_NOT_ACCESSIBLE',
): Promise<{ choices: Choice[] }> {
  try {
    const choices = (await entries).map(({ id, name }) => ({ id, name }));
    return { choices: choices.sort((one, other) => one.name.localeCompare(other.name)) };
  } catch (cause) {
    if (isHidden(cause)) throw new Problem(hidden, undefined, { cause });
    throw cause;
  }
}
