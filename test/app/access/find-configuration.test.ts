import { beforeEach, describe, expect, test } from 'vitest';
import {
  configuration,
  createFixture,
  onCreate,
  onIssue,
  requests,
  type Fixture,
} from '../support/resolver-fixture';

const place = { projectId: '20001', workTypeId: '30001' };
const other = { projectId: '20001', workTypeId: '30002' };
let fixture: Fixture;
beforeEach(() => {
  fixture = createFixture();
  fixture.jira.contexts.push({ ...place, configuration });
});

describe('the configuration of the field', () => {
  const cold = { extension: onIssue };
  const read = { kind: 'ok', value: { cardinality: 'many', isConnected: true } };

  test('is read as the app, after the person’s permission, in two calls; then from memory for a minute', async () => {
    expect(await fixture.call('field', {}, cold)).toEqual(read);
    expect(fixture.forge.calls.map(({ as, method, path }) => `${as} ${method} ${path}`)).toEqual([
      'user POST /rest/api/3/permissions/check',
      'app GET /rest/api/3/app/field/customfield_10010/context/configuration?projectKeyOrId=20001&issueTypeId=30001',
    ]);
    fixture.clock.nowMs += 59_000;
    await fixture.call('field', {}, cold);
    expect(requests(fixture, 'jira')).toHaveLength(2);
    fixture.clock.nowMs += 2_000;
    await fixture.call('field', {}, cold);
    expect(requests(fixture, 'jira')).toHaveLength(4);
  });

  test('is found by the issue alone', async () => {
    const extension = { fieldId: 'customfield_10010', issue: { id: 10001 } };
    expect(await fixture.call('field', {}, { extension })).toEqual(read);
  });

  test('is found by the first of the chosen work items in a bulk edit, also where a project is named', async () => {
    fixture.jira.contexts.push(other);
    const { fieldId, project } = onIssue;
    const extension = { fieldId, project, issues: [{ id: 10001 }] };
    expect(await fixture.call('field', {}, { extension })).toEqual(read);
  });

  test('is never shared between sites', async () => {
    await fixture.call('field', {}, { ...cold, installationId: 'one' });
    fixture.jira.contexts.length = 0;
    expect(await fixture.call('field', {}, { ...cold, installationId: 'two' })).toMatchObject({
      code: 'NOT_CONFIGURED',
    });
  });

  test('is asked for again as soon as somebody has configured the field', async () => {
    const fixture = createFixture();
    expect(await fixture.call('field', {}, cold)).toMatchObject({ code: 'NOT_CONFIGURED' });
    fixture.jira.contexts.push({ ...place, configuration });
    expect(await fixture.call('field', {}, cold)).toEqual(read);
  });

  test('is read whatever else Jira says of the page that it is on', async () => {
    const { answer } = fixture.jira;
    fixture.forge.jira = (call, accountId) =>
      call.as === 'app'
        ? Response.json({ isLast: null, values: [{ configuration }] })
        : answer(call, accountId);
    expect(await fixture.call('field', {}, cold)).toEqual(read);
  });

  test.each([
    ['a context that was never configured', [place], 'NOT_CONFIGURED'],
    ['no context', [], 'NOT_CONFIGURED'],
    [
      'a configuration of a later version',
      [{ ...place, configuration: { version: 2 } }],
      'CONFIGURATION_UNREADABLE',
    ],
  ])('is a problem with %s, without a call to the service', async (_, contexts, code) => {
    const fixture = createFixture();
    fixture.jira.contexts.push(...contexts);
    const reply = await fixture.call('search', { text: 'x' }, cold);
    expect(reply).toMatchObject({ kind: 'problem', code });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test.each([
    [503, 'JIRA_UNREACHABLE'],
    [403, 'CONFIGURATION_FORBIDDEN'],
  ])('can be asked for again where Jira answers %i to the app', async (status, code) => {
    const { answer } = fixture.jira;
    fixture.forge.jira = (call, accountId) =>
      call.as === 'app' ? new Response(null, { status }) : answer(call, accountId);
    const reply = await fixture.call('field', {}, cold);
    expect(reply).toMatchObject({ kind: 'problem', code, canRetry: true });
  });

  test.each([
    [503, 'JIRA_UNREACHABLE'],
    [401, 'NOT_ALLOWED'],
    [403, 'NOT_ALLOWED'],
    [404, 'NOT_ALLOWED'],
  ])('is not read where Jira answers %i to the person', async (status, code) => {
    fixture.forge.jira = () => new Response(null, { status });
    expect(await fixture.call('field', {}, cold)).toMatchObject({ kind: 'problem', code });
    expect(fixture.forge.calls.filter(({ as }) => as === 'app')).toEqual([]);
  });

  test('cannot be told on a create screen that names no project, and nothing is asked', async () => {
    const extension = { fieldId: onCreate.fieldId, issue: onCreate.issue };
    expect(await fixture.call('field', {}, { extension })).toMatchObject({
      kind: 'problem',
      code: 'PLACE_UNKNOWN',
      message: expect.stringContaining('which configuration') as string,
    });
    expect(fixture.forge.calls).toEqual([]);
  });

  test('is found for the work type of a create screen', async () => {
    expect(await fixture.call('field', {}, { extension: onCreate })).toEqual(read);
  });

  describe('on a create screen that names no work type', () => {
    const extension = { fieldId: onCreate.fieldId, project: onCreate.project };

    test('is used where all work types agree', async () => {
      fixture.jira.contexts.push({ ...other, configuration });
      expect(await fixture.call('field', {}, { extension })).toEqual(read);
    });

    test('is used where the field has no context for the others', async () => {
      expect(await fixture.call('field', {}, { extension })).toEqual(read);
    });

    test.each([
      ['another configuration', { ...configuration, cardinality: 'one' }],
      ['none yet', undefined],
    ])('asks for the work type where one has %s', async (_, differing) => {
      fixture.jira.contexts.push({ ...other, configuration: differing });
      expect(await fixture.call('field', {}, { extension })).toMatchObject({
        code: 'CHOOSE_WORK_TYPE',
        canRetry: true,
      });
    });
  });
});
