import { describe, expect, test } from 'vitest';
import { listAttributes } from '../../../../src/api/attribute';
import { listEnrichedTypes } from '../../../../src/api/type';
import { demoTypeId, demoWorkspaceId } from '../../../../src/service';
import { startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { workspaceApi } from './workspace-api';

const service = duringTests(() => startDemoService());
const call = workspaceApi(() => service);

const laptop = demoTypeId('IT', 'Laptop');

async function typeNames(account = 'admin') {
  const { body } = await call('GET', '/type/enriched?limit=200', undefined, account);
  return listEnrichedTypes.reply!.parse(body).result.map(({ name }) => name);
}

async function attributeNames() {
  const { body } = await call('GET', `/attribute?typeId=${laptop}&limit=200`);
  return listAttributes.reply!.parse(body).result.map(({ name }) => name);
}

describe('The next call sees', () => {
  test('a type that was created, renamed and deleted', async () => {
    await typeNames();
    const { body } = await call('POST', '/type', { name: 'Printer' });
    const { id } = body as { id: string };
    expect(await typeNames()).toContain('Printer');
    await call('PATCH', `/type/${id}`, { name: 'Plotter' });
    expect(await typeNames()).toContain('Plotter');
    await call('DELETE', `/type/${id}`);
    expect(await typeNames()).not.toContain('Plotter');
  });

  test('an attribute that was created, renamed and deleted', async () => {
    await attributeNames();
    const created = { name: 'Color', typeId: laptop, attributeTypeCode: 'TEXT' };
    const { id } = (await call('POST', '/attribute', created)).body as { id: string };
    expect(await attributeNames()).toContain('Color');
    await call('PATCH', `/attribute/${id}`, { name: 'Colour' });
    expect(await attributeNames()).toContain('Colour');
    await call('DELETE', `/attribute/${id}`);
    expect(await attributeNames()).not.toContain('Colour');
  });

  test('access that was taken and given, of one person alone', async () => {
    const access = { account: 'member', target: { typeId: laptop } };
    expect(await typeNames('member')).toContain('Laptop');
    await service.administration.setAccess({ ...access, read: false });
    expect(await typeNames('member')).not.toContain('Laptop');
    expect(await typeNames('lead')).toContain('Laptop');
    await service.administration.setAccess({ ...access, read: true });
    expect(await typeNames('member')).toContain('Laptop');
    const workspaceId = demoWorkspaceId('IT');
    await service.administration.setAccess({
      account: 'member',
      target: { workspaceId },
      read: false,
    });
    expect((await call('GET', '/type', undefined, 'member')).status).toBe(404);
  });
});
