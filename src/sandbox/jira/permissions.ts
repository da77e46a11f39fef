import { findAccountById } from './accounts';
import type { Caller } from './accounts';
import { forbidden } from './jira-error';
import type { Project } from './state';

export const globalPermissions = ['ADMINISTER', 'BULK_CHANGE'] as const;
export type GlobalPermission = (typeof globalPermissions)[number];

export const projectPermissions = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'TRANSITION_ISSUES',
  'ADMINISTER_PROJECTS',
] as const;
export type ProjectPermission = (typeof projectPermissions)[number];

/** The app's own user has no global permission. */
export function hasGlobalPermission(caller: Caller, permission: GlobalPermission): boolean {
  if (caller.kind === 'app') return false;
  const person = findAccountById(caller.accountId);
  const holders: Record<GlobalPermission, boolean> = {
    ADMINISTER: person?.isAdmin ?? false,
    BULK_CHANGE: person?.accountType === 'licensed',
  };
  return holders[permission];
}

/** The app's own user may do in every project what its members may. */
export function hasProjectPermission(
  caller: Caller,
  permission: ProjectPermission,
  project: Project,
): boolean {
  if (caller.kind === 'app') return permission !== 'ADMINISTER_PROJECTS';
  const person = findAccountById(caller.accountId);
  if (person?.accountType !== 'licensed') return false;
  const people = permission === 'ADMINISTER_PROJECTS' ? project.administrators : project.members;
  return people.includes(person.account);
}

/** @throws {JiraError} 403 */
export function requireAdministrator(caller: Caller): void {
  if (!hasGlobalPermission(caller, 'ADMINISTER')) {
    throw forbidden('Only users with the Administer Jira global permission can do this.');
  }
}

const actions = {
  CREATE_ISSUES: 'create',
  EDIT_ISSUES: 'edit',
  TRANSITION_ISSUES: 'transition',
} as const;

/** @throws {JiraError} 403 if the project is seen, but the person may not do this to its issues. */
export function requireProjectPermission(
  caller: Caller,
  permission: keyof typeof actions,
  project: Project,
): void {
  if (hasProjectPermission(caller, permission, project)) return;
  throw forbidden(`You do not have permission to ${actions[permission]} issues in this project.`);
}
