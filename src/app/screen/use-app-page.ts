import { NavigationTarget, router, view } from '@forge/bridge';
import { useCallback } from 'react';
import { useReply } from './call-resolver';

/**
 * The pages of the app that screens link to, by their modules in manifest.yml, with the addresses that
 * Atlassian documents for such pages.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-personal-settings-page
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-admin-page
 */
const documentedAddresses = {
  /** Where people connect their account. */
  connect: '/jira/settings/personal/apps',
  /** Where Jira admins save the access token. */
  admin: '/jira/settings/apps',
} as const;

/** The address of one of the app's pages; undefined until it is known. */
export function useAppPage(moduleKey: keyof typeof documentedAddresses): string | undefined {
  const load = useCallback(
    async () => ({ kind: 'ok', value: await findAddress(moduleKey) }) as const,
    [moduleKey],
  );
  return useReply(load).value;
}

/** What the address of the connect page ends with where someone chose to connect. */
const connectNow = 'connect=now';

/** Where a person connects their account, on a page that asks at once; undefined until it is known. */
export function useConnectAddress(): string | undefined {
  const address = useAppPage('connect');
  return address && `${address}${address.includes('?') ? '&' : '?'}${connectNow}`;
}

/**
 * Whether the connect page was opened by such an address. False where the host doesn't say.
 * @param location the address of the page, as the host names it in the context
 * @see docs/platform-assumptions.md, 84
 */
export function isConnectNow(location: unknown): boolean {
  return typeof location === 'string' && location.split(/[?&#]/).includes(connectNow);
}

/**
 * Asks the host, and builds the documented address where the host does not know pages of this kind.
 * @see docs/platform-assumptions.md, 13
 */
async function findAddress(moduleKey: keyof typeof documentedAddresses): Promise<string> {
  const known = await findHostAddress(moduleKey);
  if (known !== undefined) return known;
  const { localId, environmentId } = await view.getContext();
  const appId = /extension\/([^/]+)\//.exec(localId)?.[1] ?? '';
  return `${documentedAddresses[moduleKey]}/${appId}/${environmentId}`;
}

/** Where the host says that a page of the app is; undefined where it does not know pages of its kind. */
export async function findHostAddress(
  moduleKey: keyof typeof documentedAddresses,
): Promise<string | undefined> {
  try {
    const url = await router.getUrl({ target: NavigationTarget.Module, moduleKey });
    return url?.href;
  } catch {
    return undefined;
  }
}
