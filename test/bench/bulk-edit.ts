import { BulkSite, held } from '../app/bulk-edit/support/bulk-site';
import { objectId } from '../app/refresh/support/memory-service';
import { atMost, type Row } from './row';

/** What a bulk edit of 100 work items asks, whose values have 250 distinct objects together. */
export async function measureBulkEdit(): Promise<Row[]> {
  const site = new BulkSite();
  const objectCount = 250;
  for (let index = 0; index < objectCount; index += 1)
    site.service.labels.set(objectId(index), 'New');
  for (let item = 0; item < 100; item += 1) {
    site.add(held([0, 1, 2].map((part) => (item * 3 + part) % (objectCount - 1))));
  }
  await site.save('add', [objectCount - 1]);
  const writes = site.jira.calls.filter((call) => call === 'writeFieldValues').length;
  const calls = site.service.calls.length;
  const pages = Math.ceil(objectCount / 100);
  return [
    atMost('bulk edit of 100 work items with 250 objects', calls, 'calls', pages),
    atMost('bulk edit of 100: writes', writes, 'calls of Jira', 1),
  ];
}
