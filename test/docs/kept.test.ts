import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceAppCode } from '../sandbox/support/source-app-code';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import {
  accountIdOf,
  callApp,
  createFixtureSandbox,
  grantOf,
} from '../sandbox/support/fixture-sandbox';
import { callAs } from '../sandbox/support/jira';
import { memoryRecordFile } from '../sandbox/support/memory-files';

const noId = '00000000-0000-4000-8000-000000000000';
const service = { tokenName: 'Jira', isBusy: false, refusesToken: false };
let server: Server;
let sandbox: Sandbox;
/** Of everything that the app has stored, also for a short time. */
const keptKeys = new Set<string>();

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const status = service.isBusy ? 429 : service.refusesToken ? 401 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerTo(url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const file = memoryRecordFile();
  const storage = {
    ...file,
    write: (records: Parameters<typeof file.write>[0]) => {
      for (const key of records.keys()) keptKeys.add(key.slice(key.indexOf(':') + 1));
      return file.write(records);
    },
  };
  sandbox = await createFixtureSandbox({
    manifest: await readManifest('manifest.yml'),
    code: sourceAppCode({ index: () => import('../../src/index') }),
    serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: { storage },
    demoFacts,
  });
  await sandbox.grants.set(accountIdOf('admin'), grantOf());
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function answerTo(path: string): unknown {
  if (service.isBusy || service.refusesToken) return { timestamp: '', path, message: 'No' };
  if (path.endsWith('/token/current')) {
    const { tokenName: name } = service;
    const token = { id: noId, userId: noId, name, lastFour: 'oken', expiresAt: null };
    const workspaces = [{ id: noId, name: 'IT', isBlocked: false }];
    return { ...token, access: 'read', workspaceId: null, workspaces };
  }
  if (path.endsWith(`/page/${noId}`)) {
    return { id: noId, siteId: noId, name: 'Laptops', url: '', blocks: [] };
  }
  if (path.endsWith('/user/me')) return { id: noId, name: 'Ada', email: 'ada@example.com' };
  return { total: 0, pageSize: 200, isLast: true, result: [] };
}

test('docs/data-and-permissions.md lists every key that the app keeps in Forge storage', async () => {
  await search('waits');
  sandbox.host.storage.catchUp();
  // The platform takes over from here.
  await callApp(sandbox, 'connect', { asksByItself: false }, { moduleKey: 'connect' });
  const waiting = await call('connect', 'waitingSearches');
  await call('connect', 'runSearch', { hash: hashIn(waiting) });
  const page = { workspaceId: noId, siteId: noId, pageId: noId };
  const project = { id: sandbox.jira.model.state.projects[0]?.id };
  await call('project-pages', 'addTab', { ...page, name: 'Laptops' }, { project });
  await call('admin', 'allowPersonRuns', { isAllowed: true });
  await call('admin', 'saveToken', { token: 'a-token' });
  service.tokenName = 'Jira searches';
  await call('admin', 'health');
  await askOnPortal();
  await search('is found');
  sandbox.host.storage.catchUp();
  const stored = await call('admin', 'storedQueries');
  await call('admin', 'removeQuery', { hash: hashIn(stored) });
  await call('admin', 'startRefresh');
  const issue = { id: sandbox.jira.model.findIssue('DEMO-1')?.id };
  await call('workspace-object', 'field', {}, { fieldId: 'customfield_10050', issue });
  await call('admin', 'checkSite', { check: 'spelling' });
  await call('admin', 'checkSite', { check: 'storage' });
  await call('admin', 'saveSiteResults', { lines: [] });
  await call('admin', 'startLabelJob', { fieldId: 'customfield_10050', isDryRun: true });
  await call('admin', 'cancelLabelJob');
  await call('admin', 'turnDailyLabels', { isOn: true });
  await sandbox.host.advance(10 * 60_000, { schedules: true });
  service.isBusy = true;
  await search('comes too often');

  const rows = listedKeys();
  const kept = [...keptKeys].map((key) => rows.find((row) => isOf(row, key)) ?? key);
  // It takes 500 queries that wait: more reads than the platform allows while the clock stands still.
  // And Jira that asks to be left alone.
  const others = ['waiting-full', 'jira-rest'];
  expect([...new Set([...kept, ...others])].sort()).toEqual(rows.sort());
});

/** Someone searches on a form of the help desk, and the service refuses the token. */
async function askOnPortal(): Promise<void> {
  service.refusesToken = true;
  const place = { fieldId: 'customfield_10050', experience: 'portal-request' };
  const extension = { ...place, portal: { id: 1 }, request: { typeId: 1 } };
  await callApp(
    sandbox,
    'portalSearch',
    { text: '' },
    { moduleKey: 'workspace-object', extension },
  );
  service.refusesToken = false;
}

async function search(label: string): Promise<void> {
  const jql = `issue in workspaceObjects("Label = \\"${label}\\"", "Asset")`;
  await callAs(sandbox.jira, 'admin')('POST', '/search/jql', { jql });
}

async function call(
  moduleKey: string,
  functionKey: string,
  payload: object = {},
  extension: object = {},
) {
  const reply = await callApp(sandbox, functionKey, payload, { moduleKey, extension });
  expect(reply).toMatchObject({ ok: true, value: { kind: 'ok' } });
  return reply;
}

function hashIn(reply: unknown): string {
  return /[0-9a-f]{64}/.exec(JSON.stringify(reply))?.[0] ?? '';
}

/** The first cells of the table, such as `query:<hash>`. */
function listedKeys(): string[] {
  const page = readFileSync('docs/data-and-permissions.md', 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith('What is kept')) ?? '';
  return [...section.matchAll(/^\| `([^`]+)`\s*\|/gm)].map(([, key]) => key ?? '');
}

function isOf(row: string, key: string): boolean {
  const words = row.split(/<[^>]+>/);
  return new RegExp(`^${words.join('.+')}$`).test(key);
}
