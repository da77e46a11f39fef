import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { type Client, ServiceError, type ServiceErrorCode } from '../../api/client';
import { createAdminToken } from '../access/admin-token';
import { createMinuteMemory } from '../access/minute-memory';
import { portalVisitor } from '../access/policies';
import { answerSourceOf, type PortalUse } from '../access/caller';
import { secured, type SecuredFunction } from '../access/resolver';
import { createServiceClient } from '../access/service-client';
import { type Clock, JiraError, type Platform } from '../platform/platform';
import { StoreError } from '../platform/storage';
import { createStrictCounter } from '../platform/strict-counter';
import { Problem, type ProblemCode, problemReply } from '../replies/problem';
import type { ResolverFunction, Trouble } from '../replies/reply';
import { createPortalFields, type PortalConfiguration, type VisitedField } from './portal-fields';
import { createPortalTroubles } from './portal-note-handlers';

type PortalParts = ReturnType<typeof createPortalParts>;

/** What answers people on the portal: their fields, and the service with the admin's token. */
export function createPortalParts(platform: Platform, now: Clock) {
  const clientOf = (token: string) => createServiceClient(platform.tokenTransport(token));
  const adminToken = createAdminToken({ secrets: platform.secrets, clientOf, now });
  return {
    fields: createPortalFields({ platform, now }),
    adminToken,
    clientOf,
    allowance: createPortalAllowance({ platform, now }),
    troubles: createPortalTroubles({ platform, adminToken, now }),
    serviceManagement: platform.serviceManagement,
  };
}

/** A field that an admin opened to the portal, for one call. */
export interface OpenField<Configuration> {
  readonly configuration: Configuration;
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

export type SecuredOnPortal<Configuration extends PortalConfiguration> = ReturnType<
  typeof createSecuredOnPortal<Configuration>
>;

/**
 * Makes the functions that people on the portal may call about a field, within what an admin lets it show.
 * @param moduleKey of the field in manifest.yml
 * @param schema of what Jira stores for a context of the field
 */
export function createSecuredOnPortal<Configuration extends PortalConfiguration>(
  parts: PortalParts,
  moduleKey: string,
  schema: z.ZodMiniType<Configuration>,
) {
  const visitors = { policy: portalVisitor, modules: [moduleKey], explain: portalErrorReply };
  return <Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
    asked: ResolverFunction<Payload, Value>,
    answer: (
      field: OpenField<Configuration>,
      payload: z.output<Payload>,
    ) => z.input<Value> | Promise<z.input<Value>>,
  ): SecuredFunction =>
    secured(asked, visitors, async (payload, invocation) => {
      const field = await parts.fields.get(invocation);
      const open = await openField(parts, field, await field.getConfiguration(schema));
      try {
        return await answer(open, payload);
      } catch (error) {
        // The note only helps: if it can't be saved, the answer stays the same.
        await parts.troubles.note(field.fieldId, error).catch(() => undefined);
        throw error;
      }
    });
}

async function openField<Configuration extends PortalConfiguration>(
  { adminToken, clientOf, allowance, serviceManagement }: PortalParts,
  { visitor }: VisitedField,
  configuration: Configuration,
): Promise<OpenField<Configuration>> {
  const token = await adminToken.find();
  const { portal } = configuration;
  const source = answerSourceOf(visitor, { portal, hasToken: token !== undefined });
  if (source.kind !== 'adminToken' || token === undefined) throw new Problem('PORTAL_CLOSED');
  const { accountId, canAskJira } = visitor;
  // Over all portals together: per portal, people could use up everyone's calls.
  const who = accountId === undefined ? visitors : ['account', accountId];
  return {
    configuration,
    shows: source.shows,
    who,
    findEmailAddress: async () => (canAskJira ? serviceManagement.findEmailAddress() : undefined),
    async askService(calls) {
      await allowance.take(who, calls);
      return clientOf(token);
    },
  };
}

/** An account by what tells it apart, or all visitors without one. */
type PortalPerson = readonly string[];
const visitors: PortalPerson = ['visitors'];

interface Dependencies {
  readonly platform: Pick<Platform, 'tenantKey' | 'store'>;
  readonly now: Clock;
}

const minuteMs = 60_000;

/**
 * A token may call 1,000 times in 300 s. Those touch six minutes: of 600 calls for new searches by query
 * and 200 for the refresh, 198 are left.
 */
export const portalCallsPerMinute = { person: 8, visitors: 16, site: 33 };

/**
 * How often the portal may call the service: each person, and all people of a site together. Who was
 * refused is refused from memory until the minute is over. What takes more calls than a person has in a
 * minute, such as a deep path, needs all of theirs. Calls that are taken but not made are not given back.
 */
export function createPortalAllowance({ platform, now }: Dependencies) {
  const refused = createMinuteMemory<{ readonly until: number }>(platform, now);

  return {
    /**
     * Takes calls before they are made.
     * @param who tells people apart; `visitors` are all who have no account, whom nothing tells apart
     * @throws {Problem} PORTAL_LIMIT where too many were taken in this minute
     * @throws {StoreError}
     */
    async take(who: PortalPerson, calls: number): Promise<void> {
      // Accounts leave no trace in the storage.
      const person = createHash('sha256').update(JSON.stringify(who)).digest('hex').slice(0, 32);
      const limit = portalCallsPerMinute[who === visitors ? 'visitors' : 'person'];
      await takeFrom(person, limit, Math.min(calls, limit));
      await takeFrom('site', portalCallsPerMinute.site, calls);
    },
  };

  async function takeFrom(whose: string, limit: number, calls: number): Promise<void> {
    const { store } = platform;
    let { until = 0 } = refused.find(whose) ?? {};
    if (until <= now()) {
      const purpose = `portal-calls:${whose}`;
      const counted = { store, now, purpose, windowMs: minuteMs, limits: [limit] };
      const taken = await createStrictCounter(counted).take([calls]);
      if (taken.kind === 'taken') return;
      ({ until } = taken);
      refused.keep({ until }, whose);
    }
    throw new Problem('PORTAL_LIMIT', `Try again in ${inSeconds(until - now())}.`);
  }
}

function inSeconds(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/**
 * Says to someone on the portal what an error means for them, and nothing of the field's
 * configuration, the service or Jira.
 */
export function portalErrorReply(error: unknown): Trouble {
  if (error instanceof Problem) return problemOnPortal(error);
  if (mayPass(error)) return problemReply('PORTAL_UNREACHABLE');
  return problemReply('PORTAL_CLOSED');
}

/** People on the portal may see these unchanged. */
const shownUnchanged: readonly ProblemCode[] = ['BAD_REQUEST', 'PORTAL_LIMIT'];

function problemOnPortal({ code, detail }: Problem): Trouble {
  if (shownUnchanged.includes(code)) return problemReply(code, detail);
  if (code === 'NO_EMAIL') return problemReply('PORTAL_NO_EMAIL');
  // Its detail would name a level as the query does.
  if (code === 'LEVEL_WAITS') return problemReply('LEVEL_WAITS');
  const closed = problemReply('PORTAL_CLOSED');
  return code === 'NOT_ALLOWED' ? { ...closed, code } : closed;
}

const passing: readonly ServiceErrorCode[] = [
  'rateLimited',
  'unavailable',
  'timeout',
  'unexpectedReply',
  'aborted',
];

const refusals: readonly number[] = [400, 401, 403, 404];

function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return passing.includes(error.code);
  if (error instanceof JiraError) return !refusals.includes(error.status ?? 0);
  return error instanceof StoreError;
}
