import { beforeEach, describe, expect, test } from 'vitest';
import { buttonOf, press } from '../admin/support/admin-screen';
import { consent, found, picker, pro14, pro16, thinkPad } from '../support/editor';
import { settle, type MountedScreen } from '../support/ui-host';
import {
  bulkFunctions,
  choose,
  itemOf,
  ok,
  openBulkEdit,
  pick,
  pickable,
  saves,
  type BulkFunctions,
} from './support/bulk-editor';

let functions: BulkFunctions;
beforeEach(() => {
  functions = bulkFunctions();
});
const open = (count?: number) => openBulkEdit(functions, count);

describe('What Remove offers', () => {
  const chromebook = { ...thinkPad, label: 'Chromebook Spin 714' };
  const searchCount = (screen: MountedScreen) =>
    screen.calls.filter(({ functionKey }) => functionKey === 'search').length;

  beforeEach(() => {
    // The service no longer knows one of them, and never offered the other here.
    functions.search = () => found(pro14);
    functions.bulkItems = () =>
      ok({
        items: [
          itemOf(1, { objects: [pro16] }),
          itemOf(2, { objects: [pro16, chromebook] }),
          itemOf(3, { objects: [pro14], reason: 'notEditable' }),
          itemOf(4, { objects: [{ ...pro16, label: 'Old MacBook' }] }),
        ],
      });
  });

  test('is what the work items hold that can be changed, most often held first', async () => {
    const screen = await open(4);
    await choose(screen, 'remove');
    expect(picker(screen).options()).toEqual([
      'MacBook Pro 16 Held by: 3 work items · Also saved as: Old MacBook',
      'Chromebook Spin 714 Held by: 1 work item',
    ]);
  });

  test('is narrowed by any label that is stored, without a search of the service', async () => {
    const screen = await open(4);
    const before = searchCount(screen);
    await choose(screen, 'remove');
    await picker(screen).focus();
    picker(screen).type('spin chrom');
    await settle();
    expect(picker(screen).options()).toEqual(['Chromebook Spin 714 Held by: 1 work item']);
    picker(screen).type('old');
    await settle();
    await picker(screen).pick(pickable(screen));
    picker(screen).type('nothing');
    await settle();
    expect(picker(screen).hint()).toContain('Nothing matches “nothing”.');
    expect(searchCount(screen)).toBe(before);
    await press(screen, 'Save on 3 work items');
    expect(saves(screen)).toEqual([{ offset: 0, operation: 'remove', objects: [pro16] }]);
  });

  test('is kept apart from what was picked to be added', async () => {
    const screen = await open(4);
    await choose(screen, 'add');
    await pick(screen, pro14);
    await choose(screen, 'remove');
    expect(picker(screen).chosen()).toEqual([]);
    expect(buttonOf(screen, 'Save on 3 work items').props.isDisabled).toBe(true);
    await choose(screen, 'set');
    expect(picker(screen).chosen()).toEqual(['MacBook Pro 14']);
  });

  test('are the first fifty of many, until something is typed', async () => {
    const objects = Array.from({ length: 60 }, (_, index) => ({
      objectId: pro14.objectId.replace(/..$/, `${index + 10}`),
      label: `Laptop ${index}`,
    }));
    functions.bulkItems = () => ok({ items: [itemOf(1, { objects })] });
    const screen = await open(1);
    await choose(screen, 'remove');
    await picker(screen).focus();
    expect(picker(screen).options()).toHaveLength(50);
    expect(picker(screen).heading()).toBe('The first 50 of 60 are shown. Type to narrow the list.');
    picker(screen).type('59');
    await settle();
    expect(picker(screen).options()).toEqual(['Laptop 59 Held by: 1 work item']);
  });

  test('is nothing, said plainly, where the work items hold nothing', async () => {
    functions.bulkItems = () => ok({ items: [itemOf(1), itemOf(2)] });
    const screen = await open();
    await choose(screen, 'remove');
    expect(screen.text()).toContain('These work items hold no objects that can be removed.');
    expect(screen.all('Select')).toEqual([]);
    expect(screen.text()).not.toContain('Choose an object first.');
  });

  test('needs no account to choose from', async () => {
    functions.search = () => consent;
    const screen = await open(4);
    await choose(screen, 'remove');
    expect(screen.text()).not.toContain('Connect your Workspace Data Service account');
    expect(picker(screen).options()).toHaveLength(2);
  });
});
