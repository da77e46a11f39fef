import { beforeEach, describe, expect, test } from 'vitest';
import { assetField, assetType, callAs, now, openJira, useJira } from '../support/jira';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';

const jira = useJira();
const admin = jira.as('admin');
const member = jira.as('member');
const outsider = jira.as('outsider');
const customer = jira.as('customer');

const asset = (count: number) => ({
  objects: Array.from({ length: count }, (_, index) => ({
    objectId: `id-${index}`,
    label: `Laptop ${index}`,
  })),
});

const anyText = expect.any(String) as unknown;
const documentOf = (text: string) => ({
  ...{ type: 'doc', version: 1 },
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

describe('An issue', () => {
  test('shows its fields, and an app’s field with name and schema', async () => {
    const { status, body } = await member('GET', '/issue/DEMO-2?expand=names,schema');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key: 'DEMO-2',
      fields: {
        summary: 'Prepare laptops for the new design team',
        project: { key: 'DEMO' },
        issuetype: { name: 'Task' },
        status: { name: 'To Do', statusCategory: { key: 'new' } },
        reporter: { displayName: 'Lena Fischer' },
      },
      names: { [assetField]: 'Asset', summary: 'Summary' },
      schema: { [assetField]: { type: 'object', custom: assetType, customId: 10050 } },
    });
  });

  test('shows only the fields that are asked for', async () => {
    const { body } = await member('GET', `/issue/DEMO-9?fields=summary,${assetField}`);
    expect(body).toMatchObject({ fields: { [assetField]: null } });
    expect(Object.keys((body as { fields: object }).fields)).toEqual(['summary', assetField]);
  });

  test.each([
    ['a project without access', () => outsider('GET', '/issue/HELP-1')],
    ['a customer of the portal', () => customer('GET', '/issue/DEMO-1')],
    ['an issue that does not exist', () => admin('GET', '/issue/DEMO-999')],
  ])('is the same 404 for %s', async (_, call) => {
    expect(await call()).toEqual({
      status: 404,
      body: {
        errorMessages: ['Issue does not exist or you do not have permission to see it.'],
        errors: {},
      },
    });
  });

  test('is created with the next key, by the caller', async () => {
    const fields = {
      project: { key: 'DEMO' },
      issuetype: { id: '10002' },
      summary: ' Screen flickers ',
      [assetField]: asset(1),
    };
    const created = await outsider('POST', '/issue', { fields });
    expect(created).toMatchObject({ status: 201, body: { key: 'DEMO-21' } });
    expect(await admin('GET', '/issue/DEMO-21')).toMatchObject({
      body: {
        fields: {
          summary: 'Screen flickers',
          reporter: { displayName: 'Oskar Nowak' },
          [assetField]: asset(1),
        },
      },
    });
  });

  test.each([
    ['no summary', { summary: '  ' }, { summary: 'You must specify a summary of the issue.' }],
    [
      'a description that is too long',
      { description: documentOf('x'.repeat(32_768)) },
      { description: expect.stringContaining('32,767 characters') as unknown },
    ],
    ['an unknown work type', { issuetype: { id: '10004' } }, { issuetype: anyText }],
    ['a project without access', { project: { key: 'HELP' } }, { project: anyText }],
    ['a field that is not there', { customfield_1: 1 }, { customfield_1: anyText }],
  ])('is not created with %s', async (_, change, errors) => {
    const complete = { project: { key: 'DEMO' }, issuetype: { id: '10001' }, summary: 'x' };
    const fields = { ...complete, ...change };
    expect(await outsider('POST', '/issue', { fields })).toMatchObject({
      status: 400,
      body: { errors },
    });
    expect(jira.site.model.findIssue('DEMO-21')).toBeUndefined();
  });
});

test('The work types that can be created in a project are listed for those who see it', async () => {
  const path = '/issue/createmeta/HELP/issuetypes';
  const { body } = await member('GET', path);
  const { issueTypes, total } = body as { issueTypes: { id: string }[]; total: number };
  const [project] = jira.site.model.state.projects.filter(({ key }) => key === 'HELP');
  expect(issueTypes.map(({ id }) => id)).toEqual(project?.workTypeIds);
  expect(total).toBe(issueTypes.length);
  expect(await outsider('GET', path)).toMatchObject({ status: 404 });
});

describe('A stored value', () => {
  const edit = (value: unknown) =>
    member('PUT', '/issue/DEMO-1', { fields: { [assetField]: value } });

  test.each([
    ['the whole shape', { ...asset(2), objectIds: ['id-0', 'id-1'], labels: ['a', 'b'] }],
    ['the bare shape', asset(1)],
    ['100 objects', asset(100)],
    ['nothing', null],
  ])('is taken: %s', async (_, value) => {
    expect(await edit(value)).toEqual({ status: 204 });
    expect(await member('GET', '/issue/DEMO-1')).toMatchObject({
      body: { fields: { [assetField]: value } },
    });
  });

  test.each([
    ['no object', asset(0)],
    ['101 objects', asset(101)],
    ['objects that are no list', { objects: 'MacBook' }],
    ['text', 'MacBook'],
    ['an object without label', { objects: [{ objectId: 'x' }] }],
    ['an id that is no text', { objects: [{ objectId: 1, label: 'x' }] }],
    ['ids that are no list', { ...asset(1), objectIds: 'x' }],
  ])('is refused and leaves the one before: %s', async (_, value) => {
    const before = await member('GET', '/issue/DEMO-1');
    expect(await edit(value)).toMatchObject({
      status: 400,
      body: { errorMessages: [], errors: { [assetField]: expect.any(String) as unknown } },
    });
    expect(await member('GET', '/issue/DEMO-1')).toEqual(before);
  });

  test('names the manifest’s text where the expression says no', async () => {
    expect(await edit(asset(0))).toMatchObject({
      body: {
        errors: { [assetField]: 'Pick between 1 and 100 objects, or clear the field.' },
      },
    });
  });

  test('of an odd shape from before is kept by an edit of other fields', async () => {
    const fields = { summary: 'Still here' };
    expect(await member('PUT', '/issue/DEMO-6', { fields })).toEqual({ status: 204 });
    expect(await member('GET', '/issue/DEMO-6')).toMatchObject({
      body: { fields: { summary: 'Still here', [assetField]: { objects: 'MacBook' } } },
    });
  });
});

const path = '/issue/bulkfetch';

const keysIn = ({ body }: { body?: unknown }) =>
  (body as { issues: { key: string }[] }).issues.map(({ key }) => key);

test('Issues are fetched by id or key, each once, with the fields that are asked for', async () => {
  const app = jira.as('app', ['read:jira-work']);
  const id = jira.site.model.findIssue('DEMO-1')?.id ?? '';
  const issueIdsOrKeys = [id, 'DEMO-2', id];
  const reply = await app('POST', path, { issueIdsOrKeys, fields: [assetField, 'project'] });
  expect(keysIn(reply)).toEqual(['DEMO-1', 'DEMO-2']);
  const { issues } = reply.body as { issues: { fields: object }[] };
  expect(Object.keys(issues[0]?.fields ?? {}).sort()).toEqual([assetField, 'project'].sort());
});

test('Issues that the caller may not see are left out, like those that are not there', async () => {
  const customer = jira.as('customer', ['read:jira-work']);
  expect(keysIn(await customer('POST', path, { issueIdsOrKeys: ['DEMO-1', 'X-9'] }))).toEqual([]);
});

test('More than 100 issues are refused', async () => {
  const app = jira.as('app', ['read:jira-work']);
  const issueIdsOrKeys = Array.from({ length: 101 }, (_, index) => `DEMO-${index}`);
  expect(await app('POST', path, { issueIdsOrKeys })).toMatchObject({ status: 400 });
});

describe('What people can edit on an issue', () => {
  const editableOn = async (who: string, key: string) => {
    const body = { issueIdsOrKeys: [key], fields: ['status'], expand: ['editmeta'] };
    const reply = await jira.as(who, ['read:jira-work'])('POST', path, body);
    const { issues } = reply.body as { issues: { editmeta: { fields: object } }[] };
    return Object.keys(issues[0]?.editmeta.fields ?? {});
  };
  const edit = (key: string) =>
    jira.as('member')('PUT', `/issue/${key}`, { fields: { [assetField]: null } });

  test('is the fields of the edit screen, of which one without a context is none', async () => {
    expect(await editableOn('member', 'DEMO-1')).toEqual(
      expect.arrayContaining(['summary', assetField]),
    );
    jira.site.model.switches.editScreensLack = [assetField];
    const left = await editableOn('member', 'DEMO-1');
    expect(left).toContain('summary');
    expect(left).not.toContain(assetField);
    const errors = {
      [assetField]: expect.stringContaining('not on the appropriate screen') as unknown,
    };
    expect(await edit('DEMO-1')).toMatchObject({ status: 400, body: { errors } });
  });

  test('is nothing in a status that keeps issues from being edited', async () => {
    const { status } = jira.site.model.findIssue('DEMO-1')!;
    jira.site.model.switches.uneditableStatuses = [status];
    expect(await editableOn('admin', 'DEMO-1')).toEqual([]);
    expect(await edit('DEMO-1')).toMatchObject({ status: 400 });
  });
});

describe('A work item', () => {
  let site: JiraSite;
  let moment: Date;
  beforeEach(async () => {
    moment = now;
    site = await openJira({ now: () => moment });
  });

  const wait = (durationMs: number) => (moment = new Date(moment.getTime() + durationMs));
  const edit = (key: string, summary: string) =>
    callAs(site, 'admin')('PUT', `/issue/${key}`, { fields: { summary } });

  async function find(text: string): Promise<number> {
    const body = { jql: `summary ~ "${text}"` };
    const reply = await callAs(site, 'admin')('POST', '/search/jql', body);
    return (reply.body as { issues: unknown[] }).issues.length;
  }

  test('takes 20 writes in two seconds, and others meanwhile', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect(await edit('DEMO-1', 'Often')).toEqual({ status: 204 });
      wait(25);
    }
    expect(await edit('DEMO-1', 'Too often')).toMatchObject({
      status: 429,
      headers: { 'ratelimit-reason': 'jira-per-issue-on-write', 'retry-after': '2' },
    });
    expect(await edit('DEMO-2', 'Other')).toEqual({ status: 204 });
    wait(1_500);
    expect(await edit('DEMO-1', 'Later')).toEqual({ status: 204 });
  });

  test('is found at once by what was written', async () => {
    await edit('DEMO-1', 'Zeppelin');
    expect(await find('Zeppelin')).toBe(1);
  });

  test('is found three seconds later where searches lag behind writes', async () => {
    site.model.switches.searchIndex = 'lagging';
    await edit('DEMO-1', 'Zeppelin');
    const create = callAs(site, 'admin');
    const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Zeppelin' };
    expect(await create('POST', '/issue', { fields })).toMatchObject({ status: 201 });
    expect(await find('Zeppelin')).toBe(0);
    wait(3_000);
    expect(await find('Zeppelin')).toBe(2);
  });
});
