import { beforeEach, describe, expect, test } from 'vitest';
import {
  platformSwitches,
  type PlatformSwitches,
} from '../../../src/sandbox/jira/platform-switches';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { backgroundManifest, createBackgroundSandbox, inApp } from '../support/background-sandbox';
import type { Sdk } from '../support/background-sandbox';
import { accountIdOf } from '../support/fixture-sandbox';
import { ManualTimers } from '../support/manual-timers';

let sandbox: Sandbox;
let timers: ManualTimers;

beforeEach(async () => {
  timers = new ManualTimers();
  sandbox = await createBackgroundSandbox({
    timers,
    manifest: backgroundManifest({
      scopes: ['read:jira-work', 'write:jira-work', 'read:jira-user'],
    }),
  });
});

function set(changes: Partial<PlatformSwitches>): void {
  sandbox.setSwitches(platformSwitches.parse({ ...sandbox.switches, ...changes }));
}

const get = ({ asUser, route }: Sdk) => asUser().requestJira(route`/rest/api/3/issue/DEMO-1`);
const posting = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });
const search = ({ asUser, route }: Sdk) =>
  asUser().requestJira(
    route`/rest/api/3/search/jql`,
    posting({ jql: 'project = DEMO', fields: ['summary'], maxResults: 7 }),
  );
const checkPermissions = ({ asUser, route }: Sdk) => {
  const asked = { permissions: ['BROWSE_PROJECTS', 'EDIT_ISSUES'], projects: [10_000, 10_010] };
  return asUser().requestJira(
    route`/rest/api/3/permissions/check`,
    posting({ projectPermissions: [asked] }),
  );
};
const create = ({ asUser, route }: Sdk) =>
  asUser().requestJira(route`/rest/api/3/issue`, posting({ fields: { project: { key: 'DEMO' } } }));

/** What Jira says of the quota beside its answer to one call. */
function call(send: (sdk: Sdk) => ReturnType<typeof get> = get) {
  return inApp(sandbox, async (sdk) => {
    const { status, headers } = await send(sdk);
    const names = ['limit', 'remaining', 'nearlimit', 'reset'].map((name) => `x-ratelimit-${name}`);
    const said = [...names, 'ratelimit-reason', 'retry-after'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const reply: Record<string, unknown> = { status, ...Object.fromEntries(said) };
    return reply;
  });
}

const points = () => sandbox.host.calls.list().map((entry) => entry.points);

describe('A call of Jira', () => {
  test.each([
    ['an issue', get, 2],
    ['a search, by its results', search, 8],
    ['permissions, each as two objects', checkPermissions, 9],
    ['a new issue, which it does not read', create, 1],
  ])('takes points for %s', async (_what, send, expected) => {
    const answer = await call(send);
    expect(points()).toEqual([expected]);
    expect(answer).toEqual({
      status: answer.status,
      'x-ratelimit-limit': '65000',
      'x-ratelimit-remaining': String(65_000 - expected),
    });
  });

  test('says when less than a fifth of the hour’s points is left', async () => {
    sandbox.host.jiraQuota.add(51_998);
    expect(await call()).not.toHaveProperty('x-ratelimit-nearlimit');
    expect(await call()).toMatchObject({
      status: 200,
      'x-ratelimit-remaining': '12998',
      'x-ratelimit-nearlimit': 'true',
    });
  });

  test('is refused once the points are used up, until the hour ends', async () => {
    timers.advance(59 * 60_000 + 30_500);
    set({ jiraQuota: 'used' });
    expect(await call()).toEqual({
      status: 429,
      'x-ratelimit-limit': '65000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-nearlimit': 'true',
      'x-ratelimit-reset': '2026-01-15T10:00:00Z',
      'ratelimit-reason': 'jira-quota-global-based',
      'retry-after': '30',
    });
    expect(points()).toEqual([0]);
    timers.advance(29_500);
    expect(sandbox.switches.jiraQuota).toBe('counted');
    set({ givesConfiguration: true });
    expect(await call()).toMatchObject({ status: 200, 'x-ratelimit-remaining': '64998' });
  });

  test('works again once the switch for the quota is set back, and counts on', async () => {
    set({ jiraQuota: 'used' });
    set({ givesConfiguration: true });
    expect(await call()).toMatchObject({ status: 429 });
    set({ jiraQuota: 'counted' });
    await call();
    set({ jiraQuota: 'counted' });
    expect(await call()).toMatchObject({ 'x-ratelimit-remaining': '64996' });
    await sandbox.reset();
    expect(await call()).toMatchObject({ 'x-ratelimit-remaining': '64998' });
  });

  test('of the app’s user interface takes nothing, and works when the points are used up', async () => {
    set({ jiraQuota: 'used' });
    const path = '/rest/api/3/issue/DEMO-1';
    const { status, headers } = await sandbox.host.fetchProduct(accountIdOf('admin'), path, {});
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    expect(points()).toEqual([0]);
  });
});
