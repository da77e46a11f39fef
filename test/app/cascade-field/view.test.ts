import { expect, test } from 'vitest';
import {
  cesis,
  latvia,
  lithuania,
  path,
  stored,
  valmiera,
  vidzeme,
} from '../support/cascade-editor';
import { mount, textOf, type MountedScreen } from '../support/ui-host';
import { ok } from '../support/replies';

const page = (objectId: string) => `https://wds.example.com/o/${objectId}`;
const live = (...objects: (typeof latvia)[]) =>
  ok({
    objects: objects.map((object) => ({ ...object, url: page(object.objectId), attributes: [] })),
  });

function show(fieldValue: unknown, view: () => unknown = () => live()) {
  return mount('src/app/cascade-field/view.tsx', {
    extension: { fieldValue },
    functions: { view },
  });
}

const linesOf = (screen: MountedScreen) => screen.all('Text').map(textOf);
const gone = 'Deleted, or you don’t have access';

test('shows the object of the last level as a link behind its path, found by one call', async () => {
  const screen = await show(path, () => live(latvia, vidzeme, valmiera));
  expect(linesOf(screen)).toEqual(['Latvia / Vidzeme / Valmiera']);
  expect(screen.all('Link').map(({ props }) => props.href)).toEqual([page(valmiera.objectId)]);
  expect(screen.calls.map(({ payload }) => new Set(payload.objectIds as string[]))).toEqual([
    new Set(path.pathIds),
  ]);
});

test('shows the path in the labels of today, and in stored ones where the person may not see more', async () => {
  const screen = await show(path, () => live({ ...latvia, label: 'Republic of Latvia' }, valmiera));
  expect(linesOf(screen)).toEqual([
    'Republic of Latvia / Vidzeme / Valmiera',
    'Republic of Latvia: saved as “Latvia”',
    'Vidzeme: deleted, or you don’t have access',
  ]);
});

test('shows each of several objects behind the path that they share', async () => {
  const value = stored([latvia], [vidzeme], [valmiera, cesis]);
  const screen = await show(value, () => live(latvia, vidzeme, valmiera, cesis));
  expect(linesOf(screen)).toEqual(['Latvia / Vidzeme / Valmiera', 'Latvia / Vidzeme / Cēsis']);
});

test('shows the levels above once where it is not known which of several leads to which', async () => {
  const value = stored([latvia, lithuania], [vidzeme], [valmiera, cesis]);
  const screen = await show(value, () => live(latvia, lithuania, vidzeme, valmiera, cesis));
  expect(linesOf(screen)).toEqual(['Latvia, Lithuania / Vidzeme', 'Valmiera', 'Cēsis']);
});

test.each([
  ['the bare shape', { objects: [valmiera] }, ['Valmiera']],
  [
    'levels that nobody knows',
    {
      objects: [valmiera],
      levels: [
        { levelId: 'a', objects: [latvia] },
        { levelId: 'b', objects: [valmiera] },
      ],
    },
    ['Latvia / Valmiera'],
  ],
  ['levels without objects', { ...path, levels: [{ levelId: 'a', objects: [] }] }, ['Valmiera']],
])('shows %s', async (_, value, lines) => {
  expect(linesOf(await show(value, () => live(latvia, valmiera)))).toEqual(lines);
});

test('shows as much of a path as there is where it has no end', async () => {
  const value = { ...stored([latvia], [vidzeme], []), objects: [] };
  expect((await show(value)).text()).toBe('Latvia / Vidzeme');
});

test('says of an object on the last level that it is gone or hidden, and keeps its stored path', async () => {
  const screen = await show(path, () => live(latvia, vidzeme));
  expect(linesOf(screen)).toEqual(['Latvia / Vidzeme / Valmiera', gone]);
});

test('shows a path that ends above the last level by the object on which it ends', async () => {
  const value = { ...stored([latvia], [], []), objects: [latvia] };
  expect(linesOf(await show(value, () => live(latvia)))).toEqual(['Latvia']);
});

test('says that a part of the value can’t be read where its levels can’t', async () => {
  const screen = await show({ objects: [valmiera], levels: 7 });
  expect(screen.text()).toContain(
    'Part of this field’s value can’t be read. Saving a change removes that part.',
  );
});
