import { beforeAll, expect, test } from 'vitest';
import { recordChanges } from '../../../../src/service/model/history/record-changes';
import type { Change } from '../../../../src/service/model/history/record-changes';
import { removeOldHistory } from '../../../../src/service/model/history/record-changes';
import { duringTests } from '../../../support/during-tests';
import { openTestDatabase } from '../../../support/test-database';
import { fillFleet, ids } from '../../fleet';

const database = duringTests(() => openTestDatabase());
beforeAll(() => fillFleet(database));

const caller = {
  userId: ids.ann,
  name: 'Ann',
  email: 'ann@example.com',
  via: 'token',
  credentialName: 'Sync',
} as const;
const now = new Date('2026-11-24T10:14:00Z');

function record(...changes: Change[]) {
  return database.transaction((transaction) =>
    recordChanges(transaction, { workspaceId: ids.fleet, caller, isBulk: true }, changes, now),
  );
}

function readEntries(subjectId: string) {
  return database.query(
    `select user_id, at, via, credential_name, is_bulk, kind, action, type_id, detail from history
     where workspace_id = $1 and subject_id = $2 order by number`,
    [ids.fleet, subjectId],
  );
}

const group = 'c1c1c1c1-0000-4000-8000-000000000001';

test('Changes of one call stand in the history in their order, with who made them and by what', async () => {
  await record(
    { kind: 'group', id: group, action: 'create', after: { name: 'Buyers' } },
    { kind: 'group', id: group, action: 'delete', before: { name: 'Buyers' } },
  );
  const by = { user_id: ids.ann, at: now, via: 'token', credential_name: 'Sync', is_bulk: true };
  const of = { ...by, kind: 'group', type_id: null };
  expect(await readEntries(group)).toEqual([
    { ...of, action: 'create', detail: { version: 1, after: { name: 'Buyers' } } },
    { ...of, action: 'delete', detail: { version: 1, before: { name: 'Buyers' } } },
  ]);
});

test('A text of more than 10,000 characters is recorded cut, and says so', async () => {
  const text = `${'x'.repeat(9_999)}😀`;
  const after = { notes: [text, 'short'] };
  await record({ kind: 'object', id: 'long', action: 'create', typeId: ids.laptop, after });
  const [entry] = await readEntries('long');
  expect(entry).toMatchObject({
    type_id: ids.laptop,
    detail: { after: { notes: [{ cut: 'x'.repeat(9_999) }, 'short'] } },
  });
});

test('What is older than it is kept is removed from each workspace, and nothing else', async () => {
  const old = new Date('2025-01-01T00:00:00Z');
  await database.transaction(async (transaction) => {
    const author = { workspaceId: ids.archive, caller: undefined };
    const change = { kind: 'workspace', action: 'change', before: 1 } as const;
    const many = Array.from({ length: 1_500 }, (_, at) => ({ ...change, id: `old ${at}` }));
    await recordChanges(transaction, author, many, old);
    await recordChanges(transaction, author, [{ ...change, id: 'new' }], now);
  });
  const count = () => database.query('select 1 from history');
  const before = await count();
  await removeOldHistory(database, new Date(old.getTime() + 1));
  expect(before.length - (await count()).length).toBe(1_500);
  const left = await database.query(
    'select subject_id, via, user_id from history where workspace_id = $1',
    [ids.archive],
  );
  expect(left).toEqual([{ subject_id: 'new', via: 'command', user_id: null }]);
});
