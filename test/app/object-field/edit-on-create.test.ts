import { describe, expect, test } from 'vitest';
import {
  consent,
  edit,
  found,
  picker,
  pro14,
  pro16,
  save,
  searches,
  thinkPad,
} from '../support/editor';
import { deferred, settle, textOf, type MountedScreen } from '../support/ui-host';

const ok = (...offered: { objectId: string }[]) => ({
  kind: 'ok',
  value: { objectIds: offered.map(({ objectId }) => objectId) },
});
const unreachable = {
  kind: 'problem',
  code: 'SERVICE_UNREACHABLE',
  message: 'Away',
  canRetry: true,
};
const awaitsCheck = 'Wait until your picks are checked, then try again.';
const unchecked = 'Your picks couldn’t be checked. Try again, or remove them.';
const picked = { objects: [pro14, thinkPad] };
const create = (options: Parameters<typeof edit>[0]) =>
  edit({ renderContext: 'issue-create', fieldValue: picked, ...options });
const asked = (screen: MountedScreen) =>
  screen.calls.filter(({ functionKey }) => functionKey === 'offered');
const hints = (screen: MountedScreen) => screen.all('HelperMessage').map(textOf);

describe('a create form that changed its project or work type after something was picked', () => {
  test('takes away what isn’t available there, says so and hands the form the rest', async () => {
    const screen = await create({ offered: () => ok(pro14) });
    expect(asked(screen).map(({ payload }) => payload)).toEqual([
      { objectIds: [pro14.objectId, thinkPad.objectId] },
    ]);
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
    const screen = await create({ offered: () => ok() });
    expect(screen.submitted.at(-1)).toBeNull();
    expect(hints(screen)).toEqual([expect.stringContaining('so they were removed')]);
  });

  test('keeps what is offered without a word', async () => {
    const screen = await create({ offered: () => ok(pro14, thinkPad) });
    expect(picker(screen).chosen()).toEqual([pro14.label, thinkPad.label]);
    expect(hints(screen)).toEqual([]);
  });

  test('says that the field takes fewer objects there, and doesn’t let the form go on with more', async () => {
    const screen = await create({ cardinality: 'one', offered: () => ok(pro14, thinkPad) });
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
    answer.resolve(ok(thinkPad));
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
      offered: () => answers.shift() ?? ok(pro14),
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
      expect(asked(screen)).toEqual([]);
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
    expect(screen.get('LinkButton').props.href).toBe('https://site.example/connect');
    expect(searches(screen)).toEqual([]);
    await picker(screen).focus();
    expect(screen.all('LinkButton')).toHaveLength(1);
    isConnected = true;
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(screen.all('LinkButton')).toEqual([]);
    expect(picker(screen).options()).toEqual([pro14.label, pro16.label]);
  });
});
