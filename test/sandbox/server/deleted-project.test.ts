import { beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleLine } from '../../../src/sandbox/forge/function-runner';
import { platformSwitches } from '../../../src/sandbox/jira/platform-switches';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createBackgroundSandbox, play } from '../support/background-sandbox';
import { callAs } from '../support/jira';
import { ManualTimers } from '../support/manual-timers';

let sandbox: Sandbox;
let lines: ConsoleLine[];

beforeEach(async () => {
  lines = [];
  sandbox = await createBackgroundSandbox({
    timers: new ManualTimers(),
    onConsole: (line) => lines.push(line),
  });
});

const remove = (idOrKey: string, account = 'admin', query = 'enableUndo=false') =>
  callAs(sandbox.jira, account)('DELETE', `/project/${idOrKey}?${query}`);
const passTime = () => sandbox.host.advance(0, { schedules: false });

describe('A project that a Jira admin deletes', () => {
  test('is gone with its issues and its own contexts, and other contexts do not become global', async () => {
    expect(await remove('DEMO')).toEqual({ status: 204 });
    const { projects, issues, fields } = sandbox.jira.model.state;
    expect(projects.map(({ key }) => key)).toEqual(['HELP']);
    expect(new Set(issues.map(({ projectId }) => projectId))).toEqual(new Set(['10010']));
    expect(fields.map(({ name, contexts }) => [name, contexts.map(({ id }) => id)])).toEqual([
      ['Asset', ['10150', '10152']],
      ['City', ['10153']],
    ]);
    expect((await remove('DEMO')).status).toBe(404);
  });

  test('is told to the triggers of the app, without a person', async () => {
    const events: unknown[] = [];
    await play({
      jiraEvent: (event, context) => {
        events.push(event, context);
      },
    });
    await remove('10000');
    await passTime();
    const project = { id: '10000', key: 'DEMO', name: 'Demo' };
    expect(events).toEqual([
      { eventType: 'avi:jira:deleted:project', selfGenerated: false, project },
      expect.not.objectContaining({ principal: expect.anything() as unknown }),
    ]);
    await passTime();
    expect(events).toHaveLength(2);
  });

  test('stays deleted where the trigger fails, which the console tells', async () => {
    await play({ jiraEvent: () => Promise.reject(new Error('out of luck')) });
    expect((await remove('DEMO')).status).toBe(204);
    await passTime();
    expect(lines.map(({ functionKey, text }) => [functionKey, text])).toEqual([
      ['jira-event', expect.stringContaining('out of luck')],
    ]);
  });

  test('is told again, up to four times, to a trigger that asks for it', async () => {
    const retry = { _retry: true, retryOptions: { retryAfter: 20 } };
    let told = 0;
    await play({
      jiraEvent: () => {
        told += 1;
        return retry;
      },
    });
    await remove('DEMO');
    await passTime();
    expect(told).toBe(1);
    await sandbox.host.advance(300_000, { schedules: true });
    expect(told).toBe(5);
  });

  test('is told three minutes late and twice where the platform repeats itself', async () => {
    sandbox.setSwitches(platformSwitches.parse({ platformRepeats: true }));
    let told = 0;
    await play({ jiraEvent: () => (told += 1) });
    await remove('DEMO');
    await passTime();
    expect(told).toBe(0);
    await sandbox.host.advance(180_000, { schedules: true });
    expect(told).toBe(2);
  });
});

describe('A project stays', () => {
  test.each([
    ['lead', 'DEMO', 'enableUndo=false', 403],
    ['newcomer', 'HELP', 'enableUndo=false', 404],
    ['admin', 'DEMO', '', 501],
  ])('where %s deletes %s with "%s"', async (account, key, query, status) => {
    const events: unknown[] = [];
    await play({ jiraEvent: (event) => events.push(event) });
    expect((await remove(key, account, query)).status).toBe(status);
    await passTime();
    expect(sandbox.jira.model.state.projects).toHaveLength(2);
    expect(events).toEqual([]);
  });
});

test('What the app has stored where the demo begins is there again after a reset, and counts as no use', async () => {
  const demoAppStorage = { 'project-pages:10000': { version: 1 } };
  sandbox = await createBackgroundSandbox({ timers: new ManualTimers(), demoAppStorage });
  const read = async () => {
    const body = { key: 'project-pages:10000', options: {} };
    const response = await sandbox.host.storage.answer('/api/v1/get', body, ['storage:app']);
    return response.json() as Promise<unknown>;
  };
  expect(sandbox.host.storage.use).toMatchObject({ keys: 1, reads: 0, writes: 0 });
  expect(await read()).toMatchObject({ value: { version: 1 } });
  await sandbox.host.storage.clear();
  await sandbox.reset();
  expect(await read()).toMatchObject({ value: { version: 1 } });
});
