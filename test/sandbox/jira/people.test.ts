import { describe, expect, test } from 'vitest';
import { accountIdOf } from '../support/fixture-sandbox';
import { useJira } from '../support/jira';

const jira = useJira();

/** Which of these permissions they have, those of projects in DEMO. */
async function permissionsOf(who: string): Promise<readonly string[]> {
  const { body } = await jira.as(who)('POST', '/permissions/check', {
    globalPermissions: ['ADMINISTER', 'BULK_CHANGE'],
    projectPermissions: [
      { permissions: ['ADMINISTER_PROJECTS', 'EDIT_ISSUES'], projects: [10000] },
    ],
  });
  const { globalPermissions, projectPermissions } = body as {
    globalPermissions: string[];
    projectPermissions: { permission: string; projects: number[] }[];
  };
  const inProject = projectPermissions.filter(({ projects }) => projects.length > 0);
  return [...globalPermissions, ...inProject.map(({ permission }) => permission)];
}

const cases: [who: string, permissions: string[]][] = [
  ['admin', ['ADMINISTER', 'BULK_CHANGE', 'ADMINISTER_PROJECTS', 'EDIT_ISSUES']],
  ['lead', ['BULK_CHANGE', 'ADMINISTER_PROJECTS', 'EDIT_ISSUES']],
  ['member', ['BULK_CHANGE', 'EDIT_ISSUES']],
  ['newcomer', ['BULK_CHANGE', 'EDIT_ISSUES']],
  ['customer', []],
];

describe('Permissions', () => {
  test.each(cases)('of %s are %j', async (who, permissions) => {
    expect(await permissionsOf(who)).toEqual(permissions);
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

  test('to change work items in bulk can be taken away', async () => {
    jira.site.model.switches.withoutBulkChange = ['member'];
    expect(await permissionsOf('lead')).toContain('BULK_CHANGE');
    expect(await permissionsOf('member')).not.toContain('BULK_CHANGE');
  });

  test('of others are told to the app and to administrators alone', async () => {
    const body = { accountId: accountIdOf('admin'), globalPermissions: ['ADMINISTER'] };
    expect(await jira.as('app')('POST', '/permissions/check', body)).toMatchObject({
      body: { globalPermissions: ['ADMINISTER'] },
    });
    expect((await jira.as('lead')('POST', '/permissions/check', body)).status).toBe(403);
    const unknown = { ...body, globalPermissions: ['FLY'] };
    expect((await jira.as('lead')('POST', '/permissions/check', unknown)).status).toBe(403);
  });

  test('of an unknown name are an error', async () => {
    const body = { globalPermissions: ['FLY'] };
    expect((await jira.as('admin')('POST', '/permissions/check', body)).status).toBe(400);
  });

  test.each([
    ['are an error where a project is named', { projects: [10000] }, 400],
    ['are held nowhere if none is named', {}, 200],
  ])('of a project, with an unknown name, %s', async (_, places, status) => {
    const body = { projectPermissions: [{ permissions: ['FLY'], ...places }] };
    expect(await jira.as('admin')('POST', '/permissions/check', body)).toMatchObject({ status });
  });
});

describe('Myself', () => {
  test('holds the email address unless the profile hides it', async () => {
    const call = jira.as('lead');
    expect(await call('GET', '/myself')).toMatchObject({
      body: { emailAddress: 'lead@example.com', accountId: accountIdOf('lead') },
    });
    jira.site.model.switches.hiddenEmails = ['lead'];
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
