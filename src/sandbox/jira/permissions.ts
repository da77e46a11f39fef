import { findAccountById } from './accounts';
import { forbidden } from './jira-error';
import type { Caller } from './request';
import type { Project } from './state';

export const globalPermissions = ['ADMINISTER'] as const;
export type GlobalPermission = (typeof globalPermissions)[number];

export const projectPermissions = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'ADMINISTER_PROJECTS',
] as const;
export type ProjectPermission = (typeof projectPermissions)[number];

/** The app's own user has no global permission. */
export function hasGlobalPermission(caller: Caller, permission: GlobalPermission): boolean {
  if (caller.kind === 'app') return false;
  const holders: Record<GlobalPermission, boolean> = {
    ADMINISTER: findAccountById(caller.accountId)?.isAdmin ?? false,
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
  if (!person || person.isPortalOnly) return false;
  const people = permission === 'ADMINISTER_PROJECTS' ? project.administrators : project.members;
  return people.includes(person.account);
}

/** @throws {JiraError} 403 */
export function requireAdministrator(caller: Caller): void {
  if (!hasGlobalPermission(caller, 'ADMINISTER')) {
    throw forbidden('Only users with the Administer Jira global permission can do this.');
  }
}

/** @throws {JiraError} 403 where the project is seen, but its issues may not be created or edited. */
export function requireProjectPermission(
  caller: Caller,
  permission: 'CREATE_ISSUES' | 'EDIT_ISSUES',
  project: Project,
): void {
  if (hasProjectPermission(caller, permission, project)) return;
  const action = permission === 'CREATE_ISSUES' ? 'create' : 'edit';
  throw forbidden(`You do not have permission to ${action} issues in this project.`);
}
