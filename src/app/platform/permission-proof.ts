/** A permission that Jira can be asked about. */
export type PermissionQuestion =
  | { readonly kind: 'administerJira' }
  | {
      readonly kind: 'project';
      readonly permission: 'BROWSE_PROJECTS' | 'CREATE_ISSUES' | 'ADMINISTER_PROJECTS';
      readonly projectId?: string;
      readonly issueId?: string;
    };

/** What Jira grants of a question, as `POST /rest/api/3/permissions/check` answers it. */
export interface PermissionGrants {
  readonly globalPermissions: readonly string[];
  readonly projectPermissions: readonly {
    readonly permission: string;
    readonly projects: readonly number[];
    readonly issues: readonly number[];
  }[];
}

/**
 * That Jira granted one person one permission. Only {@link PermissionProof.of} makes one, so a
 * function that takes it cannot be called without Jira having been asked.
 */
export class PermissionProof {
  readonly #question: PermissionQuestion;

  private constructor(question: PermissionQuestion) {
    this.#question = question;
  }

  /** Returns undefined unless the grants hold every id of the question, and at least one. */
  static of(question: PermissionQuestion, grants: PermissionGrants): PermissionProof | undefined {
    return isGranted(question, grants) ? new PermissionProof(question) : undefined;
  }

  /** @throws {Error} where the proof is of any other permission than to administer Jira */
  assertAdministersJira(): void {
    if (this.#question.kind !== 'administerJira') {
      throw new Error("The permission that was checked isn't the one to administer Jira");
    }
  }

  /** @throws {Error} where the proof was made for another issue or project */
  assertCovers(ids: { projectId?: string; issueId?: string }): void {
    const question = this.#question;
    const covers =
      question.kind === 'project' &&
      (ids.projectId === undefined || ids.projectId === question.projectId) &&
      (ids.issueId === undefined || ids.issueId === question.issueId);
    if (!covers) throw new Error('The permission that was checked is for another issue or project');
  }
}

function isGranted(question: PermissionQuestion, grants: PermissionGrants): boolean {
  if (question.kind === 'administerJira') return grants.globalPermissions.includes('ADMINISTER');
  const { permission, projectId, issueId } = question;
  if (projectId === undefined && issueId === undefined) return false;
  const granted = grants.projectPermissions.find((entry) => entry.permission === permission);
  if (!granted) return false;
  return (
    (projectId === undefined || granted.projects.includes(Number(projectId))) &&
    (issueId === undefined || granted.issues.includes(Number(issueId)))
  );
}
