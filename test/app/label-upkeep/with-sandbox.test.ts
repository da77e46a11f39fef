import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { platformSwitches } from '../../../src/sandbox/jira/platform-switches';
import { extensionOf } from '../../../src/sandbox/server/app-context';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import { getAccount } from '../../../src/sandbox/server/request-checks';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { demoAttributeId, demoTypeId } from '../../../src/service';
import { createAppSandbox } from '../../sandbox/support/app-sandbox';
import { callApp } from '../../sandbox/support/fixture-sandbox';
import { assetField, callAs, cityField, findKeys } from '../../sandbox/support/jira';
import { clientWith } from '../../support/api-client';
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

describe('Every day', () => {
  const laptopTypeId = demoTypeId('IT', 'Laptop');
  const letDayPass = () => sandbox.host.advance(dayMs, { schedules: true });

  async function rename(name: string) {
    const attributes = [{ attributeId: demoAttributeId('IT', 'Laptop', 'Name'), values: [name] }];
    await demoClient(service).objects.update(laptop?.objectId ?? '', { attributes });
  }

  const isNamed = (name: string) => findKeys(sandbox, `"Asset" ~ "${name}"`);

  afterEach(async () => {
    const everyone = { everyone: true } as const;
    await demoClient(service).types.setAccess(laptopTypeId, { read: everyone, write: everyone });
    await rename(laptop?.label ?? '');
  });

  test('labels follow what the service renames, for as long as it is on', async () => {
    // Schedules run twice, and searches find late what was written.
    const switches = { platformRepeats: true, searchIndex: 'lagging' };
    sandbox.setSwitches(platformSwitches.parse(switches));
    await callAdmin('saveToken', { token: 'demo-admin-token' });
    await rename('Quokka');
    await letDayPass();
    expect(await isNamed('Quokka')).toEqual([]);
    await callAdmin('turnDailyLabels', { isOn: true });
    await letDayPass();
    const found = await isNamed('Quokka');
    expect(found).not.toEqual([]);
    await rename('Wombat');
    await letDayPass();
    await letDayPass();
    expect(await isNamed('Wombat')).toEqual(found);
    await callAdmin('turnDailyLabels', { isOn: false });
    await rename('Numbat');
    await letDayPass();
    expect(await isNamed('Numbat')).toEqual([]);
  });

  test('labels of a type that only some people read stay, and are counted', async () => {
    const { id } = await clientWith(service.url, 'demo-admin-token').users.current();
    const some = { userIds: [id], groupIds: [] };
    await demoClient(service).types.setAccess(laptopTypeId, { read: some, write: some });
    await callAdmin('saveToken', { token: 'demo-admin-token' });
    await callAdmin('turnDailyLabels', { isOn: true });
    await rename('Quokka');
    await letDayPass();
    expect(await isNamed('Quokka')).toEqual([]);
    const told = await callApp(sandbox, 'labelJob');
    const round = { written: 0, hidden: 0, restricted: expect.any(Number) as number };
    expect(told).toMatchObject({ value: { value: { daily: { run: { phase: 'done', round } } } } });
    expect(JSON.stringify(told)).not.toContain('"restricted":0');
  });
});
