import { expect, test } from 'vitest';
import { save } from '../support/editor';
import { mount, press } from '../support/ui-host';

test('says that a save failed whose last look at the field was refused, and takes the next one', async () => {
  const screen = await mount('test/app/field-screen/support/draft-screen.tsx');
  await save(screen);
  await save(screen);
  expect(screen.text()).toContain('open');
  expect(screen.text()).toContain('couldn’t be saved');
  expect(screen.submitted).toEqual([]);
  await save(screen);
  expect(screen.submitted).toEqual([{ content: 1 }]);
  expect(screen.text()).not.toContain('couldn’t be saved');
});

test('saves what the person changes while a confirmation is still looking at the field', async () => {
  const screen = await mount('test/app/field-screen/support/label-screen.tsx');
  for (const name of ['Confirm', 'Change', 'Answer']) await press(screen, name);
  expect(screen.submitted).toEqual([{ content: 1 }]);
  expect(screen.text()).toContain('open');
});
