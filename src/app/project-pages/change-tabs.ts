import { isSameContent, maximumTabs, type Tab, type TabContent } from './tab';

/** What an admin wants of a project's tabs. */
export type TabChange =
  | { readonly kind: 'add'; readonly tab: Tab }
  | {
      readonly kind: 'edit';
      readonly tabId: string;
      /** What the admin saw before they began. */
      readonly known: TabContent;
      readonly wanted: TabContent;
    }
  | {
      readonly kind: 'move';
      readonly tabId: string;
      /** Undefined: to the end. */
      readonly beforeTabId: string | undefined;
    }
  | { readonly kind: 'remove'; readonly tabId: string };

export type TabDecision =
  | { readonly kind: 'save'; readonly tabs: readonly Tab[] }
  /** All is as wanted. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'refuse'; readonly code: 'TAB_GONE' | 'TAB_CHANGED' | 'TOO_MANY_TABS' };

/**
 * What becomes of the tabs as they are now, which others may have changed since the admin saw them:
 * changes to different tabs are all kept, and nobody overwrites what they haven't seen.
 */
export function decideChange(tabs: readonly Tab[], change: TabChange): TabDecision {
  switch (change.kind) {
    case 'add':
      return decideAdding(tabs, change.tab);
    case 'edit':
      return decideEditing(tabs, change);
    case 'move':
      return decideMoving(tabs, change);
    case 'remove':
      return tabs.some((tab) => tab.tabId === change.tabId)
        ? { kind: 'save', tabs: without(tabs, change.tabId) }
        : { kind: 'leave' };
  }
}

function decideAdding(tabs: readonly Tab[], added: Tab): TabDecision {
  if (tabs.some(({ tabId }) => tabId === added.tabId)) return { kind: 'leave' };
  if (tabs.length >= maximumTabs) return { kind: 'refuse', code: 'TOO_MANY_TABS' };
  return { kind: 'save', tabs: [...tabs, added] };
}

function decideEditing(
  tabs: readonly Tab[],
  { tabId, known, wanted }: Extract<TabChange, { kind: 'edit' }>,
): TabDecision {
  const current = tabs.find((tab) => tab.tabId === tabId);
  if (!current) return { kind: 'refuse', code: 'TAB_GONE' };
  if (isSameContent(current, wanted)) return { kind: 'leave' };
  if (!isSameContent(current, known)) return { kind: 'refuse', code: 'TAB_CHANGED' };
  return {
    kind: 'save',
    tabs: tabs.map((tab) => (tab.tabId === tabId ? { ...wanted, tabId } : tab)),
  };
}

function decideMoving(
  tabs: readonly Tab[],
  { tabId, beforeTabId }: Extract<TabChange, { kind: 'move' }>,
): TabDecision {
  const moved = tabs.find((tab) => tab.tabId === tabId);
  const others = without(tabs, tabId);
  const index =
    beforeTabId === undefined
      ? others.length
      : others.findIndex((tab) => tab.tabId === beforeTabId);
  if (!moved || index < 0) return { kind: 'refuse', code: 'TAB_GONE' };
  if (tabs[index] === moved) return { kind: 'leave' };
  return { kind: 'save', tabs: [...others.slice(0, index), moved, ...others.slice(index)] };
}

function without(tabs: readonly Tab[], tabId: string): Tab[] {
  return tabs.filter((tab) => tab.tabId !== tabId);
}
