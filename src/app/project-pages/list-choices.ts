import { everyEntry, type Client } from '../../api/client';
import { Problem } from '../replies/problem';
import { isHidden } from '../replies/error-reply';
import type { Choice } from './project-pages-contract';
import type { PageAddress } from './tab';

/**
 * What an admin may choose a page from: what they may open themselves, by name.
 * @throws {Problem} ACCOUNT_NOT_KNOWN, SITE_NOT_ACCESSIBLE
 * @throws {ServiceError} or ConsentNeeded
 */
export const listChoices = {
  workspaces: (client: Client) => collect(everyEntry(client.workspaces.list), 'ACCOUNT_NOT_KNOWN'),
  sites: (client: Client, workspaceId: string) =>
    collect(everyEntry(client.inWorkspace(workspaceId).sites.list), 'SITE_NOT_ACCESSIBLE'),
  pages: (client: Client, workspaceId: string, siteId: string) => {
    const { listPages } = client.inWorkspace(workspaceId).sites;
    return collect(
      everyEntry((page) => listPages(siteId, page)),
      'SITE_NOT_ACCESSIBLE',
    );
  },
};

/** @throws {Problem} PAGE_NOT_ACCESSIBLE where the admin can't open the page themselves */
export async function assertPageOpens(
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

async function collect(
  items: AsyncIterable<Choice>,
  hidden: 'ACCOUNT_NOT_KNOWN' | 'SITE_NOT_ACCESSIBLE',
): Promise<Choice[]> {
  const found: Choice[] = [];
  try {
    for await (const { id, name } of items) found.push({ id, name });
  } catch (cause) {
    if (isHidden(cause)) throw new Problem(hidden, undefined, { cause });
    throw cause;
  }
  return found.sort((one, other) => one.name.localeCompare(other.name));
}
