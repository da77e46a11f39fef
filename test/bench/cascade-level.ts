import * as z from 'zod';
import { demoObjectId } from '../../src/service';
import { demoIds } from '../../src/sandbox/jira/demo-objects';
import { getAccount } from '../../src/sandbox/server/request-checks';
import { invokeApp } from '../../src/sandbox/server/invocations';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import type { GeographyService } from './geography-service';
import { hostApp } from './hosted-app';
import { besideAt, type Row } from './row';
import { measureWaiting } from './service-waiting';

const regions = ['US.CA', 'US.TX', 'FR.11', 'DE.02', 'JP.40', 'LV.25'];
/** What people type on the way to a city; nothing as they open the list. */
const typed = ['', 's', 'sa', 'san', 'par', 'zz'];
const rounds = 5;
const offer = z.object({
  ok: z.literal(true),
  value: z.object({ kind: z.literal('ok'), value: z.object({ total: z.number() }) }),
});

/** The last level of the demo's cascade, over all cities, as the app answers it. */
export async function measureCascadeLevel(service: GeographyService): Promise<Row[]> {
  const split = measureWaiting();
  const sandbox = await hostApp(service.url);
  const ms: number[] = [];
  const serviceMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const region of regions) {
      for (const text of typed) {
        const { ownMs, waitedMs } = await split(() => searchCities(sandbox, region, text));
        if (round === 0) continue;
        ms.push(ownMs + waitedMs);
        serviceMs.push(waitedMs);
      }
    }
  }
  const name = "cascade level over 171,075 cities through the app, beside the service's answer";
  return [besideAt(0.95, name, ms, serviceMs)];
}

async function searchCities(sandbox: Sandbox, region: string, text: string): Promise<void> {
  const [issue] = sandbox.jira.model.state.issues;
  const objects = [{ objectId: demoObjectId('Geography', 'Region', region), label: region }];
  const reply = await invokeApp(sandbox, {
    account: getAccount('admin'),
    moduleKey: 'workspace-cascade',
    functionKey: 'cascadeSearch',
    payload: {
      levelId: demoIds.cityLevel,
      text,
      selections: [{ levelId: demoIds.regionLevel, objects }],
    },
    extension: { fieldId: 'customfield_10051', entryPoint: 'edit', issue: { id: issue?.id } },
  });
  offer.parse(reply);
}
