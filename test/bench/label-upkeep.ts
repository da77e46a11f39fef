import { UpkeepSite } from '../app/label-upkeep/support/upkeep-site';
import { atMost, told, type Row } from './row';

/** What a job over the stored labels of 1,000 work items asks and writes, over a platform in memory. */
export async function measureLabelUpkeep(): Promise<Row[]> {
  const site = new UpkeepSite();
  const issueCount = 1_000;
  const objectCount = 250;
  for (let index = 0; index < issueCount; index += 1) site.hold([[index % objectCount, 'Old']]);
  for (let index = 0; index < objectCount; index += 1) site.label(index, 'New');
  const startedAt = site.clock.now;
  await site.run();
  const calls = site.service.calls.length;
  const writes = site.jira.calls.filter((call) => call === 'writeFieldValues').length;
  return [
    atMost('labels of 1,000 work items with 250 objects: calls', calls, 'calls', 3),
    atMost('labels of 1,000: writes', writes, 'calls of Jira', 10),
    atMost('labels of 1,000: calls of Jira', site.jira.calls.length, 'calls of Jira', 33),
    atMost('labels of 1,000: of Jira’s hour', site.jira.points(), 'points', 2_050),
    told('labels of 1,000: simulated time', (site.clock.now - startedAt) / 1000, 's'),
  ];
}
