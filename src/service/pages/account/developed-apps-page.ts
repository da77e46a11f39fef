import type { FastifyReply } from 'fastify';
import type { BundleStatus } from '../../../api/app-platform';
import { readDevelopedApps, registerApp } from '../../app-platform/apps';
import type { DevelopedApp } from '../../app-platform/apps';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { renderDay, renderMoment } from '../../base/html/moment';
import { accountPaths } from '../account-paths';
import { sendAccountPage } from './account-page';
import { renderButton } from './form-markup';
import { FormRefusal, readId } from './forms';
import { answerSignedInVisit } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-apps', path: accountPaths.apps };

/** The page on which developers see the apps that they deployed, and register them. */
export function answerDevelopedAppsPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, async (signedIn, form) => {
    const registered = form && (await acceptRegistration(signedIn, form));
    const apps = await readDevelopedApps(signedIn.database, signedIn.account.id);
    const message = registered && `${registered} is registered.`;
    return sendAccountPage(
      signedIn,
      { title: 'Your apps', message },
      html`<p>
          When you deploy an app, only you get it until you register it here. After that, customers
          get the version that you promote.
        </p>
        ${apps.length === 0 ? renderNothing() : apps.map((app) => renderApp(signedIn, app))}`,
    );
  });
}

/** @returns the name of the app. @throws {FormRefusal} for an app of someone else */
async function acceptRegistration(
  { database, clock, account }: SignedInVisit,
  form: URLSearchParams,
): Promise<string> {
  if (form.get('intent') !== 'register') throw new FormRefusal('form_unreadable');
  const name = await registerApp(database, account.id, readId(form), clock());
  if (name === undefined) throw new FormRefusal('not_allowed');
  return name;
}

function renderNothing(): Markup {
  return html`<p class="subtle">
    You have no apps. Create one with <code>wds app create</code>, then deploy it with
    <code>wds app deploy</code>.
  </p>`;
}

function renderApp(visit: SignedInVisit, app: DevelopedApp): Markup {
  return html`<section aria-labelledby="${app.id}">
    <h2 id="${app.id}">${app.name}</h2>
    <p class="subtle">${app.appKey}</p>
    <p>${renderState(app)}</p>
    ${app.registeredAt === null ? renderRegistration(visit, app) : undefined} ${renderVersions(app)}
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

function renderRegistration(visit: SignedInVisit, { id, name }: DevelopedApp): Markup {
  const sending = {
    hidden: { id },
    intent: 'register',
    label: 'Register',
    kind: 'primary',
  } as const;
  return renderButton(visit, sending, `Register ${name}`);
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
