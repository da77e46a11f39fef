import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccountPageContext } from './account-page';
import { invitationPath, tokenPagePath } from '../account-paths';
import { startSession } from '../../accounts/browser-session';
import { issueFormKey, readKeyedForm } from './form-key';
import { renderErrorPage } from '../../base/html/error-page';
import { renderInvitationPage } from './views/invitation-page';
import { findPasswordProblem } from '../../accounts/password';
import { acceptInvitation, findInvited } from '../../accounts/people';
import { redirect, sendPage } from './respond';

const formKey = { cookieName: 'wds-invitation', path: invitationPath };

/** Where a person who was invited chooses a password: `/account/invitation/{secret}`. */
export async function answerInvitation(
  context: AccountPageContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { server, database, clock } = context;
  const { pathname } = new URL(request.url ?? '', server.issuer);
  const secret = pathname.slice(invitationPath.length + 1);
  const account = await findInvited(database, secret, clock());
  if (account === undefined) {
    sendGone(response);
    return;
  }
  const visit = { server, request, response, account };
  const show = (status: number, problem?: string) => {
    const key = issueFormKey(formKey, visit);
    const page = renderInvitationPage({ action: pathname, formKey: key, account, problem });
    sendPage(response, { status, page });
  };
  if (request.method !== 'POST') {
    show(200);
    return;
  }
  const form = await readKeyedForm(formKey, visit);
  const password = form.get('password') ?? '';
  const problem = findPasswordProblem(password);
  if (problem !== undefined) {
    show(422, problem);
  } else if (await acceptInvitation(database, secret, password)) {
    await startSession(server, request, response, account);
    redirect(response, tokenPagePath);
  } else {
    sendGone(response);
  }
}

function sendGone(response: ServerResponse): void {
  const home = { homeAddress: tokenPagePath, homeLabel: 'Sign in' };
  const page = renderErrorPage({ error: 'invitation_gone', ...home });
  sendPage(response, { status: 404, page });
}
