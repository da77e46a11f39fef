/** A field on the form of a request type, as a caller claims it. */
export interface PortalField extends PortalForm {
  readonly fieldId: string;
}

/** The form of a request type. */
export interface PortalForm {
  readonly serviceDeskId: string;
  readonly requestTypeId: string;
}

/** What Jira says of the service desk and the request type that were asked for. */
interface RequestTypeFacts {
  readonly serviceDesk: { readonly id: string; readonly projectId: string };
  readonly requestType: {
    readonly id: string;
    readonly serviceDeskId: string;
    readonly issueTypeId: string;
  };
  /** Of the fields that the form shows. */
  readonly fieldIds: readonly string[];
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

  /** Returns undefined unless all of it is of that very service desk and request type. */
  static of(asked: PortalField, facts: RequestTypeFacts): PortalFieldProof | undefined {
    const { serviceDesk, requestType, fieldIds } = facts;
    // In the place of a service desk's id, Jira takes that of a project too.
    const isAsked =
      serviceDesk.id === asked.serviceDeskId &&
      requestType.serviceDeskId === asked.serviceDeskId &&
      requestType.id === asked.requestTypeId &&
      fieldIds.includes(asked.fieldId);
    if (!isAsked) return undefined;
    return new PortalFieldProof(asked.fieldId, serviceDesk.projectId, requestType.issueTypeId);
  }

  /** @throws {Error} where the proof was made for another field, project or work type */
  assertCovers(ids: { fieldId: string; projectId?: string; workTypeId?: string }): void {
    const { fieldId, projectId, workTypeId } = this;
    if (ids.fieldId !== fieldId || ids.projectId !== projectId || ids.workTypeId !== workTypeId) {
      throw new Error('The form that was looked at is for another field, project or work type');
    }
  }
}
