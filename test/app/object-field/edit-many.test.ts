import { describe, expect, test } from 'vitest';
import { edit, found, picker, pro14, pro16, save, thinkPad } from '../support/editor';
import { press, textOf, type MountedScreen } from '../support/ui-host';

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

test('shows a label below the picker that cuts it in favor of what tells it from others', async () => {
  const objects = [pro14, pro16].map(({ objectId }) => ({ objectId, label: 'Docking station' }));
  const screen = await edit({ fieldValue: { objects }, view: () => found(...objects) });
  expect(picker(screen).chosen()[0]).toBe('Docking… · 0b0c0d0e');
  expect(screen.all('Text').map(textOf)).toEqual(['Docking station', 'Docking station']);
});

describe('a picker that holds many objects', () => {
  test('shows all objects where they are few', async () => {
    const screen = await editMany(20);
    expect(picker(screen).chosen()).toHaveLength(20);
    expect(screen.all('Button')).toEqual([]);
  });

  test('shows the first ten objects, and all of them when asked', async () => {
    const screen = await editMany(100);
    expect(picker(screen).chosen()).toEqual(labelsOf(laptops(10)));
    await press(screen, 'Show all 100');
    expect(picker(screen).chosen()).toHaveLength(100);
    await press(screen, 'Show fewer');
    expect(picker(screen).chosen()).toHaveLength(10);
  });

  test('shows what is added, and stores it behind those that it does not show', async () => {
    const screen = await editMany(99);
    await picker(screen).focus();
    await picker(screen).pick(thinkPad.label);
    expect(picker(screen).chosen()).toEqual([...labelsOf(laptops(10)), thinkPad.label]);
    await save(screen);
    expect(submittedLabels(screen)).toEqual([...labelsOf(laptops(99)), thinkPad.label]);
  });

  test('takes away an object that it shows and keeps the others', async () => {
    const screen = await editMany(100);
    await picker(screen).remove('Laptop 3');
    await save(screen);
    expect(submittedLabels(screen)).toEqual(
      labelsOf(laptops(100)).filter((label) => label !== 'Laptop 3'),
    );
  });

  test('takes every object away where it is cleared', async () => {
    const screen = await editMany(100);
    await screen.act(picker(screen).select(), 'onChange', []);
    await save(screen);
    expect(screen.submitted).toEqual([null]);
  });

  test('shows the other objects once all that it showed are taken away', async () => {
    const screen = await editMany(25);
    for (const label of labelsOf(laptops(10))) await picker(screen).remove(label);
    expect(picker(screen).chosen()).toEqual(labelsOf(laptops(25)).slice(10));
  });
});
