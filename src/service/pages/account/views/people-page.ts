import type { Account } from '../../../accounts/account';
import { peoplePagePath, tokenPagePath } from '../../account-paths';
import type { AdministeredWorkspace, Person } from '../../../accounts/people';
import { copyScript } from '../copy-script';
import { renderPage, renderScript } from '../../../base/html/layout';
import type { Markup } from '../../../base/html/markup';
import { html } from '../../../base/html/markup';
import { renderRemoval, renderRemoved } from '../removal';
import { renderSignedInAs } from '../../signed-in-as';
import { renderTable } from '../../../base/html/table';

/** What was typed, and what of it has to be corrected. */
export interface TypedPerson {
  readonly email: string;
  readonly name: string;
  readonly wrongField: 'email' | 'name';
}

interface Invitation {
  readonly name: string;
  readonly link: string;
  /** Whether there was an earlier link. */
  readonly isReplacement: boolean;
}

export interface PeoplePage {
  /** Where the forms are sent. */
  readonly action: string;
  /** Sent along with every form, unseen. */
  readonly formKey: string;
  /** Of the form that adds a person: sent twice, it invites once. */
  readonly newId: string;
  readonly account: Account;
  readonly workspaces: readonly AdministeredWorkspace[];
  /** The one that is shown; undefined for who administers none. */
  readonly workspace: AdministeredWorkspace | undefined;
  readonly people: readonly Person[];
  /** What is wrong with the new person. */
  readonly problem?: string | undefined;
  readonly typed?: TypedPerson;
  /** Why a member stays as they are. */
  readonly refused?: { readonly id: string; readonly problem: string };
  /** What was done just now, as a sentence. */
  readonly message?: string;
  /** Shown this once. */
  readonly invitation?: Invitation;
}

export function renderPeoplePage(page: PeoplePage): string {
  const { workspace } = page;
  const title = workspace === undefined ? 'People' : `People in ${workspace.name}`;
  return renderPage(
    page.problem === undefined && page.refused === undefined ? title : `Error: ${title}`,
    html`<h1>${title}</h1>
      ${workspace === undefined ? renderNothing() : renderWorkspace(page, workspace)}
      <p><a href="${tokenPagePath}">Access tokens</a></p>
      ${renderSignedInAs(page.account)}`,
    { isWide: true },
  );
}

function renderNothing(): Markup {
  return html`<p>You aren’t an administrator of any workspace. Ask someone who is.</p>`;
}

function renderWorkspace(page: PeoplePage, workspace: AdministeredWorkspace): Markup {
  return html`${renderOthers(page, workspace)} ${page.message && renderRemoved(page.message)}
    ${page.invitation && renderInvitation(page.invitation)}
    <h2>Add a person</h2>
    ${renderForm(page, workspace)}
    <h2>Members</h2>
    ${renderTable(
      ['Name', 'Role', 'Action'],
      page.people.map((person) => renderPerson(page, workspace, person)),
    )}`;
}

function renderOthers({ workspaces }: PeoplePage, workspace: AdministeredWorkspace): Markup {
  const others = workspaces.filter(({ id }) => id !== workspace.id);
  if (others.length === 0) return html``;
  const links = others.map(
    ({ id, name }) => html`<li><a href="${peoplePagePath}?workspace=${id}">${name}</a></li>`,
  );
  return html`<p class="subtle">Your other workspaces:</p>
    <ul>
      ${links}
    </ul>`;
}

function renderInvitation({ name, link, isReplacement }: Invitation): Markup {
  return html`<section class="notice" aria-labelledby="invited">
    <h2 id="invited">Send this link to ${name}</h2>
    <p>
      Whoever opens it chooses the account’s password. It works once, within 7 days, and isn’t shown
      again. ${isReplacement ? 'The earlier link no longer works.' : ''}
    </p>
    <div class="copy">
      <input id="token" aria-label="Invitation link" value="${link}" readonly autofocus />
      <button id="copy" type="button" hidden>Copy</button>
    </div>
    ${renderScript(copyScript)}
  </section>`;
}

function renderForm(
  { action, formKey, newId, problem, typed }: PeoplePage,
  { id }: AdministeredWorkspace,
): Markup {
  return html`<form method="post" action="${action}" novalidate>
    <input type="hidden" name="formKey" value="${formKey}" />
    <input type="hidden" name="workspace" value="${id}" />
    <input type="hidden" name="id" value="${newId}" />
    ${problem && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="off"
      value="${typed?.email ?? ''}"
      required
      ${fieldState(typed, 'email')}
    />
    <label for="name">Name</label>
    <input
      id="name"
      name="name"
      autocomplete="off"
      value="${typed?.name ?? ''}"
      required
      ${fieldState(typed, 'name')}
    />
    <div class="actions">
      <button class="primary" type="submit" name="intent" value="add">Add person</button>
    </div>
  </form>`;
}

function fieldState(typed: TypedPerson | undefined, field: TypedPerson['wrongField']): Markup {
  if (typed?.wrongField !== field) return html``;
  return html`aria-invalid="true" aria-describedby="problem" autofocus`;
}

function renderPerson(page: PeoplePage, workspace: AdministeredWorkspace, person: Person) {
  const { id, name, email, isAdministrator, isInvited } = person;
  const role = isAdministrator ? 'Administrator' : 'Member';
  const action = `${page.action}?workspace=${workspace.id}`;
  const consequence = `They will lose access to ${workspace.name}.`;
  const removal = { ...page, action, id, intent: 'remove', verb: 'Remove', name, consequence };
  return [
    html`${name}
      <p class="subtle">${email}</p>`,
    `${role}${isInvited ? ', invited' : ''}`,
    html`${page.refused?.id === id ? renderRefusal(page.refused.problem) : undefined}
    ${renderRole(page, workspace, person)}
    ${renderRemoval({ ...removal, workspaceId: workspace.id })}`,
  ];
}

/** The focus is there, as it was on the button: the table can be long. */
function renderRefusal(problem: string): Markup {
  return html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>`;
}

function renderRole(
  { action, formKey }: PeoplePage,
  workspace: AdministeredWorkspace,
  { id, name, isAdministrator }: Person,
): Markup {
  const [intent, text] = isAdministrator
    ? ['demote', 'Make a member']
    : ['promote', 'Make an administrator'];
  return html`<form method="post" action="${action}">
    <input type="hidden" name="formKey" value="${formKey}" />
    <input type="hidden" name="workspace" value="${workspace.id}" />
    <input type="hidden" name="id" value="${id}" />
    <button type="submit" name="intent" value="${intent}" aria-label="${text}: ${name}">
      ${text}
    </button>
  </form>`;
}
