import type * as z from 'zod/mini';
import type { permissionGrants, requestType, serviceDesk } from './jira-replies';

type PermissionGrants = z.output<typeof permissionGrants>;

/** A permission that Jira can be asked about. */
export type PermissionQuestion =
  | { readonly kind: 'administerJira' }
  | {
      readonly kind: 'project';
      readonly permission: 'BROWSE_PROJECTS' | 'CREATE_ISSUES' | 'ADMINISTER_PROJECTS';
      readonly projectId?: string;
      readonly issueId?: string;
    };

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

/** An issue, and the fields of its edit screen that a person can edit; none where they can't edit it. */
interface EditScreen {
  readonly issueId: string;
  readonly fieldIds: readonly string[];
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
  static of(
    fieldId: string,
    grants: PermissionGrants,
    screens: readonly EditScreen[],
  ): EditProof | undefined {
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

/** A field on the form of a request type, as a caller claims it. */
export interface PortalField extends PortalForm {
  readonly fieldId: string;
}

export interface PortalForm {
  readonly serviceDeskId: string;
  readonly requestTypeId: string;
}

/**
 * That a form of the service portal shows a field, and for which project and work type it makes
 * requests. Only {@link PortalFieldProof.of} makes one, so the configuration of a field can't be read
 * for a portal that doesn't have it.
 */
export class PortalFieldProof {
  private constructor(
    private readonly fieldId: string,
    readonly projectId: string,
    readonly workTypeId: string,
  ) {}

  /**
   * Returns undefined unless all of it is of that very service desk and request type.
   * @param fieldIds of the fields that the form shows
   */
  static of(
    asked: PortalField,
    desk: z.output<typeof serviceDesk>,
    type: z.output<typeof requestType>,
    fieldIds: readonly string[],
  ): PortalFieldProof | undefined {
    // In the place of a service desk's id, Jira takes that of a project too.
    const isAsked =
      desk.id === asked.serviceDeskId &&
      type.serviceDeskId === asked.serviceDeskId &&
      type.id === asked.requestTypeId &&
      fieldIds.includes(asked.fieldId);
    if (!isAsked) return undefined;
    return new PortalFieldProof(asked.fieldId, desk.projectId, type.issueTypeId);
  }

  /** @throws {Error} where the proof was made for another field, project or work type */
  assertCovers(ids: { fieldId: string; projectId?: string; workTypeId?: string }): void {
    const { fieldId, projectId, workTypeId } = this;
    if (ids.fieldId !== fieldId || ids.projectId !== projectId || ids.workTypeId !== workTypeId) {
      throw new Error('The form that was looked at is for another field, project or work type');
    }
  }
}
