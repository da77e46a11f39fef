import { expect, it } from 'vitest';
import { mount, settle } from '../support/ui-host';

const ok = (value: unknown) => ({ kind: 'ok', value });
const notConnected = ok({ isConnected: false });
const connected = ok({ isConnected: true, name: 'Lea Lead', email: 'lead@example.com' });

function open(functions: Record<string, () => unknown>) {
  return mount(() => import('../../../src/app/connect/page'), { functions });
}

it('says whose account is connected and where to disconnect it', async () => {
  const screen = await open({ connection: () => connected });
  expect(screen.text()).toContain('You are connected as Lea Lead (lead@example.com).');
  expect(screen.get('Link').props.href).toBe('https://id.atlassian.com/manage-profile/apps');
});

it('asks the platform for consent only when the person says so', async () => {
  const screen = await open({
    connection: () => notConnected,
    connect: () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR')),
  });
  expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['connection']);
  screen.fire(screen.get('LoadingButton', { appearance: 'primary' }), 'onClick');
  await settle();
  expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['connection', 'connect']);
});

it('can be checked again where the host asked for consent in another window', async () => {
  const answers = [notConnected, connected];
  const screen = await open({
    connection: () => answers.shift(),
    connect: () => Promise.reject(new Error('NEEDS_AUTHENTICATION_ERR')),
  });
  screen.fire(screen.get('LoadingButton', { appearance: 'primary' }), 'onClick');
  await settle();
  screen.fire(screen.all('LoadingButton')[1]!, 'onClick');
  await settle();
  expect(screen.text()).toContain('You are connected as Lea Lead');
});

it('offers a second try where the service cannot be reached', async () => {
  const screen = await open({
    connection: () => ({ kind: 'problem', code: 'X', message: 'Unreachable.', canRetry: true }),
  });
  expect(screen.text()).toContain('Unreachable.');
  expect(screen.all('LoadingButton')).toHaveLength(1);
});
