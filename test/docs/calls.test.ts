import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { siteChecks } from '../../src/app/site-check/site-check-contract';
import type { AppJira } from '../../src/app/platform/app-jira';
import { sourceAppCode } from '../sandbox/support/source-app-code';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { callApp } from '../sandbox/support/fixture-sandbox';
import { Sandbox } from '../../src/sandbox/server/sandbox';

const fieldId = 'customfield_10050';
const configuration = {
  version: 1,
  workspaceId: demoFacts.workspaceId,
  typeId: demoFacts.laptopTypeId,
  query: 'Owner = user(${emailCurrentUser})',
  attributes: [],
  cardinality: 'many',
};

const clause = {
  field: 'issue',
  type: ['issue'],
  operator: 'in' as const,
  functionName: 'workspaceObjects',
  arguments: [],
};

const payloads: Readonly<Record<string, object>> = {
  search: { text: '' },
  bulkItems: { offset: 0 },
  workItems: { objectId: demoFacts.laptopTypeId },
  portalView: { objectIds: [] },
};

/** In the place of the JQL function, everything that functions without a person may ask of Jira. */
async function appThatAsksAllOfJira() {
  const app = await import('../../src/index');
  const { appJiraClient: jira } = await import('../../src/app/platform/app-jira-client');
  const calls: Record<keyof AppJira, () => Promise<unknown>> = {
    listFields: () => jira.listFields(),
    listAllConfigurations: () => jira.listAllConfigurations(fieldId),
    acceptsQueries: () => jira.acceptsQueries(['issue is not EMPTY']),
    countIssues: () => jira.countIssues('issue is EMPTY'),
    readIssues: () => jira.readIssues(['10001'], []),
    listFieldConfigurations: () =>
      jira.listFieldConfigurations(fieldId, { kind: 'issue', issueId: '10001' }),
    listPrecomputations: () => jira.listPrecomputations(0),
    updatePrecomputations: () => jira.updatePrecomputations([]),
    searchIssues: () => jira.searchIssues('issue is EMPTY', []),
    writeFieldValues: () => jira.writeFieldValues(fieldId, []),
  };
  const workspaceObjects = () => Promise.allSettled(Object.values(calls).map((call) => call()));
  return { ...app, workspaceObjects };
}

describe('docs/data-and-permissions.md', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await Sandbox.create({
      manifest: await readManifest('manifest.yml'),
      code: sourceAppCode({ index: appThatAsksAllOfJira }),
      serviceUrl: 'http://127.0.0.1:1',
      siteUrl: 'http://127.0.0.1',
      customUiUrl: 'http://localhost',
      clientSecret: 'unused',
      demoFacts,
    });
  });

  test('lists every call of Jira that the app makes, and as whom', async () => {
    const [issue] = sandbox.jira.model.state.issues;
    const project = { id: issue?.projectId };
    await call('field', { issue: { id: issue?.id }, project });
    await call('field', { project });
    await call('search', { issue: { id: issue?.id }, project, configuration });
    await call('issueCount', { entryPoint: 'contextConfig' });
    await call('workItems', {});
    const form = { portal: { id: 1 }, request: { typeId: 1 } };
    await call('portalField', { ...form, experience: 'portal-request' });
    await call('portalView', { experience: 'portal-view', issue: { id: issue?.id } });
    await call('bulkItems', { issues: [{ id: issue?.id }] });
    await call('fields', {}, 'admin');
    for (const check of siteChecks) await call('checkSite', {}, 'admin', { check });
    await sandbox.host.functions.callJqlFunction({ clause, precomputationId: 'any' });
    const made = sandbox.host.calls
      .list()
      .filter(({ target }) => target === 'jira')
      .map(({ as, method, path }) => `${as} ${method} ${templateOf(path)}`);
    expect([...new Set(made)].sort()).toEqual(listedCalls().sort());
  });

  async function call(
    functionKey: string,
    extension: Record<string, unknown>,
    moduleKey = 'workspace-object',
    payload: object = payloads[functionKey] ?? {},
  ): Promise<void> {
    await callApp(sandbox, functionKey, payload, {
      moduleKey,
      extension: { fieldId, ...extension },
    });
  }
});

/** `/rest/api/3/project/10000?x=1` as the page writes it: `/rest/api/3/project/{id}`. */
function templateOf(path: string): string {
  const [pathname = ''] = path.split('?');
  return pathname.replace(/(?<=\/)(customfield_)?\d{2,}(?=\/|$)|(?<=desk\/|type\/)\d+/g, '{id}');
}

/** The table's calls, one or more to a row, and those of the text below it, which need no scope. */
function listedCalls(): string[] {
  const page = readFileSync('docs/data-and-permissions.md', 'utf8');
  const rows = [...page.matchAll(/^\| `[^`]+:[^`]+`\s*\| (`\S+ \S[^|]*?)\s*\| the (\w+)/gm)];
  const listed = rows.flatMap(([, calls = '', who]) =>
    [...calls.matchAll(/`([^`]+)`/g)].map(
      ([, call]) => `${who === 'app' ? 'app' : 'user'} ${call ?? ''}`,
    ),
  );
  const withoutScope = ['permissions/check', 'expression/analyse'];
  return [...listed, ...withoutScope.map((call) => `user POST /rest/api/3/${call}`)];
}
