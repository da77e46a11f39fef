import { afterEach, expect, test, vi } from 'vitest';
import { failedToken, facts, field, health, run, stored, token } from './support/admin-rows';
import { press, settle, textOf } from '../support/ui-host';
import { attentionOf, ok, openAdminPage, problem } from './support/admin-screen';

afterEach(() => {
  vi.unstubAllGlobals();
});

const lozenges = (screen: Awaited<ReturnType<typeof openAdminPage>>) =>
  screen.all('Lozenge').map((node) => node.children.map(({ props }) => props.text).join(''));
/** The states of the three cards. */
const cardsOf = (screen: Awaited<ReturnType<typeof openAdminPage>>) => lozenges(screen).slice(0, 3);
/** The states of the steps of the setup. */
const stepsOf = (screen: Awaited<ReturnType<typeof openAdminPage>>) => lozenges(screen).slice(3, 8);
const linksOf = (screen: Awaited<ReturnType<typeof openAdminPage>>) =>
  screen.all('Link').map(({ props }) => props.href);

const unconnected = () => ok({ ...health({ kind: 'absent' }), account: { kind: 'absent' } });

test('opens on three cards, each with a state, a sentence and one action', async () => {
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token }) });
  expect(cardsOf(screen)).toEqual(['Available', 'Works', 'Up to date']);
  expect(screen.text()).toContain('You’re connected as Ada Admin (admin@example.com).');
  expect(screen.text()).toContain('Belongs to Ada Admin (admin@example.com).');
  expect(screen.text()).toContain('1 stored query.');
  expect(attentionOf(screen)).toEqual([]);
  await press(screen, 'Show searches');
  expect(screen.get('Tabs').props.selected).toBe(1);
  await press(screen, 'Show token');
  expect(screen.get('Tabs').props.selected).toBe(2);
});

test('says in the cards what is missing where nothing is set up yet', async () => {
  const screen = await openAdminPage({
    health: unconnected,
    storedQueries: () => ok({ rows: [] }),
    facts: () => ok({ ...facts, serviceOrigin: undefined }),
  });
  expect(cardsOf(screen)).toEqual(['Available', 'Not saved', 'None yet']);
  expect(screen.text()).toContain('No address. Deploy the app with the service’s address.');
  expect(screen.text()).toContain('Your account isn’t connected.');
  expect(screen.get('LinkButton').props.href).toBe('https://site.example/connect');
});

test('lists under “Needs attention” what an admin has to do something about, the service first', async () => {
  const trouble = { message: 'No "Colour".', since: 0, isRefused: true };
  const over = { ...run, phase: 'failed', message: 'Jira failed.', finishedAt: facts.now };
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token, run: over }),
    health: () => ok({ ...failedToken('No.'), serviceTrouble: 'It can’t be reached.' }),
    storedQueries: () => ok({ rows: [stored({ trouble }), stored({ hash: 'b' })] }),
  });
  expect(cardsOf(screen)).toEqual(['Unavailable', 'Saved', 'Needs attention']);
  expect(attentionOf(screen)).toEqual([
    'The service is unavailable',
    'The last refresh didn’t finish',
    '1 stored query needs attention',
  ]);
  expect(screen.text()).toContain('Jira failed.');
  expect(screen.text()).toContain('1 without a result.');
});

test('says in the card of the service why it couldn’t be checked', async () => {
  const screen = await openAdminPage({ health: () => problem('The app failed.') });
  expect(cardsOf(screen)[0]).toBe('Not checked');
  expect(screen.text()).toContain('The app failed.');
});

test('lists the steps of the setup, each with its state and where to do it', async () => {
  const screen = await openAdminPage({
    health: unconnected,
    fields: () => ok({ fields: [{ ...field, configuredCount: 0, issueCount: 0 }] }),
  });
  expect(stepsOf(screen)).toEqual(['To do', 'Done', 'To do', 'Check it yourself', 'Optional']);
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
  await press(screen, 'Show the steps');
  expect(screen.text()).toContain('Configured: Asset (2 of 3 contexts).');
  expect(linksOf(screen)).toContain(
    '/secure/admin/ConfigureCustomField!default.jspa?customFieldId=10010',
  );
});

test('asks for a field first where there is none', async () => {
  const screen = await openAdminPage({ fields: () => ok({ fields: [] }) });
  expect(stepsOf(screen)).toEqual(['Done', 'To do', 'To do', 'To do', 'Optional']);
  expect(screen.text()).toContain('create a field of the type “Workspace object”');
});

test('shows a setup as one line once all but the optional token is there, and its steps on demand', async () => {
  const screen = await openAdminPage();
  expect(screen.text()).toContain('Setup is complete');
  expect(screen.text()).not.toContain('Create a field');
  await press(screen, 'Show the steps');
  expect(screen.text()).toContain('In use: Asset on about 12 work items.');
});

test('writes a single work item in the singular', async () => {
  const screen = await openAdminPage({
    fields: () => ok({ fields: [{ ...field, issueCount: 1 }] }),
  });
  await press(screen, 'Show the steps');
  expect(screen.text()).toContain('In use: Asset on about 1 work item.');
});

test('checks the service and the steps of the setup again on demand', async () => {
  const answers = [ok({ fields: [] }), ok({ fields: [{ ...field, issueCount: 0 }] })];
  const screen = await openAdminPage({ fields: () => answers.shift() });
  await press(screen, 'Check again');
  expect(screen.text()).toContain('Fields: Asset.');
  expect(screen.calls.filter(({ functionKey }) => functionKey === 'health')).toHaveLength(2);
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
  const screen = await openAdminPage({
    health: () => (isConnected ? ok(health()) : unconnected()),
  });
  const asked = () => screen.calls.filter(({ functionKey }) => functionKey === 'health').length;
  isConnected = true;
  await turnTo('hidden');
  expect(asked()).toBe(1);
  await turnTo('visible');
  expect(screen.text()).toContain('You’re connected as Ada Admin (admin@example.com).');
  await turnTo('hidden');
  await turnTo('visible');
  expect(asked()).toBe(2);
});

test('says beside a step of the setup why its state isn’t known, and shows everything else', async () => {
  const screen = await openAdminPage({ fields: () => problem('Jira didn’t answer.') });
  expect(screen.text().match(/Jira didn’t answer\./g)).toHaveLength(3);
  expect(screen.text()).toContain('You’re connected as Ada Admin (admin@example.com).');
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

test('checks the service when the page opens, and says in the overview what it answered to whom', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token }),
    health: () => ok(failedToken('The service doesn’t accept this access token.', true)),
  });
  const lines = screen.all('Text').map(textOf);
  expect(cardsOf(screen).slice(0, 2)).toEqual(['Available', 'Refused']);
  expect(lines).toContain('https://wds.example.com');
  expect(lines).toContain('You’re connected as Ada Admin (admin@example.com).');
  expect(lines).toContain('The service doesn’t accept this access token.');
  expect(attentionOf(screen)).toEqual(['The service doesn’t accept the access token']);
});

test('says in the overview that the service refuses the token, and leads to it', async () => {
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token, isTokenRefused: true }),
    health: () => ok(failedToken('The service can’t be reached.')),
  });
  expect(cardsOf(screen)[1]).toBe('Refused');
  expect(attentionOf(screen)).toEqual(['The service doesn’t accept the access token']);
  await press(screen, 'Go to the access token');
  expect(screen.get('Tabs').props.selected).toBe(2);
});
