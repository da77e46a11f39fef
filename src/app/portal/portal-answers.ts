import type * as z from 'zod/mini';
import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { identity, type PortalUse } from '../access/identity';
import type { Invocation } from '../access/invocation';
import { Problem } from '../replies/problem';
import type { ServiceManagement } from '../platform/platform';
import { visitors, type PortalAllowance, type PortalPerson } from './portal-allowance';
import type { PortalConfiguration, PortalFields, VisitedField } from './portal-fields';
import type { PortalTroubles } from './portal-troubles';

/** What the fields have in common on the portal. */
export interface PortalParts {
  readonly fields: PortalFields;
  readonly adminToken: AdminToken;
  readonly clientOf: (token: string) => Client;
  readonly allowance: PortalAllowance;
  readonly troubles: PortalTroubles;
  readonly serviceManagement: ServiceManagement;
}

/** A field that an admin opened to the portal, for one call. */
export interface OpenField<Configuration> {
  readonly configuration: Configuration;
  /** What an answer may hold. */
  readonly shows: Exclude<PortalUse, 'nothing'>;
  /** Tells the people whose answers may differ from each other. */
  readonly who: PortalPerson;
  /** Their own; undefined where Jira doesn't tell it, and for those whom Jira can't be asked as. */
  readonly findEmailAddress: () => Promise<string | undefined>;
  /**
   * The service, with the admin's token.
   * @param calls how many of them will be made
   * @throws {Problem} PORTAL_LIMIT
   */
  readonly askService: (calls: number) => Promise<Client>;
}

/** Answers people on the portal, within what an admin lets it show. */
export interface PortalAnswers<Configuration> {
  /**
   * @throws {Problem} NOT_ALLOWED, PORTAL_CLOSED and others
   * @throws what `work` throws
   */
  answer<Answer>(
    invocation: Invocation,
    work: (field: OpenField<Configuration>) => Promise<Answer>,
  ): Promise<Answer>;
}

export function createPortalAnswers<Configuration extends PortalConfiguration>(
  parts: PortalParts,
  schema: z.ZodMiniType<Configuration>,
): PortalAnswers<Configuration> {
  return {
    async answer(invocation, work) {
      const field = await parts.fields.get(invocation);
      const open = await openField(parts, field, await field.getConfiguration(schema));
      try {
        return await work(open);
      } catch (error) {
        // What is noted is of use; that it can't be is no reason for another answer.
        await parts.troubles.note(field.fieldId, error).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function openField<Configuration extends PortalConfiguration>(
  { adminToken, clientOf, allowance, serviceManagement }: PortalParts,
  { visitor }: VisitedField,
  configuration: Configuration,
): Promise<OpenField<Configuration>> {
  const token = await adminToken.find();
  const { portal } = configuration;
  const standing = identity.standingOf(visitor, { portal, hasToken: token !== undefined });
  if (standing.kind !== 'adminToken' || token === undefined) throw new Problem('PORTAL_CLOSED');
  const { accountId, canAskJira } = visitor;
  // Of all portals together: those of several could use up what is there for everyone.
  const who = accountId === undefined ? visitors : ['account', accountId];
  return {
    configuration,
    shows: standing.shows,
    who,
    findEmailAddress: async () => (canAskJira ? serviceManagement.findEmailAddress() : undefined),
    async askService(calls) {
      await allowance.take(who, calls);
      return clientOf(token);
    },
  };
}
