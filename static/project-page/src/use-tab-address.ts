import { view } from '@forge/bridge';
import { useCallback, useEffect, useState } from 'react';

/** As far as the page uses it; the platform answers its calls with promises. */
interface TabHistory {
  readonly location: { readonly pathname: string };
  push(path: string): unknown;
  replace(path: string): unknown;
  listen(onChange: (location: { readonly pathname: string }) => void): unknown;
}

interface TabAddress {
  /** False until the platform has told the address, or that it tells none. */
  readonly isKnown: boolean;
  /** The tab that the address names; undefined where it names none. */
  readonly tabId: string | undefined;
  /** Puts a tab into the address; a step back leads to where the person was before. */
  readonly goTo: (tabId: string) => void;
  /** The same, in the place of an address that names none. */
  readonly settleOn: (tabId: string) => void;
}

/**
 * Which tab is open: a part of the page's address, so that it can be reloaded and sent to others.
 * Where the platform gives no address, tabs open all the same.
 */
export function useTabAddress(): TabAddress {
  const [history, setHistory] = useState<TabHistory>();
  const [pathname, setPathname] = useState('');

  useEffect(() => {
    let isCurrent = true;
    const take = (created: TabHistory) => {
      if (!isCurrent) return;
      setPathname(created.location.pathname);
      setHistory(created);
      created.listen((location) => {
        if (isCurrent) setPathname(location.pathname);
      });
    };
    void view.createHistory().then(take, () => take(createOwnHistory()));
    return () => {
      isCurrent = false;
    };
  }, []);

  const goTo = useCallback((tabId: string) => history?.push(pathOf(tabId)), [history]);
  const settleOn = useCallback((tabId: string) => history?.replace(pathOf(tabId)), [history]);
  return { isKnown: history !== undefined, tabId: tabIdIn(pathname), goTo, settleOn };
}

/** Lasts as long as the page. */
function createOwnHistory(): TabHistory {
  let tell: Parameters<TabHistory['listen']>[0] = () => undefined;
  const goTo = (pathname: string) => tell({ pathname });
  return {
    location: { pathname: '/' },
    push: goTo,
    replace: goTo,
    listen: (onChange) => (tell = onChange),
  };
}

const pathOf = (tabId: string) => `/tab/${tabId}`;

function tabIdIn(pathname: string): string | undefined {
  return /^\/tab\/([^/]+)\/?$/.exec(pathname)?.[1];
}
