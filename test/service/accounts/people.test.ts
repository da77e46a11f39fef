import { beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/api/user';
import { createAdministrator } from '../../../src/service/run/create-administrator';
import { addPeople, removePerson } from '../../../src/service/accounts/people';
import { duringTests } from '../../support/during-tests';
import { ids } from '../fleet';
import { id } from '../fleet-stages';
import { readError, startFleetService, testTime, type Answer } from '../fleet-service';
import { setRole } from '../rights';
import { insertAccount } from '../rows';

const service = duringTests(() => startFleetService());

const api = () => service.as('ann');
const roleOf = async (userId: string) => (await api().users.get(userId)).role;
const become = (userId: string, role: string, as?: 'ann' | 'ben') =>
  service.api('PUT', `/user/${userId}/role`, { role }, as);
const add = (person: object) => service.api('POST', '/user', { role: 'reader', ...person });
const added = ({ body }: Answer) => addUser.reply!.parse(body);
const violationsOf = (answer: Answer) =>
  readError(answer).violations?.map(({ violationType, fieldIdentifier, index }) =>
    [violationType, fieldIdentifier, index].join(' ').trim(),
  );
/** The newest entries of the history about people, in their order. */
const historyOf = async (userId: string) =>
  service.database.query<{ action: string; detail: object; author: string | null }>(
    `select action, detail, user_id as author from history
     where workspace_id = $1 and kind = 'person' and subject_id = $2 order by number`,
    [ids.fleet, userId],
  );

beforeEach(async () => {
  await service.database.query(
    `delete from membership where workspace_id = $1 and user_id not in ($2, $3)`,
    [ids.fleet, ids.ann, ids.ben],
  );
  const of = (userId: string) => ({ workspaceId: ids.fleet, userId });
  await setRole(service.database, of(ids.ann), 'administrator');
  await setRole(service.database, of(ids.ben), 'editor');
  await service.database.query(`update account set password_hash = 'chosen'`);
  await service.database.query('delete from history');
});

describe('The people of a workspace', () => {
  test('get another role with the next request, which the history says', async () => {
    const ben = { name: 'Ben Ödegaard', role: 'reader' };
    expect((await become(ids.ben, 'reader')).body).toMatchObject(ben);
    expect(await roleOf(ids.ben)).toBe('reader');
    expect((await service.api('POST', '/object', {}, 'ben')).status).toBe(403);
    expect((await become(ids.ben, 'reader')).status).toBe(200);
    const detail = { version: 1, before: { role: 'editor' }, after: { role: 'reader' } };
    expect(await historyOf(ids.ben)).toEqual([{ action: 'change', author: ids.ann, detail }]);
  });

  test('are added with an account that they have, and with their own name', async () => {
    const answer = await add({ email: ' CAT@example.com', name: 'Whoever' });
    expect(answer.headers.get('location')).toBe(`/public/v1/user/${ids.cat}`);
    expect(added(answer)).toEqual({
      id: ids.cat,
      name: 'Cat Ödegaard',
      email: 'cat@example.com',
      role: 'reader',
    });
    expect(await historyOf(ids.cat)).toEqual([
      { action: 'create', author: ids.ann, detail: { version: 1, after: { role: 'reader' } } },
    ]);
    const again = await add({ email: 'cat@example.com', name: 'Cat', role: 'administrator' });
    expect(readError(again).message).toBe('Cat Ödegaard is already a member.');
    expect(violationsOf(again)).toEqual(['CONFLICT email']);
    expect(await roleOf(ids.cat)).toBe('reader');
  });

  test('have one account for all spellings of their address', async () => {
    const person = { email: '<Jörg@MÜLLER.de>', name: 'Jörg' };
    const first = added(await add(person));
    expect(first.email).toBe('jörg@müller.de');
    const invited = added(await add({ ...person, email: 'jörg@xn--mller-kva.de' }));
    expect([invited.id, invited.email]).toEqual([first.id, first.email]);
    await service.database.query(`update account set password_hash = 'chosen'`);
    for (const email of ['jo\u0308rg@müller.de', 'mailto:jörg@xn--mller-kva.de\u200b']) {
      const again = await add({ ...person, email });
      expect(readError(again).message).toBe('Jörg is already a member.');
    }
    const bulk = [person, { ...person, email: 'JÖRG@XN--MLLER-KVA.DE' }].map((each) => ({
      ...each,
      role: 'reader',
    }));
    const twice = await service.api('POST', '/user/bulk', { users: bulk });
    expect(readError(twice).message).toContain('JÖRG@XN--MLLER-KVA.DE is named more than once.');
  });

  test('get a link where they have no password, and another one if they are added again', async () => {
    const person = { email: 'new@example.com', name: 'New' };
    const first = added(await add(person));
    expect(first.invitationUrl).toMatch(/^http.+\/account\/invitation\/[\w-]{43}$/);
    const second = added(await add({ ...person, name: 'Other', role: 'administrator' }));
    expect(second).toEqual({ ...first, invitationUrl: expect.any(String) as string });
    expect(second.invitationUrl).not.toBe(first.invitationUrl);
    expect(await historyOf(first.id)).toHaveLength(1);
  });

  test('are added by a form that is sent again after they were removed', async () => {
    const caller = { userId: ids.ann, name: 'Ann', email: '', via: 'session' } as const;
    const author = { workspaceId: ids.fleet, caller };
    const person = { email: 'again@example.com', name: 'Again', role: 'reader' } as const;
    const addition = { formId: id(88), now: testTime };
    const addAgain = async () => (await addPeople(service.database, author, [person], addition))[0];
    const first = await addAgain();
    expect(await addAgain()).toMatchObject({ id: first?.id, isRepeated: true });
    expect((await service.api('DELETE', `/user/${first?.id ?? ''}`)).status).toBe(204);
    expect(await addAgain()).toHaveProperty('invitation');
    expect(await roleOf(first?.id ?? '')).toBe('reader');
  });

  test('are not added while another workspace has their link', async () => {
    const elsewhere = id(77);
    const away = { email: 'away@example.com', name: 'Away' };
    await insertAccount(service.database, { id: elsewhere, ...away }, 'none');
    await setRole(service.database, { workspaceId: ids.archive, userId: elsewhere }, 'editor');
    const answer = await add(away);
    expect(violationsOf(answer)).toEqual(['CONFLICT email']);
    expect((await service.api('GET', `/user/${elsewhere}`)).status).toBe(404);
  });

  test('are added together, or none of them', async () => {
    const one = { email: 'one@example.com', name: 'One', role: 'reader' as const };
    const two = { email: 'two@example.com', name: 'Two', role: 'administrator' as const };
    const ben = { email: 'ben@example.com', name: 'Ben', role: 'reader' };
    const addAll = (...users: object[]) => service.api('POST', '/user/bulk', { users });
    const refused = await addAll(one, ben, { ...one, email: 'ONE@example.com' });
    expect(violationsOf(refused)).toEqual(['CONFLICT email 1', 'CONFLICT email 2']);
    expect(readError(refused).message).toBe(
      'Ben Ödegaard is already a member. ONE@example.com is named more than once.',
    );
    expect((await api().users.list()).result).toHaveLength(2);
    const { result } = await api().users.addAll({ users: [one, two] });
    expect(result.map(({ name, role }) => [name, role])).toEqual([
      ['One', 'reader'],
      ['Two', 'administrator'],
    ]);
    expect(result.every(({ invitationUrl }) => invitationUrl !== undefined)).toBe(true);
    const [entry] = await service.database.query('select is_bulk as "isBulk" from history');
    expect(entry).toEqual({ isBulk: true });
  });

  test('become administrators by the operator’s command, which the history says without a name', async () => {
    const make = () =>
      createAdministrator(service.database, {
        email: 'ben@example.com',
        name: 'Ben',
        workspace: 'Fleet',
        readPassword: () => Promise.reject(new Error('The account has one.')),
      });
    await make();
    expect(await roleOf(ids.ben)).toBe('administrator');
    await make();
    const change = { before: { role: 'editor' }, after: { role: 'administrator' } };
    expect(await historyOf(ids.ben)).toEqual([
      { action: 'change', author: null, detail: { version: 1, ...change } },
    ]);
  });

  test('leave with their access, and are nobody there afterwards', async () => {
    expect((await service.api('DELETE', `/user/${ids.ben}`)).status).toBe(204);
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(404);
    expect(await historyOf(ids.ben)).toMatchObject([
      { action: 'delete', detail: { before: { role: 'editor' } } },
    ]);
    for (const answer of [
      await service.api('GET', `/user/${ids.ben}`),
      await service.api('DELETE', `/user/${ids.ben}`),
      await become(ids.ben, 'reader'),
      await become(ids.cat, 'reader'),
      await service.api('DELETE', `/user/${ids.cat}`),
    ])
      expect(answer.status).toBe(404);
  });

  test('always have an administrator', async () => {
    for (const answer of [
      await become(ids.ann, 'editor'),
      await become(ids.ann, 'reader'),
      await service.api('DELETE', `/user/${ids.ann}`),
    ]) {
      expect(violationsOf(answer)?.[0]).toMatch(/^CONFLICT (?:role|id)$/);
      expect(readError(answer).message).toBe(
        'A workspace needs at least one administrator who has a password and isn’t suspended. Make someone else an administrator first.',
      );
    }
    expect((await become(ids.ann, 'administrator')).status).toBe(200);
    expect((await become(ids.ben, 'administrator')).status).toBe(200);
    expect((await become(ids.ann, 'reader')).status).toBe(200);
    expect((await become(ids.ann, 'administrator')).status).toBe(403);
    expect((await become(ids.ben, 'reader', 'ben')).status).toBe(400);
  });

  test('have an administrator who can sign in', async () => {
    const invited = { email: 'invited@example.com', name: 'Invited', role: 'administrator' };
    const { id: invitedId } = added(await add(invited));
    expect((await become(ids.ann, 'editor')).status).toBe(400);
    await service.database.query(`update account set password_hash = 'chosen' where id = $1`, [
      invitedId,
    ]);
    expect((await become(ids.ann, 'editor')).status).toBe(200);
  });

  test('have an administrator even if all of them leave at once', async () => {
    const caller = { userId: ids.ann, name: 'Ann', email: '', via: 'session' } as const;
    const author = { workspaceId: ids.fleet, caller };
    await become(ids.ben, 'administrator');
    const left = await Promise.allSettled(
      [ids.ann, ids.ben].map((userId) =>
        removePerson({ database: service.database, clock: () => testTime }, author, userId),
      ),
    );
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const administrators = await service.database.query(
      `select from membership where workspace_id = $1 and role = 'administrator'`,
      [ids.fleet],
    );
    expect(administrators).toHaveLength(1);
  });

  test('are up to 50,000', async () => {
    // Without accounts, which take long to add.
    await service.database.transaction(async (transaction) => {
      await transaction.query('set local session_replication_role = replica');
      await transaction.query(
        `insert into membership (workspace_id, user_id)
         select $1, gen_random_uuid() from generate_series(1, 49997)`,
        [ids.fleet],
      );
    });
    const [one, two] = [1, 2].map((number) => ({
      ...{ email: `last-${number}@example.com`, name: 'Last', role: 'reader' },
    }));
    const both = await service.api('POST', '/user/bulk', { users: [one, two] });
    expect(violationsOf(both)).toEqual(['TOO_MANY email 1']);
    expect((await add(one!)).status).toBe(200);
    expect(violationsOf(await add(two!))).toEqual(['TOO_MANY email']);
    expect((await add(one!)).status).toBe(200);
  });
});
