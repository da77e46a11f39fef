import { describe, expect, test } from 'vitest';
import {
  edit,
  found,
  foundOf,
  pickIn,
  picker,
  pro14,
  pro16,
  save,
  searches,
  thinkPad,
  typeIn,
} from '../support/editor';
import { useFakeDelays, pass } from '../support/fake-delays';
import { press, settle, textOf, type MountedScreen } from '../support/ui-host';

useFakeDelays();

test('says that nothing matches', async () => {
  const screen = await edit({ search: ({ text }) => (text === '' ? found(pro14) : found()) });
  const { focus, type, hint, isShut } = picker(screen);
  await focus();
  type('zebra');
  await settle();
  expect(isShut()).toBe(false);
  await pass(300);
  expect(hint()).toBe('Nothing matches “zebra”. Try fewer or different words.');
});

test('says that there is nothing to choose, also where words are searched for, in no list that counts it as a result', async () => {
  const screen = await edit({ search: () => found() });
  const { focus, blur, hint, isShut } = picker(screen);
  await focus();
  expect([hint(), isShut()]).toEqual([expect.stringContaining('nothing to choose'), true]);
  await typeIn(screen, 'zebra');
  expect([hint(), isShut()]).toEqual([expect.stringContaining('nothing to choose'), true]);
  expect(hint()).not.toContain('Try fewer or different words.');
  await blur();
  expect(hint()).toBe('');
});

test('doesn’t save on Enter while something is typed', async () => {
  const screen = await edit({ search: () => found() });
  const { focus, type } = picker(screen);
  await focus();
  const onEnter = () => screen.get('CustomFieldEdit').props.disableSubmitOnEnter;
  expect(onEnter()).toBe(false);
  type('zebra');
  await settle();
  expect(onEnter()).toBe(true);
});

test.each([
  [1, 'You’ve picked everything that matches. Remove an object to see it here again.'],
  [60, 'You’ve picked all of the first 1 of 60. Type to find others.'],
])('says that all is picked that the list shows, of %i that match', async (total, text) => {
  const screen = await edit({ search: () => foundOf(total, pro14) });
  const { hint } = picker(screen);
  await pickIn(screen, pro14);
  expect(hint()).toBe(text);
});

const laptops = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    objectId: pro14.objectId.replace(/.{4}$/, String(1_000 + index)),
    label: `Laptop ${index}`,
  }));
const labelsOf = (objects: readonly { label: string }[]) => objects.map(({ label }) => label);
const editMany = (count: number) =>
  edit({
    fieldValue: { objects: laptops(count) },
    search: () => found(thinkPad),
    view: () => found(...laptops(count)),
  });

const submittedLabels = ({ submitted }: MountedScreen) =>
  (submitted.at(-1) as { labels: string[] } | null)?.labels;

test('shows a label to its end below the picker, which cuts it', async () => {
  const label = 'Field laptop of the team that measures the wells in the north';
  const object = { objectId: pro14.objectId, label };
  const screen = await edit({ fieldValue: { objects: [object] }, view: () => found(object) });
  const texts = screen.all('Text').filter((node) => textOf(node) === label);
  expect(texts.map(({ props }) => props.maxLines)).toEqual([3]);
});

test('shows what tells a pick from others before a label that the picker cuts, and the label below', async () => {
  const objects = [pro14, pro16].map(({ objectId }) => ({ objectId, label: 'Docking station' }));
  const screen = await edit({ fieldValue: { objects }, view: () => found(...objects) });
  expect(picker(screen).chosen()[0]).toBe('0b0c0d0e · Docking station');
  expect(screen.all('Text').map(textOf)).toEqual(['Docking station', 'Docking station']);
});

describe('a picker that holds many objects', () => {
  test('shows all of few objects, the first ten of many, and all of them when asked', async () => {
    const few = await editMany(20);
    expect(picker(few).chosen()).toHaveLength(20);
    expect(few.all('Button')).toEqual([]);
    const screen = await editMany(100);
    expect(picker(screen).chosen()).toEqual(labelsOf(laptops(10)));
    await press(screen, 'Show all 100');
    expect(picker(screen).chosen()).toHaveLength(100);
    await press(screen, 'Show fewer');
    expect(picker(screen).chosen()).toHaveLength(10);
  });

  test('shows what is added, and stores it behind those that it does not show', async () => {
    const screen = await editMany(99);
    await pickIn(screen, thinkPad);
    expect(picker(screen).chosen()).toEqual([...labelsOf(laptops(10)), thinkPad.label]);
    await save(screen);
    expect(submittedLabels(screen)).toEqual([...labelsOf(laptops(99)), thinkPad.label]);
  });

  test('takes away an object that it shows and keeps the others, or all of them where it is cleared', async () => {
    const screen = await editMany(100);
    await picker(screen).remove('Laptop 3');
    await save(screen);
    expect(submittedLabels(screen)).toEqual(
      labelsOf(laptops(100)).filter((label) => label !== 'Laptop 3'),
    );
    await screen.act(picker(screen).select(), 'onChange', []);
    await save(screen);
    expect(screen.submitted.at(-1)).toBeNull();
  });

  test('shows the other objects once all that it showed are taken away', async () => {
    const screen = await editMany(25);
    for (const label of labelsOf(laptops(10))) await picker(screen).remove(label);
    expect(picker(screen).chosen()).toEqual(labelsOf(laptops(25)).slice(10));
  });
});

test('cuts pasted text to what a label can hold, also where it stands, and names its beginning', async () => {
  const screen = await edit({ search: ({ text }) => (text === '' ? found(pro14) : found()) });
  const { select, hint } = picker(screen);
  await typeIn(screen, 'x'.repeat(10_000));
  expect(searches(screen).at(-1)).toBe('x'.repeat(255));
  expect(select().props.inputValue).toBe('x'.repeat(255));
  expect(hint()).toContain(`Nothing matches “${'x'.repeat(20)}…${'x'.repeat(19)}”.`);
  await typeIn(screen, 'x'.repeat(254));
  expect(select().props.inputValue).toBeUndefined();
});
