import { expect, test } from 'vitest';
import { edit, found, pass, picker, pro14, searches } from '../support/editor';
import { useFakeDelays } from '../support/fake-delays';

useFakeDelays();

test('cuts pasted text to what a label can hold, also where it stands, and names its beginning', async () => {
  const screen = await edit({ search: ({ text }) => (text === '' ? found(pro14) : found()) });
  const { type, select, focus, hint } = picker(screen);
  await focus();
  type('x'.repeat(10_000));
  await pass(300);
  expect(searches(screen).at(-1)).toBe('x'.repeat(255));
  expect(select().props.inputValue).toBe('x'.repeat(255));
  expect(hint()).toContain(`Nothing matches “${'x'.repeat(39)}…”.`);
  type('x'.repeat(254));
  await pass(300);
  expect(select().props.inputValue).toBeUndefined();
});
