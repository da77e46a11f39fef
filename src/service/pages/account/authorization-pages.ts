import type { FastifyReply } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import * as z from 'zod';
import { interactionPath, readScope } from '../../accounts/authorization-server';
import { endSession } from '../../accounts/browser-session';
import { signInWithPassword } from '../../accounts/password-sign-in';
import type { SignInOutcome } from '../../accounts/password-sign-in';
import { findAccount } from '../../accounts/people';
import type { Account } from '../../accounts/people';
import { renderErrorPage } from '../../base/html/error-page';
import { renderPage } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import { accountPaths } from '../account-paths';
import { readForm } from './forms';
import { renderSignInPage } from './sign-in-page';
import { isAwaited, sendPage } from './visit';
import type { Visit } from './visit';

/** One step of an authorization that waits for the person. */
interface Step extends Visit {
  readonly interaction: Interaction;
}

const authorizationParameters = z.object({ client_id: z.string(), redirect_uri: z.url() });

/**
 * The sign-in and consent pages of an authorization: `/oauth/interaction/{uid}`. The browser that
 * started it holds a cookie for exactly this address; for any other the interaction is unknown.
 */
export async function answerInteraction(visit: Visit): Promise<FastifyReply> {
  const { server, request, reply } = visit;
  const { pathname, searchParams } = new URL(request.url, server.issuer);
  const form = request.method === 'POST' ? await readForm(request.raw) : undefined;
  const interaction = await server.interactionDetails(request.raw, reply.raw);
  if (pathname !== interactionPath(interaction.uid)) {
    return sendPage(reply, { status: 400, page: renderErrorPage(expired) });
  }
  const step: Step = { ...visit, interaction };
  if (form !== undefined) return acceptAnswer(step, form);
  return showStep(step, searchParams.get('account') === 'another');
}

const expired = { error: 'invalid_request', name: 'SessionNotFound' };

async function showStep(step: Step, wantsAnotherAccount: boolean): Promise<FastifyReply> {
  const account = await findSignedIn(step);
  if (account === undefined || wantsAnotherAccount) return showSignIn(step, account);
  return showConsent(step, account);
}

async function acceptAnswer(step: Step, form: URLSearchParams): Promise<FastifyReply> {
  switch (form.get('intent') ?? '') {
    case 'sign-in':
      return acceptSignIn(step, form);
    case 'allow':
      return acceptConsent(step);
    default:
      return finish(step, {
        error: 'access_denied',
        error_description: 'You canceled the connection.',
      });
  }
}

async function acceptSignIn(step: Step, form: URLSearchParams): Promise<FastifyReply> {
  const { database, identity } = step;
  const outcome = await signInWithPassword(form, { ...identity, database }, isAwaited(step));
  if (outcome.kind === 'refused') {
    return showSignIn(step, await findSignedIn(step), outcome);
  }
  const { account } = outcome;
  if (step.interaction.session?.accountId !== account.id) await leaveSession(step);
  return finish(step, { login: { accountId: account.id } });
}

/** Detaches the authorization from the browser's session, so that it continues as someone else. */
async function leaveSession({ server, request, reply, interaction }: Step): Promise<void> {
  interaction.session = undefined;
  await interaction.persist();
  await endSession(server, request.raw, reply.raw);
}

async function acceptConsent(step: Step): Promise<FastifyReply> {
  const { server, interaction } = step;
  const account = await findSignedIn(step);
  if (account === undefined || interaction.prompt.name !== 'consent') {
    return showStep(step, false);
  }
  const { client_id: clientId } = authorizationParameters.parse(interaction.params);
  const grant = new server.Grant({ accountId: account.id, clientId });
  grant.addOIDCScope(readScope);
  return finish(step, { consent: { grantId: await grant.save() } });
}

type InteractionResult = Parameters<Provider['interactionResult']>[2];

/**
 * Hands the person's answer to the authorization server, which continues or asks the next thing.
 * Consent adds to the sign-in before it; a new sign-in makes earlier answers void, they may be
 * someone else's.
 */
async function finish(
  { server, request, reply }: Step,
  result: InteractionResult,
): Promise<FastifyReply> {
  const mergeWithLastSubmission = result.login === undefined;
  const next = await server.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission,
  });
  return reply.redirect(next, 303);
}

async function showSignIn(
  step: Step,
  account: Account | undefined,
  state: { readonly status: 200 } | (SignInOutcome & { kind: 'refused' }) = { status: 200 },
): Promise<FastifyReply> {
  const appName = await getAppName(step);
  const current = account && { ...account, continueTo: pathOf(step) };
  const page = renderSignInPage({ ...state, action: pathOf(step), appName, current });
  return sendPage(step.reply, { ...state, page, formTargets: [returnAddress(step).origin] });
}

async function showConsent(step: Step, account: Account): Promise<FastifyReply> {
  const { host, origin } = returnAddress(step);
  const page = renderConsentPage({
    action: pathOf(step),
    appName: await getAppName(step),
    returnHost: host,
    account,
  });
  return sendPage(step.reply, { status: 200, page, formTargets: [origin] });
}

async function getAppName({ server, interaction }: Step): Promise<string> {
  const { client_id: clientId } = authorizationParameters.parse(interaction.params);
  return (await server.Client.find(clientId))?.clientName ?? clientId;
}

/** The form's answer travels on to the app, and form policies cover redirects too. */
function returnAddress({ interaction }: Step): URL {
  return new URL(authorizationParameters.parse(interaction.params).redirect_uri);
}

function pathOf({ interaction }: Step): string {
  return interactionPath(interaction.uid);
}

/** Who can continue without signing in again. */
async function findSignedIn({ interaction, database }: Step): Promise<Account | undefined> {
  const accountId = interaction.session?.accountId;
  const mustSignIn = interaction.prompt.name === 'login' || accountId === undefined;
  return mustSignIn ? undefined : findAccount(database, accountId);
}

interface ConsentPage {
  readonly action: string;
  readonly appName: string;
  /** Where the person is sent afterwards. */
  readonly returnHost: string;
  readonly account: Account;
}

export function renderConsentPage(page: ConsentPage): string {
  const { action, appName, returnHost, account } = page;
  return renderPage(
    'Allow access',
    html`<h1>Allow ${appName} to access your account?</h1>
      <p>The app will be able to:</p>
      <ul>
        <li>Read workspace objects you can see</li>
        <li>See your email address</li>
      </ul>
      <dl>
        <dt>Your account</dt>
        <dd>${account.name} (${account.email})</dd>
      </dl>
      <p><a href="${action}?account=another">Use another account</a></p>
      <p class="subtle">
        You’ll return to ${returnHost}. You can end this access at any time, there or in this
        service under <a href="${accountPaths.connectedApps}">Connected apps</a>.
      </p>
      <form method="post" action="${action}">
        <div class="actions">
          <button class="primary" type="submit" name="intent" value="allow">Allow</button>
          <button type="submit" name="intent" value="cancel">Cancel</button>
        </div>
      </form>`,
  );
}
