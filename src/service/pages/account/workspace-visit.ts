import type { FastifyReply } from 'fastify';
import { renderErrorPage } from '../../base/html/error-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { viewWorkspace } from '../../model/permissions/workspace-view';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import type { Membership } from '../../model/resources/members';
import { renderAccountPage, workspacesFor } from '../account-navigation';
import type { AccountPage } from '../account-navigation';
import { tokenPagePath } from '../account-paths';
import { FormRefusal, issueFormKey } from './forms';
import type { FormKey } from './forms';
import { answerSignedInVisit, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

/** One request for a page about a workspace, by someone whose role in it allows what the page is for. */
export interface WorkspaceVisit extends SignedInVisit {
  readonly path: string;
  readonly workspace: Membership;
  readonly view: WorkspaceView;
  /** Sent along with every form, unseen. */
  readonly formKey: string;
  /** Of the page's address. */
  readonly parameters: URLSearchParams;
}

interface WorkspacePage {
  readonly formKey: FormKey;
  readonly title: string;
  readonly show: (visit: WorkspaceVisit) => Promise<FastifyReply>;
  readonly acceptForm: (visit: WorkspaceVisit, form: URLSearchParams) => Promise<FastifyReply>;
}

/**
 * Answers a page about one workspace, which its address names; the first of those that the person may see it for
 * where it names none. Whoever lost the right in the meantime sees and changes nothing.
 */
export function answerWorkspaceVisit(visit: Visit, page: WorkspacePage): Promise<FastifyReply> {
  const { url } = visit.request;
  return answerSignedInVisit(visit, page.formKey, async (signedIn, form) => {
    const { server, reply, memberships } = signedIn;
    const { searchParams: parameters } = new URL(url, server.issuer);
    const workspaces = workspacesFor(page.formKey.path, memberships);
    const asked = form === undefined ? parameters.get('workspace') : form.get('workspace');
    const workspace =
      form === undefined && asked === null
        ? workspaces[0]
        : workspaces.find(({ id }) => id === asked);
    const here = workspace && (await enter(signedIn, page, workspace, parameters));
    if (here !== undefined) {
      return form === undefined ? page.show(here) : page.acceptForm(here, form);
    }
    if (form !== undefined) throw new FormRefusal('not_allowed');
    return workspaces.length === 0 && asked === null
      ? sendNothing(signedIn, page)
      : sendNoWorkspace(reply);
  });
}

/** Undefined if their role there no longer allows what the page is for. */
async function enter(
  visit: SignedInVisit,
  { formKey }: WorkspacePage,
  membership: Membership,
  parameters: URLSearchParams,
): Promise<WorkspaceVisit | undefined> {
  const { database, account } = visit;
  const caller = { ...account, userId: account.id, via: 'session' } as const;
  const view = await viewWorkspace(database, caller, membership.id);
  const [workspace] = workspacesFor(formKey.path, [{ ...membership, role: view.role }]);
  if (workspace === undefined) return undefined;
  return {
    ...visit,
    path: formKey.path,
    workspace,
    view,
    formKey: issueFormKey(formKey, visit),
    parameters,
  };
}

/** Rather than another workspace, in which something would be changed by mistake. */
function sendNoWorkspace(reply: FastifyReply): FastifyReply {
  const page = renderErrorPage({
    error: 'not_found',
    title: 'Workspace not found',
    text: 'There is no such workspace, or your role in it doesn’t allow this.',
    homeAddress: tokenPagePath,
  });
  return sendPage(reply, { status: 404, page });
}

function sendNothing(visit: SignedInVisit, { formKey, title }: WorkspacePage): FastifyReply {
  const content = html`<p>
    Your role doesn’t allow this in any workspace. To see or change this, ask an administrator.
  </p>`;
  const page = renderAccountPage({ ...visit, path: formKey.path, title }, content);
  return sendPage(visit.reply, { status: 200, page });
}

/** A page about the workspace of the visit. */
export function renderWorkspacePage(
  visit: WorkspaceVisit,
  shown: Pick<AccountPage, 'title' | 'hasProblem'>,
  content: Markup,
): string {
  return renderAccountPage({ ...visit, ...shown }, content);
}

/** The address of the page as the visit sees it, or with other parameters; null leaves one out. */
export function addressOf(
  { path, workspace, parameters }: WorkspaceVisit,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const query = new URLSearchParams(parameters);
  query.set('workspace', workspace.id);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `${path}?${query.toString()}`;
}
