import { expect, test } from 'vitest';
import { deferred, mount, settle, textOf } from '../support/ui-host';
import { ok, problem } from '../support/replies';

const connected = ok({ isConnected: true, name: 'Lea Lead', email: 'lead@example.com' });
const hashOf = (digit: string) => digit.repeat(64);
const minuteMs = 60_000;
const goodUntil = Date.parse('2026-04-07T12:00:00Z');
const waiting = {
  isAllowed: true,
  now: 10 * minuteMs,
  rows: [
    {
      hash: hashOf('a'),
      query: 'Status = "In repair"',
      askedAt: 8 * minuteMs,
      fieldName: 'Asset',
      writtenAs: ['cf[10010]', 'Asset'],
    },
    {
      hash: hashOf('b'),
      query: ' ',
      askedAt: 7 * minuteMs,
      fieldName: 'City',
      writtenAs: ['city'],
    },
  ],
};

function open(functions: Record<string, (payload: Record<string, unknown>) => unknown>) {
  return mount('src/app/connect/page.tsx', {
    context: { locale: 'en-GB', timezone: 'UTC' },
    functions: { connection: () => connected, waitingSearches: () => ok(waiting), ...functions },
  });
}

test('lists searches without a result, and says what running one shares', async () => {
  const screen = await open({});
  expect(screen.all('CodeBlock').map(({ props }) => props.text)).toEqual([
    'Status = "In repair"',
    '(every object)',
  ]);
  expect(screen.text()).toContain('Field: Asset · Requested 2 minutes ago');
  expect(screen.text()).toContain('everyone’s searches use the ids');
  expect(screen.all('LoadingButton')).toHaveLength(2);
});

test('runs the search that the person chooses, and says how to go on', async () => {
  const answer = deferred<unknown>();
  const screen = await open({ runSearch: () => answer.promise });
  await screen.act(screen.all('LoadingButton')[1]!, 'onClick');
  expect(screen.all('LoadingButton')[1]!.props.isLoading).toBe(true);
  answer.resolve(ok({ objectCount: 1_234, ageMs: 0, goodUntil }));
  await settle();
  expect(screen.calls.at(-1)).toEqual({ functionKey: 'runSearch', payload: { hash: hashOf('b') } });
  expect(screen.text()).toContain('1,234 objects found.');
  expect(screen.text()).toContain('until 7 Apr 2026, 12:00. Nobody can run the query');
  expect(screen.text()).toContain('Search again in Jira in a minute');
  expect(screen.all('LoadingButton').map(textOf)).toEqual(['Run with my account']);
  const link = screen.get('LinkButton').props;
  expect(link.autoFocus).toBe(true);
  expect(jqlOf(link.href)).toBe('issue in workspaceObjects(" ", "city")');
});

const jqlOf = (href: unknown) =>
  new URL(String(href), 'https://site.example').searchParams.get('jql');

test.each([
  [
    'quotes and what begins a parameter',
    { query: 'Label = "R&D #1\\2" and Size = 100%' },
    'issue in workspaceObjects("Label = \\"R&D #1\\\\2\\" and Size = 100%", "cf[10010]")',
  ],
  ['every object', { query: '' }, 'issue in workspaceObjects("", "cf[10010]")'],
  [
    'a field that nobody is known to have written',
    { query: 'Kind = Laptop', writtenAs: [] },
    'issue in workspaceObjects("Kind = Laptop", "Asset")',
  ],
  ['a query that no address holds', { query: 'a'.repeat(9_000) }, null],
  ['a query that JQL has no way to write', { query: 'Label = "\ud800"' }, null],
])('leads from a search that was run to the same one in Jira: %s', async (_, change, jql) => {
  const search = { ...waiting.rows[0], ...change };
  const screen = await open({
    waitingSearches: () => ok({ ...waiting, rows: [search] }),
    runSearch: () => ok({ objectCount: 1, ageMs: 0, goodUntil }),
  });
  await screen.act(screen.get('LoadingButton'), 'onClick');
  const { href } = screen.get('LinkButton').props;
  expect(href).toMatch(/^\/issues\/($|\?)/);
  expect(jqlOf(href)).toBe(jql);
});

test('says why a search could not be run, and lets the person try again', async () => {
  const answers = [problem('Too busy.'), ok({ objectCount: 1, ageMs: 0, goodUntil })];
  const screen = await open({ runSearch: () => answers.shift() });
  await screen.act(screen.all('LoadingButton')[0]!, 'onClick');
  expect(screen.text()).toContain('Too busy.');
  await screen.act(screen.all('LoadingButton')[0]!, 'onClick');
  expect(screen.text()).toContain('1 object found.');
});

test('asks for no search, and speaks of none, before the person has connected their account', async () => {
  const screen = await open({ connection: () => ok({ isConnected: false, attempt: 'none' }) });
  expect(screen.text()).not.toMatch(/search/i);
  expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('waitingSearches');
});

test('says where admins don’t let people run searches, and nothing where none waits', async () => {
  const forbidden = await open({
    waitingSearches: () => ok({ isAllowed: false, now: 0, rows: [] }),
  });
  expect(forbidden.text()).toContain('Your Jira admins don’t allow');
  const none = await open({ waitingSearches: () => ok({ ...waiting, rows: [] }) });
  expect(none.text()).toContain('You’re connected as');
  expect(none.text()).not.toMatch(/search/i);
});

test('says when a result was found where someone ran the same search a few minutes ago', async () => {
  const screen = await open({
    runSearch: () => ok({ objectCount: 2, ageMs: 3 * minuteMs, goodUntil }),
  });
  await screen.act(screen.all('LoadingButton')[0]!, 'onClick');
  expect(screen.text()).toContain('2 objects were found 3 minutes ago');
});

test('offers no second run of a search whose result is ready, and leaves the focus where it is', async () => {
  const [first, second] = waiting.rows;
  const found = { objectCount: 2, ageMs: 3 * minuteMs, goodUntil };
  const screen = await open({
    waitingSearches: () => ok({ ...waiting, rows: [{ ...first, found }, second] }),
  });
  expect(screen.text()).toContain('2 objects were found 3 minutes ago');
  expect(screen.get('LinkButton').props.autoFocus).toBe(false);
  expect(screen.all('LoadingButton')).toHaveLength(1);
});

test('lists the searches of every page once, those asked for last first', async () => {
  const [first, second] = waiting.rows;
  const screen = await open({
    waitingSearches: ({ cursor }) =>
      cursor === undefined
        ? ok({ ...waiting, rows: [first], nextCursor: 'next' })
        : ok({ ...waiting, rows: [first, { ...second, askedAt: 9.5 * minuteMs }] }),
  });
  expect(screen.all('CodeBlock').map(({ props }) => props.text)).toEqual([
    '(every object)',
    'Status = "In repair"',
  ]);
});
