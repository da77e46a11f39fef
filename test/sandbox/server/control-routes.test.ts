import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createClient, fetchTransport } from '../../../src/api/client';
import type { DemoCity } from '../../../src/sandbox/jira/demo-objects';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { accountIdOf, createFixtureSandbox } from '../support/fixture-sandbox';
import { grammaticalSpellings } from '../../../src/sandbox/jira/platform-switches';
import { openTracker, send } from '../support/tracker';
import { startDemoService } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';

const cascade = z.object({
  workspaceId: z.string(),
  levels: z.array(z.object({ query: z.string() })),
});

let sandbox: Sandbox;
let tracker: FastifyInstance;

const service = duringTests(() => startDemoService());
beforeAll(async () => {
  sandbox = await createFixtureSandbox({ serviceUrl: service.url, demoFacts });
  tracker = await openTracker(sandbox, { administration: service.administration });
});
beforeEach(() => sandbox.reset());

const invoke = (functionKey: string, payload: object, account = 'admin') =>
  send(tracker, 'POST', '/sandbox/invoke', {
    body: { account, moduleKey: 'workspace-object', functionKey, payload, extension: {} },
  });
const connect = (account: string) =>
  send(tracker, 'POST', '/sandbox/grants', { body: { account } });

describe('Grants', () => {
  test('connect a person without a browser, and disconnect', async () => {
    expect(await connect('member')).toMatchObject({ status: 204 });
    expect((await invoke('account', {}, 'member')).body).toMatchObject({
      value: { displayName: 'member@example.com' },
    });
    const body = { account: 'member' };
    expect((await send(tracker, 'DELETE', '/sandbox/grants', { body })).status).toBe(204);
    expect((await invoke('hasCredentials', {}, 'member')).body).toEqual({ ok: true, value: false });
  });

  test('are not given to people without an account in the service', async () => {
    expect(await connect('newcomer')).toMatchObject({ status: 409 });
    expect(await connect('nobody')).toMatchObject({ status: 400 });
    expect(sandbox.grants.find(accountIdOf('newcomer'))).toBeUndefined();
  });

  test('reach the service, and the call log has it', async () => {
    await connect('admin');
    await invoke('service', { path: '/public/v1/user/me' });
    expect((await send(tracker, 'GET', '/sandbox/calls')).body).toEqual([
      {
        at: expect.any(String) as unknown,
        target: 'service',
        as: 'user',
        account: 'admin',
        method: 'GET',
        path: '/public/v1/user/me',
        status: 200,
        functionKey: 'service',
        points: 0,
      },
    ]);
    await send(tracker, 'DELETE', '/sandbox/calls');
    expect((await send(tracker, 'GET', '/sandbox/calls')).body).toEqual([]);
  });
});

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('Access', () => {
  const workspaces = async () => {
    const reply = await fetch(`${service.url}/public/v1/workspace`, {
      headers: { authorization: 'Bearer demo-member-token' },
    });
    const { result } = (await reply.json()) as { result: { id: string }[] };
    return result.map(({ id }) => id);
  };

  test('to a workspace is taken and given', async () => {
    const change = (read: boolean) =>
      send(tracker, 'PUT', '/sandbox/access', {
        body: { account: 'member', workspaceId: demoFacts.workspaceId, read },
      });
    expect(await change(false)).toMatchObject({ status: 204 });
    expect(await workspaces()).not.toContain(demoFacts.workspaceId);
    expect(await change(true)).toMatchObject({ status: 204 });
    expect(await workspaces()).toContain(demoFacts.workspaceId);
  });

  test.each([
    ['nothing', {}],
    ['two things', { workspaceId: demoFacts.workspaceId, typeId: demoFacts.laptopTypeId }],
    ['an id that is none', { workspaceId: 'IT' }],
  ])('to %s is an error', async (_, target) => {
    const body = { account: 'member', read: true, ...target };
    expect(await send(tracker, 'PUT', '/sandbox/access', { body })).toMatchObject({ status: 400 });
  });

  test.each([
    ['an unknown workspace', { workspaceId: unknownId }, `workspace ${unknownId}`],
    ['an unknown type', { typeId: unknownId }, `type ${unknownId}`],
    [
      'people without an account in the service',
      { account: 'newcomer', workspaceId: demoFacts.workspaceId },
      'account newcomer',
    ],
  ])('of or to %s is not found, given or taken', async (_, change, name) => {
    for (const read of [true, false]) {
      const body = { account: 'member', ...change, read };
      expect(await send(tracker, 'PUT', '/sandbox/access', { body })).toMatchObject({
        status: 404,
        body: { errorMessages: [`The service has no ${name}.`] },
      });
    }
  });
});

describe('A reset', () => {
  test('brings back issues, grants, access, calls and switches', async () => {
    await connect('admin');
    await invoke('service', { path: '/public/v1/user/me' });
    await send(tracker, 'POST', '/sandbox/platform', {
      body: { hiddenEmails: ['lead'], jqlFunctionKnowsPerson: true },
    });
    const fields = { summary: 'Changed' };
    await send(tracker, 'PUT', '/rest/api/3/issue/DEMO-1', { body: { fields } });
    expect(await send(tracker, 'POST', '/sandbox/reset')).toMatchObject({ status: 204 });
    expect(sandbox.grants.find(accountIdOf('admin'))).toBeUndefined();
    expect(sandbox.host.calls.list()).toEqual([]);
    expect((await send(tracker, 'GET', '/sandbox/platform')).body).toEqual({
      bridgeDeliversEvents: true,
      contextLacks: [],
      consentNeedsClick: false,
      consentShows: 'pages',
      createScreenKnowsWorkType: true,
      editScreensLack: [],
      expressionsLack: [],
      givesConfiguration: false,
      hiddenEmails: [],
      jiraQuota: 'counted',
      jqlAllowsContradictions: true,
      jqlFunctionKnowsPerson: false,
      jqlIdleSpellings: [],
      jqlMostListValues: null,
      jqlPropertiesCanBeEmpty: true,
      jqlPropertyIn: 'any',
      jqlPropertyNotIn: 'none',
      jqlPropertySpellings: [...grammaticalSpellings],
      platformRepeats: false,
      portalViewKnowsIssue: false,
      portalsArePublic: true,
      projectsBlockingApp: [],
      routerKnowsPersonalPages: true,
      searchIndex: 'immediate',
      storageListsLag: true,
      storageRefusesExistingKeys: true,
      uneditableStatuses: [],
      withoutBulkChange: [],
    });
    expect((await send(tracker, 'GET', '/rest/api/3/issue/DEMO-1')).text).not.toContain('Changed');
  });
});

describe('Switches', () => {
  test('that do not exist are an error, and nothing changes', async () => {
    for (const body of [{ consent: 'everywhere' }, { hiddenEmails: ['nobody'] }]) {
      expect((await send(tracker, 'POST', '/sandbox/platform', { body })).status).toBe(400);
    }
    expect(sandbox.switches.hiddenEmails).toEqual([]);
  });

  test('hide the email address of a person', async () => {
    await send(tracker, 'POST', '/sandbox/platform', { body: { hiddenEmails: ['lead'] } });
    expect(
      (await send(tracker, 'GET', '/rest/api/3/myself', { account: 'lead' })).body,
    ).toMatchObject({ emailAddress: null });
  });
});

describe('The demo issues', () => {
  test.each([
    [
      'laptops and contracts',
      demoFacts.workspaceId,
      [...demoFacts.laptops, ...demoFacts.contracts],
    ],
    [
      'cities with their regions and countries',
      demoFacts.geographyWorkspaceId,
      demoFacts.cities.flatMap(({ country, region, city }) => [country, region, city]),
    ],
  ])('name %s as the service does', async (_, workspaceId, objects) => {
    const headers = {
      authorization: 'Bearer demo-admin-token',
      'wds-workspace-id': workspaceId,
    };
    for (const { objectId, label } of objects) {
      const reply = await fetch(`${service.url}/public/v1/object/${objectId}`, { headers });
      expect(await reply.json()).toMatchObject({ id: objectId, label });
    }
  });

  test('are configured with queries that the service takes', async () => {
    const client = createClient({
      transport: fetchTransport(service.url, { token: 'demo-admin-token' }),
    });
    const { fields } = sandbox.jira.model.state;
    const city = fields.find(({ name }) => name === 'City');
    const { workspaceId, levels } = cascade.parse(city?.contexts[0]?.configuration);
    const [{ country, region }] = demoFacts.cities as [DemoCity];
    const parents = { Country: country, Region: region };
    for (const { query } of levels) {
      const bound = query.replace(
        /\{\{(Country|Region)\}\}/,
        (_, name: keyof typeof parents) => `objectId("${parents[name].objectId}")`,
      );
      const { total } = await client.inWorkspace(workspaceId).objects.search({ query: bound });
      expect(total, query).toBeGreaterThan(0);
    }
  });
});
