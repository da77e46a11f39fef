import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  dayMs,
  facts,
  failedToken,
  field,
  health,
  run,
  stored,
  token,
  waiting,
} from './support/admin-rows';
import { buttonOf, press, settle, textOf } from '../support/ui-host';
import { attentionOf, openAdminPage } from './support/admin-screen';
import {
  chooseQueries,
  nextRefreshAt,
  queryStateOf,
  shownQueries,
  type QueryChoice,
} from '../../../src/app/admin/shown-queries';
import { tokenStateOf } from '../../../src/app/admin/token-state';
import { ok, problem } from '../support/replies';

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
  expect(screen.get('LinkButton').props.href).toBe('https://site.example/connect?connect=now');
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
  expect(screen.all('Text').map(textOf)).toContain('No.');
  expect(attentionOf(screen)).toEqual([
    'The service is unavailable',
    'The last refresh didn’t finish',
    '1 stored query needs attention',
  ]);
  expect(screen.text()).toContain('Jira failed.');
  expect(screen.text()).toContain('1 without a result.');
});

test.each([
  ['names the fields', token, true],
  ['leaves that to the token, which is missing', null, true],
  ['says nothing of customers, to whom no field is open', token, false],
])('says what customers can’t do while the service is down: %s', async (_, saved, isOpen) => {
  const serviceTrouble = 'It can’t be reached.';
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token: saved }),
    health: () => ok({ ...(saved ? failedToken('No.') : health()), serviceTrouble }),
    fields: () => ok({ fields: [{ ...field, isOpenToCustomers: isOpen }] }),
  });
  const loss = 'On the service portal, customers can’t choose anything in: Asset.';
  const told = screen.all('Text').map(textOf);
  expect(told.includes(`${serviceTrouble} ${loss}`)).toBe(saved !== null && isOpen);
  expect(told.filter((text) => text.includes(loss)).length > 0).toBe(isOpen);
});

test('doesn’t say that searches need attention where nobody has searched yet, but lists what does', async () => {
  const over = { ...run, phase: 'failed', finishedAt: facts.now };
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token, run: over }),
    storedQueries: () => ok({ rows: [] }),
  });
  expect(cardsOf(screen)[2]).toBe('None yet');
  expect(attentionOf(screen)).toEqual(['The last refresh didn’t finish']);
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
    'https://site.example/connect?connect=now',
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

test.each([
  [12, 'In use: Asset on about 12 work items.'],
  [1, 'In use: Asset on about 1 work item.'],
])('shows a complete setup as one line, its steps on demand: %i', async (issueCount, text) => {
  const screen = await openAdminPage({
    fields: () => ok({ fields: [{ ...field, issueCount }] }),
  });
  expect(screen.text()).toContain('Setup is complete');
  expect(screen.text()).not.toContain('Create a field');
  await press(screen, 'Show the steps');
  expect(screen.text()).toContain(text);
});

test('checks the service and the steps of the setup again on demand', async () => {
  const answers = [ok({ fields: [] }), ok({ fields: [{ ...field, issueCount: 0 }] })];
  const screen = await openAdminPage({ fields: () => answers.shift() });
  await press(screen, 'Check again');
  expect(screen.text()).toContain('Fields: Asset.');
  expect(screen.payloadsOf('health')).toHaveLength(2);
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
  const asked = () => screen.payloadsOf('health').length;
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
  const denied = problem('You don’t have permission.', false);
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
  const refused = ['The service doesn’t accept the access token'];
  expect(attentionOf(screen)).toEqual(refused);
  expect(screen.all('SectionMessage').map(({ props }) => props.title)).toEqual(refused);
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

test('moves the focus on the first and last page to the button that leads back', async () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    stored({ hash: index.toString(16).padStart(64, '0') }),
  );
  const screen = await openAdminPage({ storedQueries: () => ok({ rows }) });
  const drawn = (label: string) => buttonOf(screen, label);
  expect(drawn('Next').props.autoFocus).toBe(false);
  const before = drawn('Previous').key;
  await press(screen, 'Next');
  expect(drawn('Previous').props).toMatchObject({ autoFocus: true, isDisabled: false });
  expect(drawn('Previous').key).not.toBe(before);
  await press(screen, 'Previous');
  expect(drawn('Next').props).toMatchObject({ autoFocus: true, isDisabled: false });
});

const trouble = { message: 'x', since: 0, isRefused: false };
const refusal = { ...trouble, isRefused: true };

describe('the state of a stored result', () => {
  const withToken = { ...facts, token };
  const leftOut = { rightAt: facts.now - 8 * dayMs, isLeftOut: true };
  const cases = [
    ['fresh', {}, withToken],
    ['fresh', { computedAt: facts.now - 30 * dayMs }, { ...withToken, lastRun: ranAt(-dayMs) }],
    ['old', { computedAt: facts.now - 3 * dayMs }, withToken],
    ['failed', { trouble }, withToken],
    ['refused', { trouble: refusal }, withToken],
    ['refused', { trouble: refusal, computedAt: facts.now - 6 * dayMs }, facts],
    ['stale', { configurationDigest: 'another' }, withToken],
    ['fieldGone', { fieldId: 'customfield_1' }, withToken],
    ['fresh', { credential: 'person', computedAt: facts.now - 4 * dayMs }, facts],
    ['expiring', { credential: 'person', computedAt: facts.now - 5 * dayMs }, facts],
    ['expired', { credential: 'person', computedAt: facts.now - 7 * dayMs }, facts],
    ['old', { credential: 'person', computedAt: facts.now - 6 * dayMs }, withToken],
    ['old', { computedAt: facts.now - 4 * dayMs }, facts],
    ['expiring', { computedAt: facts.now - 5 * dayMs }, facts],
    ['expired', { computedAt: facts.now - 7 * dayMs }, facts],
    ['fresh', { computedAt: facts.now - 30 * dayMs }, { ...facts, lastRun: ranAt(-dayMs) }],
    ['expiring', { computedAt: facts.now - 30 * dayMs }, { ...facts, lastRun: ranAt(-6 * dayMs) }],
    ['expiring', { computedAt: facts.now - 6 * dayMs }, { ...withToken, isTokenRefused: true }],
    ['fresh', { rightAt: facts.now - 8 * dayMs }, { ...facts, lastRun: ranAt(-dayMs) }],
    ['expired', leftOut, { ...facts, lastRun: ranAt(-dayMs) }],
    ['expiring', { credential: 'person', computedAt: facts.now - 6 * dayMs }, ended()],
  ] as const;

  test.each(cases)('is %s for %j', (kind, row, known) => {
    expect(queryStateOf(stored(row), known, [field])).toMatchObject({ kind });
  });

  test('says in how many days a result ends that nothing refreshes', () => {
    const row = stored({ credential: 'person', computedAt: facts.now - 5.5 * dayMs });
    expect(queryStateOf(row, facts, [field])).toEqual({ kind: 'expiring', days: 2 });
  });

  test('says nothing of fields while they are not known', () => {
    const row = stored({ fieldId: 'customfield_1' });
    expect(queryStateOf(row, withToken, undefined)).toEqual({ kind: 'fresh' });
  });

  test('is refreshed next whole days after the schedule came for a refresh, and never without a working token', () => {
    const dailyRequestedAt = facts.now - 3_600_000;
    expect(nextRefreshAt({ ...withToken, dailyRequestedAt })).toBe(dailyRequestedAt + dayMs);
    const beforeFailures = facts.now - 5.25 * dayMs;
    expect(nextRefreshAt({ ...withToken, dailyRequestedAt: beforeFailures })).toBe(
      facts.now + 0.75 * dayMs,
    );
    expect(nextRefreshAt({ ...facts, dailyRequestedAt })).toBeUndefined();
    expect(nextRefreshAt({ ...withToken, lastRun: ranAt(-3_600_000) })).toBeUndefined();
  });

  function ranAt(distance: number) {
    return { startedAt: facts.now + distance, finishedAt: facts.now + distance + 1 };
  }
  function ended() {
    return { ...facts, token: { ...token, expiresAt: facts.now } };
  }
});

describe('the state of the token', () => {
  test.each([
    [null, { kind: 'missing' }],
    [token, { kind: 'works' }],
    [{ ...token, expiresAt: facts.now + 14.1 * dayMs }, { kind: 'works' }],
    [
      { ...token, expiresAt: facts.now + 14 * dayMs },
      { kind: 'endsSoon', endsAt: facts.now + 14 * dayMs },
    ],
    [
      { ...token, expiresAt: facts.now + 1 },
      { kind: 'endsSoon', endsAt: facts.now + 1 },
    ],
    [{ ...token, expiresAt: facts.now }, { kind: 'expired' }],
  ])('of %j is %j', (known, state) => {
    expect(tokenStateOf(known, facts.now)).toEqual(state);
  });
});

describe('the table of queries', () => {
  const rows = [
    stored({ hash: '1', query: 'Status = "In repair"', objectCount: 5 }),
    stored({ hash: '2', query: 'Memory >= 16', objectCount: 9, computedAt: facts.now - 9 * dayMs }),
    stored({ hash: '3', query: 'Label ~ "mac"', trouble }),
  ];
  const queries = shownQueries({
    stored: rows,
    waiting: [waiting({ hash: '4', query: 'Owner is empty' }), waiting({ hash: '1' })],
    facts: { ...facts, token },
    fields: [{ ...field, name: 'Laptop' }],
  });
  const all: QueryChoice = { text: '', state: 'all', order: 'attention' };
  const hashes = (choice: Partial<QueryChoice>) =>
    chooseQueries(queries, { ...all, ...choice }).map(({ hash }) => hash);

  test('shows what needs an admin first, and a query that has a result as waiting for none', () => {
    expect(hashes({})).toEqual(['3', '2', '4', '1']);
  });

  test.each(['attention', 'oldest', 'newest'] as const)(
    'shows queries of the same state and age by their text (%s)',
    (order) => {
      const same = ['c', 'a', 'b'].map((query) => stored({ hash: query, query }));
      const known = { stored: same, waiting: [], facts: { ...facts, token }, fields: [field] };
      const shown = chooseQueries(shownQueries(known), { ...all, order });
      expect(shown.map(({ query }) => query)).toEqual(['a', 'b', 'c']);
    },
  );

  test('finds words in any order in the query and in the field as it is called now', () => {
    expect(hashes({ text: 'repair LAPTOP status' })).toEqual(['1']);
    expect(hashes({ text: 'Asset' })).toEqual([]);
  });

  test('shows one state alone', () => {
    expect(hashes({ state: 'searchAgain' })).toEqual(['4']);
  });

  test('shows a waiting query that a person ran as such, unless admins forbid such results', () => {
    const stateOf = (personRunsAllowed: boolean) =>
      shownQueries({
        stored: [],
        waiting: [waiting({ isRun: true })],
        facts: { ...facts, personRunsAllowed },
        fields: [field],
      }).map(({ state }) => state.kind);
    expect(stateOf(true)).toEqual(['run']);
    expect(stateOf(false)).toEqual(['waiting']);
  });

  test.each([
    ['query', ['3', '2', '4', '1']],
    ['objects', ['2', '3', '1', '4']],
    ['oldest', ['2', '4', '3', '1']],
  ] as const)('is ordered by %s', (order, expected) => {
    expect(hashes({ order })).toEqual(expected);
  });
});
