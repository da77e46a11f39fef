import * as z from 'zod/mini';
import { ServiceError, type ServiceErrorCode } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import type { Invocation } from '../access/invocation';
import { createMinuteMemory } from '../access/minute-memory';
import { licensedPerson } from '../access/policies';
import { answerSourceOf } from '../access/caller';
import { secured, type SecuredFunction } from '../access/resolver';
import type { Platform, ServiceManagement } from '../platform/platform';
import { Problem } from '../replies/problem';
import { portalUse, readPortalNote } from './portal-contract';
import type { PortalFields } from './portal-fields';

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
    secured(readPortalNote, { policy: licensedPerson, modules }, async (_, invocation) => {
      const reason = await findReason(dependencies, invocation);
      return { note: reason === undefined ? null : noteTexts[reason] };
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
  const source = answerSourceOf({ kind: 'visitor' }, { portal, hasToken });
  if (source.kind === 'storedLabels') return source.because;
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

/** Why the portal could show nothing of a field, where an admin can do something about it. */
type PortalTrouble = 'tokenRefused' | 'workspaceClosed' | 'queryRefused';

type PortalTroubles = ReturnType<typeof createPortalTroubles>;

interface TroubleDependencies {
  readonly platform: Pick<Platform, 'tenantKey' | 'store'>;
  readonly adminToken: Pick<AdminToken, 'describe'>;
  readonly now: () => number;
}

const notedTrouble = z.object({
  version: z.literal(1),
  reason: z.enum(['tokenRefused', 'workspaceClosed', 'queryRefused']),
  /** Tells which token it was. */
  tokenSetAt: z.number(),
});

/**
 * What kept the portal from answering lately, for the people who work on the requests. Writes at most
 * once a minute for each field.
 */
export function createPortalTroubles(dependencies: TroubleDependencies) {
  const { platform, adminToken, now } = dependencies;
  const noted = createMinuteMemory<object>(platform, now);
  const keyOf = (fieldId: string) => `portal-trouble:${fieldId}`;

  return {
    /** Notes what an error means for a field. Ignores errors that aren't about the field. */
    async note(fieldId: string, error: unknown): Promise<void> {
      const reason = troubleOf(error);
      if (!reason || noted.find(fieldId, reason)) return;
      noted.keep({}, fieldId, reason);
      const tokenSetAt = (await adminToken.describe())?.setAt;
      if (tokenSetAt === undefined) return;
      const trouble = { version: 1, reason, tokenSetAt } satisfies z.infer<typeof notedTrouble>;
      await platform.store.set(keyOf(fieldId), trouble, { ttlSeconds: 3_600 });
    },
    /** Of the last hour and the token that is saved now; undefined where there was none. */
    async find(fieldId: string): Promise<PortalTrouble | undefined> {
      const [stored, facts] = await Promise.all([
        platform.store.find(keyOf(fieldId)),
        adminToken.describe(),
      ]);
      const trouble = notedTrouble.safeParse(stored).data;
      return trouble?.tokenSetAt === facts?.setAt ? trouble?.reason : undefined;
    },
  };
}

/** What the service refuses for a reason that an admin can remove. */
const troublesByCode: Partial<Record<ServiceErrorCode, PortalTrouble>> = {
  unauthorized: 'tokenRefused',
  forbidden: 'workspaceClosed',
  notFound: 'workspaceClosed',
  invalid: 'queryRefused',
};

function troubleOf(error: unknown): PortalTrouble | undefined {
  if (error instanceof ServiceError) return troublesByCode[error.code];
  return error instanceof Problem && error.code === 'QUERY_REFUSED' ? 'queryRefused' : undefined;
}
