import { expect, test } from 'vitest';
import { siteChecks, type SiteLine } from '../../../src/app/site-check/site-check-contract';
import { openAdminPage } from '../admin/support/admin-screen';
import { buttonOf, press, deferred, settle, textOf } from '../support/ui-host';
import { ok, problem } from '../support/replies';

const line = (question: string, state = 'expected') => ({
  ...{ question, state, assumptions: [33] },
  ...{ found: `Found of ${question}.`, expected: 'Expected.', appDoes: 'Nothing.' },
});

test('makes every check of the site in a call of its own, and goes on after one that fails', async () => {
  const screen = await openAdminPage({
    checkSite: ({ check }) =>
      check === 'storage' ? problem('The storage fails.') : ok({ lines: [line(String(check))] }),
  });
  await press(screen, 'Check this site');
  expect(screen.payloadsOf('checkSite').map(({ check }) => check)).toEqual(siteChecks);
  const text = screen.text();
  expect(text).toContain('The storage fails. (X)');
  expect(text).toContain('Check failed');
  expect(text).toContain('10 checks passed');
  expect(text).not.toContain('Found of visibility.');
  expect(buttonOf(screen, 'Check this site').props.isLoading).toBe(false);
  await press(screen, 'Show');
  expect(screen.text()).toContain('Found of visibility.');
});

test.each([
  ['comparison', [33, 33]],
  ['emptiness', [43, 35]],
  ['storage', [49, 53]],
  ['visibility', [36, 48]],
])('names the assumptions that a failed check leaves open: %s', async (failing, assumptions) => {
  const screen = await openAdminPage({
    checkSite: ({ check }) => (check === failing ? problem('It fails.') : ok({ lines: [] })),
  });
  await press(screen, 'Check this site');
  await press(screen, 'Export for a report');
  const { defaultValue } = screen.get('TextArea', { testId: 'site-check-json' }).props;
  const { lines } = JSON.parse(String(defaultValue)) as { lines: SiteLine[] };
  const failed = lines.filter(({ state }) => state === 'failed');
  expect(failed.flatMap((one) => one.assumptions)).toEqual(assumptions);
  expect(failed.every(({ expected }) => expected !== '')).toBe(true);
});

test('shows what is found while other checks are under way', async () => {
  const last = deferred<unknown>();
  const screen = await openAdminPage({
    checkSite: ({ check }) =>
      check === 'storage' ? last.promise : ok({ lines: [line(String(check), 'adapted')] }),
  });
  await press(screen, 'Check this site');
  expect(screen.text()).toContain('5 of 11 checks done');
  expect(screen.text()).toContain('Found of spelling.');
  expect(buttonOf(screen, 'Check this site').props.isLoading).toBe(true);
  last.resolve(ok({ lines: [] }));
  await settle();
  expect(screen.text()).not.toContain('checks done');
});

test('says what the host tells of the person, and where it knows no page of the app', async () => {
  const screen = await openAdminPage(
    { checkSite: () => ok({ lines: [] }) },
    { context: {}, getUrl: () => Promise.reject(new Error('unknown module')) },
  );
  await press(screen, 'Check this site');
  expect(screen.text()).toContain('Language: not provided. Time zone: not provided.');
  expect(screen.text()).toContain('connect: not known to Jira. admin: not known to Jira.');
  expect(screen.text()).toContain('The app links to the address that Atlassian documents.');
});

const browserLanguage = 'The app writes dates and numbers in the browser’s language.';
const browserTimezone = 'The app writes times in the browser’s time zone.';

test.each([
  [{ locale: 'en-US', timezone: 'Europe/Oslo' }, []],
  [{ locale: 'en-US' }, [browserTimezone]],
  [{ timezone: 'Europe/Oslo' }, [browserLanguage]],
  [{}, [browserLanguage, browserTimezone]],
])('says what stands for each fact that the host doesn’t tell: %j', async (context, says) => {
  const screen = await openAdminPage({ checkSite: () => ok({ lines: [] }) }, { context });
  await press(screen, 'Check this site');
  const said = [browserLanguage, browserTimezone].filter((text) => screen.text().includes(text));
  expect(said).toEqual(says);
});

test('shows all results as JSON to copy, and leads to Jira’s own screens', async () => {
  const screen = await openAdminPage({
    checkSite: ({ check }) => ok({ lines: [line(String(check), 'different')] }),
  });
  await press(screen, 'Check this site');
  await press(screen, 'Export for a report');
  const { defaultValue } = screen.get('TextArea', { testId: 'site-check-json' }).props;
  const report = JSON.parse(String(defaultValue)) as { version: number; lines: unknown[] };
  expect(report.version).toBe(1);
  expect(report.lines).toHaveLength(11);
  expect(report.lines[0]).toEqual(line('spelling', 'different'));
  expect(String(defaultValue)).not.toMatch(/site\.example|Ada|admin@/);
  expect(screen.get('Link', { href: '/issues/' })).toBeDefined();
  expect(screen.all('Link').map(textOf)).toContain('Contexts of Asset');
});

test('keeps the last results while it checks anew', async () => {
  let next: unknown = ok({ lines: [line('spelling', 'adapted')] });
  const screen = await openAdminPage({ checkSite: () => next });
  await press(screen, 'Check this site');
  const again = deferred<unknown>();
  next = again.promise;
  await press(screen, 'Check this site');
  expect(screen.text()).toContain('0 of 11 checks done');
  expect(screen.text()).toContain('Found of spelling.');
  again.resolve(ok({ lines: [] }));
  await settle();
  expect(screen.text()).not.toContain('Found of spelling.');
});

test('keeps the results for the next visit, with the lines that the screen has found', async () => {
  const kept: Record<string, unknown>[] = [];
  const screen = await openAdminPage({
    checkSite: ({ check }) => ok({ lines: [line(String(check))] }),
    saveSiteResults: (payload) => {
      kept.push(payload);
      return ok({});
    },
  });
  await press(screen, 'Check this site');
  const [{ lines } = { lines: [] }] = kept as { lines: SiteLine[] }[];
  expect(lines.map(({ question }) => question)).toEqual([
    ...siteChecks,
    'Your language and time zone',
    'Addresses of the app’s pages',
  ]);
});

test('shows what an earlier check has found, and when, until the next one', async () => {
  const checkedAt = Date.parse('2026-09-01T08:00:00Z');
  const results = { lines: [line('spelling', 'different')], checkedAt };
  const screen = await openAdminPage({
    siteResults: () => ok({ results }),
    checkSite: () => ok({ lines: [] }),
  });
  expect(screen.text()).toContain('Found of spelling.');
  expect(screen.text()).toMatch(/Checked 1 Sep.* 08:00/);
  expect(screen.payloadsOf('checkSite')).toEqual([]);
  expect(buttonOf(screen, 'Export for a report')).toBeDefined();
  await press(screen, 'Check this site');
  expect(screen.text()).not.toContain('Found of spelling.');
});
