import { describe, expect, test } from 'vitest';
import { useFakeDelays, pass } from '../support/fake-delays';
import { deferred, mount, settle, textOf, type MountedScreen } from '../support/ui-host';
import { ok, problem } from '../support/replies';

const notConnected = ok({ isConnected: false, attempt: 'none' });
const connected = ok({ isConnected: true, name: 'Lea Lead', email: 'lead@example.com' });

const none = { isAllowed: true, now: 0, rows: [] };

function open(functions: Record<string, () => unknown>, location?: string) {
  return mount('src/app/connect/page.tsx', {
    extension: { type: 'jira:personalSettingsPage', location },
    functions: { waitingSearches: () => ok(none), ...functions },
  });
}

const connect = (screen: MountedScreen) =>
  screen.act(screen.get('LoadingButton', { appearance: 'primary' }), 'onClick');

test('says whose account is connected and where to disconnect it', async () => {
  const screen = await open({ connection: () => connected });
  expect(screen.text()).toContain('You’re connected as Lea Lead (lead@example.com).');
  expect(screen.get('Link').props.href).toBe('https://id.atlassian.com/manage-profile/apps');
});

test('asks the platform for consent only when the person says so', async () => {
  const screen = await open({
    connection: () => notConnected,
    connect: () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR')),
  });
  expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('connect');
  await connect(screen);
  expect(screen.calls.map(({ functionKey }) => functionKey)).toContain('connect');
});

describe('The connect page, opened by “Connect” elsewhere,', () => {
  const page = 'https://site.example/jira/settings/personal/apps/the-app/the-environment';
  const asksHost = () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR'));
  const answering = (attempt: string) => () => ok({ isConnected: false, attempt });

  test.each([
    ['asks for consent once by itself', `${page}?connect=now`, 'none', [{ asksByItself: true }]],
    [
      'asks once by itself also where Jira adds to its address',
      `${page}?a=1&connect=now#x`,
      'none',
      [{ asksByItself: true }],
    ],
    ['doesn’t ask by itself from the settings', page, 'none', []],
    [
      'doesn’t ask by itself for another word in its address',
      `${page}?connect=nowhere`,
      'none',
      [],
    ],
    ['doesn’t ask by itself where Jira says no address', undefined, 'none', []],
    ['doesn’t ask by itself where the person was just asked', `${page}?connect=now`, 'recent', []],
    [
      'doesn’t ask by itself where nobody knows whether they were just asked',
      `${page}?connect=now`,
      'unknown',
      [],
    ],
  ])('%s', async (_, location, attempt, asked) => {
    const screen = await open({ connection: answering(attempt), connect: asksHost }, location);
    expect(screen.payloadsOf('connect')).toEqual(asked);
    expect(textOf(screen.get('LoadingButton'))).toBe('Connect account');
    await connect(screen);
    expect(screen.payloadsOf('connect')).toEqual([...asked, { asksByItself: false }]);
  });

  test('draws no button while it asks, and has it where Jira shows no question', async () => {
    const { promise, resolve } = deferred<Promise<never>>();
    const functions = { connection: answering('none'), connect: () => promise };
    const screen = await open(functions, `${page}?connect=now`);
    expect(screen.all('LoadingButton')).toEqual([]);
    expect(screen.get('Spinner').props.label).toBe('Asking for your consent');
    resolve(asksHost());
    await settle();
    expect(screen.text()).toContain('If you don’t see its question, choose “Connect account”.');
  });

  test.each(['', '?connect=now'])(
    'says what may have happened since the person was asked: %j',
    async (query) => {
      const screen = await open({ connection: answering('recent') }, page + query);
      expect(screen.text()).toContain('You haven’t finished connecting.');
    },
  );

  test('says what may have happened where another tab was faster to ask', async () => {
    const screen = await open(
      { connection: answering('none'), connect: () => ok({ attempt: 'recent' }) },
      `${page}?connect=now`,
    );
    expect(screen.text()).toContain('You haven’t finished connecting.');
    expect(screen.payloadsOf('connect')).toHaveLength(1);
  });

  test('says why it can’t ask, and asks again when told', async () => {
    const answers = [() => problem('It broke.'), asksHost];
    const functions = { connection: answering('none'), connect: () => answers.shift()?.() };
    const screen = await open(functions, `${page}?connect=now`);
    expect(screen.text()).toContain('It broke.');
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(screen.payloadsOf('connect')).toEqual([{ asksByItself: true }, { asksByItself: false }]);
  });
});

test('checks the connection again on demand where the host asked for consent in another window', async () => {
  const answers = [notConnected, connected];
  const screen = await open({
    connection: () => answers.shift(),
    connect: () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR')),
  });
  await connect(screen);
  await screen.act(screen.all('LoadingButton')[1]!, 'onClick');
  expect(screen.text()).toContain('You’re connected as Lea Lead');
});

describe('a connect page that waits', () => {
  useFakeDelays();
  const wait = () => pass(5_000);

  test('notices that the person agreed in another window, and stops checking', async () => {
    const answers = [notConnected, notConnected];
    const screen = await open({ connection: () => answers.shift() ?? connected });
    const asked = () => screen.payloadsOf('connection').length;
    await wait();
    expect(screen.text()).toContain('Your account isn’t connected yet.');
    await wait();
    expect(screen.text()).toContain('You’re connected as Lea Lead');
    await wait();
    expect(asked()).toBe(3);
  });

  test('checks for three minutes only', async () => {
    const screen = await open({ connection: () => notConnected });
    for (let check = 0; check < 40; check += 1) await wait();
    expect(screen.payloadsOf('connection')).toHaveLength(1 + 36);
  });
});

test('says why the person may not connect, and offers nothing that can’t help', async () => {
  const screen = await open({
    connection: () => notConnected,
    connect: () => problem('Not allowed.', false),
  });
  await connect(screen);
  expect(screen.text()).toContain('Not allowed.');
  expect(screen.text()).not.toContain('Finish connecting');
  expect(screen.all('LoadingButton')).toEqual([]);
});

test('offers to try again after a problem, which is gone once the host asks for consent', async () => {
  const answers = [
    () => problem('It broke.'),
    () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR')),
  ];
  const screen = await open({ connection: () => notConnected, connect: () => answers.shift()?.() });
  await connect(screen);
  await screen.act(screen.get('LoadingButton'), 'onClick');
  expect(screen.text()).not.toContain('It broke.');
  expect(screen.text()).toContain('Finish connecting');
});

test('does not wait for the host’s consent screen where an answer has another shape', async () => {
  const screen = await open({ connection: () => notConnected, connect: () => '<html>' });
  await connect(screen);
  expect(screen.text()).toContain('Something went wrong');
  expect(screen.text()).not.toContain('Finish connecting');
});

test('offers to check the connection again where the service can’t be reached', async () => {
  const screen = await open({ connection: () => problem('Unreachable.') });
  expect(screen.text()).toContain('Unreachable.');
  expect(screen.all('LoadingButton')).toHaveLength(1);
});
