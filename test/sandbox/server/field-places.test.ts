import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createFixtureSandbox } from '../support/fixture-sandbox';
import { testManifest } from '../support/test-manifest';
import { openTracker, send } from '../support/tracker';

const fieldId = 'customfield_10050';
const moduleKey = 'workspace-object';

let sandbox: Sandbox;
let tracker: FastifyInstance;

beforeEach(async () => {
  const manifest = testManifest(({ modules }) => {
    for (const fieldType of modules['jira:customFieldType']) {
      fieldType.unlicensedAccess = ['customer', 'anonymous'];
    }
  });
  sandbox = await createFixtureSandbox({ manifest });
  tracker = await openTracker(sandbox);
});

const point = (entryPoint: 'view' | 'edit', renderContext: string, hint: object) => ({
  moduleKey,
  entryPoint,
  extensionHint: { fieldId, renderContext, ...hint },
});
const contextOf = (place: object, account: string) =>
  send(tracker, 'POST', '/sandbox/bridge/context', { body: place, account });
const extensionOf = async (place: object, account: string) =>
  ((await contextOf(place, account)).body as { extension: object }).extension;
const onForm = (requestTypeId: string) =>
  point('edit', 'portal-request', { serviceDeskId: '1', requestTypeId });
const onRequest = point('view', 'portal-view', { issueKey: 'HELP-2', fieldValue: 'forged' });

describe('The context of a request form', () => {
  test.each(['customer', 'unlicensed', 'visitor', 'outsider'])(
    'names to %s portal and request type, and nothing else of Jira',
    async (account) => {
      const { body } = await contextOf(onForm('1'), account);
      expect((body as { extension: object }).extension).toEqual({
        type: 'jira:customFieldType',
        entryPoint: 'edit',
        fieldId,
        fieldType: expect.any(String) as unknown,
        fieldValue: null,
        renderContext: 'portal-request',
        experience: 'portal-request',
        portal: { id: 1 },
        request: { typeId: 1 },
      });
      expect('accountId' in (body as object)).toBe(account !== 'visitor');
    },
  );

  test('is refused for a field that the form does not have, and on a portal that is not public', async () => {
    expect(await contextOf(onForm('3'), 'customer')).toMatchObject({ status: 404 });
    await send(tracker, 'POST', '/sandbox/platform', { body: { portalsArePublic: false } });
    expect(await contextOf(onForm('1'), 'visitor')).toMatchObject({ status: 401 });
  });
});

describe('The context of a request', () => {
  test('holds the value that Jira has, whatever the page says', async () => {
    expect(await extensionOf(onRequest, 'customer')).toMatchObject({
      portal: { id: 1 },
      request: { typeId: 1 },
      fieldValue: { objects: [{ label: 'Laptop 6' }] },
    });
  });

  test('names the issue only where the platform is set to', async () => {
    expect(await extensionOf(onRequest, 'customer')).not.toHaveProperty('issue');
    await send(tracker, 'POST', '/sandbox/platform', { body: { portalViewKnowsIssue: true } });
    expect(await extensionOf(onRequest, 'customer')).toMatchObject({
      issue: { key: 'HELP-2', typeId: '10005' },
      project: { key: 'HELP' },
    });
  });

  test.each([
    ['unlicensed', 404],
    ['outsider', 404],
    ['visitor', 401],
  ])('is refused to %s, who takes no part in it', async (account, status) => {
    expect(await contextOf(onRequest, account)).toMatchObject({ status });
  });
});

test('The context of a bulk edit names what the person may see of what they chose', async () => {
  const place = point('edit', 'issue-bulk-edit', { issueIds: ['10300', '10320', '9'] });
  expect(await extensionOf(place, 'member')).toMatchObject({
    issues: [
      { id: '10300', key: 'DEMO-1', type: 'Task', typeId: '10001' },
      { id: '10320', key: 'HELP-1' },
    ],
    projects: [{ id: '10000', key: 'DEMO', type: 'software' }, { key: 'HELP' }],
    fieldValue: null,
  });
  expect(await extensionOf(place, 'outsider')).toMatchObject({
    issues: [{ key: 'DEMO-1' }],
    projects: [{ key: 'DEMO' }],
  });
  expect(await extensionOf(place, 'customer')).toMatchObject({ issues: [], projects: [] });
});

describe('A call from the portal', () => {
  const invoke = (account: string, place: object) =>
    send(tracker, 'POST', '/sandbox/bridge/invoke', {
      body: { ...place, functionKey: 'echo', payload: {} },
      account,
    });

  test.each([
    ['customer', 'customer'],
    ['visitor', 'anonymous'],
    ['member', 'licensed'],
  ])('tells the resolver that %s is of the type %s', async (account, accountType) => {
    expect((await invoke(account, onForm('2'))).body).toMatchObject({
      value: { context: { accountType, extension: { portal: { id: 1 } } } },
    });
  });

  test('is not made for people to whom the module is not open, nor for a place that they can’t see', async () => {
    expect((await invoke('unlicensed', onForm('2'))).body).toMatchObject({
      ok: false,
      error: { code: 'ACCESS_DENIED' },
    });
    expect(await invoke('visitor', onRequest)).toMatchObject({ status: 401 });
  });

  test('that needs consent offers none', async () => {
    await send(tracker, 'POST', '/sandbox/platform', { body: { consentShows: 'everywhere' } });
    const place = { ...onForm('2'), functionKey: 'connect', payload: {} };
    const { body } = await send(tracker, 'POST', '/sandbox/bridge/invoke', {
      body: place,
      account: 'customer',
    });
    expect(body).toMatchObject({ error: { code: 'NEEDS_AUTHENTICATION_ERR' } });
    expect((body as { error: object }).error).not.toHaveProperty('authorizeUrl');
  });
});
