import { describe, expect, test } from 'vitest';
import { accountIdOf } from '../support/fixture-sandbox';
import { useJira } from '../support/jira';

const jira = useJira();

async function permissionsOf(who: string, query: string): Promise<Record<string, boolean>> {
  const { body } = await jira.as(who)('GET', `/mypermissions?${query}`);
  const { permissions } = body as { permissions: Record<string, { havePermission: boolean }> };
  return Object.fromEntries(
    Object.entries(permissions).map(([name, { havePermission }]) => [name, havePermission]),
  );
}

const names = 'ADMINISTER,ADMINISTER_PROJECTS,EDIT_ISSUES';
const cases: [who: string, administer: boolean, administersProjects: boolean, edits: boolean][] = [
  ['admin', true, true, true],
  ['lead', false, true, true],
  ['member', false, false, true],
  ['newcomer', false, false, true],
  ['customer', false, false, false],
];

describe('Permissions', () => {
  test.each(cases)('of %s', async (who, ADMINISTER, ADMINISTER_PROJECTS, EDIT_ISSUES) => {
    expect(await permissionsOf(who, `permissions=${names}`)).toEqual({
      ADMINISTER,
      ADMINISTER_PROJECTS,
      EDIT_ISSUES,
    });
  });

  test('are asked for one project or issue, and not for one that is not seen', async () => {
    const query = 'permissions=BROWSE_PROJECTS&issueKey=';
    expect(await permissionsOf('member', `${query}HELP-1`)).toEqual({ BROWSE_PROJECTS: true });
    const hidden = await jira.as('outsider')('GET', `/mypermissions?${query}HELP-1`);
    expect(hidden.status).toBe(404);
  });

  test('are checked in bulk, with the ids that are allowed', async () => {
    const body = {
      globalPermissions: ['ADMINISTER'],
      projectPermissions: [
        { permissions: ['BROWSE_PROJECTS'], projects: [10000, 10010], issues: [10300, 10320, 1] },
      ],
    };
    expect(await jira.as('outsider')('POST', '/permissions/check', body)).toMatchObject({
      body: {
        globalPermissions: [],
        projectPermissions: [{ permission: 'BROWSE_PROJECTS', projects: [10000], issues: [10300] }],
      },
    });
  });

  test('to change work items in bulk are everyone’s with a license, unless it is taken away', async () => {
    const holds = (who: string) => permissionsOf(who, 'permissions=BULK_CHANGE');
    jira.site.model.withoutBulkChange = new Set(['member']);
    expect(await holds('lead')).toEqual({ BULK_CHANGE: true });
    expect(await holds('customer')).toEqual({ BULK_CHANGE: false });
    expect(await holds('member')).toEqual({ BULK_CHANGE: false });
    const body = { globalPermissions: ['BULK_CHANGE'] };
    expect(await jira.as('member')('POST', '/permissions/check', body)).toMatchObject({
      body: { globalPermissions: [] },
    });
  });

  test('of others are told to the app and to administrators alone', async () => {
    const body = { accountId: accountIdOf('admin'), globalPermissions: ['ADMINISTER'] };
    expect(await jira.as('app')('POST', '/permissions/check', body)).toMatchObject({
      body: { globalPermissions: ['ADMINISTER'] },
    });
    expect(await jira.as('lead')('POST', '/permissions/check', body)).toMatchObject({
      status: 403,
    });
  });

  test('of an unknown name are an error', async () => {
    const call = jira.as('admin');
    expect(await call('GET', '/mypermissions?permissions=FLY')).toMatchObject({ status: 400 });
    expect(await call('GET', '/mypermissions')).toMatchObject({ status: 400 });
  });
});

describe('Myself', () => {
  test('holds the email address unless the profile hides it', async () => {
    const call = jira.as('lead');
    expect(await call('GET', '/myself')).toMatchObject({
      body: { emailAddress: 'lead@example.com', accountId: accountIdOf('lead') },
    });
    jira.site.model.hiddenEmails = new Set(['lead']);
    expect(await call('GET', '/myself')).toMatchObject({ body: { emailAddress: null } });
  });

  test('needs its scope where an app asks', async () => {
    const call = jira.as('lead', ['read:jira-work']);
    expect(await call('GET', '/myself')).toMatchObject({
      status: 403,
      body: {
        errorMessages: [expect.stringContaining('needs read:jira-user, or read:user:jira')],
      },
    });
  });
});
