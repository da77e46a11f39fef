import { beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts, demoTypeId, demoWorkspaceId } from '../../../src/service';
import type { WorkspaceClient } from '../../support/api-client';
import { demoClient, startDemoService } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';

/** Its members are admin, lead and member. */
const workspaceId = demoWorkspaceId('IT');
const service = duringTests(() => startDemoService());
const everyone = { everyone: true } as const;
const typeId = demoTypeId('IT', 'Laptop');

let it: WorkspaceClient;
let crew: string;
beforeAll(async () => {
  it = demoClient(service);
  crew = (await it.groups.create({ name: 'Crew', userIds: [] })).id;
});

type Name = (typeof demoAccounts)[number]['account'] | 'crew';

/** Accounts of the demo, and the group `crew`. */
function named(...names: Name[]) {
  const ids = demoAccounts.filter(({ account }) => names.includes(account)).map(({ id }) => id);
  return { userIds: ids.toSorted(), groupIds: names.includes('crew') ? [crew] : [] };
}

const change = (target: { typeId: string } | { siteId: string }, read: boolean, account = 'lead') =>
  service.administration.setAccess({ account, target, read });

describe('The access of one person to a type', () => {
  /** What becomes of the lists of names, or null for everyone, if lead's access is given or taken. */
  async function after(read: boolean, ...given: (Name[] | null)[]) {
    const [reads, writes] = given.map((names) => (names === null ? everyone : named(...names)));
    await it.types.setAccess(typeId, { read: reads ?? everyone, write: writes ?? everyone });
    await change({ typeId }, read);
    return it.types.getAccess(typeId);
  }

  test('stays as it is where it is given to someone who has it', async () => {
    expect(await after(true, null, null)).toEqual({ read: everyone, write: everyone });
    expect(await after(true, null, ['crew'])).toEqual({ read: everyone, write: named('crew') });
    expect(await after(true, ['lead', 'crew'], ['crew'])).toEqual({
      read: named('lead', 'crew'),
      write: named('crew'),
    });
  });

  test('is given beside groups, and for changes only where everyone who reads makes them', async () => {
    const both = named('member', 'lead', 'crew');
    expect(await after(true, ['member', 'crew'], ['crew'])).toEqual({
      read: both,
      write: named('crew'),
    });
    expect(await after(true, ['member', 'crew'], ['member', 'crew'])).toEqual({
      read: both,
      write: both,
    });
  });

  test('is taken with that for changes, and groups and the others keep theirs', async () => {
    expect(await after(false, ['lead', 'member', 'crew'], ['lead', 'crew'])).toEqual({
      read: named('member', 'crew'),
      write: named('crew'),
    });
    expect(await after(false, ['member', 'crew'], ['crew'])).toEqual({
      read: named('member', 'crew'),
      write: named('crew'),
    });
  });

  test('is taken where everyone has it by naming the others', async () => {
    const others = named('admin', 'member');
    expect(await after(false, null, null)).toEqual({ read: others, write: others });
    expect(await after(false, null, ['lead', 'member', 'crew'])).toEqual({
      read: others,
      write: named('member', 'crew'),
    });
  });

  test('doesn’t change what was given to someone who is no member at the moment', async () => {
    const before = await after(true, ['member', 'lead'], ['member', 'lead']);
    const membership = { account: 'member', target: { workspaceId } };
    await service.administration.setAccess({ ...membership, read: false });
    await change({ typeId }, false);
    await change({ typeId }, true);
    await service.administration.setAccess({ ...membership, read: true });
    expect(await it.types.getAccess(typeId)).toEqual(before);
  });
});

describe('The access of one person to a site', () => {
  async function after(read: boolean, isOpen: boolean, names: Name[]) {
    const { id } = await it.sites.create({ name: 'Site', isOpen });
    await it.sites.update(id, named(...names));
    await change({ siteId: id }, read);
    const { userIds, groupIds, ...site } = await it.sites.get(id);
    await it.sites.delete(id);
    return { isOpen: site.isOpen, userIds: userIds.toSorted(), groupIds };
  }

  test('is given and taken beside groups', async () => {
    const open = { isOpen: true, ...named('crew') };
    expect(await after(true, true, ['crew'])).toEqual(open);
    expect(await after(true, false, ['crew', 'admin'])).toEqual({
      isOpen: false,
      ...named('crew', 'admin', 'lead'),
    });
    expect(await after(false, false, ['crew', 'admin', 'lead'])).toEqual({
      isOpen: false,
      ...named('crew', 'admin'),
    });
    expect(await after(false, true, ['crew', 'lead'])).toEqual({
      isOpen: false,
      ...named('crew', 'admin', 'member'),
    });
  });
});
