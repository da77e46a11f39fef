import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Identity } from '../accounts/identity';
import type { Queryable } from '../base/database/database';
import { pageHeaders, renderPage } from '../base/html/layout';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import { nameWorkspace } from '../base/monitoring/observe-requests';
import { Refusal, TooManyRequests, notFound } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import type { RequestLimits } from '../base/request-limits/request-limits';
import { viewWorkspace } from '../model/permissions/workspace-view';
import type { Caller, WorkspaceView } from '../model/permissions/workspace-view';
import { accountPaths, signInAddress } from './account-paths';

/** Says who is signed in, and ends that: the last part of a page about an account. */
export function renderSignedInAs({ name, email }: Pick<Caller, 'name' | 'email'>): Markup {
  return html`<form class="account" method="post" action="${accountPaths.signOut}">
    <p class="subtle">You’re signed in as ${name} (${email}).</p>
    <button type="submit">Sign out</button>
  </form>`;
}

export interface WorkspacePageDependencies {
  readonly database: Queryable;
  readonly identity: Pick<Identity, 'findBrowserSession'>;
  readonly requestLimits: RequestLimits;
}

/** What a page says in place of its content. */
interface Notice {
  readonly title: string;
  readonly text: string;
}

interface WorkspacePage {
  /** With the parameter `workspaceId`. */
  readonly path: string;
  /** Said of what isn't there, and of what the person can't see. */
  readonly gone: Notice;
  readonly answer: (
    view: WorkspaceView,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>;
}

/** Answers an address in a workspace to whoever is signed in in the browser; anyone else signs in first. Each load counts. */
export function answerWorkspacePage(
  app: FastifyInstance,
  dependencies: WorkspacePageDependencies,
  { path, gone, answer }: WorkspacePage,
): void {
  app.get(path, async (request, reply) => {
    const caller = await dependencies.identity.findBrowserSession(request.raw);
    if (caller === undefined) return reply.redirect(signInAddress(request.url), 303);
    try {
      const view = await openWorkspace(dependencies, caller, request);
      return await answer(view, request, reply);
    } catch (error) {
      if (error instanceof TooManyRequests) {
        void reply.header('retry-after', error.retryAfterSeconds);
        return sendNotice(reply, error.status, tooManyRequests, caller);
      }
      if (error instanceof Refusal) return sendNotice(reply, error.status, gone, caller);
      throw error;
    }
  });
}

const parameters = z.object({ workspaceId: storedId });

async function openWorkspace(
  { database, requestLimits }: WorkspacePageDependencies,
  caller: Caller,
  { params, raw }: FastifyRequest,
): Promise<WorkspaceView> {
  const ids = parameters.safeParse(params);
  if (!ids.success) throw notFound('workspace');
  const view = await viewWorkspace(database, caller, ids.data.workspaceId);
  nameWorkspace(raw, view.workspaceId);
  await countLoad(requestLimits, view);
  return view;
}

const tooManyRequests: Notice = {
  title: 'Too many requests',
  text: 'You or other people in this workspace have made too many requests. Try again in a few minutes.',
};

function sendNotice(
  reply: FastifyReply,
  status: number,
  { title, text }: Notice,
  caller: Caller,
): FastifyReply {
  const content = html`<h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${accountPaths.tokens}">Go to your account</a></p>
    ${renderSignedInAs(caller)}`;
  return reply.code(status).headers(pageHeaders()).send(renderPage(title, content));
}

/**
 * Counts a load of a page: the loads of one person together, and like every request for their
 * workspace too.
 * @throws TooManyRequests
 */
export async function countLoad(
  limits: RequestLimits,
  { caller, workspaceId }: WorkspaceView,
): Promise<void> {
  const admission = await limits.admit([
    { kind: 'token', id: `pages ${caller.userId}` },
    { kind: 'workspace', id: workspaceId },
  ]);
  if (admission.isAdmitted) return;
  const { refusedBy, waitMs } = admission;
  throw new TooManyRequests(refusedBy.kind === 'token' ? 'your pages' : 'this workspace', waitMs);
}
