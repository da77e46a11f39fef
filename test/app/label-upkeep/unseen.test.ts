import { expect, test } from 'vitest';
import { UpkeepSite } from './support/upkeep-site';

test.each([
  ['they saw more than the app', 4, 3],
  ['they saw less', 0, 0],
  ['both saw the same', 1, 0],
])('says how many more the admin saw as a job began, where %s', async (_, seen, unseen) => {
  const site = new UpkeepSite();
  site.hold([[1, 'Old']]);
  site.seenByAdmin = seen;
  await site.run();
  site.hold([[2, 'Old']]);
  expect(await site.upkeep.find()).toMatchObject({ phase: 'done', unseen });
});
