import { ServiceError, type Client } from '../../api/client';
import { embedAudience } from '../../api/site-page';
import { Problem } from '../replies/problem';
import { isHidden } from '../replies/error-reply';
import type { OpenedTab } from './project-pages-contract';
import type { PageAddress } from './tab';

/**
 * Asks the service for a token with which this person sees this page once, in a page of `parentOrigin`.
 * @throws {Problem} SITE_NOT_ACCESSIBLE, PAGE_GONE or EMBEDDING_REFUSED
 * @throws {ServiceError} or ConsentNeeded
 */
export async function openPage(
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
