import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { permissionMatrix, roles } from '../../../api/permission';
import type { Role } from '../../../api/permission';
import { newMember, setUserRole } from '../../../api/user';
import { createPasswordLink, setSuspension } from '../../accounts/account-administration';
import { invitationPath } from '../../accounts/password-links';
import { addPeople, removePerson, setRole } from '../../accounts/people';
import type { AddedPerson } from '../../accounts/people';
import { onlyRow } from '../../base/database/database';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { withArticle } from '../../model/permissions/workspace-view';
import { getPerson, readPeople } from '../../model/resources/members';
import type { Person } from '../../model/resources/members';
import { accountPaths } from '../account-paths';
import { renderRemoval, sendAccountPage } from './account-page';
import type { Removal } from './account-page';
import { readNewMembers } from './address-lines';
import {
  copyScript,
  renderButton,
  renderCopyBox,
  renderField,
  renderForm,
  renderRefusal,
  renderSelect,
  renderTextArea,
} from './form-markup';
import type { FormProblem } from './form-markup';
import { attempt, checkTyped, FormRefusal, readId, readTexts } from './forms';
import type { Refused } from './forms';
import { listEntries, renderListing } from './listing';
import { answerWorkspaceVisit, redirect } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

const formKey = { cookieName: 'wds-people', path: accountPaths.people, maximumBytes: 128 * 1024 };

/** The page on which administrators add people to their workspaces, change roles and remove people. */
export function answerPeoplePage(visit: Visit): Promise<FastifyReply> {
  return answerWorkspaceVisit(visit, { formKey, title: 'People', show, acceptForm });
}

function acceptForm(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  switch (form.get('intent') ?? '') {
    case 'add':
      return acceptPerson(visit, form);
    case 'add-several':
      return acceptSeveral(visit, form);
    case 'role':
    case 'remove':
      return acceptChange(visit, form);
    case 'password-link':
    case 'suspend':
    case 'lift':
      return acceptDecision(visit, form);
    default:
      throw new FormRefusal('form_unreadable');
  }
}

async function acceptChange(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, view, account, reply } = visit;
  const id = readId(form);
  const role = roles.find((each) => each === form.get('role'));
  const outcome = await attempt(async () => {
    if (form.get('intent') === 'remove') {
      return `${(await removePerson(visit, view, id)).name} was removed.`;
    }
    if (role === undefined) throw new FormRefusal('form_unreadable');
    const before = await getPerson(database, view, id);
    const { name } = await setRole(visit, view, id, role);
    return `${name} is ${before.role === role ? 'already' : 'now'} ${withArticle(role)}.`;
  });
  if ('problem' in outcome) return showRefused(visit, outcome);
  // Who lets go of this page's permission can't open it for this workspace any more.
  const isStillOpen = role !== undefined && permissionMatrix[setUserRole.permission][role];
  if (id === account.id && !isStillOpen) return redirect(reply, accountPaths.people);
  return show(visit, 200, { message: outcome.done });
}

/** About the whole account: only who administers all workspaces of the person decides. */
async function acceptDecision(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, view, account, reply, clock } = visit;
  const id = readId(form);
  const intent = form.get('intent');
  const decision = { author: view, id, now: clock() };
  const outcome = await attempt(async () =>
    intent === 'password-link'
      ? await createPasswordLink(database, decision)
      : await setSuspension(database, decision, intent === 'suspend'),
  );
  if ('problem' in outcome) return showRefused(visit, outcome);
  const { done } = outcome;
  if (done !== undefined && 'path' in done) return show(visit, 201, { passwordLink: done });
  if (id === account.id) return redirect(reply, accountPaths.people);
  const name = done?.name ?? '';
  const message = intent === 'suspend' ? `${name} is suspended.` : `${name} can sign in again.`;
  return show(visit, 200, { message });
}

function showRefused(visit: WorkspaceVisit, { problem, status }: Refused) {
  if (status === 404) return show(visit, 200, { message: noMember });
  return show(visit, status === 403 ? 403 : 422, { refused: problem.message });
}

const onlyAdministrator = html`<p class="subtle">
  Can’t be suspended or removed: the only administrator.
</p>`;

const noMember = 'Nothing was changed: this person is no longer a member.';

async function acceptPerson(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const typed = readTexts(form, ['email', 'name', 'role']);
  const id = readId(form);
  const outcome = await attempt(() => add(visit, [checkTyped(newMember, typed)], id));
  if ('problem' in outcome) return show(visit, 422, { problem: outcome.problem, typed });
  const { name, isRepeated = false, invitation } = onlyRow(outcome.done);
  if (invitation !== undefined) return show(visit, 201, { invited: outcome.done });
  return show(visit, 200, { message: `${name} ${isRepeated ? alreadyInvited : 'was added.'}` });
}

/** What follows the name. The browser may have dropped the page with the link, as on a double click. */
const alreadyInvited =
  'was already invited. If you don’t have the link, add them again to get a new one.';

function add(
  { database, view, clock }: WorkspaceVisit,
  people: Parameters<typeof addPeople>[2],
  formId: string,
): Promise<AddedPerson[]> {
  return addPeople(database, view, people, { formId, now: clock() });
}

async function acceptSeveral(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const several = readTexts(form, ['lines', 'role']);
  const id = readId(form);
  const outcome = await attempt(() => add(visit, readNewMembers(several.lines, several.role), id));
  if ('problem' in outcome) {
    return show(visit, 422, { several: { ...several, problem: outcome.problem.message } });
  }
  const { done } = outcome;
  const invited = done.filter(({ invitation }) => invitation !== undefined);
  const message = `${done.length} ${done.length === 1 ? 'person was' : 'people were'} added.`;
  return show(visit, 201, invited.length > 0 ? { message, invited } : { message });
}

/** What was done, or what is wrong with what was sent, and what was typed. */
interface Shown {
  /** What is wrong with the new person. */
  readonly problem?: FormProblem;
  readonly typed?: { readonly email: string; readonly name: string; readonly role: string };
  readonly several?: { readonly lines: string; readonly role: string; readonly problem: string };
  /** Why a member stays as they are. */
  readonly refused?: string;
  /** What was done just now, as a sentence. */
  readonly message?: string;
  /** Shown this once. */
  readonly passwordLink?: Awaited<ReturnType<typeof createPasswordLink>>;
  /** Whose links are shown this once. */
  readonly invited?: readonly AddedPerson[];
}

async function show(visit: WorkspaceVisit, status = 200, shown: Shown = {}): Promise<FastifyReply> {
  const people = await readPeople(visit.database, visit.view);
  const { message, problem, several, refused, invited, passwordLink } = shown;
  const hasLink = invited !== undefined || passwordLink !== undefined;
  const page = {
    title: `People in ${visit.workspace.name}`,
    status,
    message,
    problem: problem ?? several?.problem ?? refused,
    script: hasLink ? copyScript : undefined,
    removals: people.flatMap((person) => removalsOf(visit, people, person)),
  };
  const content = html`${invited && renderInvitations(visit, invited)}
    ${passwordLink && renderPasswordLink(visit, passwordLink)}
    <h2>Add a person</h2>
    ${renderAddition(visit, shown)} ${renderSeveralForm(visit, shown)}
    <h2>Members</h2>
    ${refused && renderRefusal(refused)} ${renderMembers(visit, people)}`;
  return sendAccountPage(visit, page, content);
}

function renderPasswordLink(
  { server }: WorkspaceVisit,
  { name, path, isInvited }: NonNullable<Shown['passwordLink']>,
): Markup {
  return html`<section class="notice" aria-labelledby="password-link">
    <h2 id="password-link">Send this link to ${name}</h2>
    <p>
      Whoever opens it chooses the account’s password, so send it in private. It works once, within
      ${isInvited ? '7 days' : 'an hour'}, and isn’t shown again. An earlier link no longer works.
    </p>
    ${renderCopyBox('Password link', server.issuer + path)}
  </section>`;
}

function renderInvitations({ server }: WorkspaceVisit, invited: readonly AddedPerson[]): Markup {
  const links = invited.map(({ name, email, invitation }) => ({
    person: `${name} <${email}>`,
    link: `${server.issuer}${invitationPath}/${invitation?.secret ?? ''}`,
  }));
  const name = invited[0]?.name ?? '';
  const isOne = invited.length === 1;
  const ended = isOne ? 'The earlier link no longer works.' : 'Earlier links no longer work.';
  const isReplacement = invited.some(({ invitation }) => invitation?.isReplacement === true);
  const text = links.map(({ person, link }) => (isOne ? link : `${person} ${link}`)).join('\n');
  return html`<section class="notice" aria-labelledby="invited">
    <h2 id="invited">${isOne ? `Send this link to ${name}` : 'Send each link to its person'}</h2>
    <p>
      Whoever opens ${isOne ? 'it' : 'one'} chooses the account’s password. It works once, within 7
      days, and isn’t shown again. ${isReplacement ? ended : ''}
    </p>
    ${renderCopyBox(isOne ? 'Invitation link' : 'Invitation links', text)}
  </section>`;
}

function renderAddition(visit: WorkspaceVisit, { problem, typed }: Shown): Markup {
  const email = {
    name: 'email',
    label: 'Email',
    type: 'email',
    value: typed?.email ?? '',
  } as const;
  return renderForm(
    visit,
    { ...newForm(), problem, intent: 'add', label: 'Add person' },
    html`<div class="fields">
        ${renderField(email, problem)}
        ${renderField({ name: 'name', label: 'Name', value: typed?.name ?? '' }, problem)}
        ${renderSelect({ name: 'role', label: 'Role', options: roleOptions, value: typed?.role ?? 'editor' })}
      </div>
      <p class="subtle">
        Readers can see objects. Editors can also change them. Administrators can also change types,
        sites, people and access.
      </p>`,
  );
}

/** Sent again, it is known by its id. */
const newForm = () => ({ hidden: { id: randomUUID() }, kind: 'primary' }) as const;

const roleNames: Readonly<Record<Role, string>> = {
  reader: 'Reader',
  editor: 'Editor',
  administrator: 'Administrator',
};
const roleOptions = roles.map((role) => ({ value: role, name: roleNames[role] }));

function renderSeveralForm(visit: WorkspaceVisit, { several }: Shown): Markup {
  const problem = several && { field: 'lines', message: several.problem };
  const lines = {
    name: 'lines',
    label: 'People, one on each line',
    value: several?.lines ?? '',
    help: 'Enter “Ann Miller <ann@example.com>” or “ann@example.com, Ann Miller”, or several on a line with semicolons in between. Up to 100 people.',
  };
  const role = {
    name: 'role',
    id: 'role-of-all',
    label: 'Role of all of them',
    options: roleOptions,
    value: several?.role ?? 'editor',
  };
  return html`<details ${several && html`open`}>
    <summary>Add several people at once</summary>
    ${renderForm(
      visit,
      { ...newForm(), problem, intent: 'add-several', label: 'Add people' },
      html`${renderTextArea(lines, problem)} ${renderSelect(role)}`,
    )}
  </details>`;
}

function renderMembers(visit: WorkspaceVisit, people: readonly Person[]): Markup {
  const listing = listEntries(visit, people, ({ name, email }) => `${name} ${email}`);
  const table = renderTable(
    ['Name', 'Role', 'Action'],
    listing.entries.map((person) => renderPerson(visit, people, person)),
  );
  return renderListing(visit, listing, 'members', table);
}

function renderPerson(visit: WorkspaceVisit, people: readonly Person[], person: Person) {
  const { id, name, email, isInvited, isSuspended } = person;
  const seeAs = new URLSearchParams({ workspace: visit.workspace.id, person: id }).toString();
  return [
    html`${name}
      <p class="subtle">${email}</p>
      ${isInvited ? html`<p class="subtle">Invited, no password yet</p>` : undefined}
      ${isSuspended ? html`<p class="ended">Suspended</p>` : undefined}`,
    renderRole(visit, person),
    html`<div class="actions">
        <a class="button" href="${accountPaths.seeAs}?${seeAs}" aria-label="See as ${name}"
          >See as</a
        >
        ${isSuspended ? renderDecision(visit, person, 'lift', 'Lift suspension') : undefined}
        ${isSuspended || id === visit.account.id ? undefined : renderDecision(visit, person, 'password-link', 'New password link')}
        ${removalsOf(visit, people, person).map((removal) => renderRemoval(visit, removal))}
      </div>
      ${isLastAdministrator(people, person) ? onlyAdministrator : undefined}`,
  ];
}

/** What can be taken from a member: nothing from the one administrator that a workspace needs. */
function removalsOf(
  { workspace, account }: WorkspaceVisit,
  people: readonly Person[],
  person: Person,
): readonly Removal[] {
  if (isLastAdministrator(people, person)) return [];
  const { id, name, isSuspended } = person;
  const isSelf = id === account.id;
  const [they, their, them] = isSelf ? ['You', 'Your', 'you'] : ['They', 'Their', 'them'];
  const suspension = {
    ...{ id, intent: 'suspend', verb: 'Suspend', name },
    consequence: `${they} can’t sign in to any workspace until ${isSelf ? 'another administrator' : 'an administrator'} lifts the suspension. ${their} access tokens and connected apps end for good.`,
  };
  const removal = {
    ...{ id, intent: 'remove', verb: 'Remove', name },
    consequence: `${they} lose access to ${workspace.name} and leave its groups and access lists. ${their} objects stay, and the history calls ${them} “a former member”.`,
  };
  return isSuspended ? [removal] : [suspension, removal];
}

/** As {@link assertOtherAdministrator} decides. */
function isLastAdministrator(people: readonly Person[], { id, role }: Person): boolean {
  const others = people.filter(
    (each) =>
      each.id !== id && each.role === 'administrator' && !each.isSuspended && !each.isInvited,
  );
  return role === 'administrator' && others.length === 0;
}

function renderDecision(
  visit: WorkspaceVisit,
  { id, name }: Person,
  intent: string,
  label: string,
): Markup {
  return renderButton(visit, { hidden: { id }, intent, label }, `${label}: ${name}`);
}

function renderRole(visit: WorkspaceVisit, { id, name, role }: Person): Markup {
  return renderButton(
    visit,
    { hidden: { id }, intent: 'role', label: 'Change' },
    `Change the role of ${name}`,
    renderSelect({
      name: 'role',
      accessibleName: `Role of ${name}`,
      options: roleOptions,
      value: role,
    }),
  );
}
