import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteChecks } from '../../../src/app/site-check/site-check-contract';
import { readManifest } from '../../../src/sandbox/forge/manifest';
import { getAccount } from '../../../src/sandbox/server/caller';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import { invokeApp } from '../../../src/sandbox/server/invocations';
import { platformSwitches } from '../../../src/sandbox/server/platform-switches';
import type { PlatformSwitches } from '../../../src/sandbox/server/platform-switches';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { accountIdOf, createFixtureSandbox, grantOf } from '../../sandbox/support/fixture-sandbox';
import { sourceAppCode } from '../../sandbox/support/source-app-code';

type Check = (typeof siteChecks)[number];
interface Line {
  readonly assumptions: readonly number[];
  readonly state: string;
  readonly found: string;
  readonly appDoes: string;
}

let server: Server;
let sandbox: Sandbox;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerTo(request.url ?? '', body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A service with one user, whose searches find the object that the query names. */
function answerTo(path: string, body: string): unknown {
  const noId = '00000000-0000-4000-8000-000000000000';
  if (path.endsWith('/token/current')) {
    return { id: noId, userId: noId, name: 'Jira', lastFour: 'oken', expiresAt: null };
  }
  if (path.endsWith('/user/me')) return { id: noId, name: 'Ada', email: 'ada@example.com' };
  const id = /Id = \\"([^"\\]+)\\"/.exec(body)?.[1];
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const found = { id, typeId: noId, label: 'Any', url: 'https://wds.example.com', ...times };
  const result = id === undefined ? [] : [{ ...found, attributes: [] }];
  return { total: result.length, pageSize: 200, isLast: true, result };
}

beforeEach(async () => {
  sandbox = await createFixtureSandbox({
    manifest: await readManifest('manifest.yml'),
    code: sourceAppCode({ index: () => import('../../../src/index') }),
    serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    demoFacts,
  });
  await sandbox.grants.set(accountIdOf('admin'), grantOf({ accessToken: 'demo-admin-token' }));
});

const set = (changes: Partial<PlatformSwitches>) =>
  sandbox.setSwitches(platformSwitches.parse(changes));

async function call(functionKey: string, payload: object) {
  const account = getAccount('admin');
  const reply = await invokeApp(sandbox, {
    ...{ account, moduleKey: 'admin', functionKey, payload, extension: {} },
  });
  expect(reply, JSON.stringify(reply)).toMatchObject({ ok: true, value: { kind: 'ok' } });
  return (reply as { value: { value: unknown } }).value.value;
}

async function check(name: Check): Promise<readonly Line[]> {
  return ((await call('checkSite', { check: name })) as { lines: Line[] }).lines;
}

/** Stores two laptops on DEMO-1, and returns their ids. */
function holdTwo(): readonly string[] {
  const [first, second] = demoFacts.laptops;
  const objects = [first!, second!].map(({ objectId, label }) => ({ objectId, label }));
  const value = {
    objects,
    objectIds: objects.map(({ objectId }) => objectId),
    labels: objects.map(({ label }) => label),
  };
  const issue = sandbox.jira.model.findIssue('DEMO-1')!;
  issue.values['customfield_10050'] = value;
  return value.objectIds;
}

async function search(jql: string): Promise<readonly string[] | string> {
  const reply = await sandbox.jira.handle({
    ...{ method: 'POST', path: '/rest/api/3/search/jql', query: new URLSearchParams() },
    body: { jql: `${jql} ORDER BY key`, fields: ['summary'], maxResults: 100 },
    caller: { kind: 'person', accountId: accountIdOf('admin') },
  });
  const { issues, errorMessages } = reply.body as {
    issues?: { key: string }[];
    errorMessages?: string[];
  };
  return issues?.map(({ key }) => key) ?? (errorMessages ?? []).join(' ');
}

const stateOf = (lines: readonly Line[]) => lines.map(({ state }) => state);

describe('the check of a site', () => {
  test('finds the sandbox as the app expects it', async () => {
    holdTwo();
    for (const name of siteChecks) {
      const lines = await check(name);
      expect(lines.length, name).toBeGreaterThan(0);
      expect(lines.filter(({ state }) => state !== 'expected')).toEqual([]);
    }
  });

  test('writes to nothing but keys of its own, and leaves none of its probes', async () => {
    holdTwo();
    const before = JSON.stringify(sandbox.jira.model.state.issues);
    const keys = sandbox.host.storage.use.keys;
    for (const name of siteChecks) await check(name);
    expect(JSON.stringify(sandbox.jira.model.state.issues)).toBe(before);
    // How this Jira reads searches.
    expect(sandbox.host.storage.use.keys).toBe(keys + 1);
    const changing = sandbox.host.calls.list().filter(({ method, path }) => {
      const isQuestion = /\/(search|jql|permissions|expression)\//.test(path);
      return method !== 'GET' && !isQuestion;
    });
    expect(changing).toEqual([]);
  });

  test('says of nothing whose it is: no ids, names or keys of work items, objects or people', async () => {
    const ids = holdTwo();
    set({ jqlPropertyIn: 'first', jqlPropertyNotIn: 'someOther', projectsBlockingApp: ['DEMO'] });
    const said: string[] = [];
    for (const name of siteChecks) said.push(JSON.stringify(await check(name)));
    for (const secret of [...ids, 'DEMO', 'Asset', 'example.com', accountIdOf('admin')]) {
      expect(said.join('\n')).not.toContain(secret);
    }
  });

  test.each(['split-id', 'quoted-name', 'split-name'] as const)(
    'finds that Jira spells a field as %s, and the app writes searches so',
    async (spelling) => {
      const [id = ''] = holdTwo();
      set({
        jqlPropertySpellings: ['quoted-id', spelling],
        jqlIdleSpellings: ['quoted-id'],
      });
      await call('saveToken', { token: 'demo-admin-token' });
      const jql = `issue in workspaceObjects("Id = \\"${id}\\"", "Asset")`;
      // The first spelling that Jira accepts finds nothing.
      expect(await search(jql)).toEqual([]);
      expect(stateOf(await check('spelling'))).toEqual(['adapted']);
      await call('startRefresh', {});
      await sandbox.host.advance(60_000, { schedules: false });
      expect(await search(jql)).toContain('DEMO-1');
    },
  );

  test('says where Jira accepts no spelling, or finds nothing by any', async () => {
    holdTwo();
    set({ jqlPropertySpellings: [] });
    expect(await check('spelling')).toMatchObject([
      { state: 'different', appDoes: expect.stringContaining('can’t search') as string },
    ]);
    const spellings = ['quoted-id', 'quoted-name', 'split-id', 'split-name'] as const;
    set({ jqlPropertySpellings: [...spellings], jqlIdleSpellings: [...spellings] });
    expect(await check('spelling')).toMatchObject([
      { state: 'different', appDoes: expect.stringContaining('may find nothing') as string },
    ]);
  });

  test('takes back a spelling in use where Jira accepts none any more, and asks again until it does', async () => {
    const [first = '', second = ''] = holdTwo();
    const jqlOf = (id: string) => `issue in workspaceObjects("Id = \\"${id}\\"", "Asset")`;
    const cannot = 'Jira can’t search the objects of the field "Asset".';
    const refresh = async () => {
      await call('startRefresh', {});
      await sandbox.host.advance(60_000, { schedules: false });
    };
    await call('saveToken', { token: 'demo-admin-token' });
    expect(await search(jqlOf(first))).toContain('DEMO-1');
    set({ jqlPropertySpellings: [] });
    await check('spelling');
    expect(await search(jqlOf(second))).toContain(cannot);
    await refresh();
    expect(await search(jqlOf(first))).toContain(cannot);
    set({});
    await refresh();
    expect(await search(jqlOf(first))).toContain('DEMO-1');
    expect(stateOf(await check('spelling'))).toEqual(['expected']);
  });

  test('tries nothing with a field’s objects where Jira accepts no spelling of them', async () => {
    holdTwo();
    set({ jqlPropertySpellings: [] });
    await check('spelling');
    const unchecked = {
      state: 'open',
      found: expect.stringContaining('Couldn’t be checked') as string,
      appDoes: expect.stringContaining('can’t search') as string,
    };
    expect(await check('comparison')).toMatchObject([unchecked, unchecked]);
    expect(await check('emptiness')).toMatchObject([unchecked, { state: 'expected' }]);
    expect(await check('thousandIds')).toMatchObject([unchecked]);
  });

  test.each(['first', 'refused'] as const)(
    'finds that “in” is %s, and searches compare each object by itself',
    async (jqlPropertyIn) => {
      const [, second = ''] = holdTwo();
      set({ jqlPropertyIn });
      const states = stateOf(await check('comparison'));
      expect(states).toEqual(['adapted', 'expected']);
      await call('saveToken', { token: 'demo-admin-token' });
      const jql = `issue in workspaceObjects("Id = \\"${second}\\"", "Asset")`;
      expect(await search(jql)).toContain('DEMO-1');
      const found = (await call('holders', { sought: second })) as { fields: { count?: number }[] };
      expect(found.fields.some(({ count = 0 }) => count > 0)).toBe(true);
    },
  );

  test.each(['someOther', 'refused'] as const)(
    'finds that “not in” is %s, and searches compare each object by itself',
    async (jqlPropertyNotIn) => {
      const [first = ''] = holdTwo();
      set({ jqlPropertyNotIn });
      expect(stateOf(await check('comparison'))).toEqual(['expected', 'adapted']);
      await call('saveToken', { token: 'demo-admin-token' });
      const others = `workspaceObjects("Id = \\"${first}\\"", "Asset")`;
      const found = await search(`issue not in ${others}`);
      expect(found).not.toContain('DEMO-1');
      expect(found.length).toBeGreaterThan(0);
    },
  );

  test('goes back to lists once Jira takes them again', async () => {
    const [id = ''] = holdTwo();
    set({ jqlPropertyIn: 'refused' });
    await check('comparison');
    set({});
    expect(stateOf(await check('comparison'))).toEqual(['expected', 'expected']);
    await call('saveToken', { token: 'demo-admin-token' });
    await search(`issue in workspaceObjects("Id = \\"${id}\\"", "Asset")`);
    const kept = JSON.stringify(sandbox.jira.precomputations.entries);
    expect(kept).toContain('\\"cf[10050].ObjectId\\" in (');
  });

  test('finds that properties are never empty, and searches for no object ask about the field', async () => {
    holdTwo();
    set({ jqlPropertiesCanBeEmpty: false });
    expect(stateOf(await check('emptiness'))).toEqual(['adapted', 'expected']);
    await call('saveToken', { token: 'demo-admin-token' });
    const found = await search(
      'issue not in workspaceObjects("Label == \\"no such laptop\\"", "Asset")',
    );
    expect(found).toEqual(await search('cf[10050] is not EMPTY'));
  });

  test('says how many ids Jira takes', async () => {
    holdTwo();
    set({ jqlMostListValues: 600 });
    expect(await check('thousandIds')).toMatchObject([
      { state: 'different', found: 'Jira accepts 500 ids.' },
    ]);
    set({ jqlMostListValues: 50 });
    expect(await check('thousandIds')).toMatchObject([
      { state: 'different', found: 'Jira accepts fewer than 100 ids.' },
    ]);
  });

  test('says which expressions Jira refuses', async () => {
    set({ expressionsLack: ['join'] });
    const [line] = await check('expressions');
    expect(line?.state).toBe('different');
    expect(line?.found).toContain(
      'slice, map and join of a list: type: Unrecognized method: join.',
    );
  });

  test('says that the app sees less than the admin', async () => {
    set({ projectsBlockingApp: ['DEMO'] });
    const [line] = await check('visibility');
    expect(line?.state).toBe('different');
    expect(line?.found).toMatch(/customfield_10050: the app sees about \d+, you see about \d+\./);
  });

  test('says that Jira refuses a search for no object, and such searches get Jira’s refusal', async () => {
    holdTwo();
    set({ jqlAllowsContradictions: false });
    expect(await check('emptiness')).toMatchObject([
      { state: 'expected' },
      { state: 'different', appDoes: expect.stringContaining('may fail') as string },
    ]);
    await call('saveToken', { token: 'demo-admin-token' });
    const jql = 'issue in workspaceObjects("Label == \\"no such laptop\\"", "Asset")';
    expect(await search(jql)).toContain("can't be EMPTY and not EMPTY");
  });

  test('says how many keys a list of the storage shows, and whether a key is set twice', async () => {
    expect(await check('storage')).toMatchObject([
      { state: 'expected', found: 'A list showed 0 of 5 keys right away.' },
      { state: 'expected' },
    ]);
    set({ storageListsLag: false, storageRefusesExistingKeys: false });
    expect(await check('storage')).toMatchObject([
      { state: 'expected', found: 'A list showed 5 of 5 keys right away.' },
      { state: 'different', found: 'The second write replaced the first.' },
    ]);
  });

  test('is refused, as all else is, to people whose account type Jira doesn’t tell', async () => {
    set({ contextLacks: ['accountType'] });
    const reply = await invokeApp(sandbox, {
      ...{ account: getAccount('admin'), moduleKey: 'admin', functionKey: 'checkSite' },
      ...{ payload: { check: 'account' }, extension: {} },
    });
    expect(reply).toMatchObject({ ok: true, value: { kind: 'problem', code: 'NOT_ALLOWED' } });
  });

  test('says what it needs where the site has no value to try', async () => {
    for (const issue of sandbox.jira.model.state.issues) issue.values = {};
    expect(stateOf(await check('spelling'))).toEqual(['open']);
    expect(stateOf(await check('comparison'))).toEqual(['open', 'open']);
    expect(stateOf(await check('emptiness'))).toEqual(['open', 'open']);
    expect(stateOf(await check('thousandIds'))).toEqual(['expected']);
  });
});
