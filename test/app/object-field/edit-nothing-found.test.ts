import { expect, test } from 'vitest';
import { edit, found, foundOf, pass, picker, pro14 } from '../support/editor';
import { useFakeDelays } from '../support/fake-delays';
import { settle } from '../support/ui-host';

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

test('says that there is nothing to choose even where words are searched for', async () => {
  const screen = await edit({ search: () => found() });
  const { focus, type, hint } = picker(screen);
  await focus();
  expect(hint()).toContain('nothing to choose');
  type('zebra');
  await pass(300);
  expect(hint()).toContain('nothing to choose');
  expect(hint()).not.toContain('Try fewer or different words.');
});

test('opens no list that counts a hint as a result or says “No options”', async () => {
  const screen = await edit({ search: () => found() });
  const { focus, isShut, type } = picker(screen);
  await focus();
  expect(isShut()).toBe(true);
  type('zebra');
  await pass(300);
  expect(isShut()).toBe(true);
});

test('says nothing of a search any more once the person has gone on', async () => {
  const screen = await edit({ search: () => found() });
  const { focus, blur, hint } = picker(screen);
  await focus();
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

test('says that everything is picked where nothing is left to offer', async () => {
  const screen = await edit({ search: () => found(pro14) });
  const { focus, pick, hint } = picker(screen);
  await focus();
  await pick(pro14.label);
  expect(hint()).toBe(
    'You’ve picked everything that matches. Remove an object to see it here again.',
  );
});

test('doesn’t say that everything is picked where more matches than the service listed', async () => {
  const screen = await edit({ search: () => foundOf(60, pro14) });
  const { focus, pick, hint } = picker(screen);
  await focus();
  await pick(pro14.label);
  expect(hint()).toBe('You’ve picked all of the first 1 of 60. Type to find others.');
});
