import { describe, expect, it } from 'vitest';
import {
  configuration,
  createFixture,
  onCreate,
  onIssue,
  requests,
} from '../support/resolver-fixture';

describe('the configuration of the field', () => {
  const cold = { extension: onIssue };
  const read = { kind: 'ok', value: { cardinality: 'many' } };

  function configured() {
    const fixture = createFixture();
    fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration });
    return fixture;
  }

  it('is read as the app, after the person’s permission, in two calls; then from memory for a minute', async () => {
    const fixture = configured();
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

  it('is found by the issue alone', async () => {
    const fixture = configured();
    const extension = { fieldId: 'customfield_10010', issue: { id: 10001 } };
    expect(await fixture.call('field', {}, { extension })).toEqual(read);
  });

  it('is never shared between sites', async () => {
    const fixture = configured();
    await fixture.call('field', {}, { ...cold, installationId: 'one' });
    fixture.jira.contexts.length = 0;
    expect(await fixture.call('field', {}, { ...cold, installationId: 'two' })).toMatchObject({
      code: 'NOT_CONFIGURED',
    });
  });

  it('is asked for again as soon as somebody has configured the field', async () => {
    const fixture = createFixture();
    expect(await fixture.call('field', {}, cold)).toMatchObject({ code: 'NOT_CONFIGURED' });
    fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration });
    expect(await fixture.call('field', {}, cold)).toEqual(read);
  });

  it.each([
    [
      'a context that was never configured',
      [{ projectId: '20001', workTypeId: '30001' }],
      'NOT_CONFIGURED',
    ],
    ['no context', [], 'NOT_CONFIGURED'],
    [
      'a configuration of a later version',
      [{ projectId: '20001', workTypeId: '30001', configuration: { version: 2 } }],
      'CONFIGURATION_UNREADABLE',
    ],
  ])('is a problem with %s, without a call to the service', async (_, contexts, code) => {
    const fixture = createFixture();
    fixture.jira.contexts.push(...contexts);
    const reply = await fixture.call('search', { text: 'x' }, cold);
    expect(reply).toMatchObject({ kind: 'problem', code });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  it('is found for the work type of a create screen', async () => {
    expect(await configured().call('field', {}, { extension: onCreate })).toEqual(read);
  });

  describe('on a create screen that names no work type', () => {
    const extension = { fieldId: onCreate.fieldId, project: onCreate.project };

    it('is used where all work types agree', async () => {
      const fixture = configured();
      fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30002', configuration });
      expect(await fixture.call('field', {}, { extension })).toEqual(read);
    });

    it('asks for the work type where they differ', async () => {
      const fixture = configured();
      expect(await fixture.call('field', {}, { extension })).toMatchObject({
        code: 'CHOOSE_WORK_TYPE',
        canRetry: true,
      });
    });
  });
});
