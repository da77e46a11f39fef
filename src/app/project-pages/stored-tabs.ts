import type { KeyValueStore } from '../platform/storage';
import { Problem } from '../replies/problem';
import {
  isSameContent,
  maximumTabs,
  projectTabs,
  type ProjectTabs,
  type Tab,
  type TabContent,
} from './project-pages-contract';

export type StoredTabs = ReturnType<typeof createStoredTabs>;

const attempts = 10;

/** Longer than any function of the platform runs. */
const saveTtlSeconds = 60 * 60;

const rowKey = (projectId: string) => `project-pages:${projectId}`;
const savePrefix = (projectId: string) => `project-pages-save:${projectId}:`;
const saveKey = (projectId: string, revision: number) => `${savePrefix(projectId)}${revision}`;

/**
 * The tabs of each project, as the app keeps them. Each save first takes the next revision, under a key that only one can set; that key holds the
 * whole row. So of two who save at once the second starts over from what the first saved, and who
 * reads finds a save that has not reached the row yet, or whose function died on the way there, and
 * writes it to the row: what was seen once doesn't end with its key.
 */
export function createStoredTabs(store: KeyValueStore) {
  /** None where nobody added any. @throws {StoreError} @throws {Problem} TABS_UNREADABLE */
  async function get(projectId: string): Promise<ProjectTabs> {
    const row = readRow(await store.find(rowKey(projectId)));
    const later = await findLaterSave(projectId, row);
    return later ? writeRow(projectId, later) : row;
  }

  /** The newest save since `row`; undefined where there is none. */
  async function findLaterSave(
    projectId: string,
    { revision }: ProjectTabs,
  ): Promise<ProjectTabs | undefined> {
    const next = await store.find(saveKey(projectId, revision + 1));
    if (next === undefined) return undefined;
    const later = readRow(next);
    return (await findLaterSave(projectId, later)) ?? later;
  }

  /** A slow write may put an older row over a newer one, so that it looks for newer ones afterwards. */
  async function writeRow(projectId: string, row: ProjectTabs): Promise<ProjectTabs> {
    await store.set(rowKey(projectId), row);
    const later = await findLaterSave(projectId, row);
    return later ? writeRow(projectId, later) : row;
  }

  /**
   * Changes the tabs as they are at that moment, even if someone else changes them meanwhile.
   * @throws {StoreError}
   * @throws {Problem} TAB_GONE, TAB_CHANGED, TOO_MANY_TABS, TABS_BUSY or TABS_UNREADABLE
   */
  async function change(projectId: string, wanted: TabChange): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const known = await get(projectId);
      const decision = decideChange(known.tabs, wanted);
      if (decision.kind === 'refuse') throw new Problem(decision.code);
      if (decision.kind === 'leave') return;
      if (await save(projectId, known, decision.tabs)) return;
    }
    throw new Problem('TABS_BUSY');
  }

  async function save(
    projectId: string,
    known: ProjectTabs,
    tabs: readonly Tab[],
  ): Promise<boolean> {
    const next = { ...known, revision: known.revision + 1 };
    const row = { ...next, tabs: [...tabs] };
    const key = saveKey(projectId, row.revision);
    const isTaken = await store.setIfAbsent(key, row, { ttlSeconds: saveTtlSeconds });
    if (isTaken) await writeRow(projectId, row);
    // One that has expired may still be there, so its revision is skipped. Deleting it could
    // delete what someone else saved there in the meantime.
    else if ((await store.find(key)) === undefined) await writeRow(projectId, next);
    return isTaken;
  }

  /** Deletes all that is stored of a project. A save of the last hour may stay until that hour is over. @throws {StoreError} */
  async function forget(projectId: string): Promise<void> {
    const { entries } = await store.list(savePrefix(projectId));
    await Promise.all(
      [rowKey(projectId), ...entries.map(({ key }) => key)].map((key) => store.delete(key)),
    );
  }

  return { get, change, forget };
}

function readRow(stored: unknown): ProjectTabs {
  if (stored === undefined) return { version: 1, revision: 0, tabs: [] };
  const { data, error } = projectTabs.safeParse(stored);
  if (!data) throw new Problem('TABS_UNREADABLE', undefined, { cause: error });
  return data;
}

type TabChange =
  | { readonly kind: 'add'; readonly tab: Tab }
  | {
      readonly kind: 'edit';
      readonly tabId: string;
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

type TabDecision =
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
