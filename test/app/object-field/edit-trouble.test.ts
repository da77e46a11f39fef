import { describe, expect, test } from 'vitest';
import {
  edit,
  found,
  foundOf,
  pickIn,
  picker,
  pro14,
  pro16,
  searches,
  shown,
  thinkPad,
  typeIn,
} from '../support/editor';
import { settle, type DocumentNode, type MountedScreen } from '../support/ui-host';
import { useFakeDelays, pass } from '../support/fake-delays';
import { ok, consent, problem } from '../support/replies';

useFakeDelays();

describe('a grant that ends in the middle of typing', () => {
  async function typeUntilConsent(trouble: unknown = consent) {
    let isConnected = true;
    const screen = await edit({ search: () => (isConnected ? found(pro14, thinkPad) : trouble) });
    await pickIn(screen, pro14);
    isConnected = false;
    await typeIn(screen, 'think');
    return { screen, connect: () => (isConnected = true) };
  }

  test('asks to connect in place, keeps the picks and does not close the editor', async () => {
    const { screen } = await typeUntilConsent();
    expect(screen.text()).toContain('Connect your Workspace Data Service account');
    expect(screen.get('LinkButton').props.href).toBe('https://site.example/connect?connect=now');
    expect(picker(screen).chosen()).toEqual([pro14.label]);
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
  });

  test('leaves the reason to be read, and opens no list that says “No options” beside it', async () => {
    const screen = await edit({ search: () => consent });
    await picker(screen).focus();
    expect(screen.text()).toContain('Connect your Workspace Data Service account');
    expect(picker(screen).isShut()).toBe(true);
    expect(picker(screen).hint()).toBe('');
  });

  test('says so below the picker, which stays where it is and opens no list over it', async () => {
    const { screen } = await typeUntilConsent();
    const typesIn = ({ children }: DocumentNode) => children.map(({ type }) => type);
    const stacks = screen.all('Stack').map(({ children }) => children.map(typesIn));
    const [picked, trouble, ...others] = stacks.find(([first]) => first?.includes('Select')) ?? [];
    expect(picked).toEqual(['Select', 'Box']);
    expect(trouble).toContain('Inline');
    expect(others).toEqual([]);
    expect(picker(screen).isShut()).toBe(true);
  });

  test('promises to keep what was typed once something was', async () => {
    const screen = await edit({ search: () => consent });
    expect(screen.text()).toContain('Connect your Workspace Data Service account to search.');
    expect(screen.text()).not.toContain('typed');
    picker(screen).type('think');
    expect(screen.text()).toContain('What you typed is kept.');
  });

  test.each([
    ['the person is away', consent],
    ['the service is down', problem('Down.')],
  ])('holds the typed text while %s, and searches for it on "Try again"', async (_, trouble) => {
    const { screen, connect } = await typeUntilConsent(trouble);
    await picker(screen).leave();
    expect(picker(screen).select().props.inputValue).toBe('think');
    connect();
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(searches(screen).at(-1)).toBe('think');
    expect(picker(screen).options()).toEqual([thinkPad.label]);
    expect(screen.text()).not.toMatch(/Connect|Down/);
  });

  test('says how many objects match the held text, since the list is closed', async () => {
    const { screen, connect } = await typeUntilConsent();
    await picker(screen).leave();
    expect(screen.text()).not.toContain('Open the list');
    connect();
    await tryAgain(screen);
    expect(screen.text()).toContain('1 object matches. Open the list to choose it.');
    await typeIn(screen, 'thin');
    expect(screen.text()).not.toContain('Open the list');
  });

  test.each([
    { total: 8, said: '8 objects match. Open the list to choose.' },
    { total: 3_865, said: '3,865 objects match. Open the list to choose.' },
  ])('says that $total objects match the held text as “$said”', async ({ total, said }) => {
    const laptops = Array.from({ length: Math.min(total, 50) }, (_, index) => ({
      ...thinkPad,
      objectId: thinkPad.objectId.replace(/.{3}$/, String(100 + index)),
    }));
    const answers = [found(), consent, foundOf(total, ...laptops)];
    const screen = await edit({ search: () => answers.shift() });
    const { leave } = picker(screen);
    await typeIn(screen, 'think');
    await leave();
    await tryAgain(screen);
    expect(screen.text()).toContain(said);
  });

  test('says nothing of matches that are all picked', async () => {
    const answers = [found(pro14), consent, found(pro14)];
    const screen = await edit({ search: () => answers.shift() });
    const { leave } = picker(screen);
    await pickIn(screen, pro14);
    await typeIn(screen, 'mac');
    await leave();
    await tryAgain(screen);
    expect(screen.text()).not.toContain('Open the list');
  });

  const tryAgain = (screen: MountedScreen) => screen.act(screen.get('LoadingButton'), 'onClick');
});

describe('a field beside the window in which the person connects their account', () => {
  async function editWithoutAccount() {
    let isConnected = false;
    const screen = await edit({ search: () => (isConnected ? found(pro14) : consent) });
    const chooseConnect = () => screen.act(screen.get('LinkButton'), 'onClick', {});
    const connect = () => (isConnected = true);
    return { screen, chooseConnect, connect };
  }
  async function passSeconds(seconds: number) {
    for (let second = 0; second < seconds; second += 1) await pass(1_000);
  }

  test('asks nothing by itself before the person chooses to connect', async () => {
    const { screen } = await editWithoutAccount();
    await passSeconds(60);
    expect(searches(screen)).toEqual(['']);
  });

  test('looks every five seconds from then on, and no more once there is an answer', async () => {
    const { screen, chooseConnect, connect } = await editWithoutAccount();
    await chooseConnect();
    await passSeconds(14);
    expect(searches(screen)).toHaveLength(1 + 2);
    connect();
    await passSeconds(1);
    expect(screen.text()).not.toContain('Connect your');
    expect(picker(screen).options()).toEqual([pro14.label]);
    await passSeconds(60);
    expect(searches(screen)).toHaveLength(1 + 3);
  });

  test('looks for three minutes, and again once the person chooses to connect again', async () => {
    const { screen, chooseConnect } = await editWithoutAccount();
    await chooseConnect();
    await passSeconds(300);
    expect(searches(screen)).toHaveLength(1 + 36);
    await chooseConnect();
    await passSeconds(10);
    expect(searches(screen)).toHaveLength(1 + 36 + 2);
  });

  test('looks for what was typed', async () => {
    const { screen, chooseConnect } = await editWithoutAccount();
    await typeIn(screen, 'think');
    await picker(screen).leave();
    await chooseConnect();
    await passSeconds(5);
    expect(searches(screen)).toEqual(['', 'think', 'think']);
  });
});

test('brings what is known of the stored picks once the person has connected, and leaves their changes', async () => {
  let isConnected = false;
  let answer: (reply: unknown) => void = () => undefined;
  const screen = await edit({
    fieldValue: { objects: [pro14, pro16] },
    search: () => (isConnected ? found(thinkPad) : consent),
    view: () => (isConnected ? new Promise((resolve) => (answer = resolve)) : consent),
  });
  const views = () => screen.payloadsOf('view');
  await picker(screen).remove(pro16.label);
  await screen.act(screen.get('LoadingButton'), 'onClick');
  expect(views()).toHaveLength(1);
  isConnected = true;
  await screen.act(screen.get('LoadingButton'), 'onClick');
  expect(views()).toHaveLength(2);
  await picker(screen).pick(thinkPad.label);
  const renamed = { ...pro14, label: 'MacBook Pro 14 of Ann, who measures the wells' };
  const serial = { attributeId: pro14.objectId, name: 'Serial number', values: [{ value: 'C02' }] };
  answer(ok({ objects: [shown(renamed, [serial]), shown(pro16)] }));
  await settle();
  expect(picker(screen).chosen()).toEqual([renamed.label, thinkPad.label]);
  expect(screen.text()).toContain('C02');
  await typeIn(screen, 'think');
  expect(views()).toHaveLength(2);
});

describe('a field that cannot be used', () => {
  test('says why, keeps what is picked on the screen and offers no picker', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14] },
      field: () => problem('Not configured.', false),
    });
    expect(screen.text()).toContain('Not configured.');
    expect(screen.text()).toContain(pro14.label);
    expect(screen.all('Select')).toEqual([]);
  });

  test('can be tried again', async () => {
    const answers: unknown[] = [problem('Choose.')];
    const field = () => answers.shift() ?? ok({ cardinality: 'one', isConnected: true });
    const screen = await edit({ field });
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(screen.all('Select')).toHaveLength(1);
  });
});
