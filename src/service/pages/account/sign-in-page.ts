import type { FastifyReply } from 'fastify';
import { endSession, findSignedInAccount, startSession } from '../../accounts/browser-session';
import { signInWithPassword } from '../../accounts/password-sign-in';
import { renderPage } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { accountPaths, signInAddress } from '../account-paths';
import { renderField, renderHiddenFields, renderProblem } from './form-markup';
import type { FormProblem } from './form-markup';
import { assertFormKey, issueFormKey, readForm } from './forms';
import { isAwaited, redirect, sendPage } from './visit';
import type { Visit } from './visit';

const signInFormKey = { cookieName: 'wds-sign-in', path: accountPaths.signIn };

/** The sign-in page of the service's own pages: `/oauth/sign-in?returnTo=/workspace/...`. */
export function answerSignIn(visit: Visit): Promise<FastifyReply> {
  return visit.request.method === 'POST' ? acceptSignIn(visit) : showSignIn(visit);
}

async function showSignIn(visit: Visit): Promise<FastifyReply> {
  const { server, database, request, reply } = visit;
  const query = new URL(request.url, server.issuer).searchParams;
  const returnTo = localPath(query.get('returnTo'), server.issuer);
  const account = await findSignedInAccount(server, database, request.raw);
  const formKey = issueFormKey(signInFormKey, { ...visit, account: undefined });
  const page = renderSignInPage({
    action: accountPaths.signIn,
    hiddenFields: { returnTo, formKey },
    ...(account && { current: { ...account, continueTo: returnTo } }),
    isAfterForm: query.has('afterForm'),
  });
  return sendPage(reply, { status: 200, page });
}

async function acceptSignIn(visit: Visit): Promise<FastifyReply> {
  const { server, database, identity, request, reply } = visit;
  const form = await readForm(request.raw);
  assertFormKey(signInFormKey, { ...visit, account: undefined }, form);
  const returnTo = localPath(form.get('returnTo'), server.issuer);
  const outcome = await signInWithPassword(form, { ...identity, database }, isAwaited(visit));
  if (outcome.kind === 'signedIn') {
    await startSession(server, request.raw, reply.raw, outcome.account);
    return redirect(reply, returnTo);
  }
  const page = renderSignInPage({
    ...outcome,
    action: accountPaths.signIn,
    hiddenFields: { returnTo, formKey: form.get('formKey') ?? '' },
  });
  return sendPage(reply, { ...outcome, page });
}

/**
 * The path and query of `target` where it is an address of this service, else the sign-in page.
 * What begins with two slashes would name another host.
 */
export function localPath(target: string | null, issuer: string): string {
  if (target?.startsWith('/') !== true || !URL.canParse(target, issuer)) return accountPaths.signIn;
  const { origin, pathname, search } = new URL(target, issuer);
  if (origin !== new URL(issuer).origin || pathname.startsWith('//')) return accountPaths.signIn;
  return pathname + search;
}

/** Ends the browser's session and continues to the sign-in page. Tokens and connected apps stay. */
export async function answerSignOut({ server, request, reply }: Visit): Promise<FastifyReply> {
  if (request.method === 'POST') {
    await readForm(request.raw);
    await endSession(server, request.raw, reply.raw);
  }
  return redirect(reply, signInAddress(accountPaths.tokens));
}

interface SignInPage {
  /** Where the form is sent. */
  readonly action: string;
  /** Sent along with the form, unseen. */
  readonly hiddenFields?: Readonly<Record<string, string>>;
  /** The app that waits for the sign-in. */
  readonly appName?: string;
  /** Who is signed in already, and where they continue without signing in again. */
  readonly current?: { readonly name: string; readonly email: string; readonly continueTo: string };
  /** Whether a form was sent that nobody was signed in for. */
  readonly isAfterForm?: boolean;
  readonly email?: string;
  readonly problem?: FormProblem;
}

export function renderSignInPage(page: SignInPage): string {
  const { action, hiddenFields = {}, appName, email = '', problem } = page;
  return renderPage(
    problem === undefined ? 'Sign in' : 'Error: Sign in',
    html`<h1>Sign in</h1>
      ${introduction(page)}
      <form method="post" action="${action}" novalidate>
        ${renderHiddenFields(hiddenFields)} ${renderProblem(problem)}
        ${renderField(
          {
            name: 'email',
            label: 'Email',
            type: 'email',
            autocomplete: 'username',
            value: email,
            isFocused: problem === undefined,
          },
          problem,
        )}
        ${renderField(
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autocomplete: 'current-password',
          },
          problem,
        )}
        <div class="actions">
          <button class="primary" type="submit" name="intent" value="sign-in">Sign in</button>
          ${appName === undefined ? undefined : html`<button type="submit" name="intent" value="cancel">Cancel</button>`}
        </div>
      </form>
      <p class="subtle">
        Forgot your password, or don’t have an account? Contact your administrator.
      </p>`,
  );
}

const afterForm =
  'Nothing was changed, because you’re no longer signed in. Sign in, then fill in the form again.';

function introduction({ appName, current, isAfterForm = false }: SignInPage): Markup {
  return html`
    ${isAfterForm ? html`<p role="alert">${afterForm}</p>` : undefined}
    ${appName === undefined ? undefined : html`<p class="subtle">to continue to ${appName}</p>`}
    ${
      current &&
      html`<p>
        Signed in as ${current.name} (${current.email}).
        <a href="${current.continueTo}">Continue as ${current.name}</a>, or sign in with another
        account.
      </p>`
    }
  `;
}
