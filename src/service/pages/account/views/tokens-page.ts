import type { Account } from '../../../accounts/account';
import { appPagePath, peoplePagePath, usePagePath } from '../../account-paths';
import type { Grant } from '../../../accounts/grant';
import type { PersonalAccessToken } from '../../../accounts/personal-access-token';
import { copyScript } from '../copy-script';
import { renderPage, renderScript } from '../../../base/html/layout';
import type { Markup } from '../../../base/html/markup';
import { html } from '../../../base/html/markup';
import { renderDay } from '../../../base/html/moment';
import { renderRemoval, renderRemoved } from '../removal';
import { renderSignedInAs } from '../../signed-in-as';
import { renderTable } from '../../../base/html/table';

/** How long a token can last. */
export const durations = [
  { value: '1-week', name: '1 week', days: 7 },
  { value: '1-month', name: '1 month', days: 30 },
  { value: '3-months', name: '3 months', days: 90 },
  { value: '1-year', name: '1 year', days: 365 },
  { value: 'no-end', name: 'No expiration', days: null },
] as const;

/** What was typed, and what is wrong with it. */
export interface TokenForm {
  readonly name: string;
  readonly duration: string;
  readonly problem?: string;
}

interface TokensPage {
  /** Where the forms are sent. */
  readonly action: string;
  /** Sent along with every form, unseen. */
  readonly formKey: string;
  /** The id that a token created with this page gets. */
  readonly newId: string;
  readonly account: Account;
  /** Whether it administers a workspace. */
  readonly isAdministrator: boolean;
  readonly now: Date;
  readonly tokens: readonly PersonalAccessToken[];
  readonly grants: readonly Grant[];
  readonly appNameOf: (clientId: string) => string;
  readonly form?: TokenForm | undefined;
  /** Shown this once. */
  readonly created?: { readonly id: string; readonly token: string } | undefined;
  /** What was taken away just now, as a sentence. */
  readonly removed?: string | undefined;
}

export function renderTokensPage(page: TokensPage): string {
  const title = 'Access tokens';
  return renderPage(
    page.form?.problem === undefined ? title : `Error: ${title}`,
    html`<h1>${title}</h1>
      <p>
        A personal access token lets a program read and write here as you. Treat it like a password.
      </p>
      ${page.removed && renderRemoved(page.removed)}
      ${page.created && renderCreated(page.created.token)}
      <h2>New token</h2>
      ${renderForm(page)}
      <h2>Your tokens</h2>
      ${renderTokens(page)}
      <h2>Connected apps</h2>
      ${renderGrants(page)}
      <p><a href="${usePagePath}">See how many requests your tokens and apps have made</a></p>
      <p><a href="${appPagePath}">Register the apps that you deploy</a></p>
      ${page.isAdministrator ? html`<p><a href="${peoplePagePath}">Add people to your workspaces</a></p>` : undefined}
      ${renderSignedInAs(page.account)}`,
    { isWide: true },
  );
}

function renderCreated(token: string): Markup {
  return html`<section class="notice" aria-labelledby="created">
    <h2 id="created">Copy your new token now</h2>
    <p>You won’t be able to see it again.</p>
    <div class="copy">
      <input id="token" aria-label="New token" value="${token}" readonly autofocus />
      <button id="copy" type="button" hidden>Copy</button>
    </div>
    ${renderScript(copyScript)}
  </section>`;
}

function renderForm({ action, formKey, newId, form }: TokensPage): Markup {
  const problem = form?.problem;
  const duration = form?.duration ?? '1-month';
  return html`<form method="post" action="${action}" novalidate>
    <input type="hidden" name="formKey" value="${formKey}" />
    <input type="hidden" name="id" value="${newId}" />
    ${problem && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
    <label for="name">Name</label>
    <input
      id="name"
      name="name"
      autocomplete="off"
      value="${form?.name ?? ''}"
      required
      ${problem && html`aria-invalid="true" aria-describedby="problem" autofocus`}
    />
    <label for="duration">Duration</label>
    <select id="duration" name="duration">
      ${durations.map(
        ({ value, name }) =>
          html`<option value="${value}" ${duration === value ? html`selected` : undefined}>
            ${name}
          </option>`,
      )}
    </select>
    <div class="actions">
      <button class="primary" type="submit" name="intent" value="create">Create token</button>
    </div>
  </form>`;
}

function renderTokens(page: TokensPage): Markup {
  if (page.tokens.length === 0) return html`<p class="subtle">You have no tokens.</p>`;
  return renderTable(
    ['Name', 'Ends with', 'Created', 'Expires', 'Last used', 'Action'],
    page.tokens.map((token) => renderToken(page, token)),
  );
}

function renderToken(page: TokensPage, token: PersonalAccessToken) {
  const { id, name, lastFour, createdAt, lastUsedAt } = token;
  const consequence = 'Programs that use it will lose access.';
  return [
    name,
    html`<code>${lastFour}</code>`,
    renderDay(createdAt),
    renderEnd(token, page.now),
    lastUsedAt === null ? 'Not yet' : renderDay(lastUsedAt),
    renderRemoval({ ...page, id, intent: 'revoke', verb: 'Revoke', name, consequence }),
  ];
}

function renderEnd({ expiresAt }: PersonalAccessToken, now: Date): Markup {
  if (expiresAt === null) return html`Never`;
  return html`${expiresAt <= now ? html`<span class="ended">Expired</span> ` : undefined}
  ${renderDay(expiresAt)}`;
}

function renderGrants(page: TokensPage): Markup {
  if (page.grants.length === 0) return html`<p class="subtle">No apps are connected.</p>`;
  return renderTable(
    ['App', 'Connected', 'Action'],
    page.grants.map((grant) => renderGrant(page, grant)),
  );
}

function renderGrant(page: TokensPage, { id, clientId, grantedAt }: Grant) {
  const name = page.appNameOf(clientId);
  const consequence = 'This connection stops working. Other connections of the app stay.';
  const removal = { ...page, id, intent: 'disconnect', verb: 'Disconnect', name, consequence };
  return [name, renderDay(grantedAt), renderRemoval(removal)];
}
