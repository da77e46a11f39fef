import { describe, expect, test } from 'vitest';
import { assetField, now, useJira } from '../support/jira';

const scope = 'write:app-data:jira';
const path = `/app/field/${assetField}/value`;

const jira = useJira();
const app = jira.as('app', [scope]);

function issueOf(key: string) {
  const issue = jira.site.model.findIssue(key);
  if (!issue) throw new Error(`No issue ${key}.`);
  return { ...issue, number: Number(issue.id) };
}

const valueOf = (label: string) => ({
  objects: [{ objectId: 'laptop-9', label }],
  objectIds: ['laptop-9'],
  labels: [label],
});

describe('The app, writing values of its fields,', () => {
  test('changes several issues', async () => {
    const issueIds = [issueOf('DEMO-1').number, issueOf('HELP-1').number];
    const updates = [{ issueIds, value: valueOf('Laptop 9') }];
    expect(await app('PUT', path, { updates })).toEqual({ status: 204 });
    for (const key of ['DEMO-1', 'HELP-1']) {
      const { values, updated } = issueOf(key);
      expect(values[assetField]).toEqual(valueOf('Laptop 9'));
      expect(updated).toBe(now.toISOString());
    }
  });

  test('leaves the time of the last update alone where it asks for no changelog', async () => {
    const { updated } = issueOf('DEMO-1');
    const updates = [{ issueIds: [issueOf('DEMO-1').number], value: valueOf('Laptop 9') }];
    await app('PUT', `${path}?generateChangelog=false`, { updates });
    expect(issueOf('DEMO-1')).toMatchObject({
      values: { [assetField]: valueOf('Laptop 9') },
      updated,
    });
  });

  test('clears a field with null', async () => {
    const updates = [{ issueIds: [issueOf('DEMO-1').number], value: null }];
    expect(await app('PUT', path, { updates })).toEqual({ status: 204 });
    expect(issueOf('DEMO-1').values).not.toHaveProperty(assetField);
  });

  test('is not held to the validation of edits', async () => {
    const objects = Array.from({ length: 101 }, (_, index) => ({
      objectId: String(index),
      label: 'Laptop',
    }));
    const updates = [{ issueIds: [issueOf('DEMO-1').number], value: { objects } }];
    expect(await app('PUT', path, { updates })).toEqual({ status: 204 });
  });

  test.each([
    ['an issue that is not there', (id: number) => [{ issueIds: [id, 1], value: null }]],
    ['a value of another shape', (id: number) => [{ issueIds: [id], value: { objects: 'x' } }]],
    ['an issue twice', (id: number) => [{ issueIds: [id, id], value: null }]],
    ['a key for an id', () => [{ issueIds: ['DEMO-1'], value: null }]],
  ])('changes nothing where it names %s', async (_, updatesFor) => {
    const before = structuredClone(issueOf('DEMO-1').values);
    const updates = updatesFor(issueOf('DEMO-1').number);
    expect(await app('PUT', path, { updates })).toMatchObject({ status: 400 });
    expect(issueOf('DEMO-1').values).toEqual(before);
  });

  test('says which issue it names twice', async () => {
    const { number } = issueOf('DEMO-1');
    const updates = [{ issueIds: [number, number], value: null }];
    expect(await app('PUT', path, { updates })).toMatchObject({
      body: { errorMessages: [`Issue '${number}' is updated twice.`] },
    });
  });

  test('names a field that is there', async () => {
    const reply = await app('PUT', '/app/field/customfield_99999/value', { updates: [] });
    expect(reply).toMatchObject({ status: 404 });
  });
});

test('Values are written by the app as itself, with its scope', async () => {
  const body = { updates: [] };
  const replies = await Promise.all([
    app('PUT', path, body),
    jira.as('app', ['write:jira-work'])('PUT', path, body),
    jira.as('admin')('PUT', path, body),
    jira.as('admin', [scope])('PUT', path, body),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([204, 403, 403, 403]);
});

test('The configurations of all contexts of a field come page by page without a filter', async () => {
  const reader = jira.as('app', ['read:custom-field-contextual-configuration:jira']);
  const list = `/app/field/${assetField}/context/configuration`;
  expect(await reader('GET', list)).toMatchObject({
    body: {
      total: 2,
      isLast: true,
      values: [{ fieldContextId: '10150' }, { fieldContextId: '10152' }],
    },
  });
  expect(await reader('GET', `${list}?startAt=1&maxResults=1`)).toMatchObject({
    body: { startAt: 1, isLast: true, values: [{ fieldContextId: '10152' }] },
  });
});
