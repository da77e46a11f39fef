import { expect, it } from 'vitest';
import { save } from '../support/editor';
import { mount } from '../support/ui-host';

it('says that a save failed whose last look at the field was refused, and takes the next one', async () => {
  const screen = await mount(() => import('./support/draft-screen'));
  await save(screen);
  await save(screen);
  expect(screen.text()).toContain('open');
  expect(screen.text()).toContain("couldn't be saved");
  expect(screen.submitted).toEqual([]);
  await save(screen);
  expect(screen.submitted).toEqual([{ content: 1 }]);
  expect(screen.text()).not.toContain("couldn't be saved");
});
