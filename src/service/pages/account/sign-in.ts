import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Queryable } from '../../base/database/database';
import { findSignedInAccount, startSession } from '../../accounts/browser-session';
import { issueFormKey, readKeyedForm } from './form-key';
import { renderSignInPage } from './views/sign-in-page';
import { signInWithPassword } from '../../accounts/password-sign-in';
import { redirect, sendPage } from './respond';
import type { SignInThrottle } from '../../accounts/sign-in-throttle';

export const signInPath = '/oauth/sign-in';

/** Where people sign in and continue to `returnTo`, a path of this service. */
export function signInAddress(returnTo: string): string {
  return `${signInPath}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** The same for whoever sent a form while nobody was signed in: the page says that it did nothing. */
export function signInAddressAfterForm(returnTo: string): string {
  return `${signInAddress(returnTo)}&afterForm=true`;
}

const signInFormKey = { cookieName: 'wds-sign-in', path: signInPath };

export interface SignInContext {
  readonly server: Provider;
  readonly database: Queryable;
  readonly throttle: SignInThrottle;
}

/** The sign-in page of the service's own pages: `/oauth/sign-in?returnTo=/workspace/...`. */
export async function answerSignIn(
  context: SignInContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') await acceptSignIn(context, request, response);
  else await showSignIn(context, request, response);
}

async function showSignIn(
  { server, database }: SignInContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const query = new URL(request.url ?? '', server.issuer).searchParams;
  const returnTo = localPath(query.get('returnTo'), server.issuer);
  const account = await findSignedInAccount(server, database, request);
  const page = renderSignInPage({
    action: signInPath,
    hiddenFields: {
      returnTo,
      formKey: issueFormKey(signInFormKey, { server, request, response, account: undefined }),
    },
    ...(account && { current: { ...account, continueTo: returnTo } }),
    isAfterForm: query.has('afterForm'),
  });
  sendPage(response, { status: 200, page });
}

async function acceptSignIn(
  { server, database, throttle }: SignInContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readKeyedForm(signInFormKey, {
    server,
    request,
    response,
    account: undefined,
  });
  const returnTo = localPath(form.get('returnTo'), server.issuer);
  const outcome = await signInWithPassword(form, { database, throttle });
  if (outcome.kind === 'signedIn') {
    await startSession(server, request, response, outcome.account);
    redirect(response, returnTo);
    return;
  }
  const page = renderSignInPage({
    ...outcome,
    action: signInPath,
    hiddenFields: { returnTo, formKey: form.get('formKey') ?? '' },
  });
  sendPage(response, { ...outcome, page });
}

/**
 * The path and query of `target` where it is an address of this service, else the sign-in page.
 * What begins with two slashes would name another host.
 */
export function localPath(target: string | null, issuer: string): string {
  if (target?.startsWith('/') !== true || !URL.canParse(target, issuer)) return signInPath;
  const { origin, pathname, search } = new URL(target, issuer);
  if (origin !== new URL(issuer).origin || pathname.startsWith('//')) return signInPath;
  return pathname + search;
}
