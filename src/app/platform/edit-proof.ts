import type { PermissionGrants } from './permission-proof';

/** An issue, and the fields of its edit screen that a person can edit; none where they can't edit it. */
export interface EditScreen {
  readonly issueId: string;
  readonly fieldIds: readonly string[];
}

interface JiraAnswer {
  readonly fieldId: string;
  readonly grants: PermissionGrants;
  readonly screens: readonly EditScreen[];
}

/**
 * On which issues Jira lets one person edit one field in bulk. Only {@link EditProof.of} makes one, so a
 * function that takes it cannot be called without Jira having been asked.
 */
export class EditProof {
  readonly #fieldId: string;
  readonly #screens: readonly EditScreen[];

  private constructor(fieldId: string, screens: readonly EditScreen[]) {
    this.#fieldId = fieldId;
    this.#screens = screens;
  }

  /** Returns undefined where the person may not change issues in bulk at all. */
  static of({ fieldId, grants, screens }: JiraAnswer): EditProof | undefined {
    if (!grants.globalPermissions.includes('BULK_CHANGE')) return undefined;
    const granted = grants.projectPermissions.filter(
      ({ permission }) => permission === 'EDIT_ISSUES',
    );
    const issueIds = new Set(granted.flatMap(({ issues }) => issues.map(String)));
    return new EditProof(
      fieldId,
      screens.filter(({ issueId }) => issueIds.has(issueId)),
    );
  }

  covers(issueId: string, fieldId: string): boolean {
    return fieldId === this.#fieldId && this.findObstacle(issueId) === undefined;
  }

  /** Why the person can't edit the field on an issue; undefined where they can. */
  findObstacle(issueId: string): 'notEditable' | 'notOnScreen' | undefined {
    const fieldIds = this.#fieldIdsOf(issueId);
    if (fieldIds.length === 0) return 'notEditable';
    return fieldIds.includes(this.#fieldId) ? undefined : 'notOnScreen';
  }

  #fieldIdsOf(issueId: string): readonly string[] {
    return this.#screens.find((screen) => screen.issueId === issueId)?.fieldIds ?? [];
  }
}
