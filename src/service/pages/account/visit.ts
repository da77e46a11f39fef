import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { permissionMatrix } from '../../../api/permission';
import { findSignedInAccount } from '../../accounts/browser-session';
import { callerOf } from '../../accounts/identity';
import type { Identity } from '../../accounts/identity';
import type { Account } from '../../accounts/people';
import type { WorkspaceDependencies } from '../../accounts/workspaces';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import { renderErrorPage } from '../../base/html/error-page';
import { pageHeaders } from '../../base/html/layout';
import type { PagePolicy } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import type { Refusal } from '../../base/refusals/refusal';
import type { RequestLimits } from '../../base/request-limits/request-limits';
import { allowedRoles, notPermitted, viewWorkspace } from '../../model/permissions/workspace-view';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import { readMemberships } from '../../model/resources/members';
import type { Membership } from '../../model/resources/members';
import { permissionFor, renderAccountPage, workspacesFor } from '../account-navigation';
import { accountPaths, signInAddress, signInAddressAfterForm } from '../account-paths';
import { assertFormKey, FormRefusal, issueFormKey, readForm } from './forms';
import type { FormKey } from './forms';

/** What the pages about accounts are answered with. */
export interface AccountPageDependencies extends WorkspaceDependencies {
  readonly identity: Identity;
  readonly requestLimits: RequestLimits;
  readonly storageBudgets: StorageBudgets;
}

/** One request for such a page. */
export interface Visit extends AccountPageDependencies {
  readonly server: Provider;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns what says whether the browser still waits for the answer. */
export function isAwaited({ reply }: Pick<Visit, 'reply'>): () => boolean {
  return () => !reply.raw.destroyed;
}

export interface SignedInVisit extends Visit {
  readonly account: Account;
  readonly memberships: readonly Membership[];
  readonly path: string;
  /** Of the page's address. */
  readonly parameters: URLSearchParams;
  /** Sent along with every form, unseen; absent on a page without forms. */
  readonly formKey?: string;
  /** The one that the page is about, where it is about one. */
  readonly workspace?: Membership;
}

/**
 * Answers whoever is signed in in the browser, with what they sent if they sent a form. Anyone else signs in first,
 * and comes back. Who is signed in and what they are counts as it is once the whole form is there.
 */
export async function answerSignedInVisit(
  visit: Visit,
  formKey: FormKey | undefined,
  answer: (visit: SignedInVisit, form: URLSearchParams | undefined) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { server, database, request, reply } = visit;
  const { raw, method, url } = request;
  const isForm = method === 'POST';
  let account = await findSignedInAccount(server, database, raw);
  let form: URLSearchParams | undefined;
  if (isForm && account !== undefined) {
    if (formKey === undefined) throw new FormRefusal('not_allowed');
    form = await readForm(raw, formKey.maximumBytes);
    account = await findSignedInAccount(server, database, raw);
  }
  if (account === undefined) {
    return redirect(reply, isForm ? signInAddressAfterForm(url) : signInAddress(url));
  }
  if (form !== undefined && formKey !== undefined)
    assertFormKey(formKey, { ...visit, account }, form);
  const memberships = await readMemberships(database, { userId: account.id });
  const { pathname, searchParams: parameters } = new URL(url, server.issuer);
  // As the router read it: `%70eople` is `people`.
  const path = decodeURIComponent(pathname);
  const signedIn = { ...visit, account, memberships, path, parameters };
  const key = formKey && { formKey: issueFormKey(formKey, signedIn) };
  return answer({ ...signedIn, ...key }, form);
}

export interface PageReply extends PagePolicy {
  readonly status: number;
  readonly page: string;
  readonly retryAfterSeconds?: number | undefined;
}

export function sendPage(reply: FastifyReply, answer: PageReply): FastifyReply {
  const { status, page, retryAfterSeconds } = answer;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  return reply.code(status).headers(pageHeaders(answer)).send(page);
}

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 303);
}

/** One request for a page about a workspace, by someone whose role in it allows what the page is for. */
export interface WorkspaceVisit extends SignedInVisit {
  readonly workspace: Membership;
  readonly view: WorkspaceView;
}

interface FormlessPage {
  readonly title: string;
  readonly show: (visit: WorkspaceVisit) => Promise<FastifyReply>;
}

type WorkspacePage =
  | FormlessPage
  | (FormlessPage & {
      readonly formKey: FormKey;
      readonly acceptForm: (visit: WorkspaceVisit, form: URLSearchParams) => Promise<FastifyReply>;
    });

/**
 * Answers a page about one workspace, which its address names; the first of those that the person may see it for
 * where it names none. Whoever lost the right in the meantime sees and changes nothing.
 */
export function answerWorkspaceVisit(visit: Visit, page: WorkspacePage): Promise<FastifyReply> {
  const formKey = 'formKey' in page ? page.formKey : undefined;
  return answerSignedInVisit(visit, formKey, async (signedIn, form) => {
    const { reply, memberships, path, parameters } = signedIn;
    const asked = form === undefined ? parameters.get('workspace') : form.get('workspace');
    const workspace =
      form === undefined && asked === null
        ? workspacesFor(path, memberships)[0]
        : memberships.find(({ id }) => id === asked);
    if (workspace === undefined) {
      if (form !== undefined) throw new FormRefusal('not_allowed');
      return asked === null ? sendNothing(signedIn, page.title) : sendNoWorkspace(reply);
    }
    const view = await enter(signedIn, workspace);
    const permission = permissionFor(path);
    if (!permissionMatrix[permission][view.role]) {
      return sendNotPermitted(reply, notPermitted(view.role, permission), form !== undefined);
    }
    const here = { ...signedIn, workspace: { ...workspace, role: view.role }, view };
    return form !== undefined && 'acceptForm' in page
      ? page.acceptForm(here, form)
      : page.show(here);
  });
}

/** Their role there may have changed since their memberships were read. */
function enter({ database, account }: SignedInVisit, { id }: Membership): Promise<WorkspaceView> {
  return viewWorkspace(database, callerOf(account), id);
}

/** Rather than another workspace, in which something would be changed by mistake. */
function sendNoWorkspace(reply: FastifyReply): FastifyReply {
  const page = renderErrorPage({
    error: 'not_found',
    title: 'Workspace not found',
    text: 'There is no such workspace, or you aren’t a member of it.',
    homeAddress: accountPaths.tokens,
  });
  return sendPage(reply, { status: 404, page });
}

function sendNotPermitted(
  reply: FastifyReply,
  { status, message }: Refusal,
  isForm: boolean,
): FastifyReply {
  const page = renderErrorPage({
    error: 'not_allowed',
    title: isForm ? 'You can’t change this' : 'You can’t see this',
    text: isForm ? `Nothing was changed. ${message}` : message,
    homeAddress: accountPaths.tokens,
  });
  return sendPage(reply, { status, page });
}

function sendNothing(visit: SignedInVisit, title: string): FastifyReply {
  const allowed = allowedRoles(permissionFor(visit.path));
  const text =
    visit.memberships.length === 0
      ? 'You aren’t a member of any workspace. Contact your administrator.'
      : `Only ${allowed} can open this page, and you aren’t one in any workspace.`;
  const content = html`<p>${text}</p>`;
  const page = renderAccountPage({ ...visit, title }, content);
  return sendPage(visit.reply, { status: 200, page });
}
