import { describe, expect, test } from 'vitest';
import { createClient, fetchTransport } from '../../../src/api/client';
import { duringTests } from '../../support/during-tests';
import { ids, tokens } from '../fleet';
import { readError, startFleetService } from '../fleet-service';
import { setRole } from '../rights';

const service = duringTests(() => startFleetService());

/** For whom the operator allows it. */
const ann = (token: string = tokens.ann) =>
  createClient({ transport: fetchTransport(service.url, { token }) });
const historyOf = (workspaceId: string) =>
  service.database.query(
    `select user_id as by, action, detail -> 'before' as before, detail -> 'after' as after
     from history where workspace_id = $1 and kind = 'workspace' order by number`,
    [workspaceId],
  );

describe('a workspace', () => {
  test('is created by whom the operator allows it, who becomes its administrator', async () => {
    const created = await ann().workspaces.create({ name: ' Purchasing ' });
    expect(created.name).toBe('Purchasing');
    const renamed = await ann()
      .inWorkspace(created.id)
      .workspaces.update(created.id, { name: 'Buying' });
    expect(renamed).toEqual({ id: created.id, name: 'Buying' });
    expect((await ann().workspaces.list()).result).toContainEqual(renamed);
    expect(await historyOf(created.id)).toEqual([
      { by: ids.ann, action: 'create', before: null, after: { name: 'Purchasing' } },
      { by: ids.ann, action: 'change', before: { name: 'Purchasing' }, after: { name: 'Buying' } },
    ]);
  });

  test('is neither created nor renamed by anyone else, who is told what to do', async () => {
    const ben = { workspaceId: ids.fleet, userId: ids.ben };
    await setRole(service.database, ben, 'administrator');
    for (const [method, path, body] of [
      ['POST', '/workspace', { name: 'Mine' }],
      ['POST', '/workspace', { unknown: 1 }],
      ['POST', '/workspace', []],
      ['PATCH', `/workspace/${ids.fleet}`, { name: 'Mine' }],
      ['PATCH', `/workspace/${ids.fleet}`, { name: '' }],
    ] as const) {
      const answer = await service.api(method, path, body, 'ben');
      expect([answer.status, readError(answer).message]).toEqual([
        403,
        'You can’t create or rename workspaces. Ask whoever runs the service to add your email address to workspaceCreators in its configuration file.',
      ]);
    }
    await setRole(service.database, ben, 'editor');
  });

  test('has a name that no other one has, whatever the case', async () => {
    const taken = { status: 400, violations: [{ violationType: 'CONFLICT' }] };
    await expect(ann().workspaces.create({ name: 'fLEET' })).rejects.toMatchObject(taken);
    const { id } = await ann().workspaces.create({ name: 'Yard' });
    const { workspaces } = ann().inWorkspace(id);
    await expect(workspaces.update(id, { name: 'Archive' })).rejects.toMatchObject(taken);
    expect(await workspaces.update(id, { name: 'YARD' })).toEqual({ id, name: 'YARD' });
  });

  test('is renamed only where the header names it too', async () => {
    const { status } = await service.api('PATCH', `/workspace/${ids.archive}`, { name: 'Mine' });
    expect(status).toBe(404);
  });

  test('is not created with a token for one workspace', async () => {
    const narrow = await ann().tokens.create({ name: 'Narrow', workspaceId: ids.fleet });
    const headers = { authorization: `Bearer ${narrow.token}` };
    for (const name of ['More', '']) {
      const answer = await service.call('POST', '/public/v1/workspace', {
        body: { name },
        headers,
      });
      expect(answer.status).toBe(403);
    }
  });

  test.each(['', ' ', 'x'.repeat(101), 'a\u0000'])('is not called %j', async (name) => {
    expect((await service.api('POST', '/workspace', { name })).status).toBe(400);
  });
});
