import { describe, expect, test } from 'vitest';
import { accountIdOf } from '../support/fixture-sandbox';
import { assetField, callServiceDeskAs, cityField, useJira } from '../support/jira';

const jira = useJira();

const as = (who: string, scopes?: readonly string[]) => callServiceDeskAs(jira.site, who, scopes);
const everyone = ['admin', 'outsider', 'customer', 'unlicensed', 'visitor', 'app'];
const laptop = { objects: [{ objectId: 'a', label: 'MacBook' }] };
const newRequest = (requestTypeId: string, requestFieldValues: object) => ({
  serviceDeskId: '1',
  requestTypeId,
  requestFieldValues,
});

describe('A portal', () => {
  test.each(everyone)('tells its request types and their fields to %s', async (who) => {
    const call = as(who);
    expect(await call('GET', '/servicedesk/1')).toMatchObject({
      body: { id: '1', projectId: '10010', projectKey: 'HELP' },
    });
    const { body } = await call('GET', '/servicedesk/1/requesttype');
    const fieldsOf = async (id: string) => {
      const reply = await call('GET', `/servicedesk/1/requesttype/${id}/field`);
      const { requestTypeFields } = reply.body as { requestTypeFields: { fieldId: string }[] };
      return requestTypeFields.map(({ fieldId }) => fieldId).slice(2);
    };
    const { values } = body as { values: { id: string }[] };
    expect(await Promise.all(values.map(({ id }) => fieldsOf(id)))).toEqual([
      [assetField],
      [assetField, cityField],
      [],
    ]);
    expect(await call('GET', '/servicedesk/1/requesttype/1')).toMatchObject({
      body: { issueTypeId: '10005', serviceDeskId: '1' },
    });
  });

  test('that is not public asks visitors to log in, and nobody else', async () => {
    jira.site.model.switches.portalsArePublic = false;
    expect(await as('visitor')('GET', '/servicedesk/1/requesttype/1')).toMatchObject({
      status: 401,
      body: { errorMessage: 'Client must be authenticated to access this resource.' },
    });
    expect(await as('customer')('GET', '/servicedesk/1')).toMatchObject({ status: 200 });
  });

  test('that does not exist is not found, and an app needs its scope', async () => {
    expect(await as('customer')('GET', '/servicedesk/2')).toMatchObject({ status: 404 });
    expect(await as('app')('GET', '/servicedesk/1/requesttype/9')).toMatchObject({ status: 404 });
    expect(await as('app', ['read:jira-work'])('GET', '/servicedesk/1')).toMatchObject({
      status: 403,
      body: { errorMessage: expect.stringContaining('read:servicedesk-request') as unknown },
    });
  });
});

describe('A request', () => {
  test.each([
    ['customer', 200],
    ['unlicensed', 404],
    ['outsider', 404],
    ['member', 200],
    ['visitor', 401],
    ['app', 200],
  ])('of Carla is answered to %s with %i', async (who, status) => {
    expect(await as(who)('GET', '/request/HELP-2')).toMatchObject({ status });
  });

  test('is in the list of its reporter alone, the latest first', async () => {
    const keysOf = async (who: string) => {
      const { body } = await as(who)('GET', '/request');
      return (body as { values: { issueKey: string }[] }).values.map(({ issueKey }) => issueKey);
    };
    expect(await keysOf('customer')).toEqual(['HELP-3', 'HELP-2', 'HELP-1']);
    expect(await keysOf('unlicensed')).toEqual([]);
  });

  test.each(['customer', 'unlicensed', 'visitor'])('is raised by %s', async (who) => {
    const values = { summary: 'It fell', description: 'Twice.', [assetField]: laptop };
    expect(await as(who)('POST', '/request', newRequest('1', values))).toMatchObject({
      status: 201,
      body: {
        issueKey: 'HELP-4',
        requestTypeId: '1',
        reporter: { accountId: accountIdOf(who) },
        currentStatus: { status: 'To Do' },
      },
    });
    expect(jira.site.model.findIssue('HELP-4')).toMatchObject({
      workTypeId: '10005',
      description: { type: 'doc' },
      values: { [assetField]: laptop },
    });
  });

  test('says by field what is wrong, and leaves no trace', async () => {
    const values = { summary: ' ', [assetField]: { objects: [] } };
    const reply = await as('customer')('POST', '/request', newRequest('1', values));
    expect(reply).toMatchObject({
      status: 400,
      body: {
        errors: {
          summary: 'You must specify a summary of the issue.',
          [assetField]: expect.any(String) as unknown,
        },
      },
    });
    const foreign = newRequest('1', { summary: 'x', [cityField]: laptop });
    expect(await as('customer')('POST', '/request', foreign)).toMatchObject({ status: 400 });
    expect(jira.site.model.findIssue('HELP-4')).toBeUndefined();
  });

  test('takes a description of up to 32,767 characters', async () => {
    const raise = (length: number) => {
      const values = { summary: 'x', description: 'long\n'.repeat(length).slice(0, length) };
      return as('customer')('POST', '/request', newRequest('1', values));
    };
    expect(await raise(32_768)).toMatchObject({
      status: 400,
      body: {
        errors: {
          description:
            'The entered text is too long. It exceeds the allowed limit of 32,767 characters.',
        },
      },
    });
    expect(await raise(32_767)).toMatchObject({ status: 201 });
  });
});
