import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { siteChecks } from '../../../../src/app/site-check/site-check-contract';
import { readManifest } from '../../../../src/sandbox/forge/manifest';
import { extensionOf } from '../../../../src/sandbox/server/app-context';
import { getAccount } from '../../../../src/sandbox/server/request-checks';
import { demoFacts } from '../../../../src/sandbox/server/demo-facts';
import { platformSwitches } from '../../../../src/sandbox/jira/platform-switches';
import type { PlatformSwitches } from '../../../../src/sandbox/jira/platform-switches';
import type { Sandbox } from '../../../../src/sandbox/server/sandbox';
import {
  accountIdOf,
  callApp,
  createFixtureSandbox,
  grantOf,
} from '../../../sandbox/support/fixture-sandbox';
import { findKeys } from '../../../sandbox/support/jira';
import { sourceAppCode } from '../../../sandbox/support/source-app-code';

type Check = (typeof siteChecks)[number];
export interface Line {
  readonly assumptions: readonly number[];
  readonly state: string;
  readonly found: string;
  readonly appDoes: string;
}

/** A sandbox with the app for each test of a file, and what its admin does there. */
export function useCheckedSite() {
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

  beforeEach(async () => {
    sandbox = await createFixtureSandbox({
      manifest: await readManifest('manifest.yml'),
      code: sourceAppCode({ index: () => import('../../../../src/index') }),
      serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      demoFacts,
    });
    await sandbox.grants.set(accountIdOf('admin'), grantOf({ accessToken: 'demo-admin-token' }));
  });

  const set = (changes: Partial<PlatformSwitches>) =>
    sandbox.setSwitches(platformSwitches.parse(changes));

  async function call(functionKey: string, payload: object) {
    const reply = await callApp(sandbox, functionKey, payload);
    expect(reply, JSON.stringify(reply)).toMatchObject({ ok: true, value: { kind: 'ok' } });
    return (reply as { value: { value: unknown } }).value.value;
  }

  async function check(name: Check): Promise<readonly Line[]> {
    return ((await call('checkSite', { check: name })) as { lines: Line[] }).lines;
  }

  /** As someone who edits the field Asset on a work item. */
  async function openField() {
    const account = getAccount('admin');
    const place = { renderContext: 'issue-view', fieldId: 'customfield_10050', issueKey: 'DEMO-1' };
    const point = {
      moduleKey: 'workspace-object',
      entryPoint: 'edit',
      extensionHint: place,
    } as const;
    const extension = extensionOf(sandbox, account, point);
    const { moduleKey } = point;
    expect(await callApp(sandbox, 'field', {}, { moduleKey, extension })).toMatchObject({
      ok: true,
      value: { kind: 'ok' },
    });
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

  const search = (jql: string) => findKeys(sandbox, jql);

  return { sandbox: () => sandbox, set, call, check, openField, holdTwo, search };
}

export const stateOf = (lines: readonly Line[]) => lines.map(({ state }) => state);

/** A service with one user, whose searches find the object that the query names. */
function answerTo(path: string, body: string): unknown {
  const noId = '00000000-0000-4000-8000-000000000000';
  if (path.endsWith('/token/current')) {
    const token = { id: noId, userId: noId, name: 'Jira', lastFour: 'oken', expiresAt: null };
    const workspaces = [{ id: noId, name: 'IT', isBlocked: false }];
    return { ...token, access: 'read', workspaceId: null, workspaces };
  }
  if (path.endsWith('/user/me')) return { id: noId, name: 'Ada', email: 'ada@example.com' };
  const id = /Id = \\"([^"\\]+)\\"/.exec(body)?.[1];
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const found = { id, typeId: noId, label: 'Any', url: 'https://wds.example.com', ...times };
  const result = id === undefined ? [] : [{ ...found, attributes: [] }];
  return { total: result.length, pageSize: 200, isLast: true, result };
}
