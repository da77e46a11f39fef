import type { PermissionGrants } from './permission-proof';

/**
 * Which issues Jira lets one person edit. Only {@link EditProof.of} makes one, so a function that takes
 * it cannot be called without Jira having been asked.
 */
export class EditProof {
  readonly #issueIds: ReadonlySet<string>;

  private constructor(issueIds: ReadonlySet<string>) {
    this.#issueIds = issueIds;
  }

  static of({ projectPermissions }: Pick<PermissionGrants, 'projectPermissions'>): EditProof {
    const granted = projectPermissions.filter(({ permission }) => permission === 'EDIT_ISSUES');
    return new EditProof(new Set(granted.flatMap(({ issues }) => issues.map(String))));
  }

  covers(issueId: string): boolean {
    return this.#issueIds.has(issueId);
  }
}
