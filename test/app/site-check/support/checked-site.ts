import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect } from 'vitest';
import type { siteChecks } from '../../../../src/app/site-check/site-check-contract';
import { extensionOf } from '../../../../src/sandbox/server/app-context';
import { getAccount } from '../../../../src/sandbox/server/request-checks';
import { demoFacts } from '../../../../src/sandbox/server/demo-facts';
import {
  platformSwitches,
  type PlatformSwitches,
} from '../../../../src/sandbox/jira/platform-switches';
import type { Sandbox } from '../../../../src/sandbox/server/sandbox';
import { createAppSandbox } from '../../../sandbox/support/app-sandbox';
import { callApp } from '../../../sandbox/support/fixture-sandbox';
import { findKeys } from '../../../sandbox/support/jira';
import { duringTests } from '../../../support/during-tests';
import { closeServer, listenLocally } from '../../../support/local-server';
import { answerAsService } from '../../support/service-site';

type Check = (typeof siteChecks)[number];
export interface Line {
  readonly assumptions: readonly number[];
  readonly state: string;
  readonly found: string;
  readonly appDoes: string;
}

/** A sandbox with the app for each test of a file, and what its admin does there. */
export function useCheckedSite() {
  const service = duringTests(startService);
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await createAppSandbox({ serviceUrl: service.url });
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
    const hint = { renderContext: 'issue-view', fieldId: 'customfield_10050', issueKey: 'DEMO-1' };
    const moduleKey = 'workspace-object';
    const point = { moduleKey, entryPoint: 'edit', extensionHint: hint } as const;
    const extension = extensionOf(sandbox, getAccount('admin'), point);
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
    sandbox.jira.model.findIssue('DEMO-1')!.values['customfield_10050'] = value;
    return value.objectIds;
  }

  const search = (jql: string) => findKeys(sandbox, jql);

  return { sandbox: () => sandbox, set, call, check, openField, holdTwo, search };
}

export const stateOf = (lines: readonly Line[]) => lines.map(({ state }) => state);

/** A service with one user and the demo's laptops. */
async function startService() {
  const objects = demoFacts.laptops.map(({ objectId, label }) => ({ id: objectId, label }));
  const facts = { typeId: demoFacts.laptopTypeId, statusId: demoFacts.laptopTypeId };
  const server = createServer((request, response) => {
    void text(request).then(async (sent) => {
      const body: unknown = sent === '' ? undefined : JSON.parse(sent);
      const answer = answerAsService({ path: request.url ?? '', body }, objects, facts);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    });
  });
  const { url } = await listenLocally(server);
  return { url, close: () => closeServer(server) };
}
