import { expect, test } from 'vitest';
import { useFakeDelays } from '../support/fake-delays';
import { buttonOf, press, deferred, settle } from '../support/ui-host';
import { dayMs, facts, run, stored, token, waiting } from './support/admin-rows';
import { openAdminPage, pass, tableRows } from './support/admin-screen';
import { ok, problem } from '../support/replies';

useFakeDelays();

test('shows a query with its field, objects, age, credential and state', async () => {
  const screen = await openAdminPage();
  expect(tableRows(screen)).toEqual([
    ['Status = "In repair"', 'Asset', '7', '1 hour ago', 'Access token', 'Fresh', 'Details'],
  ]);
});

test('shows characters of a query that are drawn as nothing', async () => {
  const query = 'A\u0000 = "b\u0007\u0085"\tand\nC = 😀';
  const screen = await openAdminPage({ storedQueries: () => ok({ rows: [stored({ query })] }) });
  const shown = 'A\\u0000 = "b\\u0007\\u0085"\tand\nC = 😀';
  expect(tableRows(screen)[0]?.[0]).toBe('A\\u0000 = "b\\u0007\\u0085" ⇥ and ↵ C = 😀');
  await press(screen, 'Details');
  expect(screen.get('CodeBlock').props.text).toBe(shown);
});

test('shows how to write a query where there is none yet, with the name of a field that exists', async () => {
  const screen = await openAdminPage({ storedQueries: () => ok({ rows: [] }) });
  expect(screen.text()).toContain('No stored queries yet');
  expect(screen.get('CodeBlock').props.text).toBe(
    'issue in workspaceObjects("Status = \\"In repair\\"", "Asset")',
  );
});

test('loads stored queries page after page, says how far it is, and draws 25 rows at a time', async () => {
  const pages = Array.from({ length: 20 }, (_, page) =>
    Array.from({ length: 500 }, (_, index) =>
      stored({ hash: `${page}-${index}`, query: `Row = ${page * 500 + index}` }),
    ),
  );
  let asked = 0;
  const second = deferred<undefined>();
  const screen = await openAdminPage({
    storedQueries: async ({ cursor = '0' }) => {
      asked += 1;
      if (cursor === '1') await second.promise;
      const next = Number(cursor) + 1;
      return ok({ rows: pages[Number(cursor)], ...(next < 20 && { nextCursor: String(next) }) });
    },
  });
  expect(screen.text()).toContain('Loading stored queries, 500 so far');
  second.resolve(undefined);
  await settle();
  while (screen.text().includes('Loading stored')) await settle();
  expect(asked).toBe(20);
  expect(tableRows(screen)).toHaveLength(25);
  expect(screen.text()).toContain('1 to 25 of 10,000');
  await press(screen, 'Next');
  expect(screen.text()).toContain('26 to 50 of 10,000');
  await screen.act(screen.get('Textfield', { testId: 'query-text' }), 'onChange', {
    target: { value: '9999' },
  });
  expect(tableRows(screen).map(([query]) => query)).toEqual(['Row = 9999']);
});

test('keeps the loaded queries where a page fails, and loads again on demand', async () => {
  const answers = [
    ok({ rows: [stored()], nextCursor: '1' }),
    problem('It broke.'),
    ok({ rows: [stored(), stored({ hash: 'b' })] }),
  ];
  const screen = await openAdminPage({ storedQueries: () => answers.shift() });
  expect(screen.text()).toContain('Some stored queries couldn’t be loaded.');
  expect(tableRows(screen)).toHaveLength(1);
  await press(screen, 'Try again');
  expect(screen.text()).not.toContain('It broke.');
  expect(tableRows(screen)).toHaveLength(2);
});

test('filters queries by state, and offers all again where none is left', async () => {
  const screen = await openAdminPage({
    storedQueries: () => ok({ rows: [stored(), stored({ hash: 'b', fieldId: 'customfield_1' })] }),
  });
  const select = screen.get('Select', { testId: 'query-state' });
  expect(select.props.options).toEqual([
    { value: 'all', label: 'All states (2)' },
    { value: 'fieldGone', label: 'Field gone (1)' },
    { value: 'fresh', label: 'Fresh (1)' },
  ]);
  await screen.act(select, 'onChange', { value: 'fieldGone', label: 'Field gone (1)' });
  expect(tableRows(screen)).toHaveLength(1);
  await screen.act(screen.get('Textfield', { testId: 'query-text' }), 'onChange', {
    target: { value: 'nothing like it' },
  });
  expect(screen.text()).toContain('No stored queries match these filters.');
  await press(screen, 'Show all');
  expect(tableRows(screen)).toHaveLength(2);
});

test('counts results that end soon, and says what a match tells others', async () => {
  const computedAt = facts.now - 6 * dayMs;
  const screen = await openAdminPage({
    storedQueries: () => ok({ rows: [stored({ computedAt })] }),
  });
  expect(screen.text()).toContain('1 result expires soon.');
  expect(screen.text()).toContain('even people without access to the service');
  await press(screen, 'Details');
  expect(screen.text()).toContain('It expires within a day, 7 days after it was last refreshed.');
  expect(screen.text()).toContain('1 Apr 2026, 12:00');
});

test('says of a result whose days are over that it is removed within an hour', async () => {
  const computedAt = facts.now - 7 * dayMs;
  const screen = await openAdminPage({
    storedQueries: () => ok({ rows: [stored({ computedAt })] }),
  });
  expect(tableRows(screen)[0]).toContain('Expired');
  await press(screen, 'Details');
  expect(screen.text()).toContain('It’s removed within an hour');
});

test.each([
  [
    true,
    ['–', '–', 'Not run yet', 'No result'],
    'Searches that use it find nothing and show this reason: No "Colour".',
  ],
  [
    false,
    ['7', '1 hour ago', 'Access token', 'Failed'],
    'so the earlier result is still in use. The reason: No "Colour".',
  ],
])('tells whether a failed query has its result (refused: %s)', async (isRefused, cells, about) => {
  const trouble = { message: 'No "Colour".', since: facts.now - dayMs, isRefused };
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token }),
    storedQueries: () => ok({ rows: [stored({ trouble })] }),
  });
  expect(tableRows(screen)[0]?.slice(2, 6)).toEqual(cells);
  await press(screen, 'Details');
  expect(screen.text()).toContain(about);
  expect(screen.text()).toContain('Failing since 30 Mar 2026, 12:00.');
});

test('removes a stored result once the admin has read what that means', async () => {
  const rows = [stored(), stored({ hash: 'b'.repeat(64), query: 'Memory >= 16' })];
  const screen = await openAdminPage({
    storedQueries: () => ok({ rows }),
    removeQuery: () => ok({}),
  });
  await press(screen, 'Details');
  await press(screen, 'Remove');
  expect(buttonOf(screen, 'Cancel').props.autoFocus).toBe(true);
  await press(screen, 'Cancel');
  expect(buttonOf(screen, 'Remove').props.autoFocus).toBe(true);
  await press(screen, 'Remove');
  expect(screen.text()).toContain('say that an admin removed the result');
  expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('removeQuery');
  await press(screen, 'Remove result');
  expect(screen.calls.map(({ functionKey }) => functionKey)).toContain('removeQuery');
  expect(screen.all('Modal')).toEqual([]);
  expect(tableRows(screen).map(([query]) => query)).toEqual(['Status = "In repair"']);
  expect(buttonOf(screen, 'Details').props.autoFocus).toBe(true);
  await press(screen, 'Details');
  await press(screen, 'Remove');
  await press(screen, 'Remove result');
  expect(buttonOf(screen, 'Refresh all').props.autoFocus).toBe(true);
});

test('shows a query again that a refresh computed after it was removed', async () => {
  let known: Record<string, unknown> = { ...facts, token, run };
  let rows = [stored()];
  const screen = await openAdminPage({
    facts: () => ok(known),
    storedQueries: () => ok({ rows }),
    removeQuery: () => ok({}),
  });
  await press(screen, 'Details');
  await press(screen, 'Remove');
  await press(screen, 'Remove result');
  expect(tableRows(screen)).toEqual([]);
  rows = [stored({ computedAt: facts.now })];
  known = { ...facts, token, run: { ...run, phase: 'done', finishedAt: facts.now } };
  await pass();
  expect(tableRows(screen)).toHaveLength(1);
});

test('does not refresh one query without a token, nor one that waits, which is taken off the list', async () => {
  const screen = await openAdminPage();
  await press(screen, 'Details');
  expect(buttonOf(screen, 'Refresh this query').props.isDisabled).toBe(true);
  const other = await openAdminPage({
    storedQueries: () => ok({ rows: [] }),
    waitingQueries: () => ok({ rows: [waiting()] }),
    removeQuery: () => ok({}),
  });
  expect(tableRows(other)[0]).toContain('Asked 2 hours ago');
  await press(other, 'Details');
  expect(other.text()).not.toContain('Refresh this query');
  await press(other, 'Remove');
  expect(other.text()).toContain('takes the query off the list');
  expect(other.text()).not.toContain('say that an admin removed the result');
  await press(other, 'Remove from list');
  expect(tableRows(other)).toEqual([]);
});

test('says of a query without a result that the next search gets one, once there is a token', async () => {
  const waitingQueries = () => ok({ rows: [waiting({ isRun: true })] });
  const storedQueries = () => ok({ rows: [] });
  const shown = (known: object) =>
    openAdminPage({ facts: () => ok({ ...facts, ...known }), storedQueries, waitingQueries });
  const screen = await shown({ token });
  expect(tableRows(screen)[0]).toEqual(
    expect.arrayContaining(['Search again', 'Not run yet', '–']),
  );
  await press(screen, 'Details');
  expect(screen.text()).toContain('Search with it again to get one');
  const without = await shown({ personRunsAllowed: false });
  expect(tableRows(without)[0]).toContain('Waiting');
});

test('says that a person ran a query, and that the next search uses the result', async () => {
  const screen = await openAdminPage({
    storedQueries: () => ok({ rows: [] }),
    waitingQueries: () => ok({ rows: [waiting({ isRun: true })] }),
  });
  expect(tableRows(screen)[0]).toEqual(
    expect.arrayContaining(['Run by a person', 'A person’s account', 'Asked 2 hours ago']),
  );
  await press(screen, 'Details');
  expect(screen.text()).toContain('The next search uses the result');
});

test('switches whether people may run queries with their own account, and says why that failed', async () => {
  const answers = [problem('It broke.'), ok({})];
  let known = facts;
  const screen = await openAdminPage({
    facts: () => ok(known),
    allowPersonRuns: () => answers.shift(),
  });
  const flip = () => screen.act(screen.get('Toggle'), 'onChange', {});
  await flip();
  expect(screen.text()).toContain('It broke.');
  known = { ...facts, personRunsAllowed: false };
  await flip();
  expect(screen.calls.at(-2)?.payload).toEqual({ isAllowed: false });
  expect(screen.get('Toggle').props.isChecked).toBe(false);
});
