import { useSyncExternalStore } from 'react';
import type { ColorMode } from './frame-messages';

/**
 * The attribute in which the platform tells the theme, once the page has asked for it.
 * @see docs/platform-assumptions.md, 55
 */
const attribute = 'data-color-mode';

/** How Jira looks. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore(listen, readColorMode);
}

function readColorMode(): ColorMode {
  return document.documentElement.getAttribute(attribute) === 'dark' ? 'dark' : 'light';
}

function listen(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}
