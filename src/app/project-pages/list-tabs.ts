import { everyEntry, type Client } from '../../api/client';
import { isHidden } from '../replies/error-reply';
import type { ShownTab } from './project-pages-contract';
import type { Tab } from './tab';

/**
 * The tabs that a person may know of: those whose site they may open, by one call of the service for
 * each workspace; for admins all.
 * @throws {ServiceError} or ConsentNeeded
 */
export async function listShownTabs(
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
export async function listMissingPages(client: Client, tabs: readonly Tab[]): Promise<string[]> {
  const siteIds = new Map(tabs.map(({ siteId, workspaceId }) => [siteId, workspaceId]));
  const pageIds = await Promise.all(
    [...siteIds].map(async ([siteId, workspaceId]) => {
      const { listPages } = client.inWorkspace(workspaceId).sites;
      const pages = everyEntry((page) => listPages(siteId, page));
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
    [...workspaceIds].map((id) => findIds(everyEntry(client.inWorkspace(id).sites.list))),
  );
  return new Set(found.flatMap((ids) => [...(ids ?? [])]));
}

/** Undefined where the person may not read the list. */
async function findIds(
  items: AsyncIterable<{ readonly id: string }>,
): Promise<ReadonlySet<string> | undefined> {
  const ids = new Set<string>();
  try {
    for await (const { id } of items) ids.add(id);
    return ids;
  } catch (error) {
    if (isHidden(error)) return undefined;
    throw error;
  }
}
