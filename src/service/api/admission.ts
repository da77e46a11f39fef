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
import { Refusal, TooManyRequests } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import type { RequestLimits } from '../base/request-limits/request-limits';
import {
  assertNotBlocked,
  assertPermitted,
  viewAccessible,
} from '../model/permissions/workspace-view';
import type { Bearer, BearerCaller, WorkspaceView } from '../model/permissions/workspace-view';

interface AdmissionDependencies {
  readonly database: Database;
  readonly identity: Pick<Identity, 'authenticateIn'>;
  readonly requestLimits: RequestLimits;
}

/**
 * Who may continue, decided before anything of a request's body is read, and again once it is there
 * where it was not yet: it may take its time, and tokens are revoked and access withdrawn in the meantime.
 */
export interface Admission {
  /**
   * Every request of the public API passes here, whatever becomes of it.
   * @throws Refusal 401 without a live token
   * @throws TooManyRequests if the token has none left
   */
  admit(request: FastifyRequest): Promise<void>;
  /** @throws Refusal 403 if a token that may only read would write */
  admitToEndpoint(request: FastifyRequest, endpoint: Endpoint): void;
  /**
   * Counts for the workspace too, where the caller is a member: nobody else can use it up or learn
   * from its use that it is there.
   * @throws Refusal 400 without the header, 404 for a workspace that the caller may not see, 403 if their role in it
   *   doesn't allow it or the token is blocked there
   * @throws TooManyRequests if the workspace has none left
   */
  admitToWorkspace(request: FastifyRequest, permission: Permission): Promise<void>;
  /**
   * Admits a request again whose body came after it was admitted, as it would be now; it does not count again.
   * @throws Refusal 401 without a live token, 404 for a workspace that the caller may not see, 403 if their role in it
   *   doesn't allow it or the token is blocked there
   */
  readmit(request: FastifyRequest): Promise<void>;
  callerOf(request: FastifyRequest): BearerCaller;
  viewOf(request: FastifyRequest): WorkspaceView;
}

interface Admitted extends Bearer {
  /** Whether the whole request had arrived by the time that its token was looked at. */
  readonly wasWhole: boolean;
  /** Takes the request back from what its token has used. */
  readonly withdraw: () => Promise<void>;
}

interface AdmittedView {
  readonly view: WorkspaceView;
  readonly permission: Permission;
}

export function createAdmission(dependencies: AdmissionDependencies): Admission {
  const { database, identity, requestLimits } = dependencies;
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const views = new WeakMap<FastifyRequest, AdmittedView>();

  /** Reads who it is and what they may see in one statement: each takes its time to the database and back. */
  async function authenticate({ headers }: FastifyRequest): Promise<Bearer> {
    const workspaceId = storedId.safeParse(headers[workspaceHeader]).data ?? null;
    const bearer = await identity.authenticateIn(headers.authorization, workspaceId);
    if (bearer !== undefined) {
      nameAsker(bearer.caller.userId);
      return bearer;
    }
    throw new Refusal(401, 'Send a valid access token: Authorization: Bearer <token>.');
  }

  return {
    async admit(request) {
      const wasWhole = await isWhole(request);
      const bearer = await authenticate(request);
      const token = { kind: 'token', id: bearer.caller.credentialId } as const;
      const admission = await requestLimits.admit(token);
      if (!admission.isAdmitted) throw new TooManyRequests('this token', admission.waitMs);
      admitted.set(request, { ...bearer, wasWhole, withdraw: admission.withdraw });
    },
    admitToEndpoint(request, endpoint) {
      const { caller } = present(admitted.get(request));
      if (!caller.mayWrite && !endpoint.onlyReads && endpoint.isOpenToReaders !== true) {
        const hint = caller.via === 'token' ? ' To change something, use one that can write.' : '';
        throw new Refusal(403, `This access token is read-only.${hint}`);
      }
    },
    async admitToWorkspace(request, permission) {
      const { withdraw, ...bearer } = present(admitted.get(request));
      const view = await viewAccessible(database, bearer, readWorkspaceId(request));
      nameWorkspace(request.raw, view.workspaceId);
      // Before it counts: whoever is kept out uses nothing up.
      assertNotBlocked(bearer);
      const admission = await requestLimits.admit({ kind: 'workspace', id: view.workspaceId });
      if (!admission.isAdmitted) {
        await withdraw();
        throw new TooManyRequests('this workspace', admission.waitMs);
      }
      assertAllowed(bearer.caller, view, permission);
      views.set(request, { view, permission });
    },
    async readmit(request) {
      const before = present(admitted.get(request));
      if (before.wasWhole) return;
      const bearer = await authenticate(request);
      admitted.set(request, { ...before, ...bearer });
      const viewed = views.get(request);
      if (viewed === undefined) return;
      const view = await viewAccessible(database, bearer, viewed.view.workspaceId);
      assertNotBlocked(bearer);
      assertAllowed(bearer.caller, view, viewed.permission);
      views.set(request, { ...viewed, view });
    },
    callerOf: (request) => present(admitted.get(request)).caller,
    viewOf: (request) => present(views.get(request)).view,
  };
}

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

function readWorkspaceId(request: FastifyRequest): string {
  const value = request.headers[workspaceHeader];
  if (value === undefined) {
    throw new Refusal(400, `Name the workspace: send its id in the header ${workspaceHeader}.`);
  }
  const workspaceId = storedId.safeParse(value);
  if (!workspaceId.success)
    throw new Refusal(400, `The header ${workspaceHeader} must be a single UUID.`);
  return workspaceId.data;
}
