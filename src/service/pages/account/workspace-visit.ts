import type { FastifyReply } from 'fastify';
import { permissionMatrix } from '../../../api/permission';
import { callerOf } from '../../accounts/identity';
import { renderErrorPage } from '../../base/html/error-page';
import { html } from '../../base/html/markup';
import type { Refusal } from '../../base/refusals/refusal';
import { allowedRoles, notPermitted, viewWorkspace } from '../../model/permissions/workspace-view';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import type { Membership } from '../../model/resources/members';
import { permissionFor, renderAccountPage, workspacesFor } from '../account-navigation';
import { tokenPagePath } from '../account-paths';
import { FormRefusal } from './forms';
import type { FormKey } from './forms';
import { answerSignedInVisit, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

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
