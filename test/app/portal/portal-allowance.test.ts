import { describe, expect, test } from 'vitest';
import {
  createPortalAllowance,
  portalCallsPerMinute,
} from '../../../src/app/portal/portal-answers';
import { createPortal, onForm } from '../support/portal';
import { requests } from '../support/resolver-fixture';

const { person, visitors, site } = portalCallsPerMinute;
const limit = (seconds: number) => ({
  ...{ kind: 'problem', code: 'PORTAL_LIMIT', canRetry: true },
  message: 'There were too many searches in a short time.',
  detail: `Try again in ${seconds} seconds.`,
});

function search(
  portal: ReturnType<typeof createPortal>,
  accountId: string,
  accountType = 'customer',
) {
  portal.jira.desks.get('1')?.people.add(accountId);
  const caller = { moduleKey: 'workspace-object', extension: onForm, accountId, accountType };
  return portal.call('portalSearch', { text: 'm' }, caller);
}

const served = (replies: readonly unknown[]) =>
  replies.filter((reply) => (reply as { kind: string }).kind === 'ok').length;

describe('how often the portal asks the service', () => {
  test('is limited for one person, however many of 1,000 keystrokes come at once', async () => {
    const portal = createPortal();
    portal.clock.nowMs = 60_000 * 1_000 + 47_500;
    const keystrokes = Array.from({ length: 1_000 }, () => search(portal, 'cora'));
    const replies = await Promise.all(keystrokes);
    expect(served(replies)).toBeGreaterThan(person / 2);
    expect(served(replies)).toBeLessThanOrEqual(person);
    expect(requests(portal, 'service')).toHaveLength(served(replies));
    expect(replies.at(-1)).toEqual(limit(13));
  });

  test('is limited one after the other, and again from the next minute on', async () => {
    const portal = createPortal();
    portal.clock.nowMs = 60_000 * 1_000;
    const replies = [];
    for (let index = 0; index < person + 3; index += 1) replies.push(await search(portal, 'cora'));
    expect(served(replies)).toBe(person);
    expect(replies.at(-1)).toEqual(limit(60));
    expect(await search(portal, 'colin')).toMatchObject({ kind: 'ok' });
    portal.clock.nowMs += 60_000;
    expect(await search(portal, 'cora')).toMatchObject({ kind: 'ok' });
  });

  test('is limited for all people of a site together', async () => {
    const portal = createPortal();
    const replies = [];
    for (let index = 0; index < site + 5; index += 1) {
      replies.push(await search(portal, `customer-${index}`));
    }
    expect(served(replies)).toBe(site);
  });

  test('leaves most of a site’s calls to others, however much two people search', async () => {
    const portal = createPortal();
    for (let index = 0; index < site; index += 1) {
      await search(portal, 'cora');
      await search(portal, 'colin');
    }
    expect(person).toBe(8);
    expect(await search(portal, 'carl')).toMatchObject({ kind: 'ok' });
  });

  test('lets through what takes more calls than a person has, if they have made none', async () => {
    const portal = createPortal();
    const allowance = createPortalAllowance({
      platform: { store: portal.kept.platform.store, tenantKey: () => 'site' },
      now: () => 0,
    });
    await allowance.take(['account', 'cora'], person + 2);
    await expect(allowance.take(['account', 'cora'], 1)).rejects.toMatchObject({
      code: 'PORTAL_LIMIT',
    });
    await allowance.take(['account', 'colin'], 1);
    await expect(allowance.take(['account', 'colin'], person + 2)).rejects.toMatchObject({
      code: 'PORTAL_LIMIT',
    });
  });

  test('is one allowance for all anonymous visitors of a site, so that they use up nobody else’s', async () => {
    const portal = createPortal();
    const other = { ...onForm, portal: { id: 2 }, request: { typeId: 9 } };
    const replies = [];
    for (let index = 0; index < visitors + 5; index += 1) {
      for (const extension of [onForm, other]) {
        const visitor = { as: 'an anonymous visitor', extension } as const;
        replies.push(await portal.ask('portalSearch', { text: 'm' }, visitor));
      }
    }
    expect(served(replies)).toBe(visitors);
    expect(await search(portal, 'cora')).toMatchObject({ kind: 'ok' });
  });

  test('costs two writes for a search, and none for one of a person who was refused before', async () => {
    const portal = createPortal();
    await search(portal, 'cora');
    expect(portal.kept.store.entries.size).toBe(2);
    for (let index = 1; index < person + 1; index += 1) await search(portal, 'cora');
    const { size } = portal.kept.store.entries;
    const { lists } = portal.kept.store;
    await search(portal, 'cora');
    expect(portal.kept.store.entries.size).toBe(size);
    expect(portal.kept.store.lists).toBe(lists);
  });

  test('names nobody in the storage', async () => {
    const portal = createPortal();
    await search(portal, 'cora');
    expect(JSON.stringify([...portal.kept.store.entries])).not.toContain('cora');
  });

  test('is nothing where the storage fails', async () => {
    const portal = createPortal();
    portal.kept.store.setIfAbsent = () => Promise.reject(new Error('down'));
    expect(await search(portal, 'cora')).toMatchObject({ kind: 'problem' });
    expect(requests(portal, 'service')).toEqual([]);
  });
});
