import type { FastifyReply } from 'fastify';
import { permissionMatrix } from '../../../api/permission';
import { renderErrorPage } from '../../base/html/error-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { Refusal } from '../../base/refusals/refusal';
import { allowedRoles, notPermitted, viewWorkspace } from '../../model/permissions/workspace-view';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import type { Membership } from '../../model/resources/members';
import { permissionFor, renderAccountPage, workspacesFor } from '../account-navigation';
import type { AccountPage } from '../account-navigation';
import { tokenPagePath } from '../account-paths';
import { renderHiddenFields, renderRemoval } from './form-markup';
import type { Removal } from './form-markup';
import { FormRefusal, issueFormKey } from './forms';
import type { FormKey } from './forms';
import { answerSignedInVisit, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

/** One request for a page about a workspace, by someone whose role in it allows what the page is for. */
export interface WorkspaceVisit extends SignedInVisit {
  readonly path: string;
  readonly workspace: Membership;
  readonly view: WorkspaceView;
  /** Sent along with every form, unseen; empty on a page without forms. */
  readonly formKey: string;
  /** Of the page's address. */
  readonly parameters: URLSearchParams;
}

interface FormlessPage {
  readonly title: string;
  readonly show: (visit: WorkspaceVisit) => Promise<FastifyReply>;
}

type WorkspacePage =
  | (FormlessPage & { readonly path: string })
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
  const path = 'path' in page ? page.path : page.formKey.path;
  return answerSignedInVisit(visit, formKey, async (signedIn, form) => {
    const { server, reply, request, memberships } = signedIn;
    const { searchParams: parameters } = new URL(request.url, server.issuer);
    const asked = form === undefined ? parameters.get('workspace') : form.get('workspace');
    const workspace =
      form === undefined && asked === null
        ? workspacesFor(path, memberships)[0]
        : memberships.find(({ id }) => id === asked);
    if (workspace === undefined) {
      if (form !== undefined) throw new FormRefusal('not_allowed');
      return asked === null ? sendNothing(signedIn, path, page.title) : sendNoWorkspace(reply);
    }
    const view = await enter(signedIn, workspace);
    const permission = permissionFor(path);
    if (!permissionMatrix[permission][view.role]) {
      return sendNotPermitted(reply, notPermitted(view.role, permission), form !== undefined);
    }
    const here = {
      ...signedIn,
      path,
      workspace: { ...workspace, role: view.role },
      view,
      formKey: formKey === undefined ? '' : issueFormKey(formKey, signedIn),
      parameters,
    };
    return form !== undefined && 'acceptForm' in page
      ? page.acceptForm(here, form)
      : page.show(here);
  });
}

/** Their role there may have changed since their memberships were read. */
function enter({ database, account }: SignedInVisit, { id }: Membership): Promise<WorkspaceView> {
  const caller = { ...account, userId: account.id, via: 'session' } as const;
  return viewWorkspace(database, caller, id);
}

/** Rather than another workspace, in which something would be changed by mistake. */
function sendNoWorkspace(reply: FastifyReply): FastifyReply {
  const page = renderErrorPage({
    error: 'not_found',
    title: 'Workspace not found',
    text: 'There is no such workspace, or you aren’t a member of it.',
    homeAddress: tokenPagePath,
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
    homeAddress: tokenPagePath,
  });
  return sendPage(reply, { status, page });
}

function sendNothing(visit: SignedInVisit, path: string, title: string): FastifyReply {
  const allowed = allowedRoles(permissionFor(path));
  const text = `Your role doesn’t allow this in any workspace. Only ${allowed} of a workspace can do this. An administrator of the workspace can change your role.`;
  const content = html`<p>${text}</p>`;
  const page = renderAccountPage({ ...visit, path, title }, content);
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

/** What goes along with each form of a page about a workspace, unseen, with other fields of the form. */
export function renderHidden(
  { formKey, workspace }: WorkspaceVisit,
  fields: Readonly<Record<string, string | undefined>> = {},
): Markup {
  return renderHiddenFields({ formKey, workspace: workspace.id, ...fields });
}

/** A form of a page about a workspace that takes something away, as {@link renderRemoval}. */
export function renderRemovalHere(
  visit: WorkspaceVisit,
  removal: Omit<Removal, 'action' | 'formKey' | 'workspaceId'>,
): Markup {
  const { formKey, workspace } = visit;
  return renderRemoval({
    ...removal,
    action: addressOf(visit),
    formKey,
    workspaceId: workspace.id,
  });
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
