import { beforeEach, expect, test } from 'vitest';
import { found, picker, pro14, pro16, pickIn } from '../support/editor';
import { buttonOf, press, deferred, settle, textOf } from '../support/ui-host';
import {
  bulkFunctions,
  choose,
  clear,
  itemOf,
  openBulkEdit,
  outcome,
  pickable,
  saves,
  type BulkFunctions,
  savedResult,
} from './support/bulk-editor';
import { ok, consent, problem } from '../support/replies';

const trouble = problem('No answer.');
let functions: BulkFunctions;
beforeEach(() => {
  functions = bulkFunctions();
});
const open = (count?: number) => openBulkEdit(functions, count);

test.each([
  ['Now: no value', [itemOf(1), itemOf(2)]],
  [
    'Now: MacBook Pro 14',
    [1, 2].map((index) => itemOf(index, { objects: [pro14], valueKey: 'x' })),
  ],
  ['3 different values', ['a', 'b', 'c', 'a'].map((valueKey, i) => itemOf(i, { valueKey }))],
])('says what the chosen work items hold: %s', async (text, items) => {
  functions.bulkItems = () => ok({ items });
  expect((await open()).text()).toContain(text);
});

test('says once that neither the field nor the work items can be read, and asks for both again', async () => {
  const { field, bulkItems } = functions;
  Object.assign(functions, { field: () => trouble, bulkItems: () => trouble });
  const screen = await open();
  expect(screen.text().split(trouble.message)).toHaveLength(2);
  Object.assign(functions, { field, bulkItems });
  await press(screen, 'Try again');
  expect(screen.text()).not.toContain(trouble.message);
  expect(screen.text()).toContain('Now: no value');
  expect(pickable(screen)).toBe(pro14.label);
});

test('names what it leaves out, and counts what it saves on', async () => {
  const others = [
    ...[2, 3].map((index) => itemOf(index, { reason: 'otherSource', valueKey: 'x' })),
    { ...itemOf(4, { reason: 'hidden' }), key: undefined },
  ];
  functions.bulkItems = () => ok({ items: [itemOf(1), ...others] });
  const screen = await open(4);
  expect(screen.text()).toContain(
    '2 work items will be skipped: DEMO-2, DEMO-3. The field is configured differently there.',
  );
  expect(screen.text()).toContain('1 work item will be skipped. No longer visible to you.');
  expect(screen.text()).toContain('Now: no value');
  expect(screen.text()).toContain('Update 1 work item');
  await choose(screen, 'clear');
  expect(screen.text()).not.toContain('The field is configured differently there.');
  expect(screen.text()).toContain('2 different values');
  expect(screen.text()).toContain('Clear on 3 work items');
});

test.each([
  ['set', 'Update 2 work items', 'Replacing overwrites what’s there.'],
  ['clear', 'Clear on 2 work items', 'Clearing deletes what’s there.'],
])('names values that it can’t read before %s loses them', async (operation, button, text) => {
  functions.bulkItems = () => ok({ items: [itemOf(1), itemOf(2, { isUnreadable: true })] });
  const screen = await open();
  await choose(screen, operation);
  expect(screen.text()).toContain(`The app can’t read the value of 1 work item (DEMO-2). ${text}`);
  expect(screen.text()).toContain(button);
  expect(screen.text()).not.toContain('Left out');
});

test.each(['add', 'remove'])(
  'says before %s that it skips a value it can’t read',
  async (operation) => {
    const objects = [pro14];
    functions.bulkItems = () =>
      ok({ items: [itemOf(1, { objects }), itemOf(2, { objects, isUnreadable: true })] });
    const screen = await open();
    await choose(screen, operation);
    expect(screen.text()).toContain(
      '1 work item will be skipped: DEMO-2. The app can’t read the value there.',
    );
    expect(screen.text()).toContain('Update 1 work item');
    expect(screen.text()).not.toContain('can’t read the value of');
  },
);

test('says before it saves where the field can’t hold what is picked, and counts without it', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({
    objectId: pro14.objectId.replace(/...$/, String(100 + index)),
    label: 'Full',
  }));
  functions.bulkItems = () =>
    ok({
      items: [
        itemOf(1, { isSingle: true, objects: [pro16] }),
        itemOf(2, { isSingle: true }),
        itemOf(3, { objects: full }),
        itemOf(4, { objects: full.slice(1) }),
      ],
    });
  const screen = await open(4);
  await choose(screen, 'add');
  expect(screen.text()).toContain('Update 4 work items');
  await pickIn(screen, pro14);
  const onlyOne = 'The field allows only one object there.';
  expect(screen.text()).toContain(`1 work item will be skipped: DEMO-1. ${onlyOne}`);
  expect(screen.text()).toContain(
    '1 work item will be skipped: DEMO-3. The field can hold up to 100 objects.',
  );
  expect(screen.text()).toContain('Update 2 work items');
  await choose(screen, 'set');
  expect(screen.text()).toContain('Update 4 work items');
  await pickIn(screen, pro16);
  expect(screen.text()).toContain(`2 work items will be skipped: DEMO-1, DEMO-2. ${onlyOne}`);
  expect(screen.text()).toContain('Update 2 work items');
  await choose(screen, 'remove');
  expect(screen.text()).not.toContain('will be skipped');
});

test('says right above Jira’s own button that it doesn’t update the field', async () => {
  const screen = await open();
  expect(textOf(screen.all('HelperMessage').at(-1)!)).toBe(
    'Jira’s own button, further down, doesn’t update this field.',
  );
});

test('doesn’t call a value empty that it can’t read', async () => {
  functions.bulkItems = () => ok({ items: [itemOf(1, { isUnreadable: true, valueKey: '{}' })] });
  const screen = await open(1);
  await choose(screen, 'set');
  expect(screen.text()).toContain('Now: a value that the app can’t read');
});

test('saves what is picked on all parts, one after the other, and tells what became of them', async () => {
  const parts = [deferred<unknown>(), deferred<unknown>(), deferred<unknown>()];
  functions.bulkItems = ({ offset }) =>
    ok({ items: Array.from({ length: 100 }, (_, index) => itemOf(Number(offset) + index)) });
  functions.saveBulk = ({ offset }) => parts[Number(offset) / 100]?.promise;
  const screen = await open(250);
  await choose(screen, 'add');
  await pickIn(screen, pro14);
  await press(screen, 'Update 300 work items');
  expect(saves(screen)).toEqual([{ offset: 0, operation: 'add', objects: [pro14] }]);
  parts[0]?.resolve(savedResult(99, 0, 'DEMO-7'));
  await settle();
  expect(screen.text()).toContain('100 of 250 work items');
  parts[1]?.resolve(savedResult(100));
  await settle();
  parts[2]?.resolve(savedResult(50));
  await settle();
  expect(screen.get('SectionMessage').props).toMatchObject({
    title: 'Added MacBook Pro 14 to 249 of 250 work items',
    appearance: 'warning',
  });
  expect(screen.text()).toContain('1 work item skipped: DEMO-7. Jira didn’t save the change.');
});

test('goes on where saving stopped', async () => {
  let isDown = true;
  functions.bulkItems = () => ok({ items: [itemOf(1)] });
  functions.saveBulk = ({ offset }) => (isDown && offset === 100 ? trouble : savedResult(100));
  const screen = await open(200);
  await clear(screen);
  expect(screen.text()).toContain('Saving stopped after 100 of 200 work items.');
  isDown = false;
  await press(screen, 'Clear on 2 work items');
  expect(saves(screen).map(({ offset }) => offset)).toEqual([0, 100, 100]);
  expect(outcome(screen)).toBe('Cleared on 200 work items');
});

test('hands Jira no value that it could store, and the reason that is true by then', async () => {
  const screen = await open();
  await pickIn(screen, pro14);
  await choose(screen, 'clear');
  expect(screen.submitted).toEqual([
    { unfinished: 'Jira doesn’t update this field. Use the button in the field.' },
  ]);
  await clear(screen);
  expect(screen.submitted.at(-1)).toEqual({
    unfinished: 'Saved by this field',
  });
  functions.saveBulk = () => savedResult(1, 0, 'DEMO-2');
  await press(screen, 'Make another change');
  await clear(screen);
  expect(screen.submitted.at(-1)).toEqual({
    unfinished: 'This field saved what it could. It names the work items that it skipped.',
  });
});

test('says at the end that it is over, in a place that is read out, and moves the focus there', async () => {
  const screen = await open();
  expect(screen.get('Box').props.role).toBe('status');
  await clear(screen);
  expect(outcome(screen)).toBe('Cleared on 2 work items');
  expect(textOf(screen.get('Box'))).toContain(
    'You can close or cancel Jira’s bulk edit now. Saved changes are kept.',
  );
  expect(buttonOf(screen, 'Make another change').props.autoFocus).toBe(true);
  expect(screen.text()).not.toContain('Clear on');
});

test('names what it saved, the first few of many', async () => {
  const laptops = ['A', 'B', 'C', 'D', 'E'].map((label, index) => ({
    ...{ label, objectId: pro14.objectId.replace(/.$/, String(index)) },
  }));
  functions.search = () => found(...laptops);
  const screen = await open();
  await pickIn(screen, ...laptops);
  await press(screen, 'Update 2 work items');
  expect(outcome(screen)).toBe('Added A, B, C +2 to 2 work items');
});

test('asks at once to connect an account, without which nothing can be picked', async () => {
  functions.search = () => consent;
  const screen = await open();
  expect(screen.text()).toContain('Connect your Workspace Data Service account to search.');
});

test('asks once before it clears, with the focus on the way back', async () => {
  const question = 'This empties the field on 2 work items. It can’t be undone here.';
  const screen = await open();
  await choose(screen, 'clear');
  await press(screen, 'Clear on 2 work items');
  expect(screen.text()).toContain(question);
  expect(buttonOf(screen, 'Keep values').props.autoFocus).toBe(true);
  expect(buttonOf(screen, 'Clear on 2 work items').props.appearance).toBe('danger');
  await press(screen, 'Keep values');
  expect(screen.text()).not.toContain(question);
  await press(screen, 'Clear on 2 work items');
  await choose(screen, 'set');
  await choose(screen, 'clear');
  expect(screen.text()).not.toContain(question);
  expect(saves(screen)).toEqual([]);
  await clear(screen);
  expect(saves(screen)).toEqual([{ offset: 0, operation: 'clear', objects: [] }]);
});

test.each([
  ['set', 1, 'Set to MacBook Pro 14 on 1 of 3 work items', '2 already had this value.'],
  ['add', 2, 'Added MacBook Pro 14 to 2 of 3 work items', '1 already held it.'],
  ['remove', 1, 'Removed MacBook Pro 14 from 1 of 3 work items', '2 didn’t hold it.'],
  ['clear', 1, 'Cleared on 1 of 3 work items', '2 were already empty.'],
  ['clear', 2, 'Cleared on 2 of 3 work items', '1 was already empty.'],
  ['add', 0, 'Nothing to change', '3 work items already held MacBook Pro 14.'],
  ['remove', 0, 'Nothing to change', '3 work items didn’t hold MacBook Pro 14.'],
  ['clear', 0, 'Nothing to change', '3 work items were already empty.'],
])(
  'counts what %s left as it was and what it saved, %i, against all that are selected: %s, %s',
  async (operation, savedCount, title, text) => {
    const items = [1, 2, 3].map((index) => itemOf(index, { objects: [pro14] }));
    functions.bulkItems = () => ok({ items });
    functions.saveBulk = () => savedResult(savedCount, 3 - savedCount);
    const screen = await open(3);
    await choose(screen, operation);
    if (operation !== 'clear') await picker(screen).pick(pickable(screen));
    const button = `${operation === 'clear' ? 'Clear on' : 'Update'} 3 work items`;
    await press(screen, button);
    if (operation === 'clear') await press(screen, button);
    expect(screen.get('SectionMessage').props).toMatchObject({
      title,
      appearance: savedCount > 0 ? 'success' : 'information',
    });
    expect(screen.text()).toContain(text);
  },
);

test('names several objects that were there once, and what it left out beside them', async () => {
  functions.saveBulk = () => savedResult(1, 1, 'DEMO-3');
  const screen = await open(3);
  await choose(screen, 'add');
  await pickIn(screen, pro14, pro16);
  await press(screen, 'Update 2 work items');
  expect(screen.get('SectionMessage').props).toMatchObject({
    title: 'Added MacBook Pro 14, MacBook Pro 16 to 1 of 3 work items',
    appearance: 'warning',
  });
  expect(screen.text()).toContain('1 already held them.');
  expect(screen.text()).toContain('1 work item skipped: DEMO-3.');
});

test('begins another change with nothing chosen, and with what the work items hold by then', async () => {
  const screen = await open();
  await clear(screen);
  const items = [1, 2].map((index) => itemOf(index, { objects: [pro16], valueKey: 'x' }));
  functions.bulkItems = () => ok({ items });
  await press(screen, 'Make another change');
  expect(screen.text()).toContain('Now: MacBook Pro 16');
  expect(screen.get('RadioGroup').props.value).toBe('add');
  expect(screen.get('Select').props).toMatchObject({ value: [], autoFocus: true });
  expect(buttonOf(screen, 'Update 2 work items').props.isDisabled).toBe(true);
});

test('says plainly where nothing was saved', async () => {
  functions.saveBulk = () => savedResult(0, 0, 'DEMO-1', 'DEMO-2');
  const screen = await open();
  await clear(screen);
  expect(outcome(screen)).toBe('Nothing was saved');
  expect(screen.text()).toContain(
    '2 work items skipped: DEMO-1, DEMO-2. Jira didn’t save the change.',
  );
});

test('saves nothing before something is picked, and says so, but clears', async () => {
  const screen = await open();
  expect(buttonOf(screen, 'Update 2 work items').props.isDisabled).toBe(true);
  expect(screen.text()).toContain('Choose an object first.');
  expect(screen.text().split('\n')[0]).toBe('Use the button below to save.');
  await choose(screen, 'clear');
  expect(screen.text()).not.toContain('first.');
  expect(buttonOf(screen, 'Clear on 2 work items').props.isDisabled).toBe(false);
  expect(screen.all('Select')).toEqual([]);
});

test('says why the work items can’t be read, not that they hold nothing, and reads them again', async () => {
  let isDown = true;
  functions.bulkItems = () => (isDown ? trouble : ok({ items: [itemOf(1), itemOf(2)] }));
  const screen = await open();
  await choose(screen, 'remove');
  expect(screen.text()).toContain('No answer.');
  expect(screen.text()).not.toContain('hold no objects that can be removed');
  await choose(screen, 'add');
  isDown = false;
  await press(screen, 'Try again');
  expect(screen.text()).toContain('Now: no value');
});
