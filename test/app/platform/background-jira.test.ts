import { beforeEach, describe, expect, test } from 'vitest';
import { createBackgroundJira, restEndOf } from '../../../src/app/platform/background-jira';
import { backgroundPointsFor, nearLimitEnd } from '../../../src/app/platform/jira-limit';
import { JiraAtRest, JiraError } from '../../../src/app/platform/platform';
import { InvocationGate } from '../refresh/support/invocation-gate';
import { MemoryJira } from '../refresh/support/memory-jira';
import { MemoryStore } from '../refresh/support/memory-store';

const hourMs = 3_600_000;
const tenPast = Date.parse('2026-03-02T01:10:00.000Z');
const nextHour = Date.parse('2026-03-02T02:00:00.000Z');
const searchAll = 'cf[10010] is not EMPTY';
const fieldId = 'customfield_10010';

let clock: { now: number };
let store: MemoryStore;
let jira: MemoryJira;

beforeEach(() => {
  clock = { now: tenPast };
  const gate = new InvocationGate();
  store = new MemoryStore(() => clock.now, gate);
  jira = new MemoryJira(gate, clock);
  jira.pointsPerHour = 400;
});

/** The client of one invocation. */
function client() {
  const platform = { store, appJira: jira, jiraLimit: jira.limit };
  return createBackgroundJira({ platform, now: () => clock.now });
}

function holdIssues(count: number): void {
  jira.issues = Array.from({ length: count }, (_, index) => ({
    ...{ id: String(index), key: `DEMO-${index}` },
    fields: { [fieldId]: {} },
  }));
}

async function callUntilRefused(call: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      await call();
    } catch (error) {
      return error;
    }
  }
}

describe('The points of an hour for background work', () => {
  test.each([
    ['one site, where nothing is set', undefined, 16_250],
    ['one site', '1', 16_250],
    ['ten sites', '10', 1_625],
    ['fifty sites', '50', 325],
    ['one site, for what is no number of sites', 'many', 16_250],
    ['one site, for none', '0', 16_250],
    ['one site, for too many', '51', 16_250],
    ['one site, for part of one', '1.5', 16_250],
  ])('are a quarter of Jira’s, shared by the expected sites: %s', (_, sites, points) => {
    expect(backgroundPointsFor(sites)).toBe(points);
  });
});

describe('Jira says that the limit is near', () => {
  test.each([
    ['until the time that it names', { nearlimit: 'true', reset: '2026-03-02T01:30:00Z' }, 20],
    ['until the hour ends, where it names none', { nearlimit: 'true' }, 50],
    [
      'until the hour ends, where it names a time that is over',
      { nearlimit: 'true', reset: '2026-03-02T01:00:00Z' },
      50,
    ],
    ['for an hour at most', { nearlimit: 'true', reset: '2026-03-09T01:00:00Z' }, 60],
    ['not at all', { nearlimit: 'false', reset: '2026-03-02T01:30:00Z' }, undefined],
    ['nothing of it', {}, undefined],
  ])('%s', (_, said: Record<string, string>, minutes) => {
    const get = (name: string) => said[name.replace('x-ratelimit-', '')] ?? null;
    const until = minutes === undefined ? undefined : tenPast + minutes * 60_000;
    expect(nearLimitEnd({ get }, tenPast)).toBe(until);
  });
});

test.each([
  ['as long as it says', new JiraError('', 'app', 429, { retryAfterMs: 90_000 }), 90_000],
  ['a minute, where it doesn’t say', new JiraError('', 'app', 429), 60_000],
  ['an hour at most', new JiraError('', 'app', 429, { retryAfterMs: 9 * hourMs }), hourMs],
  ['also where it fails otherwise', new JiraError('', 'app', 503, { retryAfterMs: 5_000 }), 5_000],
  ['not where it only fails', new JiraError('', 'app', 503), undefined],
  ['not for what isn’t Jira’s', new Error(), undefined],
])('Jira is left alone %s', (_, error, restMs) => {
  expect(restEndOf(error, tenPast)).toBe(restMs === undefined ? undefined : tenPast + restMs);
});

describe('Background work', () => {
  test('never spends more than its points, of however many invocations at once', async () => {
    holdIssues(30);
    const clients = Array.from({ length: 8 }, client);
    const refused = await Promise.all(
      clients.map((one) =>
        callUntilRefused(async () => {
          await one.searchIssues(searchAll, [fieldId]);
          await one.listFields();
          await one.readIssues(['1', '2', 'gone'], [fieldId]);
        }),
      ),
    );
    for (const error of refused) expect(error).toMatchObject({ until: nextHour });
    const [spent = 0, ...others] = jira.pointsByHour.values();
    expect(others).toEqual([]);
    expect(spent).toBeLessThanOrEqual(400);
    // A page has at most 40 issues here, so that less than what one costs is left.
    expect(spent).toBeGreaterThan(400 - 41);
  });

  test('goes on when the hour is over', async () => {
    const error = await callUntilRefused(() => client().countIssues(searchAll));
    expect(error).toBeInstanceOf(JiraAtRest);
    expect(jira.calls).toHaveLength(200);
    clock.now = nextHour;
    await expect(client().countIssues(searchAll)).resolves.toBe(0);
  });

  test('has a point back for each object that a page lacks', async () => {
    for (let time = 0; time < 100; time += 1) {
      await client().searchIssues(searchAll, [fieldId]);
      await client().listPrecomputations(0);
    }
    expect([...jira.pointsByHour.values()]).toEqual([200]);
  });

  test('takes smaller pages where an hour has few points', async () => {
    holdIssues(200);
    expect((await client().searchIssues(searchAll, [fieldId])).issues).toHaveLength(40);
    jira.pointsPerHour = 16_250;
    expect((await client().searchIssues(searchAll, [fieldId])).issues).toHaveLength(100);
  });

  test('is not held up for ever by a list that is longer than an hour’s points', async () => {
    jira.fields = Array.from({ length: 900 }, (_, index) => ({
      ...{ id: `customfield_${index}`, name: '', kind: undefined },
    }));
    await client().listFields();
    await expect(client().countIssues(searchAll)).resolves.toBe(0);
  });

  test('has all but one point back of a call that fails', async () => {
    jira.trouble = () => ({ status: 500 });
    for (let time = 0; time < 20; time += 1) {
      await expect(client().listPrecomputations(0)).rejects.toMatchObject({ status: 500 });
    }
    jira.trouble = () => undefined;
    const error = await callUntilRefused(() => client().countIssues(searchAll));
    expect(error).toMatchObject({ until: nextHour });
    expect(jira.calls.filter((call) => call === 'countIssues')).toHaveLength((400 - 20) / 2);
  });

  test.each([
    ['429, which is a wait', 429, JiraAtRest],
    ['503 with a time, which is a failure', 503, JiraError],
  ])('leaves Jira alone in all invocations once one was answered %s', async (_, status, kind) => {
    jira.trouble = () => ({ status, retryAfterMs: 1_200_000 });
    const until = clock.now + 100 + 1_200_000;
    const refused = await callUntilRefused(() => client().listFields());
    expect(refused).toMatchObject({ constructor: kind, status });
    jira.trouble = () => undefined;
    await expect(client().countIssues(searchAll)).rejects.toMatchObject({ until });
    expect(jira.calls).toEqual(['listFields']);
    clock.now = until;
    await expect(client().countIssues(searchAll)).resolves.toBe(0);
  });

  test('stops until the reset once Jira says that the limit is near', async () => {
    jira.nearLimitUntil = nextHour;
    await expect(client().listFields()).resolves.toEqual([]);
    await expect(client().listFields()).rejects.toMatchObject({ until: nextHour });
    clock.now = nextHour;
    await expect(client().listFields()).resolves.toEqual([]);
  });
});
