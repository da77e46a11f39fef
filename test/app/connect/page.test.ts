import { describe, expect, test } from 'vitest';
import { useFakeDelays, pass } from '../support/fake-delays';
import { mount, type MountedScreen } from '../support/ui-host';
import { ok, problem } from '../support/replies';

const notConnected = ok({ isConnected: false });
const connected = ok({ isConnected: true, name: 'Lea Lead', email: 'lead@example.com' });

const none = { isAllowed: true, now: 0, rows: [] };

function open(functions: Record<string, () => unknown>) {
  return mount('src/app/connect/page.tsx', {
    functions: { waitingSearches: () => ok(none), ...functions },
  });
}

const connect = (screen: MountedScreen) =>
  screen.act(screen.get('LoadingButton', { appearance: 'primary' }), 'onClick');

test('says whose account is connected and where to disconnect it', async () => {
  const screen = await open({ connection: () => connected });
  expect(screen.text()).toContain('You are connected as Lea Lead (lead@example.com).');
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

test('checks the connection again on demand where the host asked for consent in another window', async () => {
  const answers = [notConnected, connected];
  const screen = await open({
    connection: () => answers.shift(),
    connect: () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR')),
  });
  await connect(screen);
  await screen.act(screen.all('LoadingButton')[1]!, 'onClick');
  expect(screen.text()).toContain('You are connected as Lea Lead');
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
    expect(screen.text()).toContain('You are connected as Lea Lead');
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
