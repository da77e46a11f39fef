import { expect, test } from 'vitest';
import { confirm } from '../support/editor';
import {
  chosen,
  city,
  country,
  editCascade,
  latvia,
  messages,
  ok,
  path,
  region,
  stored,
  valmiera,
  vidzeme,
  type Level,
} from '../support/cascade-editor';
import { textOf } from '../support/ui-host';

const livland = { ...vidzeme, label: 'Livland' };
const view = (...objects: (typeof latvia)[]) => ({
  view: () => ok({ objects: objects.map((object) => ({ ...object, attributes: [] })) }),
});
const open = (objects: (typeof latvia)[], levels: Level[] = [country, region, city]) =>
  editCascade({ levels, fieldValue: path, functions: view(...objects) });

test('says on each level which object was renamed, deleted or hidden since', async () => {
  const screen = await open([livland, valmiera]);
  expect(chosen(screen)).toEqual([[latvia.label], [livland.label], [valmiera.label]]);
  expect(screen.all('Text').map(textOf)).toEqual([
    'Latvia: deleted, or you don’t have access',
    'Livland: saved as “Vidzeme”',
  ]);
});

test('stores the new name of any level where the person confirms, without any other change', async () => {
  const screen = await open([latvia, livland, valmiera]);
  expect(messages(screen)).toEqual(['Confirm to save the new names.']);
  await confirm(screen);
  expect(screen.submitted).toEqual([stored([latvia], [livland], [valmiera])]);
});

test('stores a new name also where the last level was added since, and ends the path where it did', async () => {
  const street = { ...city, levelId: 'street', name: 'Street', needs: [city.levelId] };
  const screen = await open([latvia, livland, valmiera], [country, region, city, street]);
  await confirm(screen);
  expect(screen.submitted).toMatchObject([{ objects: [valmiera] }]);
});

test('leaves a path alone that has a level which was removed since', async () => {
  const screen = await open([latvia, livland, valmiera], [country, { ...city, needs: [] }]);
  await confirm(screen);
  expect(screen.submitted).toEqual([]);
  expect(screen.closed()).toBe(true);
});

test('stores the path that others picked meanwhile by its new names', async () => {
  const screen = await editCascade({
    fieldValue: stored([latvia], [vidzeme], []),
    functions: view(latvia, livland, valmiera),
    storedMeanwhile: path,
  });
  await confirm(screen);
  expect(screen.submitted).toEqual([stored([latvia], [livland], [valmiera])]);
});
