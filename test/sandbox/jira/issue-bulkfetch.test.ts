import { beforeEach, expect, test } from 'vitest';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { assetField, callAs, openJira } from '../support/jira';

const path = '/issue/bulkfetch';
let site: JiraSite;
beforeEach(async () => {
  site = await openJira();
});

const keysIn = ({ body }: { body?: unknown }) =>
  (body as { issues: { key: string }[] }).issues.map(({ key }) => key);

test('Issues are fetched by id or key, each once, with the fields that are asked for', async () => {
  const app = callAs(site, 'app', ['read:jira-work']);
  const id = site.model.findIssue('DEMO-1')?.id ?? '';
  const issueIdsOrKeys = [id, 'DEMO-2', id];
  const reply = await app('POST', path, { issueIdsOrKeys, fields: [assetField, 'project'] });
  expect(keysIn(reply)).toEqual(['DEMO-1', 'DEMO-2']);
  const { issues } = reply.body as { issues: { fields: object }[] };
  expect(Object.keys(issues[0]?.fields ?? {}).sort()).toEqual([assetField, 'project'].sort());
});

test('Issues that the caller may not see are left out, like those that are not there', async () => {
  const customer = callAs(site, 'customer', ['read:jira-work']);
  expect(keysIn(await customer('POST', path, { issueIdsOrKeys: ['DEMO-1', 'X-9'] }))).toEqual([]);
});

test('More than 100 issues are refused', async () => {
  const app = callAs(site, 'app', ['read:jira-work']);
  const issueIdsOrKeys = Array.from({ length: 101 }, (_, index) => `DEMO-${index}`);
  expect(await app('POST', path, { issueIdsOrKeys })).toMatchObject({ status: 400 });
});
