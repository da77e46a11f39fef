import { renderPage } from './layout';
import { html } from './markup';

/** What went wrong, as the authorization server or the service names it. */
interface PageError {
  /** An OAuth 2.0 error code, or one of the service's own. */
  readonly error: string;
  /** What the server adds for developers. */
  readonly detail?: string | undefined;
  /** The name of the error's class where the code says too little. */
  readonly name?: string;
  /** In place of the explanation of the code. */
  readonly title?: string;
  readonly text?: string;
  /** The page at which the person can go on. */
  readonly homeAddress?: string;
  /** What that page's link says; “Go to your account” if absent. */
  readonly homeLabel?: string;
}

interface Explanation {
  readonly title: string;
  readonly text: string;
}

const checkAddress = 'Check the address, or go back to where you came from.';
const startAgain = 'Go back to the app and connect your account again.';

const explanations: Readonly<Record<string, Explanation>> = {
  SessionNotFound: {
    title: 'This sign-in has expired',
    text: `It was open too long, or was finished in another tab. ${startAgain}`,
  },
  invalid_client: {
    title: 'This app isn’t registered here',
    text: 'The service doesn’t recognize the app that sent you here. Ask whoever set it up to check its client id.',
  },
  invalid_redirect_uri: {
    title: 'This app’s return address isn’t registered',
    text: 'Nothing was shared with it. Ask whoever set the app up to check its redirect address.',
  },
  form_foreign: {
    title: 'This form didn’t come from this service',
    text: 'Nothing was changed. Another site sent the form, or your browser no longer has the cookie that belongs to it. Open the page of this service again and send the form from there.',
  },
  form_of_other_account: {
    title: 'Someone else has signed in since',
    text: 'Nothing was changed. This form belongs to a different account from the one that’s signed in now. Open the page again, check who is signed in, and send the form from there.',
  },
  not_allowed: {
    title: 'You can’t change this',
    text: 'Nothing was changed: you don’t have permission for it, or no longer do. Open the page again to see what you can change.',
  },
  form_too_long: {
    title: 'This form is too long',
    text: 'Nothing was changed. Go back, shorten what you typed, and send the form again.',
  },
  form_unreadable: {
    title: 'This form couldn’t be read',
    text: 'Nothing was changed. Part of the form is missing, or was changed on the way. Go back, reload the page, and fill in the form again.',
  },
  form_of_other_type: {
    title: 'This form couldn’t be read',
    text: 'Nothing was changed. It wasn’t sent the way that a browser sends this page’s forms. Open the page in a browser and send the form from there.',
  },
  link_gone: {
    title: 'This link no longer works',
    text: 'It has expired, was already used, or was replaced by a newer one. Sign in with the password that you chose, use the newest link that you got, or ask an administrator of your workspace for a new one.',
  },
  not_found: {
    title: 'There is nothing at this address',
    text: checkAddress,
  },
  wrong_host: {
    title: 'The service isn’t at this address',
    text: 'Open it at its published address. If you don’t know the address, ask whoever runs the service.',
  },
  bad_address: {
    title: 'This address isn’t valid',
    text: checkAddress,
  },
  server_error: {
    title: 'The service couldn’t answer',
    text: 'Something went wrong in the service. Try again in a moment.',
  },
};

const incompleteRequest: Explanation = {
  title: 'This request can’t be answered',
  text: `The app’s request was incomplete, or it was changed on the way. ${startAgain}`,
};

export function renderErrorPage({ error, detail, name = '', ...more }: PageError): string {
  const explanation = explanations[name] ?? explanations[error] ?? incompleteRequest;
  const {
    title,
    text,
    homeAddress,
    homeLabel = 'Go to your account',
  } = { ...explanation, ...more };
  const isForDevelopers = detail !== undefined && error !== 'server_error';
  return renderPage(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      ${homeAddress && html`<p><a href="${homeAddress}">${homeLabel}</a></p>`}
      ${
        isForDevelopers
          ? html`<p class="subtle detail">For whoever set up the app: ${error}, ${detail}</p>`
          : undefined
      }`,
  );
}
