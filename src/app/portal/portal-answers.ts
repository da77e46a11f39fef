import type * as z from 'zod/mini';
import { type Client, ServiceError, type ServiceErrorCode } from '../../api/client';
import { createAdminToken } from '../access/admin-token';
import {
  type CallPool,
  createCallMeter,
  createCallPool,
  type TakenCalls,
  type TokenCaller,
} from '../access/call-pool';
import { createMinuteMemory } from '../access/minute-memory';
import { portalVisitor } from '../access/policies';
import { answerSourceOf, type PortalUse } from '../access/caller';
import { secured, type SecuredFunction } from '../access/resolver';
import { createServiceClient } from '../access/service-client';
import { type Clock, JiraError, type Platform } from '../platform/platform';
import { StoreError } from '../platform/storage';
import { Problem, type ProblemCode, problemReply } from '../replies/problem';
import type { ProblemReply, ResolverFunction, Trouble } from '../replies/reply';
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
    transportOf: (token: string) => platform.tokenTransport(token),
    allowance: createPortalAllowance({ platform, now, pool: createCallPool({ platform, now }) }),
    troubles: createPortalTroubles({ platform, adminToken, now }),
    serviceManagement: platform.serviceManagement,
  };
}

/** A field that an admin opened to the portal, for one call. */
export interface OpenField<Configuration> {
  readonly configuration: Configuration;
  readonly shows: Exclude<PortalUse, 'nothing'>;
  /** Their own; undefined where Jira doesn't tell it, and for those whom Jira can't be asked as. */
  readonly findEmailAddress: () => Promise<string | undefined>;
  /**
   * The service, with the admin's token. Each call that it makes beyond these is counted, too.
   * @param calls how many of them will be made; those that aren't are given back
   * @throws {Problem} PORTAL_LIMIT, as the calls of the client do
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
      const { open, giveBack } = await openField(
        parts,
        field,
        await field.getConfiguration(schema),
      );
      try {
        return await answer(open, payload);
      } catch (error) {
        // The note only helps: if it can't be saved, the answer stays the same.
        await parts.troubles.note(field.fieldId, error).catch(() => undefined);
        throw error;
      } finally {
        // Calls that can't be given back count as sent.
        await giveBack().catch(() => undefined);
      }
    });
}

async function openField<Configuration extends PortalConfiguration>(
  { adminToken, transportOf, allowance, serviceManagement }: PortalParts,
  { visitor }: VisitedField,
  configuration: Configuration,
) {
  const token = await adminToken.find();
  const { portal } = configuration;
  const source = answerSourceOf(visitor, { portal, hasToken: token !== undefined });
  if (source.kind !== 'adminToken' || token === undefined) throw new Problem('PORTAL_CLOSED');
  const { accountId, canAskJira } = visitor;
  // Over all portals together: per portal, people could use up everyone's calls.
  const caller: PortalCaller =
    accountId === undefined ? { kind: 'visitors' } : { kind: 'account', accountId };
  const meter = createCallMeter((calls) => allowance.take(caller, calls));
  const open: OpenField<Configuration> = {
    configuration,
    shows: source.shows,
    findEmailAddress: async () => (canAskJira ? serviceManagement.findEmailAddress() : undefined),
    async askService(calls) {
      await meter.take(calls);
      return createServiceClient(meter.metered(transportOf(token)));
    },
  };
  return { open, giveBack: async () => meter.giveBack() };
}

type PortalCaller = Extract<TokenCaller, { kind: 'account' | 'visitors' }>;

interface Dependencies {
  readonly platform: Pick<Platform, 'tenantKey'>;
  readonly pool: CallPool;
  readonly now: Clock;
}

/**
 * How often the portal may call the service: each account, and all visitors without one together.
 * Anyone who was refused is refused from memory for a minute, or until there are calls again, for as many calls or
 * more.
 */
function createPortalAllowance({ platform, pool, now }: Dependencies) {
  const refused = createMinuteMemory<{ readonly until: number; readonly calls: number }>(
    platform,
    now,
  );

  return {
    /**
     * Takes calls before they are made.
     * @throws {Problem} PORTAL_LIMIT where too few are left
     * @throws {StoreError}
     */
    async take(
      caller: PortalCaller,
      calls: number,
    ): Promise<Extract<TakenCalls, { kind: 'taken' }>> {
      const known = refused.find(caller);
      if (known && known.until > now() && calls >= known.calls) throw limitReached(known.until);
      const taken = await pool.take(caller, calls);
      if (taken.kind === 'taken') return taken;
      refused.keep({ until: taken.until, calls }, caller);
      throw limitReached(taken.until);
    },
  };

  function limitReached(until: number): Problem {
    const retryAfterSeconds = Math.ceil((until - now()) / 1000);
    const detail = `Try again in ${inSeconds(retryAfterSeconds)}.`;
    return new Problem('PORTAL_LIMIT', detail, { retryAfterSeconds });
  }
}

function inSeconds(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/**
 * Says to someone on the portal what an error means for them, and nothing of the field's
 * configuration, the service or Jira.
 */
export function portalErrorReply(error: unknown): Trouble {
  if (error instanceof Problem) return problemOnPortal(error);
  if (mayPass(error)) return problemReply('PORTAL_UNREACHABLE', undefined, waitOf(error));
  return problemReply('PORTAL_CLOSED');
}

/** People on the portal may see these unchanged. */
const shownUnchanged: readonly ProblemCode[] = ['BAD_REQUEST', 'PORTAL_LIMIT'];

function problemOnPortal(problem: Problem): Trouble {
  const { code, detail } = problem;
  if (shownUnchanged.includes(code)) return problemReply(code, detail, problem);
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

/** How long the service asked to be left alone: the field counts down. */
function waitOf(error: unknown): Pick<ProblemReply, 'retryAfterSeconds'> {
  const retryAfterMs = error instanceof ServiceError ? error.retryAfterMs : undefined;
  return retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) };
}

const refusals: readonly number[] = [400, 401, 403, 404];

function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return passing.includes(error.code);
  if (error instanceof JiraError) return !refusals.includes(error.status ?? 0);
  return error instanceof StoreError;
}
