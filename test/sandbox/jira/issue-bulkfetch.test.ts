import { beforeEach, describe, expect, test } from 'vitest';
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

describe('What people can edit on an issue', () => {
  const editableOn = async (who: string, key: string) => {
    const body = { issueIdsOrKeys: [key], fields: ['status'], expand: ['editmeta'] };
    const reply = await callAs(site, who, ['read:jira-work'])('POST', path, body);
    const { issues } = reply.body as { issues: { editmeta: { fields: object } }[] };
    return Object.keys(issues[0]?.editmeta.fields ?? {});
  };
  const edit = (key: string) =>
    callAs(site, 'member')('PUT', `/issue/${key}`, { fields: { [assetField]: null } });

  test('is the fields of the edit screen, of which one without a context is none', async () => {
    expect(await editableOn('member', 'DEMO-1')).toEqual(
      expect.arrayContaining(['summary', assetField]),
    );
    site.model.editScreensLack = new Set([assetField]);
    const left = await editableOn('member', 'DEMO-1');
    expect(left).toContain('summary');
    expect(left).not.toContain(assetField);
    const errors = {
      [assetField]: expect.stringContaining('not on the appropriate screen') as unknown,
    };
    expect(await edit('DEMO-1')).toMatchObject({ status: 400, body: { errors } });
  });

  test('is nothing in a status that keeps issues from being edited', async () => {
    const { status } = site.model.findIssue('DEMO-1')!;
    site.model.uneditableStatuses = new Set([status]);
    expect(await editableOn('admin', 'DEMO-1')).toEqual([]);
    expect(await edit('DEMO-1')).toMatchObject({ status: 400 });
  });
});
