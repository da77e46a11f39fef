import { beforeEach, describe, expect, test } from 'vitest';
import { found, picker, pro14, pro16, shown, thinkPad, pickIn } from '../support/editor';
import { buttonOf, press, settle, textOf, type MountedScreen } from '../support/ui-host';
import {
  bulkFunctions,
  choose,
  itemOf,
  openBulkEdit,
  pickable,
  saves,
  type BulkFunctions,
} from './support/bulk-editor';
import { ok, consent, problem } from '../support/replies';

let functions: BulkFunctions;
beforeEach(() => {
  functions = bulkFunctions();
});
const open = (count?: number) => openBulkEdit(functions, count);

describe('What Remove offers', () => {
  const chromebook = { ...thinkPad, label: 'Chromebook Spin 714' };
  const attribute = (name: string) => (value: string) => ({
    ...{ attributeId: name, name, attributeTypeCode: 'TEXT', values: [{ value }] },
  });
  const [serial, status] = [attribute('Serial number'), attribute('Status')];
  const searchCount = (screen: MountedScreen) => screen.payloadsOf('search').length;

  beforeEach(() => {
    // The service no longer knows one of them, and never offered the other here.
    functions.search = () => found(pro14);
    functions.bulkItems = () =>
      ok({
        items: [
          itemOf(1, { objects: [pro16] }),
          itemOf(2, { objects: [pro16, chromebook], reason: 'otherSource' }),
          itemOf(3, { objects: [pro14], reason: 'notEditable' }),
          itemOf(4, { objects: [{ ...pro16, label: 'Old MacBook' }] }),
        ],
      });
  });

  test('is what the work items hold that can be changed, most often held first', async () => {
    const screen = await open(4);
    await choose(screen, 'remove');
    expect(picker(screen).options()).toEqual([
      'MacBook Pro 16 · Saved as Old MacBook · Held by DEMO-1, DEMO-2, DEMO-4',
      'Chromebook Spin 714 · Held by DEMO-2',
    ]);
  });

  test('is shown as the picker shows it, so that objects of one name can be told apart', async () => {
    const twin = { ...thinkPad, label: pro16.label };
    functions.bulkItems = () =>
      ok({
        items: [
          itemOf(1, { objects: [pro16, twin, pro14] }),
          ...[2, 3, 4].map((index) => itemOf(index, { objects: [twin] })),
        ],
      });
    functions.view = () =>
      ok({
        objects: [
          shown(pro16, [serial('C02'), status('In use')]),
          shown({ ...twin, label: 'MacBook Pro 16' }, [serial('C03'), status('In repair')]),
        ],
      });
    const screen = await open(4);
    await choose(screen, 'remove');
    expect(picker(screen).options()).toEqual([
      'MacBook Pro 16 · C03 · In repair · Held by 4 work items',
      'MacBook Pro 16 · C02 · In use · Held by DEMO-1',
      // Deleted, or not for this person to see.
      'MacBook Pro 14 · Held by DEMO-1',
    ]);
    await picker(screen).focus();
    picker(screen).type('c02 mac');
    await settle();
    expect(picker(screen).options()).toHaveLength(1);
    await picker(screen).pick(pickable(screen));
    expect(screen.all('Text').map(textOf)).toContain('C02 · In use · Held by DEMO-1');
    await press(screen, 'Update 4 work items');
    expect(saves(screen)).toEqual([{ offset: 0, operation: 'remove', objects: [pro16] }]);
  });

  test('has the name that the object has now, and is found by the stored ones too', async () => {
    functions.view = () => ok({ objects: [shown({ ...pro16, label: 'MacBook Pro 16 (2025)' })] });
    const screen = await open(4);
    await choose(screen, 'remove');
    picker(screen).type('old');
    await settle();
    expect(picker(screen).options()).toEqual([
      'MacBook Pro 16 (2025) · Saved as MacBook Pro 16, Old MacBook',
    ]);
  });

  test('asks the service once, when it is first chosen, whatever is typed or chosen later', async () => {
    const screen = await open(4);
    await choose(screen, 'add');
    expect(screen.payloadsOf('view')).toEqual([]);
    await choose(screen, 'remove');
    picker(screen).type('mac');
    await settle();
    await choose(screen, 'add');
    await choose(screen, 'remove');
    const objectIds = [pro16.objectId, chromebook.objectId];
    expect(screen.payloadsOf('view')).toEqual([{ objectIds }]);
  });

  test('asks for those that are held most often where there are more than one call takes', async () => {
    const objects = Array.from({ length: 1100 }, (_, index) => ({
      objectId: pro14.objectId.replace(/.{4}$/, `${index + 1000}`),
      label: `Laptop ${index}`,
    }));
    const often = objects.at(-1);
    functions.bulkItems = () =>
      ok({ items: [itemOf(1, { objects }), itemOf(2, { objects: [often] })] });
    const screen = await open();
    await choose(screen, 'remove');
    const [asked, ...others] = screen.payloadsOf('view');
    const objectIds = asked?.objectIds as string[];
    expect(objectIds).toHaveLength(1000);
    expect(objectIds[0]).toBe(often?.objectId);
    expect(others).toEqual([]);
  });

  test.each([
    ['an account is missing', () => consent],
    ['the service is down', () => problem('Down.')],
  ])('is usable by its stored labels where %s', async (_, view) => {
    functions.view = view;
    const screen = await open(4);
    await choose(screen, 'remove');
    await picker(screen).focus();
    expect(picker(screen).isShut()).toBe(false);
    expect(picker(screen).options()).toHaveLength(2);
    expect(screen.text()).not.toContain('Down.');
  });

  test('is told apart by the work items, and by ids where they are too many to name', async () => {
    const twins = ['1a', '2b', '3c'].map((start) => ({
      objectId: `${start}0c0d0e-0000-4000-8000-000000000021`,
      label: 'Dock',
    }));
    functions.bulkItems = () =>
      ok({
        items: [
          ...[1, 2, 3, 4].map((index) => itemOf(index, { objects: twins.slice(1) })),
          itemOf(5, { objects: twins.slice(0, 2) }),
        ],
      });
    const screen = await open(5);
    await choose(screen, 'remove');
    expect(picker(screen).options()).toEqual([
      'Dock · 2b0c0d0e (ID) · Held by 5 work items',
      'Dock · 3c0c0d0e (ID) · Held by 4 work items',
      'Dock · Held by DEMO-5',
    ]);
  });

  test('can be picked by any id that is stored, also one with spaces', async () => {
    const odd = { objectId: 'asset 7 b', label: 'Imported laptop' };
    functions.bulkItems = () => ok({ items: [itemOf(1, { objects: [odd] })] });
    const screen = await open(1);
    await choose(screen, 'remove');
    await picker(screen).focus();
    picker(screen).type('laptop');
    await settle();
    await picker(screen).pick(pickable(screen));
    await press(screen, 'Update 1 work item');
    expect(saves(screen)).toEqual([{ offset: 0, operation: 'remove', objects: [odd] }]);
  });

  test.each([
    ['hold nothing', itemOf(1)],
    ['hold what the app can’t read', itemOf(1, { objects: [pro16], isUnreadable: true })],
  ])('is nothing, said plainly, where the work items %s', async (_, item) => {
    functions.bulkItems = () => ok({ items: [item, itemOf(2)] });
    const screen = await open();
    await choose(screen, 'remove');
    expect(screen.text()).toContain('These work items hold no objects that can be removed.');
    expect(screen.all('Select')).toEqual([]);
    expect(screen.text()).not.toContain('Choose an object first.');
  });

  test('is narrowed by any label that is stored, without a search of the service', async () => {
    const screen = await open(4);
    const before = searchCount(screen);
    await choose(screen, 'remove');
    await picker(screen).focus();
    picker(screen).type('spin chrom');
    await settle();
    expect(picker(screen).options()).toEqual(['Chromebook Spin 714 · Held by DEMO-2']);
    picker(screen).type('old');
    await settle();
    await picker(screen).pick(pickable(screen));
    picker(screen).type('nothing');
    await settle();
    expect(picker(screen).hint()).toContain('Nothing matches “nothing”.');
    expect(searchCount(screen)).toBe(before);
    await press(screen, 'Update 3 work items');
    expect(saves(screen)).toEqual([{ offset: 0, operation: 'remove', objects: [pro16] }]);
  });

  test('is kept apart from what was picked to be added', async () => {
    const screen = await open(4);
    await choose(screen, 'add');
    await pickIn(screen, pro14);
    await choose(screen, 'remove');
    expect(picker(screen).chosen()).toEqual([]);
    expect(buttonOf(screen, 'Update 3 work items').props.isDisabled).toBe(true);
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
    expect(picker(screen).heading()).toBe('Showing 50 of 60. Type to narrow the results.');
    picker(screen).type('59');
    await settle();
    expect(picker(screen).options()).toEqual(['Laptop 59 · Held by DEMO-1']);
  });

  test('needs no account to choose from', async () => {
    functions.search = () => consent;
    const screen = await open(4);
    await choose(screen, 'remove');
    expect(screen.text()).not.toContain('Connect your Workspace Data Service account');
    expect(picker(screen).options()).toHaveLength(2);
  });
});
