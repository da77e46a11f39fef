import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, Provider } from 'oidc-provider';
import * as z from 'zod';
import type { Account } from '../../accounts/account';
import { findAccount } from '../../accounts/account';
import { interactionPath, readScope } from '../../accounts/authorization-server';
import { endSession } from '../../accounts/browser-session';
import { readForm } from './form';
import { renderConsentPage } from './views/consent-page';
import { renderErrorPage } from '../../base/html/error-page';
import { renderSignInPage } from './views/sign-in-page';
import type { SignInOutcome } from '../../accounts/password-sign-in';
import { signInWithPassword } from '../../accounts/password-sign-in';
import { sendPage } from './respond';
import type { SignInContext } from './sign-in';

/** One step of an authorization that waits for the person, with its request and response. */
interface Step extends SignInContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly interaction: Interaction;
}

const authorizationParameters = z.object({ client_id: z.string(), redirect_uri: z.url() });

/**
 * The sign-in and consent pages of an authorization: `/oauth/interaction/{uid}`. The browser that
 * started it holds a cookie for exactly this address; for any other the interaction is unknown.
 */
export async function answerInteraction(
  context: SignInContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', context.server.issuer);
  const interaction = await context.server.interactionDetails(request, response);
  if (pathname !== interactionPath(interaction.uid)) {
    sendPage(response, { status: 400, page: renderErrorPage(expired) });
    return;
  }
  const step: Step = { ...context, request, response, interaction };
  if (request.method === 'POST') await acceptAnswer(step);
  else await showStep(step, searchParams.get('account') === 'another');
}

const expired = { error: 'invalid_request', name: 'SessionNotFound' };

async function showStep(step: Step, wantsAnotherAccount: boolean): Promise<void> {
  const account = await findSignedIn(step);
  if (account === undefined || wantsAnotherAccount) await showSignIn(step, account);
  else await showConsent(step, account);
}

async function acceptAnswer(step: Step): Promise<void> {
  const form = await readForm(step.request);
  switch (form.get('intent') ?? '') {
    case 'sign-in':
      await acceptSignIn(step, form);
      break;
    case 'allow':
      await acceptConsent(step);
      break;
    default:
      await finish(step, {
        error: 'access_denied',
        error_description: 'You canceled the connection.',
      });
  }
}

async function acceptSignIn(step: Step, form: URLSearchParams): Promise<void> {
  const outcome = await signInWithPassword(form, step);
  if (outcome.kind === 'refused') {
    await showSignIn(step, await findSignedIn(step), outcome);
    return;
  }
  const { account } = outcome;
  if (step.interaction.session?.accountId !== account.id) await leaveSession(step);
  await finish(step, { login: { accountId: account.id } });
}

/** Detaches the authorization from the browser's session, so that it continues as someone else. */
async function leaveSession({ server, request, response, interaction }: Step): Promise<void> {
  interaction.session = undefined;
  await interaction.persist();
  await endSession(server, request, response);
}

async function acceptConsent(step: Step): Promise<void> {
  const { server, interaction } = step;
  const account = await findSignedIn(step);
  if (account === undefined || interaction.prompt.name !== 'consent') {
    await showStep(step, false);
    return;
  }
  const { client_id: clientId } = authorizationParameters.parse(interaction.params);
  const grant = new server.Grant({ accountId: account.id, clientId });
  grant.addOIDCScope(readScope);
  await finish(step, { consent: { grantId: await grant.save() } });
}

type InteractionResult = Parameters<Provider['interactionFinished']>[2];

/**
 * Hands the person's answer to the authorization server, which continues or asks the next thing.
 * Consent adds to the sign-in before it; a new sign-in makes earlier answers void, they may be
 * someone else's.
 */
function finish({ server, request, response }: Step, result: InteractionResult): Promise<void> {
  const mergeWithLastSubmission = result.login === undefined;
  return server.interactionFinished(request, response, result, { mergeWithLastSubmission });
}

async function showSignIn(
  step: Step,
  account: Account | undefined,
  state: { readonly status: 200 } | (SignInOutcome & { kind: 'refused' }) = { status: 200 },
): Promise<void> {
  const appName = await getAppName(step);
  const current = account && { ...account, continueTo: pathOf(step) };
  const page = renderSignInPage({ ...state, action: pathOf(step), appName, current });
  sendPage(step.response, { ...state, page, formTargets: [returnAddress(step).origin] });
}

async function showConsent(step: Step, account: Account): Promise<void> {
  const { host, origin } = returnAddress(step);
  const page = renderConsentPage({
    action: pathOf(step),
    appName: await getAppName(step),
    returnHost: host,
    account,
  });
  sendPage(step.response, { status: 200, page, formTargets: [origin] });
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
