import { expect, test } from 'vitest';
import { dayMs, fragment, RefreshSite } from './support/refresh-site';

test('A stored result of a query that differs for each person is removed without asking the service', async () => {
  const site = new RefreshSite();
  const query = 'Owner = user("${emailCurrentUser}")';
  const { now } = site.clock;
  site.jira.precomputations.push({
    ...{ id: 'personal', operator: 'in', arguments: [query, 'Asset'], value: fragment([1]) },
    ...{ updated: now, used: now },
  });
  site.pass(dayMs);
  await site.refreshDaily();
  expect(await site.search({ query })).toContain('everyone who searches shares');
  expect(site.service.calls).toEqual([]);
});
