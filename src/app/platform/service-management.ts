import { route, type Route } from '@forge/api';
import {
  createJira,
  customerRequest,
  myself,
  requestType,
  requestTypeForm,
  serviceDesk,
  isPlatformPrompt,
} from './jira-replies';
import { JiraError } from './platform';
import { type PortalField, PortalFieldProof, type PortalForm } from './proofs';

const jiraAsApp = createJira('app');
const jiraAsPerson = createJira('person');

/**
 * Asks Service Management, as the person unless it says otherwise. On a portal nobody can be asked for consent, so the platform's request for
 * it is an answer like Jira's own refusals here: undefined.
 * @see docs/platform-assumptions.md, 61 and 62
 */
export const serviceManagement = {
  /** Whether the person may open the form, and it shows them the field. @throws {JiraError} */
  async opensForm(field: PortalField): Promise<boolean> {
    const form = await unlessRefused(jiraAsPerson.get(fieldsRoute(field), requestTypeForm));
    return form?.requestTypeFields.some(({ fieldId }) => fieldId === field.fieldId) ?? false;
  },
  /** The form of a request that the person may see; undefined where they may not. @throws {JiraError} */
  findRequest: (issueId: string): Promise<PortalForm | undefined> =>
    unlessRefused(
      jiraAsPerson.get(route`/rest/servicedeskapi/request/${issueId}`, customerRequest),
    ),
  /** The person's own email address; undefined where Jira doesn't tell it. @throws {JiraError} */
  async findEmailAddress(): Promise<string | undefined> {
    const found = await unlessRefused(jiraAsPerson.get(route`/rest/api/3/myself`, myself));
    return found?.emailAddress ? found.emailAddress : undefined;
  },
  /** As the app: undefined where that very form doesn't show the field. @throws {JiraError} */
  findField: (field: PortalField): Promise<PortalFieldProof | undefined> =>
    unlessRefused(readField(field), hidden),
};

async function readField(field: PortalField): Promise<PortalFieldProof | undefined> {
  const { serviceDeskId, requestTypeId } = field;
  // First alone: a desk, type or field that someone made up ends here, with one call.
  const form = await jiraAsApp.get(fieldsRoute(field), requestTypeForm);
  const fieldIds = form.requestTypeFields.map(({ fieldId }) => fieldId);
  if (!fieldIds.includes(field.fieldId)) return undefined;
  const [desk, type] = await Promise.all([
    jiraAsApp.get(route`/rest/servicedeskapi/servicedesk/${serviceDeskId}`, serviceDesk),
    jiraAsApp.get(
      route`/rest/servicedeskapi/servicedesk/${serviceDeskId}/requesttype/${requestTypeId}`,
      requestType,
    ),
  ]);
  return PortalFieldProof.of(field, desk, type, fieldIds);
}

function fieldsRoute({ serviceDeskId, requestTypeId }: PortalForm): Route {
  return route`/rest/servicedeskapi/servicedesk/${serviceDeskId}/requesttype/${requestTypeId}/field`;
}

/** How Jira answers about what isn't there, or may not be seen. */
const hidden = [400, 404];
const refused = [...hidden, 401, 403];

async function unlessRefused<Answer>(
  answer: Promise<Answer>,
  refusals: readonly number[] = refused,
): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isPlatformPrompt(error)) return undefined;
    if (error instanceof JiraError && refusals.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
