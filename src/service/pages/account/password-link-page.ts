import type { FastifyReply } from 'fastify';
import { startSession } from '../../accounts/browser-session';
import { findPasswordProblem } from '../../accounts/password';
import { choosePassword, findLinkedAccount } from '../../accounts/password-links';
import type { LinkedAccount } from '../../accounts/password-links';
import { renderErrorPage } from '../../base/html/error-page';
import { renderPage } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import { tokenPagePath } from '../account-paths';
import { renderField, renderHiddenFields, renderProblem } from './form-markup';
import type { FormProblem } from './form-markup';
import { assertFormKey, issueFormKey, readForm } from './forms';
import { redirect, sendPage } from './visit';
import type { Visit } from './visit';

const formKey = { cookieName: 'wds-password-link', path: '/account' };

/**
 * Where a person with a link chooses a password: `/account/invitation/{secret}`, or for one who forgot
 * theirs `/account/password/{secret}`.
 */
export async function answerPasswordLink(visit: Visit): Promise<FastifyReply> {
  const { server, database, clock, request, reply } = visit;
  const { pathname } = new URL(request.url, server.issuer);
  const secret = pathname.split('/').at(-1) ?? '';
  const form = request.method === 'POST' ? await readForm(request.raw) : undefined;
  const account = await findLinkedAccount(database, secret, clock());
  if (account === undefined) return sendGone(reply);
  const show = (status: number, problem?: FormProblem) => {
    const key = issueFormKey(formKey, { ...visit, account });
    const page = renderLinkPage({ action: pathname, formKey: key, account, problem });
    return sendPage(reply, { status, page });
  };
  if (form === undefined) return show(200);
  assertFormKey(formKey, { ...visit, account }, form);
  const password = form.get('password') ?? '';
  const message = findPasswordProblem(password);
  if (message !== undefined) return show(422, { field: 'password', message });
  if (!(await choosePassword(database, secret, password))) return sendGone(reply);
  await startSession(server, request.raw, reply.raw, account);
  return redirect(reply, tokenPagePath);
}

function sendGone(reply: FastifyReply): FastifyReply {
  const home = { homeAddress: tokenPagePath, homeLabel: 'Sign in' };
  const page = renderErrorPage({ error: 'link_gone', ...home });
  return sendPage(reply, { status: 404, page });
}

interface LinkPage {
  /** Where the form is sent. */
  readonly action: string;
  readonly formKey: string;
  readonly account: LinkedAccount;
  readonly problem: FormProblem | undefined;
}

function renderLinkPage({ action, formKey, account, problem }: LinkPage): string {
  return renderPage(
    problem === undefined ? 'Choose a password' : 'Error: Choose a password',
    html`<h1>Choose a password</h1>
      <p>${renderOccasion(account)}</p>
      <form method="post" action="${action}" novalidate>
        ${renderHiddenFields({ formKey })}
        <input type="hidden" name="email" autocomplete="username" value="${account.email}" />
        ${renderProblem(problem)}
        ${renderField(
          {
            name: 'password',
            label: 'Password, at least 12 characters',
            type: 'password',
            autocomplete: 'new-password',
            isFocused: true,
          },
          problem,
        )}
        <div class="actions">
          <button class="primary" type="submit">Save and sign in</button>
        </div>
      </form>`,
  );
}

function renderOccasion({ isInvited, name, email }: LinkedAccount): string {
  const signIn = `From now on, sign in with ${email} and this password.`;
  return isInvited
    ? `Welcome, ${name}. ${signIn}`
    : `${name}, ${signIn.charAt(0).toLowerCase()}${signIn.slice(1)} Your old password no longer works then, and you’re signed out everywhere else. Access tokens and connected apps stay.`;
}
