import { beforeEach, describe, expect, test } from 'vitest';
import { UpkeepSite } from './support/upkeep-site';

let site: UpkeepSite;

beforeEach(() => {
  site = new UpkeepSite();
});

describe('A job over the labels of a field', () => {
  test('spends no more of Jira’s hour than its share, says until when it waits, and goes on then', async () => {
    site.jira.pointsPerHour = 700;
    for (let index = 0; index < 500; index += 1) site.hold([[index % 50, 'Old']]);
    for (let index = 0; index < 50; index += 1) site.label(index, `New ${index}`);
    await site.start(false);
    await site.drain(site.clock.now + 600_000);
    const waitingUntil = Date.parse('2026-03-02T02:00:00.000Z');
    const waits = { phase: 'running', waitingUntil, waitReason: 'jiraShare' };
    expect(await site.upkeep.find()).toMatchObject(waits);
    const calls = site.jira.calls.length;
    await site.drain(waitingUntil - 1);
    expect(site.jira.calls).toHaveLength(calls);
    expect(await site.upkeep.find()).toMatchObject(waits);
    await site.drain();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 500 });
    expect([...site.jira.pointsByHour.values()].every((points) => points <= 700)).toBe(true);
    expect(site.log).toEqual([]);
  });

  test('comes to its end where fifty sites share the limit, over work items in sixty projects', async () => {
    site.jira.pointsPerHour = 325;
    for (let index = 0; index < 150; index += 1) site.hold([[index, 'Old']], String(index % 60));
    for (let index = 0; index < 150; index += 1) site.label(index, 'New');
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 150 });
    expect([...site.jira.pointsByHour.values()].every((points) => points <= 325)).toBe(true);
  });

  test('comes to its end where fifty sites share the limit and Jira refuses every work item', async () => {
    site.jira.pointsPerHour = 325;
    for (let index = 0; index < 80; index += 1) site.hold([[index, 'Old']], String(index));
    for (let index = 0; index < 80; index += 1) site.label(index, 'New');
    for (const { id } of site.jira.issues) site.jira.unwritable.add(id);
    await site.start(false);
    // What the admin’s own questions took isn't part of the share.
    site.jira.pointsByHour.clear();
    await site.drain(site.clock.now + 10 * 3_600_000);
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', unwritable: 80 });
    for (const points of site.jira.pointsByHour.values()) expect(points).toBeLessThanOrEqual(325);
  });

  test('goes on at once where the time that Jira named is over before the job is kept', async () => {
    site.hold([[1, 'Old']]);
    site.label(1, 'New');
    let refusals = 1;
    site.jira.trouble = (call) =>
      call === 'searchIssues' && refusals-- > 0 ? { status: 429, retryAfterMs: 0 } : undefined;
    const set = site.store.set.bind(site.store);
    site.store.set = (...written) => {
      if (written[0] === 'jira-rest') site.clock.now += 3_000;
      return set(...written);
    };
    const startedAt = site.clock.now;
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 1 });
    expect(site.clock.now - startedAt).toBeLessThan(30_000);
  });

  test('leaves Jira alone for as long as it asks, also more often than a job bears failures', async () => {
    for (let index = 0; index < 100; index += 1) site.hold([[index, 'Old']]);
    for (let index = 0; index < 100; index += 1) site.label(index, 'New');
    let refusals = 8;
    site.jira.trouble = (call) =>
      call === 'writeFieldValues' && refusals-- > 0
        ? { status: 429, retryAfterMs: 1_000_000 }
        : undefined;
    const startedAt = site.clock.now;
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 100 });
    expect(site.clock.now - startedAt).toBeGreaterThanOrEqual(8_000_000);
    expect(site.log).toEqual([]);
  });
});
