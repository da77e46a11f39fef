import * as z from 'zod/mini';
import type { AdminToken } from '../access/admin-token';
import { identity } from '../access/identity';
import type { Invocation } from '../access/invocation';
import { licensedPerson } from '../access/policies';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/secured';
import type { ServiceManagement } from '../platform/platform';
import { readPortalNote } from './portal-contract';
import type { PortalFields } from './portal-fields';
import type { PortalTrouble, PortalTroubles } from './portal-troubles';
import { portalUse } from './portal-use';

interface Dependencies {
  readonly fields: PortalFields;
  readonly adminToken: Pick<AdminToken, 'describe'>;
  readonly troubles: PortalTroubles;
  readonly serviceManagement: Pick<ServiceManagement, 'findRequest'>;
  readonly now: () => number;
}

/** Of a field of any kind, all that the note is about. */
const configuration = z.object({ portal: z.optional(portalUse) });

/** The keys of the fields' modules in manifest.yml. */
const modules = ['workspace-object', 'workspace-cascade'];

/** What people who work on requests may ask about the portal. */
export function portalNoteHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [
    secured(readPortalNote, {
      policy: licensedPerson,
      modules,
      handle: async (_, invocation) => {
        const reason = await findReason(dependencies, invocation);
        return { note: reason === undefined ? null : noteTexts[reason] };
      },
    }),
  ];
}

/** Asked for the request that the person may see, and for no other. */
async function findReason(
  { fields, adminToken, troubles, serviceManagement, now }: Dependencies,
  { extension: { issue, fieldId } }: Invocation,
): Promise<keyof typeof noteTexts | undefined> {
  if (issue?.id === undefined || fieldId === undefined) throw new Problem('BAD_REQUEST');
  const form = await serviceManagement.findRequest(issue.id);
  const field = form && (await fields.findOnForm({ ...form, fieldId }));
  if (!field) return undefined;
  const { portal } = await field.getConfiguration(configuration);
  const token = await adminToken.describe();
  const hasToken = token !== undefined;
  const standing = identity.standingOf({ kind: 'visitor' }, { portal, hasToken });
  if (standing.kind === 'storedLabels') return standing.because;
  if (token && token.expiresAt !== null && token.expiresAt <= now()) return 'tokenExpired';
  return troubles.find(fieldId);
}

const noteTexts = {
  portalUseIsOff:
    'Customers can’t choose objects here: this field shows nothing on the portal. A Jira admin can change that in the field’s contexts.',
  noToken:
    'Customers can’t choose objects here: no access token is saved. A Jira admin can save one on the app’s page.',
  tokenExpired:
    'Customers can’t choose objects here: the access token has expired. A Jira admin can save a new one on the app’s page.',
  tokenRefused:
    'Customers couldn’t choose objects here recently: the service doesn’t accept the access token. A Jira admin can save a new one on the app’s page.',
  workspaceClosed:
    'Customers couldn’t choose objects here recently: the owner of the access token has no access to this field’s workspace or type.',
  queryRefused:
    'Customers couldn’t choose objects here recently: this field’s query doesn’t work. A Jira admin can correct it in the field’s contexts.',
} as const satisfies Record<'portalUseIsOff' | 'noToken' | 'tokenExpired' | PortalTrouble, string>;
