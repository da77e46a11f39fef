import { expect, test } from 'vitest';
import { viewWorkspace } from '../../src/service/model/permissions/workspace-view';
import { createGroup } from '../../src/service/model/resources/groups';
import { fillFleet, ids } from '../service/fleet';
import { openTestDatabase } from '../support/test-database';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

const database = duringTests(() => openTestDatabase());

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
