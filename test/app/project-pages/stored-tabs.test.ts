import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyValueStore } from '../../../src/app/platform/storage';
import { createStoredTabs, decideChange } from '../../../src/app/project-pages/stored-tabs';
import { maximumTabs, type Tab } from '../../../src/app/project-pages/project-pages-contract';
import { MemoryStore } from '../refresh/support/memory-store';
import { uuid } from '../support/resolver-fixture';

const projectId = '20001';
const hourMs = 3_600_000;
let clock: { nowMs: number };
let store: MemoryStore;

beforeEach(() => {
  clock = { nowMs: 1_000_000 };
  store = new MemoryStore(() => clock.nowMs);
});

const tabOf = (index: number, name = `Tab ${index}`): Tab => ({
  tabId: uuid(index),
  name,
  workspaceId: uuid(100),
  siteId: uuid(200),
  pageId: uuid(300 + index),
});
const adding = (index: number, name: string) => ({ kind: 'add', tab: tabOf(index, name) }) as const;

/** The names of the tabs that a person sees now. */
async function names(): Promise<string[]> {
  const { tabs } = await createStoredTabs(store).get(projectId);
  return tabs.map(({ name }) => name);
}

type Write = 'set' | 'delete';

/** The storage as one function has it, whose first write of the named kinds waits. */
function heldAt(...kinds: Write[]) {
  let release = () => {};
  let arrive = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const wait = async (kind: Write) => {
    if (!kinds.includes(kind)) return;
    arrive();
    await released;
  };
  const held: KeyValueStore = {
    find: (key) => store.find(key),
    setIfAbsent: (...write) => store.setIfAbsent(...write),
    list: (...asked) => store.list(...asked),
    set: async (...write) => {
      await wait('set');
      await store.set(...write);
    },
    delete: async (key) => {
      await wait('delete');
      await store.delete(key);
    },
  };
  return { tabs: createStoredTabs(held), arrived, release: () => release() };
}

describe('the tabs of a project', () => {
  test('keep both of two saves where the first is slow to reach the row', async () => {
    const slow = heldAt('set');
    const saving = slow.tabs.change(projectId, adding(1, 'Slow'));
    await slow.arrived;
    await createStoredTabs(store).change(projectId, adding(2, 'Quick'));
    slow.release();
    await saving;
    clock.nowMs += hourMs;
    expect(await names()).toEqual(['Slow', 'Quick']);
  });

  test('keep a save that people saw, also where its function died on the way to the row', async () => {
    const dying = heldAt('set');
    void dying.tabs.change(projectId, adding(1, 'Dying'));
    await dying.arrived;
    expect(await names()).toEqual(['Dying']);
    clock.nowMs += hourMs;
    expect(await names()).toEqual(['Dying']);
  });

  test('keep both of two saves that find in their way what nobody finished', async () => {
    const dying = heldAt('set');
    void dying.tabs.change(projectId, adding(1, 'Dying'));
    await dying.arrived;
    clock.nowMs += hourMs;
    const slow = heldAt('set', 'delete');
    const saving = slow.tabs.change(projectId, adding(2, 'Slow'));
    await slow.arrived;
    const quick = heldAt('set');
    const savingToo = quick.tabs.change(projectId, adding(3, 'Quick'));
    await quick.arrived;
    slow.release();
    await saving;
    quick.release();
    await savingToo;
    clock.nowMs += hourMs;
    expect((await names()).sort()).toEqual(['Quick', 'Slow']);
  });
});

describe('a change of tabs', () => {
  const tabs = [1, 2, 3].map((index) => tabOf(index));
  const [one, two, three] = tabs as [Tab, Tab, Tab];
  const idsAfter = (change: Parameters<typeof decideChange>[1]) => {
    const decision = decideChange(tabs, change);
    return decision.kind === 'save' ? decision.tabs.map(({ tabId }) => tabId) : decision;
  };

  test('adds a tab behind the others, and once where it is sent twice', () => {
    const added = tabOf(4);
    expect(decideChange(tabs, { kind: 'add', tab: added })).toEqual({
      kind: 'save',
      tabs: [...tabs, added],
    });
    expect(decideChange([...tabs, added], { kind: 'add', tab: added })).toEqual({ kind: 'leave' });
  });

  test('adds no 51st tab', () => {
    const full = Array.from({ length: maximumTabs }, (_, index) => tabOf(index));
    expect(decideChange(full, { kind: 'add', tab: tabOf(99) })).toEqual({
      kind: 'refuse',
      code: 'TOO_MANY_TABS',
    });
  });

  test('edits what the admin saw, and refuses where others changed it meanwhile', () => {
    const { tabId, ...known } = two;
    const edit = { kind: 'edit', tabId, known, wanted: { ...known, name: 'Phones' } } as const;
    const edited = { ...two, name: 'Phones' };
    expect(decideChange(tabs, edit)).toEqual({ kind: 'save', tabs: [one, edited, three] });
    expect(decideChange([one, edited], edit)).toEqual({ kind: 'leave' });
    for (const others of [{ name: 'Tablets' }, { pageId: uuid(999) }]) {
      expect(decideChange([{ ...two, ...others }], edit)).toEqual({
        kind: 'refuse',
        code: 'TAB_CHANGED',
      });
    }
    expect(decideChange([one, three], edit)).toEqual({ kind: 'refuse', code: 'TAB_GONE' });
  });

  test.each([
    [uuid(1), undefined, [2, 3, 1]],
    [uuid(1), uuid(3), [2, 1, 3]],
    [uuid(3), uuid(1), [3, 1, 2]],
    [uuid(3), uuid(2), [1, 3, 2]],
  ])('moves %s before %s', (tabId, beforeTabId, order) => {
    expect(idsAfter({ kind: 'move', tabId, beforeTabId })).toEqual(order.map(uuid));
  });

  test('moves nothing to where it is, and says where a tab is gone', () => {
    const move = (tabId: string, beforeTabId?: string) =>
      idsAfter({ kind: 'move', tabId, beforeTabId });
    expect(move(uuid(1), uuid(2))).toEqual({ kind: 'leave' });
    expect(move(uuid(3))).toEqual({ kind: 'leave' });
    const gone = { kind: 'refuse', code: 'TAB_GONE' };
    expect(move(uuid(9), uuid(2))).toEqual(gone);
    expect(move(uuid(1), uuid(9))).toEqual(gone);
  });

  test('removes a tab, also one that is gone already', () => {
    expect(idsAfter({ kind: 'remove', tabId: uuid(2) })).toEqual([uuid(1), uuid(3)]);
    expect(idsAfter({ kind: 'remove', tabId: uuid(9) })).toEqual({ kind: 'leave' });
  });
});
