import { bundledAppCode } from '../../src/sandbox/forge/app-code';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { demoIds } from '../../src/sandbox/jira/demo-objects';
import { extensionOf } from '../../src/sandbox/server/app-context';
import { getAccount } from '../../src/sandbox/server/request-checks';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { invokeApp } from '../../src/sandbox/server/invocations';
import { Sandbox } from '../../src/sandbox/server/sandbox';
import { startService } from '../../src/service';

const clientSecret = 'demo-client-secret';
const token = 'demo-admin-token';
const admin = getAccount('admin');

/**
 * One path through the app with the functions that the platform's bundler made: a person picks an
 * object, an admin saves an access token, and a search by query finds the issue of the object.
 * @throws {Error} naming the step that failed
 */
export async function walkSandbox(functionsDirectory: string): Promise<void> {
  const manifest = await readManifest('manifest.yml', process.env);
  const service = await startService({
    port: 0,
    dataDirectory: 'memory',
    demo: 'small',
  });
  try {
    const sandbox = await Sandbox.create({
      manifest,
      code: bundledAppCode(functionsDirectory),
      serviceUrl: service.url,
      siteUrl: 'http://127.0.0.1:8080',
      customUiUrl: 'http://localhost:8083',
      clientSecret,
      demoFacts,
    });
    await pickObject(sandbox);
    await searchByQuery(sandbox);
  } finally {
    await service.close();
  }
}

async function pickObject(sandbox: Sandbox): Promise<void> {
  await sandbox.grants.set(admin.accountId, {
    id: 'deploy-check',
    externalAccountId: 'admin',
    displayName: admin.email,
    scopes: ['read'],
    accessToken: token,
  });
  const extension = extensionOf(sandbox, admin, {
    moduleKey: 'workspace-object',
    entryPoint: 'edit',
    extensionHint: {
      fieldId: demoIds.assetField,
      issueKey: 'DEMO-1',
      renderContext: 'issue-view',
    },
  });
  const call = { account: admin, moduleKey: 'workspace-object', extension };
  const reply = await invokeApp(sandbox, {
    ...call,
    functionKey: 'search',
    payload: { text: 'pro mac' },
  });
  expectReply('Typing "pro mac" into the picker', reply, 'MacBook Pro');
}

async function searchByQuery(sandbox: Sandbox): Promise<void> {
  const saved = await invokeApp(sandbox, {
    account: admin,
    moduleKey: 'admin',
    functionKey: 'saveToken',
    payload: { token },
    extension: {},
  });
  expectReply('Saving the access token', saved, '"isSaved":true');
  const [laptop] = demoFacts.laptops;
  const query = `Id = \\"${laptop?.objectId ?? ''}\\"`;
  const { body } = await sandbox.jira.handle({
    method: 'POST',
    path: '/rest/api/3/search/jql',
    query: new URLSearchParams(),
    body: { jql: `issue in workspaceObjects("${query}", "Asset")`, fields: ['summary'] },
    caller: { kind: 'person', accountId: admin.accountId },
  });
  expectReply('Searching by a query of the service', body, 'DEMO-1');
}

function expectReply(step: string, reply: unknown, part: string): void {
  const text = JSON.stringify(reply);
  if (!text.includes(part)) throw new Error(`${step} was answered with ${text}`);
}
