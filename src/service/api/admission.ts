import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { workspaceHeader } from '../../api/endpoint';
import type { Endpoint } from '../../api/endpoint';
import type { Permission } from '../../api/permission';
import type { Identity } from '../accounts/identity';
import { assertPersonal } from '../accounts/personal-access-tokens';
import type { Database } from '../base/database/database';
import { nameAsker } from '../base/database/turns';
import { nameWorkspace } from '../base/monitoring/observe-requests';
import { notFound, Refusal, TooManyRequests } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import type { CountedLimits, RequestLimits, Subject } from '../base/request-limits/request-limits';
import { assertPermitted, viewAccessible } from '../model/permissions/workspace-view';
import type { Bearer, BearerCaller, WorkspaceView } from '../model/permissions/workspace-view';

interface AdmissionDependencies {
  readonly database: Database;
  readonly identity: Pick<Identity, 'authenticateIn'>;
  readonly requestLimits: RequestLimits;
}

/** What an address asks of whoever calls it. */
export type Entrance = Pick<Endpoint, 'permission' | 'onlyReads' | 'isOpenToReaders'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none` where nothing is answered. Absent outside the API, and for an address that is not there. */
    readonly entrance?: Entrance | 'none';
  }
}

/**
 * Who may continue, decided before anything of a request's body is read, and again once it is there
 * where it was not yet: it may take its time, and tokens are revoked and access withdrawn in the meantime.
 */
export interface Admission {
  /**
   * Every request of the public API passes here, whatever becomes of it. It counts for its token, and for the workspace
   * too where the caller is a member: nobody else can use it up or learn from its use that it is there.
   * @throws Refusal 401 without a live token, 400 without the workspace header, 404 for a workspace that the caller may
   *   not see, 403 if a token that may only read would write, is blocked in the workspace, or the caller's role in it
   *   doesn't allow the call
   * @throws TooManyRequests if the token or the workspace has none left
   */
  admit(request: FastifyRequest): Promise<void>;
  /**
   * Admits a request again whose body came after it was admitted, as it would be now; it does not count again.
   * @throws Refusal as {@link admit}
   */
  readmit(request: FastifyRequest): Promise<void>;
  /**
   * What the caller of an answer that takes its time may see now; the request does not count again.
   * @throws Refusal as {@link admit}
   */
  renewView(request: FastifyRequest): Promise<WorkspaceView>;
  /**
   * Admits a request again that is answered once more, as it would be now; it does not count again.
   * @throws Refusal as {@link admit}
   */
  renew(request: FastifyRequest): Promise<void>;
  isAdmitted(request: FastifyRequest): boolean;
  callerOf(request: FastifyRequest): BearerCaller;
  viewOf(request: FastifyRequest): WorkspaceView;
}

interface Admitted {
  readonly caller: BearerCaller;
  /** Of the workspace that the request enters, if it does. */
  readonly view: WorkspaceView | undefined;
  /** Whether the whole request had arrived by the time that its token was looked at. */
  readonly wasWhole: boolean;
}

/** Whether a request changes nothing; outside the API, whether its method says so. */
export function onlyReads({ method, routeOptions }: FastifyRequest): boolean {
  const { entrance = 'none' } = routeOptions.config;
  return entrance === 'none' ? method === 'GET' || method === 'HEAD' : entrance.onlyReads;
}

export function createAdmission(dependencies: AdmissionDependencies): Admission {
  const { database, identity, requestLimits } = dependencies;
  const admitted = new WeakMap<FastifyRequest, Admitted>();

  async function authenticate(
    { headers }: FastifyRequest,
    workspaceId: string | null,
    limits?: CountedLimits | null,
  ): Promise<Bearer> {
    const bearer = await identity.authenticateIn(headers.authorization, workspaceId, limits);
    if (bearer !== undefined) {
      nameAsker(bearer.caller.userId);
      return bearer;
    }
    throw new Refusal(401, 'Send a valid access token: Authorization: Bearer <token>.');
  }

  /** Takes one trip to the database, also where that counts the request. */
  async function authenticateAndCount(
    request: FastifyRequest,
    workspaceId: string | null,
  ): Promise<Bearer> {
    const bearer = await authenticate(request, workspaceId, requestLimits.countedLimits());
    const admission = await requestLimits.admit(subjectsOf(bearer, workspaceId), bearer.counted);
    if (admission.isAdmitted) return bearer;
    throw new TooManyRequests(`this ${admission.refusedBy.kind}`, admission.waitMs);
  }

  async function enterAgain(request: FastifyRequest): Promise<Admitted> {
    const bearer = await authenticate(request, enteredBy(request));
    const view = await enter(database, request, bearer);
    return { caller: bearer.caller, view, wasWhole: true };
  }

  async function renew(request: FastifyRequest): Promise<void> {
    admitted.set(request, await enterAgain(request));
  }

  return {
    async admit(request) {
      const wasWhole = await isWhole(request);
      const bearer = await authenticateAndCount(request, enteredBy(request));
      const view = await enter(database, request, bearer);
      admitted.set(request, { caller: bearer.caller, view, wasWhole });
    },
    async readmit(request) {
      if (!present(admitted.get(request)).wasWhole) await renew(request);
    },
    renew,
    renewView: async (request) => present((await enterAgain(request)).view),
    isAdmitted: (request) => admitted.has(request),
    callerOf: (request) => present(admitted.get(request)).caller,
    viewOf: (request) => present(admitted.get(request)?.view),
  };
}

async function enter(
  database: Database,
  request: FastifyRequest,
  bearer: Bearer,
): Promise<WorkspaceView | undefined> {
  const entry = decideEntry(request, bearer, enteredBy(request));
  if (entry.kind === 'refused') throw entry.refusal;
  if (entry.kind === 'none') return undefined;
  const view = await viewAccessible(database, bearer, entry.id);
  nameWorkspace(request.raw, view.workspaceId);
  assertAllowed(bearer.caller, view, entry.permission);
  return view;
}

/** The id of the workspace that a request names; null for one that isn't a UUID, and where its address is in none. */
function enteredBy({ headers, routeOptions }: FastifyRequest): string | null {
  const { entrance = 'none' } = routeOptions.config;
  if (entrance === 'none' || entrance.permission === null) return null;
  return storedId.safeParse(headers[workspaceHeader]).data ?? null;
}

/** What a request counts for. */
function subjectsOf({ caller, access, isBlocked }: Bearer, workspaceId: string | null): Subject[] {
  const token: Subject = { kind: 'token', id: caller.credentialId };
  const isEntered = workspaceId !== null && access !== undefined && !isBlocked;
  return isEntered ? [token, { kind: 'workspace', id: workspaceId }] : [token];
}

/** Into what a request comes by its address, its headers and its token. */
type Entry =
  | { readonly kind: 'none' }
  | { readonly kind: 'workspace'; readonly id: string; readonly permission: Permission }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

function decideEntry(
  { headers, routeOptions }: FastifyRequest,
  bearer: Bearer,
  workspaceId: string | null,
): Entry {
  const { entrance = 'none' } = routeOptions.config;
  if (entrance === 'none') return { kind: 'none' };
  const { caller, access, isBlocked } = bearer;
  if (!caller.mayWrite && !entrance.onlyReads && entrance.isOpenToReaders !== true) {
    const hint = caller.via === 'token' ? ' To change something, use one that can write.' : '';
    return refused(403, `This access token is read-only.${hint}`);
  }
  const { permission } = entrance;
  if (permission === null) return { kind: 'none' };
  if (headers[workspaceHeader] === undefined) {
    return refused(400, `Name the workspace: send its id in the header ${workspaceHeader}.`);
  }
  if (workspaceId === null) {
    return refused(400, `The header ${workspaceHeader} must be a single UUID.`);
  }
  if (access === undefined) return { kind: 'refused', refusal: notFound('workspace') };
  if (isBlocked) return refused(403, blockedToken);
  return { kind: 'workspace', id: workspaceId, permission };
}

function refused(...reason: ConstructorParameters<typeof Refusal>): Entry {
  return { kind: 'refused', refusal: new Refusal(...reason) };
}

const blockedToken =
  'This token is blocked in this workspace. An administrator of the workspace can unblock it.';

/** A short body has arrived a turn after the headers. What arrives while the token is read doesn't count. */
async function isWhole({ headers, raw }: FastifyRequest): Promise<boolean> {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (hasBody) await setImmediate();
  return !hasBody || raw.complete;
}

/** @throws Refusal 403 if the role doesn't allow it, and for an app that would learn who did what with which token */
function assertAllowed(caller: BearerCaller, view: WorkspaceView, permission: Permission): void {
  assertPermitted(view, permission);
  if (permission === 'audit') assertPersonal(caller);
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A request was answered that was not admitted.');
  return value;
}
