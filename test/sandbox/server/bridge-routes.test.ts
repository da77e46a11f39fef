import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { accountIdOf, createFixtureSandbox, grantOf } from '../support/fixture-sandbox';
import { testManifest } from '../support/test-manifest';
import { openTracker, send } from '../support/tracker';

const fieldId = 'customfield_10050';
const moduleKey = 'workspace-object';
const fieldType =
  'ari:cloud:ecosystem::extension/11111111-2222-4333-8444-555555555555/a1b2c3d4-0000-4000-8000-5a6d0b0c0003/static/workspace-object';

let sandbox: Sandbox;
let tracker: FastifyInstance;

beforeEach(async () => {
  sandbox = await createFixtureSandbox();
  tracker = await openTracker(sandbox);
});

const contextOf = (point: object, account = 'admin') =>
  send(tracker, 'POST', '/sandbox/bridge/context', { body: { moduleKey, ...point }, account });

const extensionOf = async (point: object, account?: string) =>
  ((await contextOf(point, account)).body as { extension: object }).extension;

const onIssue = (issueKey: string, fieldValue: unknown = null) => ({
  entryPoint: 'view',
  extensionHint: { fieldId, issueKey, renderContext: 'issue-view', fieldValue },
});
const onCreate = {
  entryPoint: 'edit',
  extensionHint: {
    fieldId,
    projectKey: 'DEMO',
    issueTypeId: '10002',
    renderContext: 'issue-create',
    fieldValue: null,
  },
};

describe('The state', () => {
  test('says who is here and what the app brings', async () => {
    const { body } = await send(tracker, 'GET', '/sandbox/state', { account: 'member' });
    expect(body).toMatchObject({
      current: { account: 'member', accountId: accountIdOf('member'), isAdmin: false },
      siteUrl: 'http://127.0.0.1:8080',
      fieldTypes: [
        {
          key: moduleKey,
          ari: fieldType,
          view: { resource: 'object-view' },
          edit: { resource: 'object-edit', isInline: true },
          contextConfig: { resource: 'object-config' },
        },
        { key: 'workspace-cascade' },
      ],
      profile: { locale: 'en-US', timeZone: 'Europe/Stockholm' },
      locales: expect.arrayContaining(['en-US', 'de-DE']) as unknown,
      pages: [{ key: 'connect', moduleType: 'jira:personalSettingsPage' }],
    });
  });

  test('says as whom the app may read at the service, and when nobody lets it', async () => {
    const toldGrantOf = async (account: string) => {
      const { body } = await send(tracker, 'GET', '/sandbox/state', { account });
      return (body as { grant: unknown }).grant;
    };
    expect(await toldGrantOf('member')).toBeNull();
    await sandbox.grants.set(accountIdOf('member'), grantOf({ displayName: 'member@example.com' }));
    expect(await toldGrantOf('member')).toEqual({
      providerName: sandbox.provider.name,
      displayName: 'member@example.com',
    });
    expect(await toldGrantOf('admin')).toBeNull();
  });

  test('is for someone who is known', async () => {
    expect(await send(tracker, 'GET', '/sandbox/state', { account: 'nobody' })).toMatchObject({
      status: 401,
      body: { errorMessages: [expect.stringContaining('admin, lead, member')] },
    });
  });
});

test('An admin page is one of the app’s pages, and is told what it is', async () => {
  const page = { key: 'admin', resource: 'connect-page', render: 'native', title: 'Laptops' };
  const manifest = testManifest(({ modules }) => {
    modules['jira:adminPage'] = [{ ...page, resolver: { function: 'field-resolver' } }];
  });
  tracker = await openTracker(await createFixtureSandbox({ manifest }));
  const { body } = await send(tracker, 'GET', '/sandbox/state');
  expect((body as { pages: unknown[] }).pages).toContainEqual({
    ...page,
    moduleType: 'jira:adminPage',
    resolver: { function: 'field-resolver' },
  });
  expect(await contextOf({ moduleKey: 'admin', entryPoint: 'page' })).toMatchObject({
    status: 200,
    body: { moduleKey: 'admin', extension: { type: 'jira:adminPage' } },
  });
  const call = { moduleKey: 'admin', entryPoint: 'page', functionKey: 'connect' };
  const reply = await send(tracker, 'POST', '/sandbox/bridge/invoke', { body: call });
  expect(reply.body).toMatchObject({
    error: { code: 'NEEDS_AUTHENTICATION_ERR', authorizeUrl: expect.any(String) as unknown },
  });
});

describe('A profile', () => {
  test('is the person’s own, and told to apps and by Jira', async () => {
    const body = { locale: 'de-DE', timeZone: 'Asia/Tokyo' };
    expect(await send(tracker, 'PUT', '/sandbox/profile', { body, account: 'lead' })).toMatchObject(
      { status: 204 },
    );
    const context = await contextOf(onIssue('DEMO-3'), 'lead');
    expect(context).toMatchObject({ body: { locale: 'de-DE', timezone: 'Asia/Tokyo' } });
    expect(await send(tracker, 'GET', '/rest/api/3/myself', { account: 'lead' })).toMatchObject({
      body: { locale: 'de_DE', timeZone: 'Asia/Tokyo' },
    });
    expect(await contextOf(onIssue('DEMO-3'), 'member')).toMatchObject({
      body: { locale: 'en-US' },
    });
  });

  test.each([{ locale: 'xx' }, { timeZone: 'Mars/Olympus' }, { theme: 'dark' }])(
    'is not changed to %j',
    async (change) => {
      const body = { locale: 'en-US', timeZone: 'Asia/Tokyo', ...change };
      expect((await send(tracker, 'PUT', '/sandbox/profile', { body })).status).toBe(400);
    },
  );
});

describe('The context', () => {
  test('of a field on an issue holds what Jira knows of the issue', async () => {
    const value = { objects: [] };
    expect((await contextOf(onIssue('DEMO-3', value), 'member')).body).toEqual({
      accountId: accountIdOf('member'),
      cloudId: expect.any(String) as unknown,
      environmentId: expect.any(String) as unknown,
      environmentType: 'DEVELOPMENT',
      localId: fieldType,
      locale: 'en-US',
      moduleKey,
      siteUrl: 'http://127.0.0.1:8080',
      timezone: 'Europe/Stockholm',
      extension: {
        type: 'jira:customFieldType',
        entryPoint: 'view',
        fieldId,
        fieldType,
        fieldValue: value,
        renderContext: 'issue-view',
        experience: 'issue-view',
        issue: { id: '10302', key: 'DEMO-3', type: 'Bug', typeId: '10002' },
        project: { id: '10000', key: 'DEMO', type: 'software' },
      },
    });
  });

  test('of the create screen names the work type, or not, as the platform is set', async () => {
    expect(await extensionOf(onCreate)).toMatchObject({
      issue: { type: 'Bug', typeId: '10002' },
      project: { id: '10000' },
    });
    const body = { createScreenKnowsWorkType: false };
    await send(tracker, 'POST', '/sandbox/platform', { body });
    expect(await extensionOf(onCreate)).not.toHaveProperty('issue');
  });

  test('holds the configuration only where the platform is set to give it', async () => {
    expect(await extensionOf(onIssue('DEMO-1'))).not.toHaveProperty('configuration');
    await send(tracker, 'POST', '/sandbox/platform', { body: { givesConfiguration: true } });
    expect(await extensionOf(onIssue('DEMO-1'))).toMatchObject({ configuration: { version: 1 } });
  });

  test('of the configuration is for administrators, with ids that are numbers', async () => {
    const point = {
      entryPoint: 'contextConfig',
      extensionHint: { fieldId, fieldContextId: '10150', renderContext: '' },
    };
    expect(await extensionOf(point)).toMatchObject({
      ...{ entryPoint: 'contextConfig', fieldContextId: 10150, configurationId: 10250 },
      configuration: { version: 1 },
    });
    expect(await contextOf(point, 'lead')).toMatchObject({ status: 403 });
  });

  test('of a transition’s screen names the transition beside the issue', async () => {
    const { extensionHint, ...point } = onIssue('DEMO-3');
    const hint = { ...extensionHint, transitionId: '31', renderContext: 'issue-transition' };
    const onScreen = { ...point, entryPoint: 'edit', extensionHint: hint };
    expect(await extensionOf(onScreen, 'member')).toMatchObject({
      experience: 'issue-transition',
      issue: { key: 'DEMO-3' },
      issueTransition: { id: '31' },
    });
  });

  test('of an issue that the person cannot see is refused', async () => {
    expect(await contextOf(onIssue('HELP-1'), 'outsider')).toMatchObject({ status: 404 });
  });

  test('of a page names its module and the address around it, unless the context lacks that', async () => {
    const type = 'jira:personalSettingsPage';
    const location = 'http://127.0.0.1:8080/settings/apps/connect?connect=now';
    const point = {
      moduleKey: 'connect',
      entryPoint: 'page',
      extensionHint: { renderContext: '', location },
    };
    expect((await contextOf(point)).body).toMatchObject({
      moduleKey: 'connect',
      extension: { type, location },
    });
    sandbox.setSwitches({ ...sandbox.switches, contextLacks: ['location'] });
    expect((await contextOf(point)).body).toMatchObject({ extension: { type } });
    expect((await contextOf(point)).text).not.toContain(location);
  });
});

describe('The address of a page', () => {
  const addressOfConnectPage = () =>
    send(tracker, 'POST', '/sandbox/bridge/getUrl', { body: { moduleKey: 'connect' } });

  test('is told for a page of the personal settings', async () => {
    expect((await addressOfConnectPage()).body).toEqual({ path: '/settings/apps/connect' });
  });

  test('is not told where the router does not know such pages', async () => {
    sandbox.setSwitches({ ...sandbox.switches, routerKnowsPersonalPages: false });
    expect(await addressOfConnectPage()).toMatchObject({ status: 400 });
  });
});

describe('A call of a function', () => {
  const invoke = (functionKey: string, more: object = {}) =>
    send(tracker, 'POST', '/sandbox/bridge/invoke', {
      body: { moduleKey, functionKey, payload: { a: 1 }, ...onIssue('DEMO-1'), ...more },
    });

  test('reaches the app with the platform’s context', async () => {
    expect((await invoke('echo')).body).toMatchObject({
      ok: true,
      value: {
        payload: { a: 1 },
        context: { accountType: 'licensed', extension: { issue: { id: '10300' } } },
      },
    });
  });

  test('that fails is an answer with code and message', async () => {
    expect((await invoke('fail')).body).toEqual({
      ok: false,
      error: {
        code: 'FUNCTION_ERR',
        message: 'There was an error invoking the function - out of luck',
      },
    });
  });

  test('that needs consent says where to give it, where the platform shows that', async () => {
    const onPage = { moduleKey: 'connect', entryPoint: 'page', extensionHint: {} };
    const authorizeUrl = '/sandbox/oauth/start?provider=wds&account=admin';
    const error = { code: 'NEEDS_AUTHENTICATION_ERR', serviceKey: 'wds' };
    expect((await invoke('connect', onPage)).body).toMatchObject({
      error: { ...error, authorizeUrl },
    });
    const inField = (await invoke('connect')).body as { error: object };
    expect(inField.error).toMatchObject(error);
    expect(inField.error).not.toHaveProperty('authorizeUrl');
    await send(tracker, 'POST', '/sandbox/platform', { body: { consentShows: 'everywhere' } });
    expect((await invoke('connect')).body).toMatchObject({ error: { authorizeUrl } });
    await send(tracker, 'POST', '/sandbox/platform', { body: { consentNeedsClick: true } });
    expect((await invoke('connect')).body).toMatchObject({ error: { needsClick: true } });
  });
});

describe('Jira’s REST for the app’s user interface', () => {
  const fetchProduct = (restPath: string, fetchRequestInit: object = {}) =>
    send(tracker, 'POST', '/sandbox/bridge/fetchProduct', { body: { restPath, fetchRequestInit } });

  test('answers as the person and under the app’s scopes', async () => {
    const { body } = await fetchProduct('/rest/api/3/myself');
    expect(body).toMatchObject({ status: 200, isAttachment: false });
    expect(JSON.parse((body as { body: string }).body)).toMatchObject({
      accountId: accountIdOf('admin'),
    });
    const init = { method: 'PUT', body: '{"fields":{"summary":"x"}}', headers: [] };
    expect((await fetchProduct('/rest/api/3/issue/DEMO-1', init)).body).toMatchObject({
      status: 403,
    });
    expect(sandbox.host.calls.list()).toMatchObject([
      { functionKey: null, account: 'admin', as: 'user' },
      { method: 'PUT', status: 403 },
    ]);
  });
});
