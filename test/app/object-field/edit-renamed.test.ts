import { describe, expect, test } from 'vitest';
import {
  confirm,
  consent,
  edit,
  found,
  picker,
  pro14,
  pro16,
  save,
  thinkPad,
} from '../support/editor';
import { deferred, settle, textOf, type MountedScreen } from '../support/ui-host';

const renamed = { ...pro14, label: 'MacBook Air' };
const stored = { objects: [pro14] };
const linesOf = (screen: MountedScreen) => screen.all('Text').map(textOf);
describe('an object that was renamed since the field was saved', () => {
  test('is shown by its name of today, with the one that Jira stores', async () => {
    const screen = await edit({ fieldValue: stored, view: () => found(renamed) });
    expect(picker(screen).chosen()).toEqual(['MacBook Air']);
    expect(linesOf(screen)).toContain('MacBook Air: saved as “MacBook Pro 14”');
    expect(screen.text()).toContain('Confirm to save the new names.');
  });

  test('is stored by that name once the person confirms, without any other change', async () => {
    const screen = await edit({ fieldValue: stored, view: () => found(renamed) });
    await confirm(screen);
    expect(screen.submitted).toMatchObject([{ objects: [renamed], labels: ['MacBook Air'] }]);
  });

  test('is not stored by leaving the editor, which closes', async () => {
    const screen = await edit({ fieldValue: stored, view: () => found(renamed) });
    expect(screen.get('CustomFieldEdit').props).toMatchObject({
      disableSubmitOnBlur: false,
      hideActionButtons: true,
    });
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.closed()).toBe(true);
  });

  test('is stored where the person confirms before the name has arrived', async () => {
    const answer = deferred<unknown>();
    const screen = await edit({ fieldValue: stored, view: () => answer.promise });
    await confirm(screen);
    answer.resolve(found(renamed));
    await settle();
    expect(screen.submitted).toMatchObject([{ objects: [renamed] }]);
  });

  test.each([
    ['has another object now', { objects: [thinkPad] }, found(thinkPad), []],
    ['has one more', { objects: [pro14, pro16] }, found(renamed, pro16), [[renamed, pro16]]],
    ['has none any more', null, found(), []],
  ])('takes nothing back that others changed: the field %s', async (_, meanwhile, later, saved) => {
    const answers = [found(renamed)];
    const screen = await edit({
      cardinality: 'one',
      fieldValue: stored,
      storedMeanwhile: meanwhile,
      view: () => answers.shift() ?? later,
    });
    await confirm(screen);
    expect(screen.submitted).toMatchObject(saved.map((objects) => ({ objects })));
    expect(screen.closed()).toBe(saved.length === 0);
  });

  test('is stored beside more objects than the field takes by now, which stay', async () => {
    const screen = await edit({
      cardinality: 'one',
      fieldValue: { objects: [pro14, pro16] },
      view: () => found(renamed, pro16),
    });
    await confirm(screen);
    expect(screen.submitted).toMatchObject([{ objects: [renamed, pro16] }]);
  });

  test.each([
    ['a value of which part cannot be read', { objects: [pro14, 7] }, () => found(renamed)],
    ['a value that cannot be looked up', stored, () => consent],
  ])('leaves %s alone', async (_, fieldValue, view) => {
    const screen = await edit({ fieldValue, view });
    await confirm(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.closed()).toBe(true);
  });

  test('is stored in a form only with a change', async () => {
    const screen = await edit({
      renderContext: 'issue-transition',
      fieldValue: stored,
      view: () => found(renamed),
    });
    expect(screen.text()).not.toContain('Confirm to save');
    await save(screen);
    expect(screen.submitted).toEqual([]);
    await picker(screen).focus();
    await picker(screen).pick(thinkPad.label);
    expect(screen.submitted).toMatchObject([{ objects: [renamed, thinkPad] }]);
  });
});

describe('an object that was deleted, or that the person may not see', () => {
  test('is shown as such, and kept', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14, pro16] },
      view: () => found(pro16),
    });
    expect(linesOf(screen)).toContain('MacBook Pro 14: deleted, or you don’t have access');
    expect(linesOf(screen).join()).not.toContain('MacBook Pro 16');
    expect(picker(screen).chosen()).toEqual([pro14.label, pro16.label]);
  });

  test('is not called gone while the service has not answered', async () => {
    for (const view of [() => new Promise(() => undefined), () => consent]) {
      const screen = await edit({ fieldValue: stored, view });
      expect(screen.text()).not.toContain('was deleted');
    }
  });
});
