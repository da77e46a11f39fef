import { resolve } from 'node:path';
import { createClient, fetchTransport } from '../../src/api/client';
import { combineWithLabelMatch, everything, printQuery } from '../../src/query';
import type { Service } from '../../src/service';
import { startService } from '../../src/service';
import { bundledAppCode } from '../../src/sandbox/forge/app-code';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { getAccount } from '../../src/sandbox/server/caller';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { invokeApp } from '../../src/sandbox/server/invocations';
import { Sandbox } from '../../src/sandbox/server/sandbox';
import { atMost, percentile, type Row } from './row';

const words = ['m', 'ma', 'mac', 'macb', 'pro', 'pro m', 'think', 'x1 th', 'dell', 'zz'];
const warmUp = 50;
const samples = 400;

/**
 * What the app's own code adds to the service's answer for one keystroke: the whole invocation on
 * the Forge host, less the same search sent straight to the service, pair by pair.
 */
export async function measureKeystroke(): Promise<Row[]> {
  const service = await startService({ port: 0, dataDirectory: 'memory', demo: 'small' });
  try {
    const sandbox = await createSandbox(service);
    const addedMs: number[] = [];
    for (let round = 0; round < warmUp + samples; round += 1) {
      const text = words[round % words.length] ?? '';
      const wholeMs = await timed(() => searchThroughApp(sandbox, text));
      const serviceMs = await timed(() => searchDirectly(service, text));
      if (round >= warmUp) addedMs.push(wholeMs - serviceMs);
    }
    const name = 'app code on top of the service, per keystroke (p95)';
    return [atMost(name, percentile(addedMs, 0.95), 'ms', 5)];
  } finally {
    await service.close();
  }
}

async function createSandbox(service: Service): Promise<Sandbox> {
  const sandbox = await Sandbox.create({
    manifest: await readManifest('manifest.yml'),
    code: bundledAppCode(resolve('build/functions')),
    serviceUrl: service.url,
    siteUrl: 'http://127.0.0.1',
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

async function searchThroughApp(sandbox: Sandbox, text: string): Promise<void> {
  const issue = sandbox.jira.model.state.issues[0];
  const reply = await invokeApp(sandbox, {
    account: getAccount('admin'),
    moduleKey: 'workspace-object',
    functionKey: 'search',
    payload: { text },
    extension: { fieldId: 'customfield_10050', entryPoint: 'edit', issue: { id: issue?.id } },
  });
  if (!reply.ok) throw new Error(reply.error.message);
}

async function searchDirectly(service: Service, text: string): Promise<void> {
  const client = createClient({
    transport: fetchTransport(service.url, { token: 'demo-admin-token' }),
  });
  await client.inWorkspace(demoFacts.workspaceId).objects.search({
    query: printQuery(combineWithLabelMatch(everything(), text)),
    typeId: demoFacts.laptopTypeId,
    limit: 50,
    attributeIds: demoFacts.laptopAttributes.map(({ attributeId }) => attributeId),
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
