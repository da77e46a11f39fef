import { NavigationTarget, router, view } from '@forge/bridge';
import { useEffect, useState } from 'react';

/** The page's module in manifest.yml. */
const moduleKey = 'connect';

/** The address of the page where people connect their account; undefined until it is known. */
export function useConnectPage(): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void findAddress().then((found) => {
      if (isCurrent) setAddress(found);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return address;
}

/**
 * Asks the host, and builds the documented address where the host does not know pages of this kind.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-personal-settings-page
 * @see docs/platform-assumptions.md, 13
 */
async function findAddress(): Promise<string> {
  try {
    const url = await router.getUrl({ target: NavigationTarget.Module, moduleKey });
    if (url) return url.href;
  } catch {
    // The host does not know pages of this kind: the documented address is below.
  }
  const { localId, environmentId } = await view.getContext();
  const appId = /extension\/([^/]+)\//.exec(localId)?.[1] ?? '';
  return `/jira/settings/personal/apps/${appId}/${environmentId}`;
}
