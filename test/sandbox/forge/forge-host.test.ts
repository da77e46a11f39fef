import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualTimers } from '../support/manual-timers';
import { accountIdOf, createFixtureSandbox, grantOf, invoke } from '../support/fixture-sandbox';
import { testManifest } from '../support/test-manifest';
import type { ConsoleLine } from '../../../src/sandbox/forge/function-runner';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';

let sandbox: Sandbox;
let timers: ManualTimers;
let lines: ConsoleLine[];

beforeEach(async () => {
  timers = new ManualTimers();
  lines = [];
  sandbox = await createFixtureSandbox({ timers, onConsole: (line) => lines.push(line) });
});

describe('An invocation', () => {
  test('carries payload, context and the person, as JSON does', async () => {
    const payload = { at: new Date(0), nothing: undefined, list: [1] };
    const value = await invoke(sandbox, 'echo', payload, {
      context: { extension: { fieldId: 'customfield_1' }, accountId: 'forged' },
    });
    expect(value).toMatchObject({
      payload: { at: '1970-01-01T00:00:00.000Z', list: [1] },
      context: { extension: { fieldId: 'customfield_1' }, accountId: accountIdOf('admin') },
    });
  });

  test('tells the SDK which module and scopes it has', async () => {
    expect(await invoke(sandbox, 'appContext')).toEqual({
      moduleKey: 'workspace-object',
      scopes: expect.arrayContaining(['read:jira-work']) as unknown,
    });
  });

  test('is refused after 1,200 of one person in a minute, and not to others', async () => {
    for (let count = 0; count < 1_200; count += 1) await invoke(sandbox, 'echo');
    await expect(invoke(sandbox, 'echo')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await invoke(sandbox, 'echo', {}, { account: 'lead' })).toMatchObject({ payload: {} });
    timers.advance(60_000);
    expect(await invoke(sandbox, 'echo')).toMatchObject({ payload: {} });
  });

  test.each([
    ['a module that the manifest lacks', 'echo', 'nowhere', 'The app has no module "nowhere".'],
    [
      'a function that the resolver lacks',
      'nothing',
      undefined,
      expect.stringContaining("Resolver has no definition for 'nothing'") as string,
    ],
    [
      'a function that throws',
      'fail',
      undefined,
      'There was an error invoking the function - out of luck',
    ],
  ])('of %s is refused in the platform’s words', async (_, functionKey, moduleKey, message) => {
    const answer = invoke(sandbox, functionKey, {}, { ...(moduleKey && { moduleKey }) });
    const code = moduleKey === undefined ? 'FUNCTION_ERR' : 'MODULE_NOT_FOUND';
    await expect(answer).rejects.toMatchObject({ code, message });
  });

  test('lets what reads the app’s console lines write to the console itself', async () => {
    const written = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const printing = await createFixtureSandbox({
      timers,
      onConsole: ({ text }) => console.info(text),
    });
    await invoke(printing, 'speak');
    expect(written.mock.calls).toEqual([['seen 3 laptops']]);
    written.mockRestore();
  });

  test('keeps what the app writes to the console, with the function', async () => {
    await invoke(sandbox, 'speak');
    expect(lines).toEqual([{ functionKey: 'speak', level: 'warn', text: 'seen 3 laptops' }]);
  });

  test('ends after 25 seconds', async () => {
    const answer = expect(invoke(sandbox, 'unfinished')).rejects.toMatchObject({
      code: 'FUNCTION_TIMED_OUT',
      message: 'Task timed out after 25.00 seconds',
    });
    timers.advance(24_999);
    timers.advance(1);
    await answer;
  });

  test('knows the time that it has left, and leaves no timer behind', async () => {
    expect(await invoke(sandbox, 'remaining')).toBe(25_000);
    expect(timers.waitingCount).toBe(0);
  });

  test('takes at most 500 kB and gives at most 5 MB', async () => {
    await expect(invoke(sandbox, 'echo', { text: 'x'.repeat(500_000) })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    await expect(invoke(sandbox, 'large', { bytes: 5_000_000 })).rejects.toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
    });
    expect(await invoke(sandbox, 'large', { bytes: 1000 })).toHaveLength(1000);
  });

  test('never sees another one that runs at the same time', async () => {
    const people = ['admin', 'lead', 'member', 'outsider', 'newcomer'];
    const values = await Promise.all(
      people.map((account, index) =>
        invoke(sandbox, 'slowCaller', { ms: 5 * (people.length - index) }, { account }),
      ),
    );
    expect(values).toEqual(
      people.map((account) => ({ context: accountIdOf(account), jira: accountIdOf(account) })),
    );
  });

  test('cannot call the platform after it ended', async () => {
    expect(await invoke(sandbox, 'lateCall')).toBe('done');
    const { late } = await import('../support/fixture-app');
    expect(await late.outcome).toBe('AbortError: The invocation has ended.');
    expect(sandbox.host.calls.list()).toEqual([]);
  });
});

describe('Jira', () => {
  test('is reached as the person or as the app, and each call is noted', async () => {
    expect(await invoke(sandbox, 'jiraAsUser', { key: 'DEMO-1' })).toMatchObject({ status: 200 });
    expect(await invoke(sandbox, 'jiraAsApp', { key: 'HELP-1' })).toMatchObject({ status: 200 });
    expect(sandbox.host.calls.list()).toEqual([
      {
        at: '2026-01-15T09:00:00.000Z',
        target: 'jira',
        as: 'user',
        account: 'admin',
        method: 'GET',
        path: '/rest/api/3/issue/DEMO-1',
        points: 2,
        status: 200,
        functionKey: 'jiraAsUser',
      },
      expect.objectContaining({ as: 'app', path: '/rest/api/3/issue/HELP-1' }),
    ]);
  });

  test('shows a person only what they may see', async () => {
    const as = { account: 'outsider' };
    const reply = await invoke(sandbox, 'jiraAsUser', { key: 'HELP-1' }, as);
    expect(reply).toMatchObject({ status: 404 });
  });

  test('refuses a call whose scope the manifest does not list, and names it', async () => {
    const { status, body } = (await invoke(sandbox, 'editIssue', { key: 'DEMO-1' })) as {
      status: number;
      body: string;
    };
    expect(status).toBe(403);
    expect(body).toContain(
      'PUT /rest/api/3/issue/{issueIdOrKey} needs write:jira-work, or write:issue:jira',
    );
  });

  test.each(['unknownRoute', 'otherPerson', 'confluence'])(
    'what is not modelled is refused loudly: %s',
    async (functionKey) => {
      expect(await invoke(sandbox, functionKey)).toMatchObject({
        status: 501,
        body: expect.stringContaining('does not model') as unknown,
      });
    },
  );
});

describe('fetch', () => {
  test('reaches no address that the manifest does not list', async () => {
    await expect(
      invoke(sandbox, 'fetch', { address: 'https://example.org/x' }),
    ).rejects.toMatchObject({
      message: expect.stringContaining(
        'URL not included in the external fetch backend permissions: https://example.org/x',
      ) as unknown,
    });
  });

  test('does not reach the local service by its own address', async () => {
    await expect(invoke(sandbox, 'fetch', { address: 'http://127.0.0.1:1/' })).rejects.toThrow(
      'URL not included',
    );
  });

  test('outside of an invocation is Node’s own', async () => {
    await expect(fetch('data:text/plain,hello').then((r) => r.text())).resolves.toBe('hello');
  });
});

describe('The provider', () => {
  test('has no credentials until the person connects', async () => {
    expect(await invoke(sandbox, 'hasCredentials')).toBe(false);
    await sandbox.grants.set(accountIdOf('admin'), grantOf());
    expect(await invoke(sandbox, 'hasCredentials')).toBe(true);
    expect(await invoke(sandbox, 'account')).toMatchObject({
      id: 'service-user',
      displayName: 'admin@example.com',
    });
    expect(await invoke(sandbox, 'hasCredentials', {}, { account: 'lead' })).toBe(false);
  });

  test('asked for credentials ends the invocation with the request for consent', async () => {
    await expect(invoke(sandbox, 'connect')).rejects.toMatchObject({
      code: 'NEEDS_AUTHENTICATION_ERR',
      details: { serviceKey: 'wds' },
    });
  });

  test('is unknown to a function that does not list it', async () => {
    const manifest = testManifest(({ modules }) => {
      for (const entry of modules.function) delete entry.providers;
    });
    const other = await createFixtureSandbox({ manifest });
    await expect(invoke(other, 'hasCredentials')).rejects.toThrow(
      'Bad provider or missing config for provider wds',
    );
  });
});
