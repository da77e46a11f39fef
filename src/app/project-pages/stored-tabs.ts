import { Problem } from '../access/problem';
import type { KeyValueStore } from '../platform/storage';
import { decideChange, type TabChange } from './change-tabs';
import { projectTabs, type ProjectTabs } from './tab';

/** The tabs of each project, as the app keeps them. */
export interface StoredTabs {
  /** None where nobody added any. @throws {StoreError} @throws {Problem} TABS_UNREADABLE */
  get(projectId: string): Promise<ProjectTabs>;
  /**
   * Changes the tabs as they are at that moment, whoever else changes them meanwhile.
   * @throws {StoreError}
   * @throws {Problem} TAB_GONE, TAB_CHANGED, TOO_MANY_TABS, TABS_BUSY or TABS_UNREADABLE
   */
  change(projectId: string, change: TabChange): Promise<void>;
  /** Deletes what is kept of a project; a save within the last hour may stay until that is over. @throws {StoreError} */
  forget(projectId: string): Promise<void>;
}

const attempts = 10;

/** Longer than any function of the platform runs. */
const saveTtlSeconds = 60 * 60;

const rowKey = (projectId: string) => `project-pages:${projectId}`;
const savePrefix = (projectId: string) => `project-pages-save:${projectId}:`;
const saveKey = (projectId: string, revision: number) => `${savePrefix(projectId)}${revision}`;

/**
 * Each save first takes the next revision, under a key that only one can set; that key holds the
 * whole row. So of two who save at once the second starts over from what the first saved, and who
 * reads finds a save that has not reached the row yet, or whose function died on the way there.
 */
export function createStoredTabs(store: KeyValueStore): StoredTabs {
  async function get(projectId: string): Promise<ProjectTabs> {
    let latest = readRow(await store.find(rowKey(projectId)));
    for (;;) {
      const next = await store.find(saveKey(projectId, latest.revision + 1));
      if (next === undefined) return latest;
      latest = readRow(next);
    }
  }

  async function change(projectId: string, wanted: TabChange): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { revision, tabs } = await get(projectId);
      const decision = decideChange(tabs, wanted);
      if (decision.kind === 'refuse') throw new Problem(decision.code);
      if (decision.kind === 'leave') return;
      const row = { version: 1, revision: revision + 1, tabs: decision.tabs };
      if (await save(projectId, row)) return;
    }
    throw new Problem('TABS_BUSY');
  }

  async function save(projectId: string, row: { readonly revision: number }): Promise<boolean> {
    const key = saveKey(projectId, row.revision);
    const options = { ttlSeconds: saveTtlSeconds };
    if (!(await store.setIfAbsent(key, row, options))) {
      // One whose time is over may still be there, and blocks the revision that it never saved.
      if ((await store.find(key)) === undefined) await store.delete(key);
      return false;
    }
    await store.set(rowKey(projectId), row);
    return true;
  }

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
