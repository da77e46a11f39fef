import { beforeEach, expect, test } from 'vitest';
import { extensionOf } from '../../../src/sandbox/server/app-context';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import { getAccount } from '../../../src/sandbox/server/request-checks';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createAppSandbox } from '../../sandbox/support/app-sandbox';
import { callApp } from '../../sandbox/support/fixture-sandbox';
import { assetField, callAs, cityField } from '../../sandbox/support/jira';
import { demoClient, startDemoService } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';

const dayMs = 24 * 60 * 60_000;
const service = duringTests(() => startDemoService());
let sandbox: Sandbox;
let contract: { readonly id: string; readonly label: string };
const [laptop, other] = demoFacts.laptops.map(({ objectId, label }) => ({ objectId, label }));

beforeEach(async () => {
  sandbox = await createAppSandbox({ serviceUrl: service.url });
  const query = { query: 'Type = "Contract"', limit: 1 };
  const { result } = await demoClient(service).objects.search(query);
  const [found] = result;
  if (!found) throw new Error('The demo has a contract.');
  contract = found;
  const asMember = demoClient(service, 'member').objects.search({ query: `Id = "${contract.id}"` });
  await expect(asMember).resolves.toMatchObject({ total: 0 });
});

const call = (functionKey: string, payload: object, extension: object) =>
  expect(
    callApp(sandbox, functionKey, payload, { moduleKey: 'workspace-object', extension }),
  ).resolves.toMatchObject({ ok: true, value: { kind: 'ok' } });
const callAdmin = (functionKey: string, payload: object) =>
  expect(callApp(sandbox, functionKey, payload)).resolves.toMatchObject({ ok: true });

function stored(fieldId: string): string {
  return JSON.stringify(sandbox.jira.model.findIssue('DEMO-1')?.values[fieldId]);
}

test('an id of a hidden type that a member writes by REST never gets its label', async () => {
  const planted = { objectId: contract.id, label: 'Planted' };
  const ofAsset = { objects: [{ ...laptop, label: 'Old' }, planted] };
  const ofCity = { objects: [planted] };
  const fields = { [assetField]: ofAsset, [cityField]: ofCity };
  const written = await callAs(sandbox.jira, 'member')('PUT', '/issue/DEMO-1', { fields });
  expect(written.status).toBe(204);

  const issueIds = [sandbox.jira.model.findIssue('DEMO-1')?.id ?? ''];
  const hint = { renderContext: 'issue-bulk-edit', fieldId: assetField, issueIds };
  const point = { moduleKey: 'workspace-object', entryPoint: 'edit', extensionHint: hint } as const;
  const extension = extensionOf(sandbox, getAccount('admin'), point);
  await call('saveBulk', { offset: 0, operation: 'add', objects: [other] }, extension);
  expect(stored(assetField)).toContain(other?.label);
  await callAdmin('saveToken', { token: 'demo-admin-token' });
  for (const fieldId of [assetField, cityField]) {
    for (const isDryRun of [true, false]) {
      await callAdmin('startLabelJob', { fieldId, isDryRun });
      await sandbox.host.advance(60_000, { schedules: false });
      const told = await callApp(sandbox, 'labelChanges');
      expect(JSON.stringify(told)).not.toContain(contract.label);
    }
  }
  expect(stored(assetField)).toContain(laptop?.label);
  await sandbox.host.advance(dayMs, { schedules: true });
  for (const fieldId of [assetField, cityField]) {
    expect(stored(fieldId)).toContain(JSON.stringify(planted));
    expect(stored(fieldId)).not.toContain(contract.label);
  }
});
