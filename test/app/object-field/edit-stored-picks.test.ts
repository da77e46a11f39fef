import { describe, expect, test } from 'vitest';
import {
  confirm,
  edit,
  found,
  picker,
  pro14,
  pro16,
  save,
  searches,
  thinkPad,
  pickIn,
} from '../support/editor';
import { deferred, settle, textOf, type MountedScreen } from '../support/ui-host';
import { ok, consent, problem } from '../support/replies';

const only = (...offered: { objectId: string }[]) =>
  ok({ objectIds: offered.map(({ objectId }) => objectId) });
const unreachable = problem('Away');
const awaitsCheck = 'Wait until your picks are checked, then try again.';
const unchecked = 'Your picks couldn’t be checked. Try again, or remove them.';
const picked = { objects: [pro14, thinkPad] };
const create = (options: Parameters<typeof edit>[0]) =>
  edit({ renderContext: 'issue-create', fieldValue: picked, ...options });
const hints = (screen: MountedScreen) => screen.all('HelperMessage').map(textOf);

describe('a create form that changed its project or work type after something was picked', () => {
  test('takes away what isn’t available there, says so and hands the form the rest', async () => {
    const screen = await create({ offered: () => only(pro14) });
    const objectIds = [pro14.objectId, thinkPad.objectId];
    expect(screen.payloadsOf('offered')).toEqual([{ objectIds }]);
    expect(picker(screen).chosen()).toEqual([pro14.label]);
    expect(hints(screen)).toEqual([
      'ThinkPad X1 Carbon isn’t available for this project and work type, so it was removed.',
    ]);
    expect(screen.submitted).toMatchObject([
      { objects: [pro14, thinkPad], unfinished: awaitsCheck },
      { objects: [pro14], objectIds: [pro14.objectId] },
    ]);
    expect(screen.submitted.at(-1)).not.toHaveProperty('unfinished');
  });

  test('clears the field where nothing of it is offered', async () => {
    const screen = await create({ offered: () => only() });
    expect(screen.submitted.at(-1)).toBeNull();
    expect(hints(screen)).toEqual([expect.stringContaining('so they were removed')]);
  });

  test('keeps what is offered without a word', async () => {
    const screen = await create({ offered: () => only(pro14, thinkPad) });
    expect(picker(screen).chosen()).toEqual([pro14.label, thinkPad.label]);
    expect(hints(screen)).toEqual([]);
  });

  test('says that the field takes fewer objects there, and doesn’t let the form go on with more', async () => {
    const screen = await create({ cardinality: 'one', offered: () => only(pro14, thinkPad) });
    const unfinished = 'This field now takes one object. Remove 1 to save your change.';
    expect(textOf(screen.get('ErrorMessage'))).toBe(unfinished);
    expect(screen.submitted.at(-1)).toMatchObject({ objects: [pro14, thinkPad], unfinished });
    await picker(screen).remove(thinkPad.label);
    expect(screen.submitted.at(-1)).not.toHaveProperty('unfinished');
  });

  test('lets nobody pick, and can’t be sent, while it is asked', async () => {
    const answer = deferred<unknown>();
    const screen = await create({ offered: () => answer.promise });
    expect(picker(screen).select().props.isDisabled).toBe(true);
    expect(screen.submitted.at(-1)).toHaveProperty('unfinished', awaitsCheck);
    answer.resolve(only(thinkPad));
    await settle();
    expect(picker(screen).select().props.isDisabled).toBe(false);
    expect(picker(screen).chosen()).toEqual([thinkPad.label]);
  });

  test.each([
    { name: 'the service is away', reply: unreachable, said: 'Away' },
    { name: 'the grant ended', reply: consent, said: 'to check whether your picks are available' },
  ])('keeps the picks, says so and tries again where $name', async ({ reply, said }) => {
    const answers: unknown[] = [reply];
    const screen = await create({
      isConnected: reply !== consent,
      offered: () => answers.shift() ?? only(pro14),
    });
    expect(screen.text()).toContain(said);
    expect(screen.all('LoadingButton')).toHaveLength(1);
    expect(picker(screen).chosen()).toEqual([pro14.label, thinkPad.label]);
    expect(screen.submitted.at(-1)).toHaveProperty('unfinished', unchecked);
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(screen.text()).not.toContain(said);
    expect(picker(screen).chosen()).toEqual([pro14.label]);
    expect(screen.submitted.at(-1)).not.toHaveProperty('unfinished');
  });

  test('can be sent without picks that can’t be checked', async () => {
    const screen = await create({ offered: () => unreachable });
    await picker(screen).remove(thinkPad.label);
    expect(screen.submitted.at(-1)).toMatchObject({ objects: [pro14], unfinished: unchecked });
    await picker(screen).remove(pro14.label);
    expect(screen.submitted.at(-1)).toBeNull();
  });

  test.each(['issue-view', 'issue-transition'])(
    'differs from a work item, which keeps what it holds: %s',
    async (renderContext) => {
      const screen = await edit({ renderContext, fieldValue: picked });
      expect(screen.payloadsOf('offered')).toEqual([]);
      await save(screen);
      expect(picker(screen).chosen()).toEqual([pro14.label, thinkPad.label]);
    },
  );

  test('asks nothing where nothing was picked', async () => {
    const screen = await create({ fieldValue: null });
    expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['field']);
  });
});

describe('someone who hasn’t connected their account', () => {
  test('reads so in a create form before they click, and searches once they have', async () => {
    let isConnected = false;
    const screen = await create({
      fieldValue: null,
      isConnected,
      search: () => (isConnected ? found(pro14, pro16) : consent),
    });
    expect(screen.text()).toContain('Connect your Workspace Data Service account to search.');
    expect(screen.get('LinkButton').props.href).toBe('https://site.example/connect?connect=now');
    expect(searches(screen)).toEqual([]);
    await picker(screen).focus();
    expect(screen.all('LinkButton')).toHaveLength(1);
    isConnected = true;
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(screen.all('LinkButton')).toEqual([]);
    expect(picker(screen).options()).toEqual([pro14.label, pro16.label]);
  });
});

const renamed = { ...pro14, label: 'MacBook Air' };
const stored = { objects: [pro14] };
const linesOf = (screen: MountedScreen) => screen.all('Text').map(textOf);
describe('an object that was renamed since the field was saved', () => {
  test('is shown by its name of today, and stored by that once the person confirms, without any other change', async () => {
    const screen = await edit({ fieldValue: stored, view: () => found(renamed) });
    expect(picker(screen).chosen()).toEqual(['MacBook Air']);
    expect(linesOf(screen)).toContain('MacBook Air: saved as “MacBook Pro 14”');
    expect(screen.text()).toContain('Confirm to save the new names.');
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
    await pickIn(screen, thinkPad);
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
