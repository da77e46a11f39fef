import * as z from 'zod';
import { appUser, findAccountById, profileOf } from '../jira/accounts';
import type { Caller } from '../jira/accounts';
import { forbidden, invalid, notAuthenticated } from '../jira/jira-error';
import {
  globalPermissions,
  hasGlobalPermission,
  hasProjectPermission,
  projectPermissions,
} from '../jira/permissions';
import type { GlobalPermission, ProjectPermission } from '../jira/permissions';
import type { Route, RouteCall } from './route';
import { readBody } from './route';
import type { Project } from '../jira/state';

export const peopleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/myself',
    scopes: [['read:jira-user'], ['read:user:jira']],
    pointsForObject: 2,
    answer: getMyself,
  },
  {
    method: 'POST',
    path: '/permissions/check',
    scopes: [],
    isReadOnly: true,
    pointsForObject: 2,
    answer: checkPermissions,
  },
];

/** `emailAddress` is null if the person's profile hides it. */
function getMyself({ model, caller }: RouteCall): object {
  if (caller.kind === 'app') {
    return { ...appUser, accountType: 'app', active: true };
  }
  const person = findAccountById(caller.accountId);
  if (!person || person.accountType === 'anonymous') throw notAuthenticated();
  const { account, accountId, displayName, email, accountType } = person;
  const { locale, timeZone } = profileOf(model, accountId);
  return {
    accountId,
    accountType: accountType === 'customer' ? 'customer' : 'atlassian',
    displayName,
    emailAddress: model.switches.hiddenEmails.includes(account) ? null : email,
    active: true,
    timeZone,
    locale: locale.replace('-', '_'),
  };
}

const checkBody = z.strictObject({
  accountId: z.string().optional(),
  globalPermissions: z.array(z.string()).default([]),
  projectPermissions: z
    .array(
      z.strictObject({
        permissions: z.array(z.string()),
        projects: z.array(z.number()).default([]),
        issues: z.array(z.number()).default([]),
      }),
    )
    .default([]),
});

/**
 * Which of the permissions a person has; another person's only an administrator or the app may ask.
 * A permission of a project is looked at only where a project or an issue is named.
 */
function checkPermissions(call: RouteCall): object {
  const { model, caller } = call;
  const body = readBody(call, checkBody);
  const subject = subjectOf(caller, body.accountId);
  return {
    globalPermissions: body.globalPermissions.filter((name) => {
      const permission = readPermission(name);
      return permission.kind === 'global' && model.holdsGlobalPermission(subject, permission.key);
    }),
    projectPermissions: body.projectPermissions.flatMap(({ permissions, projects, issues }) =>
      permissions.map((name) => ({
        permission: name,
        projects: projects.filter((id) => {
          const project = model.state.projects.find((candidate) => candidate.id === String(id));
          return project !== undefined && isAllowed(subject, name, project);
        }),
        issues: issues.filter((id) => {
          const issue = model.findIssue(String(id));
          return issue !== undefined && isAllowed(subject, name, model.projectOf(issue));
        }),
      })),
    ),
  };
}

function subjectOf(caller: Caller, accountId: string | undefined): Caller {
  if (accountId === undefined) return caller;
  const isSelf = caller.kind === 'person' && caller.accountId === accountId;
  if (!isSelf && caller.kind !== 'app' && !hasGlobalPermission(caller, 'ADMINISTER')) {
    throw forbidden('You may check your own permissions only.');
  }
  return { kind: 'person', accountId };
}

function isAllowed(subject: Caller, name: string, project: Project): boolean {
  const permission = readPermission(name);
  return permission.kind === 'project' && hasProjectPermission(subject, permission.key, project);
}

type Permission =
  | { kind: 'global'; key: GlobalPermission }
  | { kind: 'project'; key: ProjectPermission };

/** @throws {JiraError} 400 for a permission that Jira, or this model of it, does not know. */
function readPermission(name: string): Permission {
  const global = globalPermissions.find((key) => key === name);
  if (global) return { kind: 'global', key: global };
  const project = projectPermissions.find((key) => key === name);
  if (project) return { kind: 'project', key: project };
  throw invalid(`Unrecognized permission: '${name}'.`);
}
