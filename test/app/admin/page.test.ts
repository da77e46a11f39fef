import { afterEach, expect, test, vi } from 'vitest';
import { dayMs, facts, field, run, token } from './support/admin-rows';
import { settle } from '../support/ui-host';
import { ok, openAdminPage, press, problem } from './support/admin-screen';

afterEach(() => {
  vi.unstubAllGlobals();
});

const lozenges = (screen: Awaited<ReturnType<typeof openAdminPage>>) =>
  screen.all('Lozenge').map((node) => node.children.map(({ props }) => props.text).join(''));
const linksOf = (screen: Awaited<ReturnType<typeof openAdminPage>>) =>
  screen.all('Link').map(({ props }) => props.href);

test('lists the steps of the setup, each with its state and where to do it', async () => {
  const screen = await openAdminPage({
    connection: () => ok({ isConnected: false }),
    fields: () => ok({ fields: [{ ...field, configuredCount: 0, issueCount: 0 }] }),
  });
  expect(lozenges(screen).slice(0, 5)).toEqual([
    'To do',
    'Done',
    'To do',
    'Check it yourself',
    'To do',
  ]);
  expect(linksOf(screen)).toEqual([
    'https://site.example/connect',
    '/secure/admin/ViewCustomFields.jspa',
    '/secure/admin/ConfigureCustomField!default.jspa?customFieldId=10010',
    '/secure/admin/AssociateFieldToScreens!default.jspa?fieldId=customfield_10010',
    'https://wds.example.com/account/tokens',
  ]);
});

test('names fields of which only some contexts are configured', async () => {
  const partly = { ...field, contextCount: 3, configuredCount: 2 };
  const screen = await openAdminPage({ fields: () => ok({ fields: [partly] }) });
  expect(screen.text()).toContain('Configured: Asset (2 of 3 contexts).');
  expect(linksOf(screen)).toContain(
    '/secure/admin/ConfigureCustomField!default.jspa?customFieldId=10010',
  );
});

test('asks for a field first where there is none', async () => {
  const screen = await openAdminPage({ fields: () => ok({ fields: [] }) });
  expect(lozenges(screen).slice(0, 5)).toEqual(['Done', 'To do', 'To do', 'To do', 'To do']);
  expect(screen.text()).toContain('create a field of the type “Workspace object”');
});

test('shows a finished setup as one line, and its steps on demand', async () => {
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token }) });
  expect(screen.text()).toContain('Setup is complete');
  expect(screen.text()).not.toContain('Create a field');
  await press(screen, 'Show the steps');
  expect(screen.text()).toContain('In use: Asset on about 12 work items.');
});

test('writes a single work item in the singular', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token: null }),
    fields: () => ok({ fields: [{ ...field, issueCount: 1 }] }),
  });
  expect(screen.text()).toContain('In use: Asset on about 1 work item.');
});

test('checks the steps of the setup again on demand', async () => {
  const answers = [ok({ fields: [] }), ok({ fields: [field] })];
  const screen = await openAdminPage({ fields: () => answers.shift() });
  await press(screen, 'Check again');
  expect(screen.text()).toContain('Fields: Asset.');
});

test('checks the connection by itself when the admin comes back to the tab, until there is one', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const turnTo = async (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
  };
  let isConnected = false;
  const account = { isConnected: true, name: 'Ada Admin', email: 'admin@example.com' };
  const screen = await openAdminPage({
    connection: () => ok(isConnected ? account : { isConnected }),
  });
  const asked = () => screen.calls.filter(({ functionKey }) => functionKey === 'connection').length;
  isConnected = true;
  await turnTo('hidden');
  expect(asked()).toBe(1);
  await turnTo('visible');
  expect(screen.text()).toContain('You are connected as Ada Admin');
  await turnTo('hidden');
  await turnTo('visible');
  expect(asked()).toBe(2);
});

test('says beside a step of the setup why its state isn’t known, and shows everything else', async () => {
  const screen = await openAdminPage({ fields: () => problem('Jira didn’t answer.') });
  expect(screen.text().match(/Jira didn’t answer\./g)).toHaveLength(3);
  expect(screen.text()).toContain('You are connected as Ada Admin');
  expect(screen.all('DynamicTable')).toHaveLength(1);
});

test('shows nothing but the refusal to people who may not use the admin page', async () => {
  const denied = { ...problem('You don’t have permission.'), canRetry: false };
  const screen = await openAdminPage({ facts: () => denied });
  expect(screen.text()).toBe('You don’t have permission.');
  expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['facts']);
});

test('loads the admin page again on demand where nothing could be loaded', async () => {
  const answers = [problem('It broke.'), ok(facts)];
  const screen = await openAdminPage({ facts: () => answers.shift() });
  await press(screen, 'Try again');
  expect(screen.text()).not.toContain('It broke.');
  expect(screen.all('Tabs')).toHaveLength(1);
});

test('checks the service only when the admin asks for it, and says what it answered to whom', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, run: { ...run, phase: 'done', finishedAt: facts.now - dayMs } }),
    health: () =>
      ok({
        checkedAt: facts.now,
        account: { kind: 'works', name: 'Ada Admin', email: 'admin@example.com' },
        token: { kind: 'fails', message: 'The service doesn’t accept this access token.' },
      }),
  });
  expect(screen.text()).toContain('https://wds.example.com');
  expect(screen.text()).toContain('Not checked since you opened this page.');
  await press(screen, 'Check now');
  expect(screen.text()).toContain('connected as Ada Admin (admin@example.com)');
  expect(screen.text()).toContain('The service doesn’t accept this access token.');
  expect(screen.text()).toContain('Checked 31 Mar 2026, 12:00');
  // With the queries alone: it says nothing of the connection.
  expect(screen.text().match(/Refresh on demand, finished 30 Mar 2026, 12:00/g)).toHaveLength(1);
});

test('says above everything that the service refuses the token, and lists it as to do', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token, isTokenRefused: true }),
    testToken: () => problem('The service can’t be reached.'),
  });
  expect(screen.get('SectionMessage').props).toMatchObject({
    ...{ appearance: 'error', title: 'The service doesn’t accept the access token' },
  });
  expect(screen.text()).not.toContain('Setup is complete');
  await press(screen, 'Go to the access token');
  expect(screen.get('Tabs').props.selected).toBe(1);
});
