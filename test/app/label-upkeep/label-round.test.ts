import { beforeEach, describe, expect, test } from 'vitest';
import { assetId, dayMs, placeIn, valueOf } from '../refresh/support/memory-site';
import { objectId, typeId, workspaceId } from '../refresh/support/memory-service';
import { RoundSite } from './support/round-site';

let site: RoundSite;

beforeEach(() => {
  site = new RoundSite();
});

const turnOn = async () => {
  await site.round.turn(true);
  await site.drainRound();
};

describe('The daily refresh of labels', () => {
  test('does nothing before an admin turns it on', async () => {
    site.fill(3);
    await site.day();
    expect(await site.round.find()).toEqual({ isOn: false, run: null });
    expect(site.countStored('Old')).toBe(3);
    expect(site.jira.calls).toEqual([]);
  });

  test('begins once it is on, and stores what was renamed by the next day, whoever renamed it', async () => {
    site.fill(250);
    await turnOn();
    expect(site.countStored('New')).toBe(250);
    expect(await site.round.find()).toMatchObject({
      isOn: true,
      run: { phase: 'done', round: { done: 250, outdated: 250, written: 250 } },
    });
    for (let index = 0; index < 50; index += 1) site.label(index, 'Newer');
    site.clock.now += dayMs;
    await site.day();
    expect(site.countStored('Newer')).toBe(250);
    expect(await site.findRun()).toMatchObject({ phase: 'done', round: { written: 250 } });
  });

  test('goes round all fields, and round again the next day', async () => {
    const other = 'customfield_10011';
    site.jira.fields.push({ id: other, name: 'Spare', kind: 'object' });
    site.jira.configurations.set(other, site.jira.configurations.get(assetId) ?? []);
    site.fill(2);
    site.addIssue({ ...placeIn('1'), [other]: valueOf([[1, 'Old']]) });
    await turnOn();
    expect(await site.findRun()).toMatchObject({ phase: 'done', round: { done: 3, written: 3 } });
    site.label(1, 'Newer');
    site.clock.now += dayMs;
    await site.day();
    expect(site.jira.issues[2]?.fields[other]).toMatchObject({ labels: ['Newer'] });
  });

  test('reads 10,000 of 25,000 work items a day, and goes on the next day where it stopped', async () => {
    site.fill(25_000, 'Now', 'Now');
    for (const index of [9_999, 10_000, 24_999]) site.jira.issues[index] = outdated(index);
    await site.round.turn(true);
    for (let day = 1; day <= 3; day += 1) await site.day();
    expect(site.taken.map(({ reads }) => reads)).toEqual([10_000, 10_000, 5_000]);
    expect(site.countStored('Old')).toBe(0);
    const round = { done: 25_000, written: 3, finishedAt: expect.any(Number) as unknown };
    expect(await site.findRun()).toMatchObject({ phase: 'done', round });
  });

  test('writes 1,000 work items a day, and forgets none of the others', async () => {
    site.fill(2_350);
    await site.round.turn(true);
    for (let day = 1; day <= 3; day += 1) await site.day();
    expect(site.taken.map(({ writes }) => writes)).toEqual([1_000, 1_000, 350]);
    expect(site.countStored('New')).toBe(2_350);
    const round = { done: 2_350, outdated: 2_350, written: 2_350 };
    expect(await site.findRun()).toMatchObject({ phase: 'done', round });
  });

  test('counts what Jira refuses to write as written today, and tells the first work items', async () => {
    site.fill(1_100);
    for (let id = 1; id <= 30; id += 1) site.jira.unwritable.add(String(id));
    await site.round.turn(true);
    await site.day();
    expect(site.taken).toMatchObject([{ writes: 970 }]);
    const { round } = (await site.findRun()) ?? {};
    expect(round).toMatchObject({ written: 970, unwritable: 30 });
    expect(round?.unwritableKeys).toHaveLength(20);
    await site.day();
    expect(site.countStored('Old')).toBe(30);
  });

  test('takes one day however often it is turned on and the schedule comes', async () => {
    site.fill(1_500);
    await Promise.all([site.round.turn(true), site.round.turn(true)]);
    await site.round.request();
    await site.round.request();
    await site.day();
    expect(site.countStored('New')).toBe(1_000);
    expect(await site.findRun()).toMatchObject({ day: { writes: 1_000 } });
  });

  test('that takes longer than a day is followed by the next one, never by two at once', async () => {
    site.fill(400, 'Now', 'Now');
    site.jira.pointsPerHour = 20;
    await site.round.turn(true);
    const runs: Awaited<ReturnType<typeof site.findRun>>[] = [];
    for (let day = 1; day <= 5; day += 1) {
      await site.day();
      runs.push(await site.findRun());
      // The next slice, and the day that begins after it.
      expect(site.queue.waiting.length).toBeLessThanOrEqual(2);
    }
    expect(runs[0]).toMatchObject({ phase: 'running', waitReason: 'jiraShare' });
    expect(new Set(runs.map((run) => run?.runId)).size).toBeGreaterThan(1);
    expect(Math.max(...site.jira.pointsByHour.values())).toBeLessThanOrEqual(20);
  });

  test('ends before the next page where it is turned off, and goes on from there', async () => {
    site.fill(300);
    const write = site.jira.writeFieldValues.bind(site.jira);
    site.jira.writeFieldValues = async (...asked) => {
      await write(...asked);
      site.jira.writeFieldValues = write;
      await site.round.turn(false);
    };
    await turnOn();
    expect(await site.round.find()).toMatchObject({ isOn: false, run: { phase: 'canceled' } });
    expect(site.countStored('New')).toBe(100);
    await turnOn();
    expect(site.countStored('New')).toBe(300);
    expect(await site.findRun()).toMatchObject({ phase: 'done', day: { reads: 300, writes: 300 } });
  });

  test('that is turned off while it waits writes nothing more', async () => {
    site.fill(3);
    site.service.trouble = () => ({ status: 503 });
    await site.round.turn(true);
    await site.drainRound(site.clock.now + 1_000);
    expect(await site.findRun()).toMatchObject({ phase: 'running', waitReason: 'serviceDown' });
    await site.round.turn(false);
    site.service.trouble = () => undefined;
    await site.drainRound();
    expect(site.countStored('Old')).toBe(3);
    expect(await site.findRun()).toMatchObject({ phase: 'canceled' });
  });

  test('never overwrites what a person saves while it looks', async () => {
    site.fill(2);
    const theirs = valueOf([[7, 'Theirs']]);
    const read = site.jira.readIssues.bind(site.jira);
    site.jira.readIssues = (...asked) => {
      const [first, ...others] = site.jira.issues;
      site.jira.issues = [
        { ...first!, fields: { ...first!.fields, [assetId]: theirs } },
        ...others,
      ];
      return read(...asked);
    };
    await turnOn();
    expect(site.stored()).toEqual([['Theirs'], ['New']]);
    expect(await site.findRun()).toMatchObject({ round: { written: 1, changedMeanwhile: 1 } });
  });

  test('mends the next day what a lagging search hid from it', async () => {
    site.fill(2);
    const search = site.jira.searchIssues.bind(site.jira);
    const shown = structuredClone(site.jira.issues);
    site.jira.searchIssues = async (...asked) => {
      const page = await search(...asked);
      // One isn't found yet, and the other is found as it was before somebody saved it.
      return { ...page, issues: shown.slice(1).map((issue) => ({ ...issue })) };
    };
    site.jira.issues[1] = outdated(1, 'Older');
    await turnOn();
    expect(site.stored()).toEqual([['Old'], ['Older']]);
    site.jira.searchIssues = search;
    site.clock.now += dayMs;
    await site.day();
    expect(site.stored()).toEqual([['New'], ['New']]);
  });
});

function outdated(index: number, label = 'Old') {
  const id = String(index + 1);
  const fields = { ...placeIn('1'), [assetId]: valueOf([[index % 50, label]]) };
  return { id, key: `DEMO-${id}`, fields };
}

describe('Objects of a type that not everyone may read', () => {
  test.each([
    ['where the service says so', false],
    ['where an older service doesn’t say', undefined],
  ])('keep their labels and are counted %s', async (_, told) => {
    site.fill(3);
    site.service.readableTypes.set(typeId, told);
    await turnOn();
    expect(site.countStored('Old')).toBe(3);
    expect(await site.findRun()).toMatchObject({
      phase: 'done',
      round: { done: 3, restricted: 3 },
    });
  });

  test('keep them beside others on a level of a cascade that offers both', async () => {
    const secretType = '11111111-0000-4000-8000-00000000000e';
    const level = { levelId: objectId(90), name: 'Level', query: '', isMultiple: true };
    site.jira.fields = [{ id: assetId, name: 'Asset', kind: 'cascade' }];
    const configuration = { version: 1, workspaceId, levels: [level] };
    site.jira.projectConfigurations.set('1', configuration);
    site.service.readableTypes.set(secretType, false);
    site.service.typeIds.set(objectId(2), secretType);
    for (const index of [1, 2]) site.label(index, 'New');
    const { objects } = valueOf([
      [1, 'Old'],
      [2, 'Old'],
    ]);
    const levels = [{ levelId: level.levelId, objects }];
    site.addIssue({ ...placeIn('1'), [assetId]: { objects, levels } });
    await turnOn();
    expect(site.stored()).toEqual([['New', 'Old']]);
    expect(await site.findRun()).toMatchObject({ round: { written: 1, restricted: 1 } });
  });

  test('keep them from the next slice on where access is limited in between', async () => {
    site.fill(3);
    await turnOn();
    site.service.readableTypes.set(typeId, false);
    for (let index = 0; index < 3; index += 1) site.label(index, 'Secret');
    site.clock.now += dayMs;
    await site.day();
    expect(site.countStored('New')).toBe(3);
  });

  test('keep them also from the next page on', async () => {
    for (let index = 0; index < 200; index += 1) {
      site.hold([[index, 'Old']]);
      site.label(index, 'New');
    }
    const write = site.jira.writeFieldValues.bind(site.jira);
    site.jira.writeFieldValues = async (...asked) => {
      await write(...asked);
      site.service.readableTypes.set(typeId, false);
      for (let index = 0; index < 200; index += 1) site.label(index, 'Secret');
    };
    await turnOn();
    expect(site.stored().map(([label]) => label)).toEqual([
      ...Array<string>(100).fill('New'),
      ...Array<string>(100).fill('Old'),
    ]);
  });

  test('are told apart from those of a type that the token can’t read', async () => {
    site.fill(3);
    site.service.readableTypes.clear();
    site.service.trouble = (query) => (query === 'types' ? undefined : { status: 404 });
    await turnOn();
    expect(await site.findRun()).toMatchObject({ round: { hidden: 3, restricted: 0 } });
  });
});

describe('The round', () => {
  test.each([
    ['the token is removed', () => (site.token = undefined), 'has no access token'],
    ['the token is refused', () => (site.service.acceptsToken = false), 'doesn’t accept'],
    [
      'the service stays away',
      () => (site.service.trouble = () => ({ status: 503 })),
      'The service failed to answer',
    ],
    [
      'Jira stays away',
      () => (site.jira.trouble = () => ({ status: 503 })),
      'Jira failed to answer',
    ],
  ])('waits where %s, says why, and goes on where it stopped', async (_, fail, reason) => {
    site.fill(1_100);
    await site.round.turn(true);
    await site.day();
    const { trouble } = site.jira;
    fail();
    await site.day();
    const stopped = await site.findRun();
    expect(stopped).toMatchObject({ phase: 'failed', round: { written: 1_000 } });
    expect(stopped?.message).toContain(reason);
    site.token = 'good-token';
    site.service.acceptsToken = true;
    site.service.trouble = () => undefined;
    site.jira.trouble = trouble;
    await site.day();
    expect(site.countStored('New')).toBe(1_100);
    expect(site.taken.at(-1)).toEqual({ reads: 100, writes: 100 });
    const run = await site.findRun();
    expect([run?.phase, run?.message]).toEqual(['done', undefined]);
  });

  test('goes on with what is left of the day once another token is saved', async () => {
    site.fill(300);
    const write = site.jira.writeFieldValues.bind(site.jira);
    site.jira.writeFieldValues = async (...asked) => {
      await write(...asked);
      site.service.acceptsToken = false;
      // The labels of this slice are known.
      site.clock.now += 120_000;
    };
    await turnOn();
    const day = { reads: 200, writes: 100 };
    expect(await site.findRun()).toMatchObject({ phase: 'failed', day });
    site.jira.writeFieldValues = write;
    site.service.acceptsToken = true;
    await site.round.request();
    await site.drainRound();
    expect(await site.findRun()).toMatchObject({ phase: 'done', day: { writes: 300 } });
    expect(site.countStored('New')).toBe(300);
  });

  test('goes on from the last work item where Jira lost the page overnight', async () => {
    site.fill(1_250);
    site.jira.issues.forEach((issue, index) => {
      const createdAt = site.clock.now - (2_000 - index) * 60_000;
      const created = new Date(createdAt).toISOString().replace('Z', '+0000');
      Object.assign(issue.fields, { created });
    });
    await site.round.turn(true);
    await site.day();
    site.jira.losesPageTokens = () => {
      site.jira.losesPageTokens = () => false;
      return true;
    };
    await site.day();
    expect(site.countStored('New')).toBe(1_250);
    expect(site.taken[1]?.reads).toBeLessThan(260);
  });

  describe('with two fields, the first of which Jira can’t search', () => {
    const other = 'customfield_10011';
    let isSearchable: boolean;

    beforeEach(() => {
      isSearchable = false;
      site.jira.fields.push({ id: other, name: 'Spare', kind: 'object' });
      site.jira.configurations.set(other, site.jira.configurations.get(assetId) ?? []);
      const search = site.jira.searchIssues.bind(site.jira);
      site.jira.searchIssues = (jql, ...asked) => {
        const isRefused = !isSearchable && jql.startsWith('cf[10010]');
        site.jira.trouble = (call) =>
          call === 'searchIssues' && isRefused ? { status: 400 } : undefined;
        return search(jql, ...asked);
      };
    });

    const addSpare = () => site.addIssue({ ...placeIn('1'), [other]: valueOf([[1, 'Old']]) });
    const spares = () => site.jira.issues.flatMap(({ fields }) => fields[other] ?? []);

    test('passes over it on the second day, says why, and looks at the other', async () => {
      addSpare();
      site.label(1, 'New');
      await turnOn();
      await site.round.request();
      await site.drainRound();
      expect((await site.findRun())?.message).toContain('Jira rejected a request');
      site.clock.now += dayMs;
      await site.day();
      const passedOver = [{ fieldName: 'Asset', reason: 'jiraRefused' }];
      expect(await site.findRun()).toMatchObject({
        phase: 'done',
        round: { passedOver, written: 1 },
      });
      expect(spares()).toMatchObject([{ labels: ['New'] }]);
    });

    test('leaves it out at once where it was deleted meanwhile', async () => {
      isSearchable = true;
      site.fill(1_100);
      addSpare();
      await site.round.turn(true);
      await site.day();
      [isSearchable, site.jira.fields] = [false, site.jira.fields.slice(1)];
      await site.day();
      expect(await site.findRun()).toMatchObject({ phase: 'done', round: { passedOver: [] } });
      expect(spares()).toMatchObject([{ labels: ['New'] }]);
    });
  });

  test('ends as an uncut one, at whichever write the app died', async () => {
    const prepare = () => {
      const made = new RoundSite();
      made.fill(230);
      return made;
    };
    for (const moment of ['before', 'after'] as const) {
      for (let number = 1; number <= 12; number += 1) {
        const cut = prepare();
        await cut.round.turn(true);
        cut.gate.plan(number, moment);
        await cut.drainRound();
        await cut.day();
        expect(cut.countStored('New'), `${moment} ${number}`).toBe(230);
      }
    }
  });

  test('that died without a word goes on the next day', async () => {
    site.fill(3);
    await site.round.turn(true);
    site.queue.waiting.length = 0;
    site.clock.now += dayMs;
    expect(await site.findRun()).toMatchObject({ phase: 'failed' });
    await site.day();
    expect(site.countStored('New')).toBe(3);
  });
});
