import type * as z from 'zod/mini';
import { readStored } from '../access/find-configuration';
import { callerOf, type PortalUse, type Visitor } from '../access/caller';
import type { Invocation } from '../access/invocation';
import { createMinuteMemory } from '../access/minute-memory';
import { Problem } from '../replies/problem';
import type { Clock, JiraAsApp, Platform, ServiceManagement } from '../platform/platform';
import type { PortalField, PortalFieldProof, PortalForm } from '../platform/proofs';

/** What decides how a field answers on the portal. */
export interface PortalConfiguration {
  readonly portal?: PortalUse | undefined;
}

interface Dependencies {
  readonly platform: Pick<Platform, 'tenantKey' | 'asApp' | 'serviceManagement'>;
  readonly now: Clock;
}

export type PortalFields = ReturnType<typeof createPortalFields>;

export interface VisitedField extends FieldOnForm {
  readonly visitor: Visitor;
}

interface FieldOnForm {
  readonly fieldId: string;
  /**
   * Its configuration there, which never comes from the browser.
   * @throws {Problem} NOT_CONFIGURED or CONFIGURATION_UNREADABLE
   * @throws {JiraError}
   */
  getConfiguration<Configuration extends object>(
    schema: z.ZodMiniType<Configuration>,
  ): Promise<Configuration>;
}

/**
 * Finds the field that someone sees on the portal, and proves that it is there. Remembers for a minute
 * what Jira granted and what it stores; never a refusal.
 */
export function createPortalFields({ platform, now }: Dependencies) {
  const { asApp, serviceManagement } = platform;
  const opened = createMinuteMemory<PortalForm>(platform, now);
  const proven = createMinuteMemory<PortalFieldProof>(platform, now);
  const stored = createMinuteMemory<{ readonly configuration: unknown }>(platform, now);

  return {
    /**
     * @throws {Problem} BAD_REQUEST, or NOT_ALLOWED where the person may not open the page, or the form
     *   doesn't show the field
     * @throws {JiraError}
     */
    async get(invocation: Invocation): Promise<VisitedField> {
      const visitor = callerOf(invocation);
      const { fieldId } = invocation.extension;
      if (visitor.kind !== 'visitor') throw new Problem('NOT_ALLOWED');
      if (fieldId === undefined) throw new Problem('BAD_REQUEST');
      const form = await opened.findOrAsk(keyOf(visitor, invocation), () =>
        findForm(serviceManagement, visitor, invocation),
      );
      const field = form && (await findOnForm({ ...form, fieldId }));
      if (!field) throw new Problem('NOT_ALLOWED');
      return { ...field, visitor };
    },
    findOnForm,
  };

  /** Undefined where the form doesn't show the field. @throws {JiraError} */
  async function findOnForm(asked: PortalField): Promise<FieldOnForm | undefined> {
    const { serviceDeskId, requestTypeId, fieldId } = asked;
    const key = [serviceDeskId, requestTypeId, fieldId];
    const proof = await proven.findOrAsk(key, () => serviceManagement.findField(asked));
    if (!proof) return undefined;
    return {
      fieldId,
      async getConfiguration(schema) {
        const found = await stored.findOrAsk(key, () => findConfiguration(asApp, proof, fieldId));
        if (!found) throw new Problem('NOT_CONFIGURED');
        return readStored(schema, found.configuration);
      },
    };
  }
}

/**
 * Undefined where the person may not open the page; asked of everyone whom Jira can be asked as. Where
 * the platform doesn't name the request, its form proves as much: it offers the same objects.
 * @see docs/platform-assumptions.md, 62
 */
async function findForm(
  serviceManagement: ServiceManagement,
  { page, canAskJira }: Visitor,
  { extension: { fieldId = '', issue, portal, request } }: Invocation,
): Promise<PortalForm | undefined> {
  if (page === 'portal-view') {
    // Anyone else could have made the request up.
    if (!canAskJira) return undefined;
    if (issue?.id !== undefined) return serviceManagement.findRequest(issue.id);
  }
  if (portal?.id === undefined || request?.typeId === undefined) throw new Problem('BAD_REQUEST');
  const form = { serviceDeskId: portal.id, requestTypeId: request.typeId };
  const isOpen = !canAskJira || (await serviceManagement.opensForm({ ...form, fieldId }));
  return isOpen ? form : undefined;
}

async function findConfiguration(asApp: JiraAsApp, proof: PortalFieldProof, fieldId: string) {
  const { projectId, workTypeId } = proof;
  const place = { kind: 'workType', projectId, workTypeId } as const;
  const [configuration] = await asApp.listFieldConfigurations(proof, fieldId, place);
  return configuration === undefined ? undefined : { configuration };
}

function keyOf({ page, accountId }: Visitor, { extension }: Invocation) {
  const { fieldId, issue, portal, request } = extension;
  return [page, accountId ?? null, fieldId, issue?.id, portal?.id, request?.typeId];
}
