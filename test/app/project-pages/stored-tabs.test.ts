import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyValueStore } from '../../../src/app/platform/storage';
import { createStoredTabs } from '../../../src/app/project-pages/stored-tabs';
import type { Tab } from '../../../src/app/project-pages/project-pages-contract';
import { InvocationGate } from '../refresh/support/invocation-gate';
import { MemoryStore } from '../refresh/support/memory-store';
import { uuid } from '../support/resolver-fixture';

const projectId = '20001';
const hourMs = 3_600_000;
let clock: { nowMs: number };
let store: MemoryStore;

beforeEach(() => {
  clock = { nowMs: 1_000_000 };
  store = new MemoryStore(new InvocationGate(), () => clock.nowMs);
});

const tabOf = (index: number, name: string): Tab => ({
  tabId: uuid(index),
  name,
  workspaceId: uuid(100),
  siteId: uuid(200),
  pageId: uuid(300),
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
