import * as z from 'zod';
import { getAccount } from '../../src/sandbox/server/request-checks';
import { invokeApp } from '../../src/sandbox/server/invocations';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { hostApp } from './hosted-app';
import { beside, type Row } from './row';
import { measureWaiting } from './service-waiting';
import { percentile } from './timing';
import { startEmbeddedDemoService } from '../support/demo-service';

const words = ['m', 'ma', 'mac', 'macb', 'pro', 'pro m', 'think', 'x1 th', 'dell', 'zz'];
const foundObjects = z.object({ ok: z.literal(true), value: z.object({ kind: z.literal('ok') }) });
const warmUp = 50;
const samples = 400;

/**
 * What the app's own code adds to the service's answer for one keystroke: the whole invocation on
 * the Forge host, less the time in which it waits for the service.
 */
export async function measureKeystroke(): Promise<Row[]> {
  const readWaitedMs = measureWaiting();
  const service = await startEmbeddedDemoService();
  try {
    const sandbox = await hostApp(service.url);
    const addedMs: number[] = [];
    const serviceMs: number[] = [];
    for (let round = 0; round < warmUp + samples; round += 1) {
      const startedAt = performance.now();
      const waitedBefore = readWaitedMs();
      await search(sandbox, words[round % words.length] ?? '');
      const waitedMs = readWaitedMs() - waitedBefore;
      if (round < warmUp) continue;
      addedMs.push(performance.now() - startedAt - waitedMs);
      serviceMs.push(waitedMs);
    }
    const name = "app code per keystroke, beside the service's answer (p95)";
    return [beside(name, percentile(addedMs, 0.95), percentile(serviceMs, 0.95), 0.25)];
  } finally {
    await service.close();
  }
}

async function search(sandbox: Sandbox, text: string): Promise<void> {
  const [issue] = sandbox.jira.model.state.issues;
  const reply = await invokeApp(sandbox, {
    account: getAccount('admin'),
    moduleKey: 'workspace-object',
    functionKey: 'search',
    payload: { text },
    extension: { fieldId: 'customfield_10050', entryPoint: 'edit', issue: { id: issue?.id } },
  });
  foundObjects.parse(reply);
}
