import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { bundledAppCode } from '../../src/sandbox/forge/app-code';
import { type AppBuild, buildApp } from '../../src/sandbox/forge/build-app';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { getAccount } from '../../src/sandbox/server/request-checks';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { invokeApp } from '../../src/sandbox/server/invocations';
import { Sandbox, type SandboxOptions } from '../../src/sandbox/server/sandbox';

type Parts = Pick<SandboxOptions, 'clock' | 'files' | 'onConsole'>;

let built: Promise<AppBuild> | undefined;

/** The app as it is bundled for the platform, once for all that is measured. */
export function getBuiltApp(): Promise<AppBuild> {
  built ??= buildApp();
  return built;
}

/** The built app on the sandbox's host, with a service to ask; the admin is connected. */
export async function hostApp(serviceUrl: string, parts: Parts = {}): Promise<Sandbox> {
  const sandbox = await Sandbox.create({
    ...parts,
    manifest: await readManifest('manifest.yml'),
    code: bundledAppCode((await getBuiltApp()).functionsDirectory),
    serviceUrl,
    siteUrl: 'http://127.0.0.1',
    customUiUrl: 'http://localhost:8083',
    clientSecret: 'unused',
    demoFacts,
  });
  await sandbox.grants.set(getAccount('admin').accountId, {
    id: 'grant',
    externalAccountId: 'admin',
    displayName: 'admin@example.com',
    scopes: ['read'],
    accessToken: 'demo-admin-token',
  });
  return sandbox;
}

/** Sets the access token that searches by query use. */
export async function setAccessToken(sandbox: Sandbox, token: string): Promise<void> {
  const reply = await invokeApp(sandbox, {
    ...{ account: getAccount('admin'), moduleKey: 'admin', functionKey: 'saveToken' },
    ...{ payload: { token }, extension: {} },
  });
  isDone.parse(reply);
}

/** Types into the field "Asset" of the first work item; @throws {Error} unless objects come back */
export async function typeIntoPicker(sandbox: Sandbox, text: string): Promise<void> {
  const [issue] = sandbox.jira.model.state.issues;
  const reply = await invokeApp(sandbox, {
    account: getAccount('admin'),
    moduleKey: 'workspace-object',
    functionKey: 'search',
    payload: { text },
    extension: { fieldId: 'customfield_10050', entryPoint: 'edit', issue: { id: issue?.id } },
  });
  isDone.parse(reply);
}

/** Searches Jira for the work items whose "Asset" a query finds. */
export async function searchByQuery({ jira }: Sandbox, query: string): Promise<void> {
  const jql = `issue in workspaceObjects(${JSON.stringify(query)}, "Asset")`;
  const { status, body } = await jira.handle({
    ...{ method: 'POST', path: '/rest/api/3/search/jql', query: new URLSearchParams() },
    body: { jql, fields: ['summary'] },
    caller: { kind: 'person', accountId: getAccount('admin').accountId },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** Adds queries, each as if people had searched by it; one has been searched by. */
export function storeQueries({ jira }: Sandbox, queries: readonly string[]): void {
  const [known] = jira.functions.entries;
  if (!known) throw new Error('Nothing was precomputed.');
  const added = queries.map((query) => ({
    ...known,
    id: randomUUID(),
    arguments: [query, 'Asset'],
  }));
  jira.functions.entries = [...jira.functions.entries, ...added];
}

const isDone = z.object({ ok: z.literal(true), value: z.object({ kind: z.literal('ok') }) });
