import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { sourceAppCode } from '../../src/sandbox/forge/app-code';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { getAccount } from '../../src/sandbox/server/caller';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { invokeApp } from '../../src/sandbox/server/invocations';
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

describe('docs/data-and-permissions.md', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await Sandbox.create({
      manifest: await readManifest('manifest.yml'),
      code: sourceAppCode({ index: () => import('../../src/index') }),
      serviceUrl: 'http://127.0.0.1:1',
      siteUrl: 'http://127.0.0.1',
      clientSecret: 'unused',
      demoFacts,
    });
  });

  it('lists every call of Jira that the app makes, and as whom', async () => {
    const [issue] = sandbox.jira.model.state.issues;
    const project = { id: issue?.projectId };
    await call('field', { issue: { id: issue?.id }, project });
    await call('field', { project });
    await call('search', { issue: { id: issue?.id }, project, configuration });
    await call('issueCount', { entryPoint: 'contextConfig' });
    const made = sandbox.host.calls
      .list()
      .filter(({ target }) => target === 'jira')
      .map(({ as, method, path }) => `${as} ${method} ${templateOf(path)}`);
    expect([...new Set(made)].sort()).toEqual(listedCalls().sort());
  });

  async function call(functionKey: string, extension: Record<string, unknown>): Promise<void> {
    await invokeApp(sandbox, {
      account: getAccount('admin'),
      moduleKey: 'workspace-object',
      functionKey,
      payload: functionKey === 'search' ? { text: '' } : {},
      extension: { fieldId, ...extension },
    });
  }
});

/** `/rest/api/3/project/10000?x=1` as the page writes it: `/rest/api/3/project/{id}`. */
function templateOf(path: string): string {
  const [pathname = ''] = path.split('?');
  return pathname.replace(/(?<=\/)(customfield_)?\d{2,}(?=\/|$)/g, '{id}');
}

/** The table's calls, one or more to a row, and the one of the text below it, which needs no scope. */
function listedCalls(): string[] {
  const page = readFileSync('docs/data-and-permissions.md', 'utf8');
  const rows = [...page.matchAll(/^\| `[^`]+:[^`]+`\s*\| (`\S+ \S[^|]*?)\s*\| the (\w+)/gm)];
  const listed = rows.flatMap(([, calls = '', who]) =>
    [...calls.matchAll(/`([^`]+)`/g)].map(
      ([, call]) => `${who === 'app' ? 'app' : 'user'} ${call ?? ''}`,
    ),
  );
  return [...listed, 'user POST /rest/api/3/permissions/check'];
}
