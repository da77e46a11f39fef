import { expect, test } from 'vitest';
import { useFakeDelays } from '../support/fake-delays';
import { buttonOf, press, textOf } from '../support/ui-host';
import { dayMs, facts, field, run, stored, token } from './support/admin-rows';
import { openAdminPage, pass, tableRows } from './support/admin-screen';
import { ok, problem } from '../support/replies';

useFakeDelays();

/** The page before any refresh, which an admin can ask for. `know` and `list` say how it is from then on. */
async function openBeforeRefresh(kind: 'started' | 'busy') {
  let known: Record<string, unknown> = { ...facts, token };
  const know = (shown: Record<string, unknown>) => {
    known = { ...known, run: shown };
  };
  let row = stored();
  const list = (changed: Partial<typeof row>) => {
    row = { ...row, ...changed };
  };
  const screen = await openAdminPage({
    facts: () => ok(known),
    startRefresh: () => {
      know(run);
      return ok({ kind, run });
    },
    storedQueries: () => ok({ rows: [row] }),
  });
  return { screen, know, list };
}

test('shows how far a refresh has come, asks every two seconds, every thirty while it waits, and loads the rows again at its end', async () => {
  const { screen, know } = await openBeforeRefresh('started');
  const callsOf = (key: string) => screen.payloadsOf(key).length;
  await press(screen, 'Refresh all');
  expect(screen.get('ProgressBar').props.value).toBe(0.34);
  expect(screen.text()).toContain('34 of 100 queries checked');
  expect(screen.text()).toContain('3 changed, 30 unchanged, 1 failed');

  know({ ...run, done: 60, waitingUntil: facts.now + 60_000 });
  await pass();
  expect(screen.text()).toContain('60 of 100');
  expect(screen.text()).toContain('Waiting until 31 Mar 2026, 12:01');

  know({ ...run, phase: 'done', done: 100, finishedAt: facts.now });
  await pass(28_000);
  expect(screen.all('ProgressBar')).toHaveLength(1);
  const before = callsOf('storedQueries');
  await pass();
  expect(screen.all('ProgressBar')).toEqual([]);
  expect(screen.text()).toContain('Refresh on demand, finished');
  expect(callsOf('storedQueries')).toBe(before + 1);
  const asked = callsOf('facts');
  await pass();
  expect(callsOf('facts')).toBe(asked);
});

test('compares rows that a refresh computed with the fields of that time', async () => {
  let known: Record<string, unknown> = { ...facts, token, run };
  let configurationDigest = field.configurationDigest;
  const screen = await openAdminPage({
    facts: () => ok(known),
    fields: () => ok({ fields: [{ ...field, configurationDigest }] }),
    storedQueries: () => ok({ rows: [stored({ configurationDigest })] }),
  });
  configurationDigest = 'configured anew';
  known = { ...facts, token, run: { ...run, phase: 'done', finishedAt: facts.now } };
  await pass();
  expect(tableRows(screen)[0]).toContain('Fresh');
});

test('names the fields and work items whose values searches do not find, and how many more there are', async () => {
  const leftAloneKeys = ['DEMO-1', 'DEMO-2', 'DEMO-1'];
  const left = { leftAlone: 5, leftAloneKeys, leftAloneFields: ['Asset', 'City'] };
  const over = { ...run, phase: 'done', finishedAt: facts.now, ...left };
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token, run: over }) });
  expect(screen.text()).toContain('5 values couldn’t be completed');
  expect(screen.text()).toContain('They are in the fields Asset, City.');
  expect(screen.text()).toContain('And 2 more');
  const addresses = screen.all('Link').map(({ props }) => props.href);
  expect(addresses.filter((href) => String(href).startsWith('/browse/'))).toEqual([
    '/browse/DEMO-1',
    '/browse/DEMO-2',
  ]);
});

test.each([
  ['names no field', [stored()], true],
  ['is in the table', [stored({ trouble: { message: 'x', since: 0, isRefused: true } })], false],
])('says what failed where a refresh %s', async (_, rows, isSaid) => {
  const over = { ...run, phase: 'done', finishedAt: facts.now, failed: 1 };
  const screen = await openAdminPage({
    facts: () => ok({ ...facts, token, run: over }),
    storedQueries: () => ok({ rows }),
  });
  expect(screen.text()).toContain('1 failed');
  expect(screen.text().includes('their searches use a name that several fields share')).toBe(
    isSaid,
  );
});

test('says of queries that were not asked for that they were not, which were left out, and how many could not be read', async () => {
  const counts = {
    ...run,
    written: 0,
    unchanged: 0,
    failed: 0,
    waiting: 2,
    notAsked: 3,
    unseen: 5,
    unlisted: 4,
  };
  const over = { ...counts, phase: 'done', finishedAt: facts.now, isCutOff: true };
  const screen = await openAdminPage({ facts: () => ok({ ...facts, run: over }) });
  expect(screen.text()).toContain('skipped the newest ones');
  expect(screen.text()).toContain(
    ': 2 waiting for a token or a person, 3 not refreshed (no working token), 5 on fields that the app can’t see, 4 searches couldn’t be read',
  );
});

test('says that a refresh was under way already, and shows that one', async () => {
  const { screen } = await openBeforeRefresh('busy');
  await press(screen, 'Details');
  await press(screen, 'Refresh this query');
  expect(screen.all('Modal')).toHaveLength(1);
  expect(screen.text()).toContain('Another refresh is running and may skip this query.');
  expect(buttonOf(screen, 'Refresh this query').props.isDisabled).toBe(true);
  await press(screen, 'Close');
  expect(screen.all('ProgressBar')).toHaveLength(1);
});

test.each([
  ['at once', 'unchanged', 0],
  ['seconds later', 'unchanged', 3],
  ['never, where it failed', 'failed', undefined],
])(
  'tells in the dialog of one query how its refresh ends together with the new facts, listed %s',
  async (_, outcome, lagPasses) => {
    const { screen, know, list } = await openBeforeRefresh('started');
    const age = () => /Last refreshed: (.+)Next refresh/.exec(textOf(screen.get('ModalBody')))?.[1];
    const ending = 'Refresh on demand, finished';
    await press(screen, 'Details');
    await press(screen, 'Refresh this query');
    expect(age()).toBe('1 hour ago');
    know({ ...run, phase: 'done', done: 1, [outcome]: 1, finishedAt: facts.now });
    for (let passed = 0; passed < (lagPasses ?? 3); passed += 1) {
      await pass();
      expect(textOf(screen.get('ModalFooter'))).toContain('Refreshing this query.');
      expect(buttonOf(screen, 'Refresh this query').props.isDisabled).toBe(true);
      expect(age()).toBe('1 hour ago');
    }
    if (lagPasses !== undefined) list({ rightAt: facts.now });
    await pass();
    expect(textOf(screen.get('ModalFooter'))).toContain(ending);
    expect(textOf(screen.get('ModalFooter'))).not.toContain('Refreshing this query.');
    expect(buttonOf(screen, 'Refresh this query').props.isDisabled).toBe(false);
    expect(age()).toBe(lagPasses === undefined ? '1 hour ago' : 'now');
    const rows = screen.all('Inline').map(textOf);
    expect(rows).toContainEqual(expect.stringMatching(/^Remove\s*Close\s*Refresh this query$/));
  },
);

test('says also after Refresh all that another refresh was running', async () => {
  const { screen, know } = await openBeforeRefresh('busy');
  await press(screen, 'Refresh all');
  expect(screen.text()).toContain('Another refresh is running and may skip some queries.');
  expect(screen.all('ProgressBar')).toHaveLength(1);
  know({ ...run, phase: 'done', finishedAt: facts.now });
  await pass();
  expect(screen.text()).not.toContain('Another refresh is running');
});

test('goes on showing a refresh to an admin who comes back, and what is known where asking fails', async () => {
  const answers = [ok({ ...facts, token, run }), problem('It broke.')];
  const screen = await openAdminPage({ facts: () => answers.shift() ?? ok({ ...facts, token }) });
  expect(screen.all('ProgressBar')).toHaveLength(1);
  await pass();
  expect(screen.text()).toContain('It broke.');
  expect(screen.all('ProgressBar')).toHaveLength(1);
  await pass();
  expect(screen.text()).not.toContain('It broke.');
});

test('warns that the token can’t read some fields anymore, and says how long results stay', async () => {
  const over = { ...run, phase: 'done', finishedAt: facts.now, accessLost: 3 };
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token, run: over }) });
  expect(screen.text()).toContain('3 kept (the token can’t read their fields)');
  expect(screen.text()).toContain('stay for 7 days after they were last refreshed');
  const titles = screen.all('SectionMessage').map(({ props }) => props.title);
  expect(titles).toContain('The access token can no longer read some fields');
});

test.each([
  ['jiraLimit', ' because of Jira’s limits.'],
  ['jiraShare', ' because the app’s background work used up its share of Jira’s limits.'],
  ['jiraDown', ' because Jira failed to answer.'],
  ['jiraRefused', ' because Jira rejected a request.'],
  ['serviceCalls', ' to stay within the service’s limits.'],
  ['serviceBusy', ' because the service had too many requests.'],
  ['serviceDown', ' because the service failed to answer.'],
  ['serviceUnreadable', ' because the app can’t read what the service answered.'],
  ['serviceRefused', ' because the service rejected a request.'],
  ['tokenRefused', ' because the service doesn’t accept the access token.'],
  ['cannotSend', ' because the app can’t send requests to the service.'],
  ['storageDown', ' because the app’s storage in Jira failed.'],
  ['unexpected', ' because something went wrong in the app.'],
  [undefined, '.'],
] as const)('says until when a refresh waits, and why: %s', async (waitReason, text) => {
  const waits = { ...run, waitingUntil: facts.now + 60_000, waitReason };
  const screen = await openAdminPage({ facts: () => ok({ ...facts, token, run: waits }) });
  const line = screen
    .all('Text')
    .map(textOf)
    .find((shown) => shown.startsWith('Waiting until'));
  expect(line).toMatch(/^Waiting until [^.]*12:01/);
  expect(line?.replace(/^.*12:01/, '')).toBe(text);
});

test.each([
  ['as its record says', { triedAt: facts.now - 3_600_000 }, '11:00'],
  ['by the last refresh where an older record doesn’t say', {}, '10:00'],
])('tells when a query that fails was last tried, %s', async (_, tried, time) => {
  const lastRun = { startedAt: facts.now - 7_260_000, finishedAt: facts.now - 7_200_000 };
  const trouble = { message: 'x', since: facts.now - dayMs, isRefused: false, ...tried };
  const known = { ...facts, token, lastRun, dailyRequestedAt: facts.now - 60_000 };
  const screen = await openAdminPage({
    facts: () => ok(known),
    storedQueries: () => ok({ rows: [stored({ trouble })] }),
  });
  expect(screen.text()).toMatch(/Next: about .*11:59/);
  await press(screen, 'Details');
  const body = textOf(screen.get('ModalBody'));
  expect(body).toMatch(new RegExp(`Last tried: .*${time}`));
});
