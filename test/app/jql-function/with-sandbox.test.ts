import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createAppSandbox } from '../../sandbox/support/app-sandbox';
import { findKeys } from '../../sandbox/support/jira';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import { platformSwitches } from '../../../src/sandbox/jira/platform-switches';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { callApp } from '../../sandbox/support/fixture-sandbox';
import { startDemoService } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';

/** Jira keeps the error of a function for so long. */
const errorMs = 61_000;

const service = duringTests(() => startDemoService());
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createAppSandbox({ serviceUrl: service.url });
});

const call = (moduleKey: string, functionKey: string, payload: object = {}) =>
  callApp(sandbox, functionKey, payload, { moduleKey });

const giveToken = () => call('admin', 'saveToken', { token: 'demo-admin-token' });

/** What the admin page is told of the refresh and of the job over labels. */
async function findWork() {
  const told = z.object({ value: z.object({ value: z.looseObject({}) }) });
  const [facts, labels] = [await call('admin', 'facts'), await call('admin', 'labelJob')];
  return { run: told.parse(facts).value.value.run, job: told.parse(labels).value.value.job };
}

const letPass = (minutes: number, schedules = false) =>
  sandbox.host.advance(minutes * 60_000, { schedules });

const search = (jql: string) => findKeys(sandbox, jql);

const serviceCalls = () =>
  sandbox.host.calls
    .list()
    .filter(({ target }) => target === 'service')
    .map(({ as, method, path, functionKey }) => `${as} ${method} ${path} ${functionKey ?? ''}`);

describe('workspaceObjects() in Jira and Forge of the sandbox, with the real service', () => {
  test('finds the issues whose field holds an object that the query finds', async () => {
    expect(await giveToken()).toMatchObject({ ok: true, value: { kind: 'ok' } });
    const [laptop] = demoFacts.laptops;
    const byId = await search(`"Asset.ObjectId" = "${laptop?.objectId ?? ''}"`);
    const query = `Id = \\"${laptop?.objectId ?? ''}\\"`;
    expect(byId).not.toEqual([]);
    expect(await search(`issue in workspaceObjects("${query}", "Asset")`)).toEqual(byId);
    const others = await search(`issue not in workspaceObjects("${query}", "Asset")`);
    const withValue = await search('"Asset.ObjectId" is not EMPTY');
    expect([byId, others].flat().sort()).toEqual([withValue].flat().sort());
  });

  test('finds issues by an object of an upper level of a cascade', async () => {
    await giveToken();
    const found = await search('issue in workspaceObjects("Label == Iceland", "City")');
    expect(found).toEqual(await search('"City.PathId" is not EMPTY'));
    expect(found).not.toEqual([]);
  });

  test('asks the service once, as the token, and a second search not at all', async () => {
    await giveToken();
    sandbox.host.calls.clear();
    await search('issue in workspaceObjects("Status = \\"In use\\"", "Asset")');
    await search('project = DEMO AND issue in workspaceObjects("Status = \\"In use\\"", "Asset")');
    expect(serviceCalls()).toEqual([
      expect.stringMatching(/POST \/public\/v1\/object\/search jql-function$/),
    ]);
  });

  test('asks Jira for the way to write the clause again after an hour, though the storage still has it', async () => {
    await giveToken();
    // The refresh that follows asks as well.
    await sandbox.host.advance(60_000, { schedules: false });
    const asked = () =>
      sandbox.host.calls.list().filter(({ path }) => path.includes('/jql/parse')).length;
    const askedBefore = asked();
    await search('issue in workspaceObjects("Status = \\"In use\\"", "Asset")');
    await sandbox.host.advance(58 * 60_000, { schedules: false });
    await search('issue in workspaceObjects("Status = \\"In stock\\"", "Asset")');
    expect(asked()).toBe(askedBefore);
    await sandbox.host.advance(2 * 60_000, { schedules: false });
    await search('issue in workspaceObjects("Status = Lost", "Asset")');
    expect(asked()).toBe(askedBefore + 1);
  });

  test('says what is wrong with a query, where a person searches', async () => {
    await giveToken();
    expect(await search('issue in workspaceObjects("Colour = Red", "Asset")')).toMatch(
      /Unknown attribute “Colour” at character 1 of the query/,
    );
  });

  test('waits without a token for someone to run the search, then has its result', async () => {
    const jql = 'issue in workspaceObjects("Status = \\"In use\\"", "Asset")';
    expect(await search(jql)).toContain('no access token is saved');
    sandbox.host.storage.catchUp();
    const waiting = await call('connect', 'waitingSearches');
    const hash = /"hash":"([0-9a-f]{64})"/.exec(JSON.stringify(waiting))?.[1];
    const ran = await call('connect', 'runSearch', { hash });
    expect(ran).toMatchObject({ ok: true, value: { kind: 'ok' } });
    await sandbox.host.advance(errorMs, { schedules: false });
    const found = await search(jql);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^DEMO-/)]));
  });

  test('refreshes and relabels no further while Jira’s limit is used up, says until when, and goes on after the hour', async () => {
    await giveToken();
    const hourMs = 3_600_000;
    const now = () => sandbox.clock.now().getTime();
    await letPass(61 - Math.floor((now() % hourMs) / 60_000));
    await search('issue in workspaceObjects("Status = \\"In use\\"", "Asset")');
    await call('admin', 'startRefresh');
    const fieldId = 'customfield_10050';
    await call('admin', 'startLabelJob', { fieldId, isDryRun: false });
    sandbox.setSwitches(platformSwitches.parse({ jiraQuota: 'used' }));
    await letPass(2);
    const waitingUntil = Math.ceil(now() / hourMs) * hourMs;
    // Given back, since the page too is refused until then.
    sandbox.setSwitches(platformSwitches.parse({}));
    const waits = {
      waitingUntil: expect.closeTo(waitingUntil, -4) as number,
      waitReason: 'jiraLimit',
    };
    const waiting = { run: waits, job: { phase: 'running', ...waits } };
    expect(await findWork()).toMatchObject(waiting);
    sandbox.host.calls.clear();
    await letPass(50);
    expect(sandbox.host.calls.list()).toEqual([]);
    await letPass(10);
    expect(await findWork()).toMatchObject({ run: { phase: 'done' }, job: { phase: 'done' } });
  });

  test('deletes the access token before the app is uninstalled', async () => {
    await giveToken();
    await sandbox.host.functions.runTrigger('uninstall');
    const jql = 'issue in workspaceObjects("Status = \\"In use\\"", "Asset")';
    expect(await search(jql)).toContain('no access token is saved');
  });
});
