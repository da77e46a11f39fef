import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Queryable } from '../base/database';
import { tokenPagePath } from '../accounts';
import type { Caller, Identity } from '../accounts';
import { pageHeaders, renderPage } from '../base/html/layout';
import { html } from '../base/html/markup';
import { renderSignedInAs } from './signed-in-as';
import { viewWorkspace } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import { Refusal, TooManyRequests, notFound } from '../base/refusals/refusal';
import type { RequestLimits } from '../base/request-limits';
import { storedId } from '../base/refusals/stored-id';
import { nameWorkspace } from '../base/watching/observe-requests';
import { countLoad } from './count-load';
import { answerSignedIn } from './signed-in-page';

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

/** Answers an address in a workspace to whoever is signed in in the browser. Each load counts. */
export function answerWorkspacePage(
  app: FastifyInstance,
  dependencies: WorkspacePageDependencies,
  { path, gone, answer }: WorkspacePage,
): void {
  answerSignedIn(app, dependencies.identity, path, async (caller, request, reply) => {
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
    <p><a href="${tokenPagePath}">Go to your account</a></p>
    ${renderSignedInAs(caller)}`;
  return reply.code(status).headers(pageHeaders()).send(renderPage(title, content));
}
