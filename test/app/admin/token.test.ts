import { expect, it } from 'vitest';
import { settle } from '../support/ui-host';
import { dayMs, facts, token } from './support/admin-rows';
import { ok, openAdminPage, press, problem } from './support/admin-screen';

it('takes a token, never fills it in, and shows whose it is afterwards', async () => {
  let known: Record<string, unknown> = facts;
  const screen = await openAdminPage({
    facts: () => ok(known),
    saveToken: () => {
      known = { ...facts, token };
      return ok(token);
    },
  });
  const field = screen.get('Textfield', { testId: 'token' });
  expect(field.props).toMatchObject({ type: 'password', defaultValue: '' });
  expect(screen.all('Link').map(({ props }) => props.href)).toContain(
    'https://wds.example.com/account/tokens',
  );
  screen.fire(field, 'onChange', { target: { value: ' the-secret\n' } });
  screen.fire(screen.get('Form'), 'onSubmit');
  await settle();
  expect(screen.calls.find(({ functionKey }) => functionKey === 'saveToken')?.payload).toEqual({
    token: 'the-secret',
  });
  expect(screen.text()).toContain('Ada Admin (admin@example.com)');
  expect(screen.text()).toContain('“Jira searches”, ending in wxyz');
  expect(screen.all('Textfield').filter(({ props }) => props.testId === 'token')).toEqual([]);
});

it('warns beside a token that works of fields that it can’t read, and forgets that with the token', async () => {
  let known: Record<string, unknown> = facts;
  const warning = 'This token can’t read: Asset, City (their workspace or type).';
  const poor = { ...token, unreadableFields: ['Asset', 'City'] };
  const screen = await openAdminPage({
    facts: () => ok(known),
    saveToken: () => {
      known = { ...facts, token };
      return ok(poor);
    },
    testToken: () => ok(token),
    health: () =>
      ok({
        checkedAt: facts.now,
        account: { kind: 'absent' },
        token: { kind: 'works', name: 'A', email: 'B', unreadableFields: ['Asset'] },
      }),
  });
  screen.fire(screen.get('Textfield', { testId: 'token' }), 'onChange', { target: { value: 'x' } });
  screen.fire(screen.get('Form'), 'onSubmit');
  await settle();
  expect(screen.text()).toContain('Saved. The service knows this token.');
  expect(screen.text()).toContain(warning);
  expect(screen.text()).toContain('fail with an error where a field has nothing else');
  await press(screen, 'Test');
  expect(screen.text()).not.toContain(warning);
  await press(screen, 'Check now');
  expect(screen.text()).toContain('This token can’t read: Asset (its workspace or type).');
});

it('keeps what was pasted where the service refuses it', async () => {
  const screen = await openAdminPage({ saveToken: () => problem('The service refuses it.') });
  const field = () => screen.get('Textfield', { testId: 'token' });
  const { key } = field();
  screen.fire(field(), 'onChange', { target: { value: 'wrong' } });
  screen.fire(screen.get('Form'), 'onSubmit');
  await settle();
  expect(screen.text()).toContain('The service refuses it.');
  expect(field().key).toBe(key);
  expect(field().props.isInvalid).toBe(true);
  screen.fire(screen.get('Form'), 'onSubmit');
  await settle();
  const sent = screen.calls.filter(({ functionKey }) => functionKey === 'saveToken');
  expect(sent.map(({ payload }) => payload.token)).toEqual(['wrong', 'wrong']);
});

it('asks nobody about an empty token', async () => {
  const screen = await openAdminPage();
  screen.fire(screen.get('Form'), 'onSubmit');
  await settle();
  expect(screen.text()).toContain('Paste a token first.');
  expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('saveToken');
});

it('says that what was pasted is too long for a token, and keeps it', async () => {
  const screen = await openAdminPage();
  const field = () => screen.get('Textfield', { testId: 'token' });
  const { key } = field();
  screen.fire(field(), 'onChange', { target: { value: 'x'.repeat(1_001) } });
  screen.fire(screen.get('Form'), 'onSubmit');
  await settle();
  expect(screen.text()).toContain('This is no access token: it is empty, too long');
  expect(field()).toMatchObject({ key, props: { isInvalid: true } });
  expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('saveToken');
});

it('tests a token, replaces it, and removes it once the admin has read what that means', async () => {
  let known: Record<string, unknown> = { ...facts, token };
  const screen = await openAdminPage({
    facts: () => ok(known),
    testToken: () => ok(token),
    removeToken: () => {
      known = facts;
      return ok({});
    },
  });
  await press(screen, 'Test');
  expect(screen.text()).toContain('The token works: the service answers to Ada Admin.');
  await press(screen, 'Replace');
  expect(screen.get('Textfield', { testId: 'token' }).props.defaultValue).toBe('');
  await press(screen, 'Cancel');
  await press(screen, 'Remove');
  expect(screen.text()).toContain('Nothing refreshes stored results then');
  const dialogButtons = screen
    .all('LoadingButton')
    .filter(({ props }) => props.appearance === 'danger');
  screen.fire(dialogButtons[0]!, 'onClick');
  await settle();
  expect(screen.text()).toContain('Removed. Revoke the token in the service');
  expect(screen.text()).toContain('There is no token yet.');
});

it('says why a token failed its test', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token }),
    testToken: () => problem('The service refuses it.'),
  });
  await press(screen, 'Test');
  expect(screen.text()).toContain('The service refuses it.');
});

it.each([
  [15 * dayMs, undefined],
  [13 * dayMs, 'The access token ends in 13 days'],
  [-1, 'The access token has ended'],
])('warns of a token that ends in %d ms: %s', async (left, warning) => {
  const ending = { ...token, expiresAt: facts.now + left };
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token: ending }) });
  const titles = screen.all('SectionMessage').map(({ props }) => props.title);
  expect(titles).toEqual(warning === undefined ? [] : [warning]);
  if (warning === undefined) return;
  await press(screen, 'Go to the access token');
  expect(screen.get('Tabs').props.selected).toBe(1);
});
