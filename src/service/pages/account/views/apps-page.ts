import type { BundleStatus } from '../../../../api/app-platform';
import type { DevelopedApp } from '../../../app-platform/apps';
import type { Account } from '../../../accounts/account';
import { tokenPagePath } from '../../account-paths';
import { renderPage } from '../../../base/html/layout';
import type { Markup } from '../../../base/html/markup';
import { html } from '../../../base/html/markup';
import { renderDay, renderMoment } from '../../../base/html/moment';
import { renderRemoved } from '../removal';
import { renderSignedInAs } from '../../signed-in-as';
import { renderTable } from '../../../base/html/table';

interface AppsPage {
  /** Where the forms are sent. */
  readonly action: string;
  /** Sent along with every form, unseen. */
  readonly formKey: string;
  readonly account: Account;
  readonly apps: readonly DevelopedApp[];
  /** The name of the app that was registered just now. */
  readonly registered: string | undefined;
}

export function renderAppsPage(page: AppsPage): string {
  const { registered, apps } = page;
  return renderPage(
    'Your apps',
    html`<h1>Your apps</h1>
      <p>
        When you deploy an app, only you get it until you register it here. After that, customers
        get the version that you promote.
      </p>
      ${registered && renderRemoved(`${registered} is registered.`)}
      ${apps.length === 0 ? renderNothing() : apps.map((app) => renderApp(page, app))}
      <p><a href="${tokenPagePath}">Access tokens</a></p>
      ${renderSignedInAs(page.account)}`,
    { isWide: true },
  );
}

function renderNothing(): Markup {
  return html`<p class="subtle">
    You have no apps. Create one with <code>wds app create</code>, then deploy it with
    <code>wds app deploy</code>.
  </p>`;
}

function renderApp(page: AppsPage, app: DevelopedApp): Markup {
  return html`<section aria-labelledby="${app.id}">
    <h2 id="${app.id}">${app.name}</h2>
    <p class="subtle">${app.appKey}</p>
    <p>${renderState(app)}</p>
    ${app.registeredAt === null ? renderRegistration(page, app) : undefined} ${renderVersions(app)}
  </section>`;
}

/** Who gets what, and what to do so that customers get something. */
function renderState({ registeredAt, versions }: DevelopedApp): Markup {
  const promoted = versions.find(({ isPromoted }) => isPromoted)?.version;
  if (registeredAt === null) {
    return html`<strong>Not registered.</strong> Only you get
      it.${promoted && ` Customers get version ${promoted} once you register it.`}`;
  }
  const registered = html`<strong>Registered</strong> on ${renderDay(registeredAt)}.`;
  return promoted === undefined
    ? html`${registered} Customers get nothing until you run <code>wds app promote</code>.`
    : html`${registered} Customers get version ${promoted}.`;
}

function renderRegistration({ action, formKey }: AppsPage, { id, name }: DevelopedApp): Markup {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="formKey" value="${formKey}" />
    <input type="hidden" name="id" value="${id}" />
    <button
      class="primary"
      type="submit"
      name="intent"
      value="register"
      aria-label="Register ${name}"
    >
      Register
    </button>
  </form>`;
}

const buildStates: Readonly<Record<BundleStatus, string>> = {
  PENDING: 'Waiting for its bundle',
  READY: 'Ready',
  FAILED: 'Can’t be served',
};

function renderVersions({ name, versions }: DevelopedApp): Markup {
  const rows = versions.map(({ version, bundleStatus, isPromoted, createdAt }) => [
    version,
    `${buildStates[bundleStatus]}${isPromoted ? ', promoted' : ''}`,
    renderMoment(createdAt),
  ]);
  return html`<details>
    <summary aria-label="Versions of ${name}">Versions (${versions.length})</summary>
    ${renderTable(['Version', 'State', 'Deployed'], rows)}
  </details>`;
}
