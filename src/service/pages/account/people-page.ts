import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { visibleText } from '../../../api/visible-text';
import { addPerson, changePerson, readAdministered, readPeople } from '../../accounts/people';
import type { Account, AdministeredWorkspace, Person, PersonChange } from '../../accounts/people';
import { renderErrorPage } from '../../base/html/error-page';
import { renderPage } from '../../base/html/layout';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { isStorable } from '../../base/refusals/storable-inputs';
import { invitationPath, peoplePagePath, tokenPagePath } from '../account-paths';
import { renderSignedInAs } from '../signed-in-pages';
import {
  copyScript,
  renderCopyBox,
  renderDone,
  renderField,
  renderHiddenFields,
  renderProblem,
  renderRemoval,
} from './form-markup';
import type { FormProblem } from './form-markup';
import { FormRefusal, issueFormKey, readId, readKeyedForm } from './forms';
import { answerSignedInVisit, redirect, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-people', path: peoplePagePath };

interface PeopleVisit extends SignedInVisit {
  readonly workspaces: readonly AdministeredWorkspace[];
  /** The one that is shown and changed; undefined for who administers none. */
  readonly workspace: AdministeredWorkspace | undefined;
}

interface AdministratorVisit extends PeopleVisit {
  readonly workspace: AdministeredWorkspace;
}

/** The page on which administrators add people to their workspaces and remove them. */
export function answerPeoplePage(visit: Visit): Promise<FastifyReply> {
  const { url } = visit.request;
  return answerSignedInVisit(visit, url, async (signedIn) => {
    const { server, database, account, request, reply } = signedIn;
    const workspaces = await readAdministered(database, account.id);
    const asked = new URL(url, server.issuer).searchParams.get('workspace');
    const workspace = asked === null ? workspaces[0] : workspaces.find(({ id }) => id === asked);
    const here = { ...signedIn, workspaces, workspace };
    if (request.method === 'POST') return acceptForm(here);
    if (asked !== null && workspace === undefined) return sendNoWorkspace(reply);
    return show(here, 200);
  });
}

/** Rather than another workspace, to which people would be added by mistake. */
function sendNoWorkspace(reply: FastifyReply): FastifyReply {
  const page = renderErrorPage({
    error: 'not_found',
    title: 'Workspace not found',
    text: 'There is no such workspace, or you aren’t one of its administrators.',
    homeAddress: tokenPagePath,
  });
  return sendPage(reply, { status: 404, page });
}

async function acceptForm(visit: PeopleVisit): Promise<FastifyReply> {
  const form = await readKeyedForm(formKey, visit);
  // Whoever was made a plain member in the meantime changes nothing.
  const workspace = visit.workspaces.find(({ id }) => id === form.get('workspace'));
  if (workspace === undefined) throw new FormRefusal('not_allowed');
  const intent = form.get('intent') ?? '';
  const here = { ...visit, workspace };
  if (intent === 'add') return acceptPerson(here, form);
  if (isPersonChange(intent)) return acceptChange(here, intent, readId(form));
  throw new FormRefusal('form_unreadable');
}

function isPersonChange(intent: string): intent is PersonChange {
  return Object.hasOwn(outcomes, intent);
}

async function acceptChange(
  visit: AdministratorVisit,
  intent: PersonChange,
  id: string,
): Promise<FastifyReply> {
  const person = { workspaceId: visit.workspace.id, id };
  const change = await changePerson(visit.database, person, intent);
  if (change.kind === 'lastAdministrator') {
    return show(visit, 422, { refused: { id, problem: lastAdministrator } });
  }
  if (change.kind === 'noMember') return show(visit, 200, { message: noMember });
  if (id === visit.account.id && intent !== 'administrator') {
    // Who stops being an administrator here can't open this workspace's page any more.
    return redirect(visit.reply, peoplePagePath);
  }
  return show(visit, 200, { message: `${change.name} ${outcomes[intent]}` });
}

/** What follows the name. */
const outcomes: Readonly<Record<PersonChange, string>> = {
  remove: 'was removed.',
  reader: 'is now a reader.',
  editor: 'is now an editor.',
  administrator: 'is now an administrator.',
};

const noMember = 'Nothing was changed: this person is no longer a member.';

const lastAdministrator =
  'A workspace needs at least one administrator. Make someone else an administrator first.';

async function acceptPerson(
  visit: AdministratorVisit,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const email = (form.get('email') ?? '').trim();
  const name = visibleText(form.get('name') ?? '');
  const problem = findProblem(email, name);
  if (problem !== undefined) return show(visit, 422, { problem, typed: { email, name } });
  const addition = await addPerson(visit.database, {
    workspaceId: visit.workspace.id,
    email,
    name,
    formId: readId(form),
    now: visit.clock(),
  });
  switch (addition.kind) {
    case 'added':
      return show(visit, 200, { message: `${addition.name} was added.` });
    case 'member':
      return show(visit, 200, { message: `${addition.name} is already a member.` });
    case 'waiting':
      return show(visit, 422, {
        problem: { field: 'email', message: waiting },
        typed: { email, name },
      });
    case 'repeated':
      return show(visit, 200, { message: `${addition.name} ${alreadyInvited}` });
    case 'invited': {
      const link = `${visit.server.issuer}${invitationPath}/${addition.secret}`;
      return show(visit, 201, { invitation: { ...addition, link } });
    }
  }
}

/** What follows the name. The browser may have dropped the page with the link, as on a double click. */
const alreadyInvited =
  'was already invited. If you don’t have the link, add them again to get a new one.';

const waiting =
  'This person was invited to another workspace and hasn’t chosen a password yet. Add them once they have.';

type PersonProblem = FormProblem<'email' | 'name'>;

function findProblem(email: string, name: string): PersonProblem | undefined {
  const wrongEmail = (message: string) => ({ field: 'email', message }) as const;
  const wrongName = (message: string) => ({ field: 'name', message }) as const;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return wrongEmail('Enter an email address.');
  if (email.length > 254) {
    return wrongEmail('The email address is too long: use at most 254 characters.');
  }
  if (!isStorable(email)) {
    return wrongEmail('The email address has a character that can’t be stored. Remove it.');
  }
  if (name === '') return wrongName('Enter a name.');
  if (name.length > 100) return wrongName('The name is too long: use at most 100 characters.');
  if (!isStorable(name))
    return wrongName('The name has a character that can’t be stored. Remove it.');
  return undefined;
}

type Shown = Pick<PeoplePage, 'problem' | 'typed' | 'refused' | 'message' | 'invitation'>;

async function show(visit: PeopleVisit, status: number, shown: Shown = {}): Promise<FastifyReply> {
  const { database, reply, account, workspaces, workspace } = visit;
  const page = renderPeoplePage({
    action: peoplePagePath,
    formKey: issueFormKey(formKey, visit),
    newId: randomUUID(),
    account,
    workspaces,
    workspace,
    people: workspace === undefined ? [] : await readPeople(database, workspace.id),
    ...shown,
  });
  return sendPage(reply, { status, page, ...(shown.invitation && { script: copyScript }) });
}

interface TypedPerson {
  readonly email: string;
  readonly name: string;
}

interface Invitation {
  readonly name: string;
  readonly link: string;
  /** Whether there was an earlier link. */
  readonly isReplacement: boolean;
}

interface PeoplePage {
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
  readonly problem?: PersonProblem | undefined;
  readonly typed?: TypedPerson;
  /** Why a member stays as they are. */
  readonly refused?: { readonly id: string; readonly problem: string };
  /** What was done just now, as a sentence. */
  readonly message?: string;
  /** Shown this once. */
  readonly invitation?: Invitation;
}

function renderPeoplePage(page: PeoplePage): string {
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
  return html`${renderOthers(page, workspace)} ${page.message && renderDone(page.message)}
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
    ${renderCopyBox('Invitation link', link)}
  </section>`;
}

function renderForm(
  { action, formKey, newId, problem, typed }: PeoplePage,
  { id }: AdministeredWorkspace,
): Markup {
  return html`<form method="post" action="${action}" novalidate>
    ${renderHiddenFields({ formKey, workspace: id, id: newId })} ${renderProblem(problem)}
    ${renderField(
      {
        name: 'email',
        label: 'Email',
        type: 'email',
        autocomplete: 'off',
        value: typed?.email ?? '',
      },
      problem,
    )}
    ${renderField(
      { name: 'name', label: 'Name', autocomplete: 'off', value: typed?.name ?? '' },
      problem,
    )}
    <div class="actions">
      <button class="primary" type="submit" name="intent" value="add">Add person</button>
    </div>
  </form>`;
}

function renderPerson(page: PeoplePage, workspace: AdministeredWorkspace, person: Person) {
  const { id, name, email, role, isInvited } = person;
  const action = `${page.action}?workspace=${workspace.id}`;
  const consequence = `They will lose access to ${workspace.name}.`;
  const removal = { ...page, action, id, intent: 'remove', verb: 'Remove', name, consequence };
  return [
    html`${name}
      <p class="subtle">${email}</p>`,
    `${roleNames[role]}${isInvited ? ', invited' : ''}`,
    html`${page.refused?.id === id ? renderRefusal(page.refused.problem) : undefined}
    ${renderRole(page, workspace, person)}
    ${renderRemoval({ ...removal, workspaceId: workspace.id })}`,
  ];
}

const roleNames = { reader: 'Reader', editor: 'Editor', administrator: 'Administrator' } as const;

/** The focus is there, as it was on the button: the table can be long. */
function renderRefusal(problem: string): Markup {
  return html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>`;
}

function renderRole(
  { action, formKey }: PeoplePage,
  workspace: AdministeredWorkspace,
  { id, name, role }: Person,
): Markup {
  const [intent, text] =
    role === 'administrator'
      ? ['editor', 'Make an editor']
      : ['administrator', 'Make an administrator'];
  return html`<form method="post" action="${action}">
    ${renderHiddenFields({ formKey, workspace: workspace.id, id })}
    <button type="submit" name="intent" value="${intent}" aria-label="${text}: ${name}">
      ${text}
    </button>
  </form>`;
}
