import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdministrator } from '../../src/service/run/create-administrator';
import { addPeople } from '../../src/service/accounts/people';
import { openTestDatabase } from '../support/test-database';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';
import { viewWorkspace } from '../../src/service/model/permissions/workspace-view';
import { createGroup } from '../../src/service/model/resources/groups';
import { fillFleet, ids } from '../service/fleet';

const database = duringTests(() => openTestDatabase());

test('invites a person once whose form arrives twice at the same time', async () => {
  const { workspace } = await createAdministrator(database, {
    email: 'ada@example.com',
    name: 'Ada',
    workspace: 'Fleet',
    readPassword: () => Promise.resolve('a password of hers'),
  });
  const [{ id: userId } = { id: '' }] = await database.query<{ id: string }>(
    'select id from account',
  );
  const caller = { userId, name: 'Ada', email: 'ada@example.com', via: 'session' } as const;
  const author = { workspaceId: workspace.id, caller };
  const form = { formId: randomUUID(), now: new Date() };
  const additions = await database.transaction(async (transaction) => {
    // Accounts can be read and not written until both forms have come as far as they can.
    await transaction.query('lock table account in exclusive mode');
    const begun = ['quick@example.com', 'Quick@Example.com'].map((email) =>
      addPeople(database, author, [{ email, name: 'Quick', role: 'editor' }], form),
    );
    await expect.poll(() => countWaiting(database)).toBe(2);
    return begun;
  });
  const added = (await Promise.all(additions)).flat();
  expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  expect(added.map(({ invitation }) => invitation !== undefined).sort()).toEqual([false, true]);
  expect(added.map(({ isRepeated = false }) => isRepeated).sort()).toEqual([false, true]);
});

test('leaves nothing to a person who is removed while they are put into a group', async () => {
  await fillFleet(database);
  const caller = { userId: ids.ann, name: 'Ann', email: '', via: 'session' } as const;
  const view = await viewWorkspace(database, caller, ids.fleet);
  const [creation] = await database.transaction(async (transaction) => {
    await transaction.query('delete from membership where workspace_id = $1 and user_id = $2', [
      ids.fleet,
      ids.ben,
    ]);
    const group = { name: 'Crew', userIds: [ids.ben] };
    const begun = Promise.allSettled([
      createGroup({ database, clock: () => new Date() }, view, group),
    ]);
    await expect.poll(() => countWaiting(database)).toBe(1);
    return [begun];
  });
  expect(await creation).toMatchObject([
    { status: 'rejected', reason: { message: `This workspace has no member ${ids.ben}.` } },
  ]);
  expect(await database.query('select from user_group_member')).toEqual([]);
});
