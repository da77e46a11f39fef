import { demoIds } from '../../src/sandbox/jira/demo-objects';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { demoWorkspaceId } from '../../src/service';
import { hostApp, setAccessToken } from './hosted-app';
import { atMost, besideAt, type Row } from './row';
import { measureWaiting } from './service-waiting';
import { demoClient, startEmbeddedDemoService } from '../support/demo-service';

const token = 'demo-admin-token';
const workspaceId = demoWorkspaceId('IT');
/** As many as a search in Jira can hold, in pages of 200. */
const objectCount = 1_000;
const pages = 5;
const name = 'workspaceObjects() with 1,000 objects';
const warmUp = 5;
const samples = 40;

/** What it takes to answer `workspaceObjects()` where its query finds a thousand objects. */
export async function measureJqlFunction(): Promise<Row[]> {
  const split = measureWaiting();
  const service = await startEmbeddedDemoService({
    rateLimits: { perToken: 1_000_000, perWorkspace: 1_000_000 },
  });
  try {
    const sandbox = await hostApp(service.url);
    await setAccessToken(sandbox, token);
    pointFieldAt(sandbox, await createManyObjects(service.url));
    const serviceMs: number[] = [];
    const addedMs: number[] = [];
    for (let round = 0; round < warmUp + samples; round += 1) {
      // New searches may call the service so often in a minute, and no oftener.
      await sandbox.host.advance(60_000, { schedules: false });
      sandbox.host.calls.clear();
      const { ownMs, waitedMs } = await split(() => evaluate(sandbox));
      if (round < warmUp) continue;
      serviceMs.push(waitedMs);
      addedMs.push(ownMs);
    }
    const title = `${name}: app code, beside the service's answers`;
    return [...calledRows(sandbox), besideAt(0.95, title, addedMs, serviceMs)];
  } finally {
    await service.close();
  }
}

/** Of the last evaluation. */
function calledRows(sandbox: Sandbox): Row[] {
  const called = sandbox.host.calls.list().filter(({ target }) => target === 'service');
  const searches = called.filter(({ path }) => path === '/public/v1/object/search');
  return [
    atMost(`${name}: searches`, searches.length, 'calls', pages),
    atMost(`${name}: other calls of the service`, called.length - searches.length, 'calls', 0),
  ];
}

/** @returns the id of their type, which has no others */
async function createManyObjects(serviceUrl: string): Promise<string> {
  const { types, attributes, objects } = demoClient({ url: serviceUrl });
  const { id: typeId } = await types.create({ name: 'Many' });
  const { id: attributeId } = await attributes.create({
    ...{ name: 'Name', typeId, attributeTypeCode: 'TEXT' as const },
  });
  for (let index = 0; index < objectCount; index += 1) {
    const values = [`Object ${index}`];
    await objects.create({ typeId, attributes: [{ attributeId, values }] });
  }
  return typeId;
}

/** All contexts of "Asset". */
function pointFieldAt(sandbox: Sandbox, typeId: string): void {
  const { contexts } = sandbox.jira.model.getField(demoIds.assetField);
  for (const context of contexts) {
    context.configuration = {
      ...{ version: 1, workspaceId, typeId, query: '' },
      ...{ attributes: [], cardinality: 'many' },
    };
  }
}

async function evaluate(sandbox: Sandbox): Promise<void> {
  const answer = await sandbox.host.functions.callJqlFunction({
    precomputationId: 'unused',
    clause: {
      ...{ field: 'issue', type: ['issue'], operator: 'in' },
      ...{ functionName: 'workspaceObjects', arguments: ['Label ~ "object"', 'Asset'] },
    },
  });
  if (answer === 'threw' || !('jql' in answer)) throw new Error(JSON.stringify(answer));
}
