import { beforeEach, describe, expect, test } from 'vitest';
import { assetField, assetType, useJira, type Call } from '../support/jira';

const jira = useJira();
const admin = jira.as('admin');
const lead = jira.as('lead');
const app = jira.as('app');
const contexts = `/field/${assetField}/context`;
const configuration = `/app/field/${assetField}/context/configuration`;

beforeEach(async () => {
  // Only the global context is left.
  await admin('DELETE', `${contexts}/10152`);
});

async function valuesOf(reply: ReturnType<Call>): Promise<Record<string, unknown>[]> {
  return ((await reply).body as { values: Record<string, unknown>[] }).values;
}

async function addContext(body: object): Promise<string> {
  const { status, body: created } = await admin('POST', contexts, { name: 'More', ...body });
  expect(status).toBe(201);
  return (created as { id: string }).id;
}

test('Every field says that it can be shown, searched and sorted by', async () => {
  const { body } = await admin('GET', '/field');
  const uses = { orderable: true, navigable: true, searchable: true };
  expect(body).toContainEqual(expect.objectContaining({ id: 'summary', custom: false, ...uses }));
  expect(body).toContainEqual(expect.objectContaining({ id: assetField, custom: true, ...uses }));
});

describe('A field', () => {
  test('is created with one global context that has no configuration', async () => {
    const created = await admin('POST', '/field', { name: 'Device', type: assetType });
    expect(created).toMatchObject({ status: 201, body: { name: 'Device' } });
    const { id } = created.body as { id: string };
    expect(await valuesOf(admin('GET', `/field/${id}/context`))).toMatchObject([
      { isGlobalContext: true, isAnyIssueType: true },
    ]);
    const [entry] = await valuesOf(admin('GET', `/app/field/${id}/context/configuration`));
    expect(Object.keys(entry ?? {})).toEqual(['id', 'fieldContextId']);
    expect(await admin('GET', '/issue/DEMO-1')).toMatchObject({ body: { fields: { [id]: null } } });
  });

  test('is created by administrators alone, and of a type that exists', async () => {
    expect((await lead('POST', '/field', { name: 'x', type: assetType })).status).toBe(403);
    expect(await admin('POST', '/field', { name: 'x', type: 'ari:other' })).toMatchObject({
      status: 400,
      body: { errors: { type: expect.any(String) as unknown } },
    });
  });
});

describe('Contexts', () => {
  test('give a project its own configuration, before the global one', async () => {
    const id = await addContext({ projectIds: ['10010'] });
    expect(await valuesOf(admin('GET', `${contexts}/projectmapping`))).toEqual([
      { contextId: '10150', isGlobalContext: true },
      { contextId: id, projectId: '10010' },
    ]);
    const forHelp = `${configuration}?projectKeyOrId=HELP&issueTypeId=10004`;
    expect(await valuesOf(app('GET', forHelp))).toMatchObject([{ fieldContextId: id }]);
    const forDemo = `${configuration}?projectKeyOrId=10000&issueTypeId=10001`;
    expect(await valuesOf(app('GET', forDemo))).toMatchObject([{ fieldContextId: '10150' }]);
  });

  test('of some work types leave the field out of the others', async () => {
    await admin('PUT', `${contexts}/10150/issuetype`, { issueTypeIds: ['10002'] });
    const { body } = await admin('GET', '/issue/DEMO-1');
    expect((body as { fields: object }).fields).not.toHaveProperty(assetField);
    const fields = { [assetField]: null };
    expect(await admin('PUT', '/issue/DEMO-1', { fields })).toMatchObject({
      status: 400,
      body: { errors: { [assetField]: expect.stringContaining('cannot be set') as unknown } },
    });
    await admin('POST', `${contexts}/10150/issuetype/remove`, { issueTypeIds: ['10002'] });
    expect(await admin('PUT', '/issue/DEMO-1', { fields })).toEqual({ status: 204 });
  });

  test('do not share a project, and only one is global', async () => {
    await addContext({ projectIds: ['10000'] });
    expect((await admin('POST', contexts, { name: 'x', projectIds: ['10000'] })).status).toBe(409);
    expect(await admin('POST', contexts, { name: 'x' })).toMatchObject({ status: 409 });
  });

  test('become global with the loss of the last project, where none is so far', async () => {
    const id = await addContext({ projectIds: ['10000'] });
    const remove = () =>
      admin('POST', `${contexts}/${id}/project/remove`, { projectIds: ['10000'] });
    expect(await remove()).toMatchObject({ status: 409 });
    await admin('DELETE', `${contexts}/10150`);
    expect(await remove()).toEqual({ status: 204 });
    expect(await valuesOf(admin('GET', contexts))).toMatchObject([{ id, isGlobalContext: true }]);
  });

  test('are renamed and seen by administrators alone', async () => {
    await admin('PUT', `${contexts}/10150`, { name: 'Laptops', description: 'All of them' });
    expect(await valuesOf(admin('GET', contexts))).toMatchObject([
      { name: 'Laptops', description: 'All of them' },
    ]);
    expect(await lead('GET', contexts)).toMatchObject({ status: 403 });
  });
});

describe('A configuration', () => {
  test('is found by issue, and by nothing of an issue that does not exist', async () => {
    expect(await valuesOf(app('GET', `${configuration}?issueId=10300`))).toMatchObject([
      { id: '10250', configuration: { version: 1, cardinality: 'many' } },
    ]);
    expect(await valuesOf(app('GET', `${configuration}?issueId=99`))).toEqual([]);
  });

  test.each([
    'issueId=10300&projectKeyOrId=DEMO&issueTypeId=10001',
    'projectKeyOrId=DEMO',
    'issueTypeId=10001',
    'issueId=DEMO-1',
  ])('is not asked for by %s', async (query) => {
    expect(await app('GET', `${configuration}?${query}`)).toMatchObject({ status: 400 });
  });

  test('is read and written by the app and by administrators alone', async () => {
    const body = { configurations: [{ id: '10250', configuration: { version: 2 } }] };
    expect(await lead('GET', configuration)).toMatchObject({ status: 403 });
    expect(await lead('PUT', configuration, body)).toMatchObject({ status: 403 });
    expect(await admin('PUT', configuration, body)).toMatchObject({ status: 200 });
    expect(await valuesOf(app('GET', `${configuration}?issueId=10300`))).toMatchObject([
      { configuration: { version: 2 } },
    ]);
  });

  test('is cleared by an entry that has none, and kept where one entry of many is unknown', async () => {
    const bad = { configurations: [{ id: '10250' }, { id: '1', configuration: {} }] };
    expect(await admin('PUT', configuration, bad)).toMatchObject({ status: 400 });
    expect(jira.site.model.getField(assetField).contexts[0]).toHaveProperty('configuration');
    await admin('PUT', configuration, { configurations: [{ id: '10250' }] });
    expect(jira.site.model.getField(assetField).contexts[0]).not.toHaveProperty('configuration');
  });
});
