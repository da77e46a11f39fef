import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleLine } from '../../../src/sandbox/forge/function-runner';
import type { Caller } from '../../../src/sandbox/jira/accounts';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import {
  backgroundManifest,
  createBackgroundSandbox,
  inApp,
  play,
} from '../support/background-sandbox';
import { accountIdOf } from '../support/fixture-sandbox';
import { callAs } from '../support/jira';
import { ManualTimers } from '../support/manual-timers';
import { ServiceStandIn } from '../support/service-stand-in';

let sandbox: Sandbox;
let timers: ManualTimers;
let lines: ConsoleLine[];
let service: ServiceStandIn;

beforeEach(async () => {
  timers = new ManualTimers();
  lines = [];
  service = new ServiceStandIn();
  sandbox = await createBackgroundSandbox({
    timers,
    serviceUrl: await service.start(),
    onConsole: (line) => lines.push(line),
  });
});
afterEach(() => service.stop());

const clause = {
  field: 'issue',
  type: ['issue'],
  operator: 'in' as const,
  functionName: 'objects',
  arguments: ['Status = "In repair"'],
};
const callJqlFunction = () =>
  sandbox.host.functions.callJqlFunction({ clause, precomputationId: 'id-1' });

describe('A JQL function', () => {
  test('gets the clause and the id of its result, and no person', async () => {
    const calls: unknown[] = [];
    await play({
      jqlFunction: (payload, context) => {
        calls.push(payload, context);
        return { jql: 'key = DEMO-1' };
      },
    });
    expect(await callJqlFunction()).toEqual({ jql: 'key = DEMO-1' });
    expect(calls).toEqual([
      { clause, precomputationId: 'id-1' },
      {
        installContext: expect.stringContaining('ari:cloud:jira::site/') as unknown,
        installation: expect.anything() as unknown,
      },
    ]);
  });

  test.each([
    [{ error: 'No such field.' }],
    [{ error: 'No such field.', storeErrorAsPrecomputation: true }],
  ])('may answer %j', async (answer) => {
    await play({ jqlFunction: () => answer });
    expect(await callJqlFunction()).toEqual(answer);
  });

  test.each<[string, () => unknown]>([
    ['throws', () => Promise.reject(new Error('out of luck'))],
    ['answers nothing', () => undefined],
    ['answers something else', () => ({ jql: 1 })],
    ['answers both', () => ({ jql: 'key = A-1', error: 'none' })],
  ])('that %s has no answer, and the console says so', async (_, jqlFunction) => {
    await play({ jqlFunction });
    expect(await callJqlFunction()).toBe('threw');
    expect(lines).toMatchObject([{ functionKey: 'jql-function', level: 'error' }]);
  });

  test('has 25 seconds', async () => {
    await play({ jqlFunction: () => new Promise(() => undefined) });
    const answer = callJqlFunction();
    await expect.poll(() => timers.waitingCount).toBe(1);
    timers.advance(24_999);
    expect(timers.waitingCount).toBe(1);
    timers.advance(1);
    expect(await answer).toBe('threw');
  });

  test('is asked once for a search, through Jira', async () => {
    const asked: unknown[] = [];
    await play({
      jqlFunction: (payload) => {
        asked.push(payload);
        return { jql: 'key = DEMO-1' };
      },
    });
    const query = { jql: 'issue in objects("x")', fields: ['summary'] };
    const search = () => callAs(sandbox.jira, 'app')('POST', '/search/jql', query);
    expect(await search()).toMatchObject({ status: 200, body: { issues: [{ key: 'DEMO-1' }] } });
    expect(await search()).toMatchObject({ body: { issues: [{ key: 'DEMO-1' }] } });
    expect(asked).toEqual([
      {
        precomputationId: expect.any(String) as unknown,
        clause: { ...clause, arguments: ['x'] },
      },
    ]);
  });

  const member = { kind: 'person', accountId: accountIdOf('member') } as const;
  test.each<{ title: string; jqlFunctionKnowsPerson: boolean; caller: Caller; told: object }>([
    { title: 'nobody', jqlFunctionKnowsPerson: false, caller: member, told: {} },
    {
      title: 'the person who searches, where the platform names them',
      jqlFunctionKnowsPerson: true,
      caller: member,
      told: { principal: { accountId: member.accountId } },
    },
    {
      title: 'nobody where an app searches',
      jqlFunctionKnowsPerson: true,
      caller: { kind: 'app' },
      told: {},
    },
  ])('is told of $title, and acts as nobody', async ({ jqlFunctionKnowsPerson, caller, told }) => {
    const contexts: unknown[] = [];
    await play({
      jqlFunction: async (_, context, sdk) => {
        contexts.push(context);
        await sdk.asUser().requestJira(sdk.route`/rest/api/3/myself`);
      },
    });
    sandbox.setSwitches({ ...sandbox.switches, jqlFunctionKnowsPerson });
    await sandbox.jira.handle({
      method: 'POST',
      path: '/rest/api/3/search/jql',
      query: new URLSearchParams(),
      body: { jql: 'issue in objects("x")' },
      caller,
    });
    const installed = {
      installContext: expect.any(String) as unknown,
      installation: expect.anything() as unknown,
    } as object;
    expect(contexts).toEqual([{ ...installed, ...told }]);
    expect(lines).toMatchObject([
      { level: 'error', text: expect.stringMatching(/authentication/i) as unknown },
    ]);
  });

  test('that the manifest lacks is refused', async () => {
    const other = { clause: { ...clause, functionName: 'other' }, precomputationId: 'id-1' };
    await expect(sandbox.host.functions.callJqlFunction(other)).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
    });
  });
});

describe('A function without a person', () => {
  test('cannot act as one', async () => {
    await play({
      schedule: async (_request, _context, sdk) => {
        await sdk.asUser().requestJira(sdk.route`/rest/api/3/myself`);
      },
    });
    await expect(sandbox.host.functions.runTrigger('daily')).rejects.toMatchObject({
      code: 'NEEDS_AUTHENTICATION_ERR',
    });
  });

  test('calls Jira as the app, and the log has its function and nobody', async () => {
    await play({
      schedule: async () => {
        const { asApp, route } = await import('@forge/api');
        await asApp().requestJira(route`/rest/api/3/issue/DEMO-1`);
      },
    });
    const manifest = backgroundManifest({ scopes: ['read:jira-work'] });
    sandbox = await createBackgroundSandbox({ timers, manifest });
    await sandbox.host.functions.runTrigger('daily');
    expect(sandbox.host.calls.list()).toMatchObject([
      { target: 'jira', as: 'app', account: null, functionKey: 'schedule', status: 200 },
    ]);
  });

  test('calls the service with a token of its own, which the log does not show', async () => {
    let status = 0;
    await play({
      schedule: async (_request, _context, sdk) => {
        const response = await sdk.fetch(`${String(process.env.WDS_ORIGIN)}/public/v1/user/me`, {
          headers: { authorization: 'Bearer access-1' },
        });
        status = response.status;
      },
    });
    await sandbox.host.functions.runTrigger('daily');
    expect(status).toBe(200);
    expect(service.seen).toMatchObject([{ authorization: 'Bearer access-1' }]);
    expect(sandbox.host.calls.list()).toMatchObject([
      {
        target: 'service',
        as: 'app',
        account: null,
        path: '/public/v1/user/me',
        functionKey: 'schedule',
        status: 200,
      },
    ]);
    expect(JSON.stringify(sandbox.host.calls.list())).not.toContain('access-1');
  });
});

test('The variables of the manifest are those of the app’s code', async () => {
  const variables = await inApp(sandbox, () => [process.env.WDS_ORIGIN, process.env.WDS_CLIENT_ID]);
  expect(variables).toEqual(['https://wds.example.com', 'jira-forge-app']);
});

test('Before it is uninstalled, the app is called', async () => {
  const payloads: unknown[] = [];
  await play({ uninstall: (payload) => payloads.push(payload) });
  await sandbox.host.functions.runTrigger('uninstall');
  expect(payloads).toMatchObject([{ context: { moduleKey: 'uninstall' } }]);
});
