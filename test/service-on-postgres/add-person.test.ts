import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdministrator } from '../../src/service/run/create-administrator';
import { addPerson } from '../../src/service/accounts/people';
import { openTestDatabase } from '../support/test-database';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

const database = duringTests(() => openTestDatabase());

test('invites a person once whose form arrives twice at the same time', async () => {
  const { workspace } = await createAdministrator(database, {
    email: 'ada@example.com',
    name: 'Ada',
    workspace: 'Fleet',
    readPassword: () => Promise.resolve('a password of hers'),
  });
  const workspaceId = workspace.id;
  const form = { workspaceId, name: 'Quick', formId: randomUUID(), now: new Date() };
  const additions = await database.transaction(async (transaction) => {
    // Accounts can be read and not written until both forms have come as far as they can.
    await transaction.query('lock table account in exclusive mode');
    const begun = ['quick@example.com', 'Quick@Example.com'].map((email) =>
      addPerson(database, { ...form, email }),
    );
    await expect.poll(() => countWaiting(database)).toBe(2);
    return begun;
  });
  const kinds = (await Promise.all(additions)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['invited', 'repeated']);
});
