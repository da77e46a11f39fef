import { describe, expect, test } from 'vitest';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { objectId, workspaceId } from './support/memory-service';
import {
  assetId,
  cityId,
  configurationOf,
  dayMs,
  fragment,
  RefreshSite,
} from './support/refresh-site';

describe('A token whose owner loses access to some of what a field’s contexts name', () => {
  const query = 'Status = New';
  const other = '22222222-0000-4000-8000-000000000001';
  const levelId = '33333333-0000-4000-8000-000000000001';
  const level = { levelId, name: 'Country', query: '', isMultiple: false };
  const cascade = [{ version: 1, workspaceId, levels: [level] }];
  const both = [configurationOf(workspaceId), configurationOf(other)];
  const hidden = { [workspaceId]: 404 };

  /** The status of each workspace that doesn't answer, when the query was stored and since. */
  type Statuses = Readonly<Record<string, number>>;
  const cases: readonly (readonly [string, Statuses, Statuses, object[]])[] = [
    ['the other context has fewer matches', {}, hidden, both],
    ['the query means nothing in the other context', { [other]: 400 }, hidden, both],
    ['the other context no longer understands the query', {}, { ...hidden, [other]: 400 }, both],
    ['the query names a lost type in a cascade', {}, { [workspaceId]: 400 }, cascade],
  ];

  async function searchedOnce(before: Statuses, after: Statuses, configurations: unknown[]) {
    const lone = new RefreshSite();
    const answerAs = (statuses: Statuses) => (searched: string) => {
      const status = statuses[searched];
      return status === undefined ? undefined : { status };
    };
    const isCascade = configurations === cascade;
    const [fieldId, field] = isCascade ? [cityId, 'City'] : [assetId, 'Asset'];
    lone.jira.configurations.set(fieldId, configurations);
    lone.service.troubleIn = answerAs(before);
    lone.service.found.set(query, [objectId(1)]);
    const search = () => lone.search({ query, field });
    const first = await search();
    lone.pass(dayMs);
    lone.service.found.set(query, [objectId(70)]);
    lone.service.troubleIn = answerAs(after);
    return { lone, first, search, fieldId };
  }

  test.each(cases)(
    'leaves a result for seven days after it was right: %s',
    async (_, before, after, configurations) => {
      const { lone, first, search, fieldId } = await searchedOnce(before, after, configurations);
      expect(first).toContain(objectId(1));
      for (let day = 1; day < 7; day += 1) {
        await lone.refreshDaily();
        expect(await search()).toBe(first);
        expect((await lone.row(query, fieldId))?.trouble).toMatchObject({ isRefused: false });
        const counted = configurations === cascade ? { failed: 1 } : { accessLost: 1 };
        expect(await lone.refresh.find()).toMatchObject(counted);
        lone.pass(dayMs);
      }
      await lone.refreshDaily();
      expect(await search()).not.toBe(first);
    },
  );

  test.each(cases)(
    'refreshes a result at once where an admin saved the token after it was found: %s',
    async (_, before, after, configurations) => {
      const { lone, first, search } = await searchedOnce(before, after, configurations);
      lone.tokenSetAt = lone.clock.now;
      await lone.refreshDaily();
      expect(await search()).not.toBe(first);
    },
  );

  test('refreshes what the other contexts find where the owner never could read one', async () => {
    const { lone, search } = await searchedOnce(hidden, hidden, both);
    await lone.refreshDaily();
    expect(await search()).toBe(fragment([70]));
    expect(await lone.refresh.find()).toMatchObject({ failed: 0, accessLost: 0 });
  });

  test('refreshes an older record, which doesn’t say what answered, and knows from then on', async () => {
    const { lone, search } = await searchedOnce({}, {}, both);
    const record = await lone.storedQueries.find(queryHash(assetId, query));
    if (!record?.result) throw new Error('There is no result.');
    await lone.storedQueries.save({
      ...record,
      result: { ...record.result, unanswered: undefined },
    });
    await lone.refreshDaily();
    expect(await search()).toBe(fragment([70]));
    lone.service.troubleIn = (searched) => (searched === workspaceId ? { status: 404 } : undefined);
    lone.service.found.set(query, [objectId(71)]);
    await lone.refreshDaily();
    expect(await search()).toBe(fragment([70]));
  });
});
