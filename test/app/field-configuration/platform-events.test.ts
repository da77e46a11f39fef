import { describe, expect, test } from 'vitest';
import { cascade, configuration, createFixture, requests, uuid } from '../support/resolver-fixture';

/**
 * What the platform tells a field's resolver on each of Jira's screens, whole and in its own types.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#extension-data
 */
const fields = [
  {
    module: 'workspace-object',
    stored: configuration,
    facts: 'field',
    search: { functionKey: 'search', payload: { text: '' } },
  },
  {
    module: 'workspace-cascade',
    stored: cascade,
    facts: 'cascadeField',
    search: {
      functionKey: 'cascadeSearch',
      payload: { levelId: uuid(801), text: '', selections: [] },
    },
  },
] as const;

const issue = { id: '10001', key: 'DEMO-1', type: 'Story', typeId: '30001' };
const project = { id: '20001', key: 'DEMO', type: 'software' };

describe.each(fields)('$module', ({ module, stored, facts, search }) => {
  const field = {
    type: 'jira:customFieldType',
    fieldId: 'customfield_10010',
    fieldType: `ari:cloud:ecosystem::extension/app/environment/static/${module}`,
    fieldValue: { objects: [{ objectId: uuid(1), label: 'MacBook' }] },
  };
  const edit = { ...field, entryPoint: 'edit' };
  const on = (renderContext: string) => ({ renderContext, experience: renderContext });
  const onIssue = { ...field, entryPoint: 'view', ...on('issue-view'), issue, project };
  const onCreate = { ...edit, ...on('issue-create'), fieldValue: null, project };
  const workType = { type: 'Story', typeId: '30001' };

  function configured() {
    const fixture = createFixture();
    fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration: stored });
    return fixture;
  }

  test.each([
    ['the view of an issue', onIssue],
    ['the editor of an issue', { ...onIssue, entryPoint: 'edit' }],
    [
      'a transition',
      { ...edit, ...on('issue-transition'), issue, project, issueTransition: { id: '21' } },
    ],
    ['a create dialog', onCreate],
    ['a create dialog that knows the work type', { ...onCreate, issue: workType }],
    [
      'ids that are numbers',
      {
        ...onIssue,
        entryPoint: 'edit',
        issue: { ...issue, id: 10_001 },
        project: { ...project, id: 20_001 },
      },
    ],
    ['nulls for what is absent', { ...onCreate, issue: null, configuration: null }],
    [
      'a configuration that the platform gives',
      { ...edit, ...on('issue-view'), configuration: stored },
    ],
  ])('is answered on %s', async (_, extension) => {
    const fixture = configured();
    const reply = await fixture.call(facts, {}, { moduleKey: module, extension });
    expect(reply).toMatchObject({ kind: 'ok' });
    expect(fixture.log).toEqual([]);
  });

  test('refuses a customer of a portal what it offers people with a license', async () => {
    const fixture = configured();
    const portal = { project, portal: { id: 1 }, request: { typeId: 1 } };
    const extension = { ...edit, ...on('portal-view'), ...portal };
    const customer = { accountId: 'cora', accountType: 'customer' };
    const reply = await fixture.call(facts, {}, { moduleKey: module, extension, ...customer });
    expect(reply).toMatchObject({ kind: 'problem', code: 'NOT_ALLOWED' });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test.each([
    ['that was never saved', undefined],
    ['that was saved', stored],
  ])('counts issues on the configuration screen of a context %s', async (_, saved) => {
    const fixture = createFixture();
    const extension = {
      type: 'jira:customFieldType',
      entryPoint: 'contextConfig',
      fieldId: 'customfield_10010',
      fieldType: field.fieldType,
      configurationId: 10_001,
      fieldContextId: 10_136,
      configuration: saved,
    };
    const reply = await fixture.call('issueCount', {}, { moduleKey: module, extension });
    expect(reply).toEqual({ kind: 'ok', value: { count: 12 } });
    expect(fixture.forge.calls.at(-1)).toMatchObject({
      as: 'user',
      path: '/rest/api/3/search/approximate-count',
      body: { jql: 'cf[10010] is not EMPTY' },
    });
  });

  test('counts nothing without a field', async () => {
    const fixture = createFixture();
    const reply = await fixture.call('issueCount', {}, { moduleKey: module, extension: {} });
    expect(reply).toMatchObject({ code: 'BAD_REQUEST' });
  });

  describe('in calls', () => {
    test('views 100 objects with one call to the service, and two to Jira cold, none warm', async () => {
      const fixture = configured();
      const payload = { objectIds: Array.from({ length: 100 }, (_, index) => uuid(index)) };
      await fixture.call('view', payload, { moduleKey: module, extension: onIssue });
      expect(requests(fixture, 'service')).toHaveLength(1);
      expect(requests(fixture, 'jira')).toHaveLength(2);
      await fixture.call('view', payload, { moduleKey: module, extension: onIssue });
      expect(requests(fixture, 'service')).toHaveLength(2);
      expect(requests(fixture, 'jira')).toHaveLength(2);
    });

    test('opens a create dialog without a call to the service, and types with one each', async () => {
      const fixture = configured();
      const extension = { ...onCreate, issue: { typeId: '30001' } };
      const place = { moduleKey: module, extension };
      await fixture.call(facts, {}, place);
      expect(requests(fixture, 'service')).toEqual([]);
      expect(requests(fixture, 'jira')).toHaveLength(2);
      await fixture.call(search.functionKey, search.payload, place);
      await fixture.call(search.functionKey, search.payload, place);
      expect(requests(fixture, 'service')).toHaveLength(2);
      expect(requests(fixture, 'jira')).toHaveLength(2);
    });

    test('looks only into the workspace that is configured now, so that objects of another are as if gone', async () => {
      const fixture = createFixture();
      const workspaces: (string | undefined)[] = [];
      const { service } = fixture.forge;
      fixture.forge.service = (call, accountId) => {
        workspaces.push(call.headers['wds-workspace-id']);
        return service(call, accountId);
      };
      for (const workspaceId of [uuid(900), uuid(950), uuid(900)]) {
        const extension = { ...onIssue, configuration: { ...stored, workspaceId } };
        await fixture.call('view', { objectIds: [uuid(1)] }, { moduleKey: module, extension });
        await fixture.call('object', { objectId: uuid(1) }, { moduleKey: module, extension });
      }
      const twice = (id: string) => [id, id];
      expect(workspaces).toEqual([uuid(900), uuid(950), uuid(900)].flatMap(twice));
    });
  });
});
