import { describe, expect, test } from 'vitest';
import { decideChange } from '../../../src/app/project-pages/stored-tabs';
import { maximumTabs, type Tab } from '../../../src/app/project-pages/project-pages-contract';
import { uuid } from '../support/resolver-fixture';

const tabOf = (index: number): Tab => ({
  tabId: uuid(index),
  name: `Tab ${index}`,
  workspaceId: uuid(100),
  siteId: uuid(200),
  pageId: uuid(300 + index),
});
const contentOf = ({ name, workspaceId, siteId, pageId }: Tab) => ({
  ...{ name, workspaceId, siteId, pageId },
});
const [one, two, three] = [tabOf(1), tabOf(2), tabOf(3)];
const tabs = [one, two, three];
const idsAfter = (change: Parameters<typeof decideChange>[1]) => {
  const decision = decideChange(tabs, change);
  return decision.kind === 'save' ? decision.tabs.map(({ tabId }) => tabId) : decision;
};

describe('a change of tabs', () => {
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
    const wanted = { ...contentOf(two), name: 'Phones' };
    const edit = { kind: 'edit', tabId: two.tabId, known: contentOf(two), wanted } as const;
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
    expect(idsAfter({ kind: 'move', tabId: uuid(1), beforeTabId: uuid(2) })).toEqual({
      kind: 'leave',
    });
    expect(idsAfter({ kind: 'move', tabId: uuid(3), beforeTabId: undefined })).toEqual({
      kind: 'leave',
    });
    const gone = { kind: 'refuse', code: 'TAB_GONE' };
    expect(idsAfter({ kind: 'move', tabId: uuid(9), beforeTabId: uuid(2) })).toEqual(gone);
    expect(idsAfter({ kind: 'move', tabId: uuid(1), beforeTabId: uuid(9) })).toEqual(gone);
  });

  test('removes a tab, also one that is gone already', () => {
    expect(idsAfter({ kind: 'remove', tabId: uuid(2) })).toEqual([uuid(1), uuid(3)]);
    expect(idsAfter({ kind: 'remove', tabId: uuid(9) })).toEqual({ kind: 'leave' });
  });
});
