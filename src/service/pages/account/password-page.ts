import type { FastifyReply } from 'fastify';
import { startSession } from '../../accounts/browser-session';
import { findPasswordProblem } from '../../accounts/password';
import { choosePassword, findLinkedAccount, replacePassword } from '../../accounts/password-links';
import type { LinkedAccount } from '../../accounts/password-links';
import { checkPassword } from '../../accounts/password-sign-in';
import { renderErrorPage } from '../../base/html/error-page';
import { renderPage } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import { accountPaths } from '../account-paths';
import { sendAccountPage } from './account-page';
import { renderField, renderForm, renderHiddenFields, renderProblem } from './form-markup';
import type { FormProblem } from './form-markup';
import { assertFormKey, issueFormKey, readForm } from './forms';
import { answerSignedInVisit, isAwaited, redirect, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-password', path: accountPaths.password };

/** The page on which people change their password. */
export function answerPasswordPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, (signedIn, form) =>
    form === undefined ? show(signedIn, { status: 200 }) : acceptForm(signedIn, form),
  );
}

async function acceptForm(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, server, account, identity, request, reply } = visit;
  const password = form.get('password') ?? '';
  const endsSessions = form.get('everywhere') === 'yes';
  const message = findPasswordProblem(password);
  if (message !== undefined) {
    return show(visit, { status: 422, endsSessions, problem: { field: 'password', message } });
  }
  const checked = await checkPassword(
    { ...identity, database },
    { email: account.email, password: form.get('current') ?? '', isAwaited: isAwaited(visit) },
  );
  if (checked.account?.id !== account.id) {
    const wrong = { status: 422, message: 'This isn’t your current password. Enter it again.' };
    const { message, ...refusal } = checked.wait ?? wrong;
    return show(visit, { ...refusal, endsSessions, problem: { field: 'current', message } });
  }
  await replacePassword(database, account.id, password, { endsSessions });
  if (endsSessions) await startSession(server, request.raw, reply.raw, account);
  return show(visit, {
    status: 200,
    message: `Your password was changed.${endsSessions ? ' You’re signed out everywhere else.' : ''}`,
  });
}

interface Shown {
  readonly status: number;
  readonly problem?: FormProblem;
  readonly endsSessions?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  /** What was done just now, as a sentence. */
  readonly message?: string;
}

async function show(visit: SignedInVisit, shown: Shown): Promise<FastifyReply> {
  const { problem, endsSessions = true } = shown;
  const field = (name: string, label: string, autocomplete: string) =>
    renderField({ name, label, type: 'password', autocomplete }, problem);
  const checked = endsSessions ? html`checked` : undefined;
  return sendAccountPage(
    visit,
    { ...shown, title: 'Password' },
    renderForm(
      visit,
      { problem, label: 'Change password', kind: 'primary' },
      html`<input
          type="hidden"
          name="email"
          autocomplete="username"
          value="${visit.account.email}"
        />
        ${field('current', 'Current password', 'current-password')}
        ${field('password', 'New password, at least 12 characters', 'new-password')}
        <label class="choice">
          <input type="checkbox" name="everywhere" value="yes" ${checked} />
          Sign out everywhere else
        </label>
        <p class="subtle">Access tokens and connected apps keep working until you end them.</p>`,
    ),
  );
}

const linkFormKey = { cookieName: 'wds-password-link', path: '/account' };

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
    const key = issueFormKey(linkFormKey, { ...visit, account });
    const page = renderLinkPage({ action: pathname, formKey: key, account, problem });
    return sendPage(reply, { status, page });
  };
  if (form === undefined) return show(200);
  assertFormKey(linkFormKey, { ...visit, account }, form);
  const password = form.get('password') ?? '';
  const message = findPasswordProblem(password);
  if (message !== undefined) return show(422, { field: 'password', message });
  if (!(await choosePassword(database, secret, password, clock()))) return sendGone(reply);
  await startSession(server, request.raw, reply.raw, account);
  return redirect(reply, accountPaths.tokens);
}

function sendGone(reply: FastifyReply): FastifyReply {
  const home = { homeAddress: accountPaths.tokens, homeLabel: 'Sign in' };
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
