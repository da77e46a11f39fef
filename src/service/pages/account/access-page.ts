import type { FastifyReply } from 'fastify';
import { updateSite as siteChange } from '../../../api/site';
import { typeAccess } from '../../../api/type';
import type { Principals } from '../../../api/type';
import { readAccessSummaries } from '../../accounts/access-overview';
import type { AccessSummary } from '../../accounts/access-overview';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { entityTagOf } from '../../base/refusals/version-condition';
import { readTypeAccess } from '../../model/permissions/access';
import { assertPermitted } from '../../model/permissions/workspace-view';
import { readGroups } from '../../model/resources/groups';
import type { CountedGroup } from '../../model/resources/groups';
import { readPeople } from '../../model/resources/members';
import type { Person } from '../../model/resources/members';
import { setTypeAccess } from '../../model/resources/types';
import { readSite, updateSite } from '../../model/sites/sites';
import { addressOf } from '../account-navigation';
import { accountPaths } from '../account-paths';
import { sendAccountPage } from './account-page';
import { readNamed, writeNamed } from './address-lines';
import { renderForm, renderTextArea } from './form-markup';
import type { FormProblem } from './form-markup';
import { attempt, checkTyped, FormRefusal } from './forms';
import { listEntries, renderListing } from './listing';
import { answerWorkspaceVisit } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

const formKey = {
  cookieName: 'wds-access',
  path: accountPaths.access,
  maximumBytes: 2 * 1024 * 1024,
};

/** The page on which administrators give access to types and sites, and the page of each. */
export function answerAccessPage(visit: Visit): Promise<FastifyReply> {
  return answerWorkspaceVisit(visit, { formKey, title: 'Access', show, acceptForm });
}

/** What a form says of one right, as it was typed. */
interface TypedRight {
  readonly isEveryone: boolean;
  readonly people: string;
  readonly groups: string;
}

interface TypedAccess {
  readonly read: TypedRight;
  readonly write: TypedRight;
  /** Of what was there when the form was made. */
  readonly version: string;
}

interface Shown {
  readonly message?: string;
  readonly problem?: FormProblem;
  readonly typed?: TypedAccess;
  /** Whether someone else has saved something in the meantime: the page shows it too. */
  readonly isConflict?: boolean;
}

/** The type or site that the address or the form names. */
async function findPlace({ database, view, parameters }: WorkspaceVisit) {
  const summaries = await readAccessSummaries(database, view);
  const isAsked = ({ kind, id }: AccessSummary) => parameters.get(kind) === id;
  return { summaries, place: summaries.find(isAsked) };
}

async function acceptForm(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { place } = await findPlace(visit);
  if (place === undefined)
    return show(visit, 200, { message: 'Nothing was changed: it is no longer there.' });
  if (form.get('intent') !== 'save') throw new FormRefusal('form_unreadable');
  const right = (name: 'read' | 'write'): TypedRight => ({
    isEveryone: form.get(name) === 'everyone',
    people: form.get(`${name}.people`) ?? '',
    groups: form.get(`${name}.groups`) ?? '',
  });
  const typed = { read: right('read'), write: right('write'), version: form.get('version') ?? '' };
  if (form.get('confirmed') === null && isLastReaderGone(place, typed))
    return askFirst(visit, place, typed);
  const outcome = await attempt(() => save(visit, place, typed));
  if (!('problem' in outcome)) {
    return show(visit, 200, { message: `The access to “${place.name}” was changed.` });
  }
  if (outcome.status !== 412) return show(visit, 422, { problem: outcome.problem, typed });
  const message =
    'Someone else has changed this since you opened it. To replace their change with yours, save again.';
  return show(visit, 422, { problem: { field: '', message }, typed, isConflict: true });
}

/** Someone named only as a writer is refused when it is saved. */
function isLastReaderGone({ read }: AccessSummary, typed: TypedAccess): boolean {
  const hadReaders = read.isEveryone || read.userCount + read.groupCount > 0;
  const isNobody = ({ people, groups }: TypedRight) => (people + groups).trim() === '';
  const { isEveryone } = typed.write;
  return (
    hadReaders &&
    !typed.read.isEveryone &&
    isNobody(typed.read) &&
    (isEveryone || isNobody(typed.write))
  );
}

/** Sends the page on which it is confirmed that nobody is left who can read the objects, or open the site. */
function askFirst(visit: WorkspaceVisit, { kind, name }: AccessSummary, { version }: TypedAccess) {
  const title = `Remove everyone’s access to “${name}”?`;
  const consequence =
    kind === 'type'
      ? 'You named nobody, so nobody can see or change its objects, here or in Jira.'
      : 'You named nobody, so nobody can open the site, here or in Jira.';
  const hidden = { version, read: 'chosen', write: 'chosen', confirmed: 'yes' };
  const form = { hidden, intent: 'save', label: 'Save', kind: 'danger', cancels: true } as const;
  return sendAccountPage(
    visit,
    { title },
    html`<p>${consequence} Administrators can still change this access.</p>
      ${renderForm(visit, form)}`,
  );
}

interface Access {
  readonly read: Principals;
  readonly write: Principals;
}

async function readAccess(
  { database, view }: WorkspaceVisit,
  { kind, id }: AccessSummary,
): Promise<{ readonly access: Access; readonly version: string }> {
  if (kind === 'type') {
    const access = await readTypeAccess(database, view, id);
    return { access, version: versionOf(access) };
  }
  const site = await readSite(database, view, id);
  const { isOpen, userIds, groupIds } = site;
  const read = isOpen ? ({ everyone: true } as const) : { userIds, groupIds };
  return { access: { read, write: read }, version: versionOf(site) };
}

/** The entity tag without its quotes. */
function versionOf(shown: object): string {
  return entityTagOf(JSON.stringify(shown)).slice(1, -1);
}

async function save(visit: WorkspaceVisit, place: AccessSummary, typed: TypedAccess) {
  const { database, view } = visit;
  const known = {
    people: await readPeople(database, view),
    groups: await readGroups(database, view),
  };
  const principals = (name: 'read' | 'write'): Principals => {
    const { isEveryone, people, groups } = typed[name];
    if (isEveryone) return { everyone: true };
    return {
      userIds: readNamed(people, `${name}.people`, known.people, {
        known: known.groups,
        why: 'is a group: enter it under Groups',
      }),
      groupIds: readNamed(groups, `${name}.groups`, known.groups, {
        known: known.people,
        why: 'is a person: enter them under People',
      }),
    };
  };
  const read = principals('read');
  const isOfReaders = place.kind === 'site' || typed.write.isEveryone;
  const access = checkTyped(typeAccess, { read, write: isOfReaders ? read : principals('write') });
  const condition = { ifMatch: [`"${typed.version}"`], ifNoneMatch: undefined };
  if (place.kind === 'type') {
    await setTypeAccess(visit, view, place.id, { ...access, condition });
    return;
  }
  assertPermitted(view, siteChange.permission);
  const readers = 'everyone' in access.read ? { isOpen: true } : { isOpen: false, ...access.read };
  await updateSite(visit, view, place.id, { ...readers, condition });
}

async function show(visit: WorkspaceVisit, status = 200, shown: Shown = {}): Promise<FastifyReply> {
  const { message, problem } = shown;
  const { summaries, place } = await findPlace(visit);
  const title =
    place === undefined ? `Access in ${visit.workspace.name}` : `Access to ${place.name}`;
  const content =
    place === undefined ? renderList(visit, summaries) : await renderPlace(visit, place, shown);
  return sendAccountPage(visit, { title, status, message, problem }, content);
}

function renderList(visit: WorkspaceVisit, summaries: readonly AccessSummary[]): Markup {
  const listing = listEntries(visit, summaries, ({ name }) => name);
  const rows = listing.entries.map(({ kind, id, name, read, write }) => [
    html`<a href="${addressOf(visit, { [kind]: id, find: null, page: null })}">${name}</a>`,
    kind === 'type' ? 'Type' : 'Site',
    describeNamed(read),
    write === null ? 'Administrators' : describeNamed(write),
  ]);
  const table = renderTable(
    ['Name', 'Kind', 'Can read', 'Can change'],
    rows,
    'There are no types and no sites yet.',
  );
  return html`<p>
      Choose who can read and change the objects of each type, and who can open each site. Readers
      can’t change anything, whatever you choose here.
    </p>
    ${renderListing(visit, listing, 'types and sites', table)}`;
}

function describeNamed({ isEveryone, userCount, groupCount }: AccessSummary['read']): string {
  if (isEveryone) return 'Everyone';
  const people = userCount === 0 ? [] : [userCount === 1 ? '1 person' : `${userCount} people`];
  const groups = groupCount === 0 ? [] : [groupCount === 1 ? '1 group' : `${groupCount} groups`];
  return [...people, ...groups].join(' and ') || 'Nobody';
}

async function renderPlace(
  visit: WorkspaceVisit,
  place: AccessSummary,
  { problem, typed, isConflict = false }: Shown,
): Promise<Markup> {
  const { database, view } = visit;
  const people = await readPeople(database, view);
  const groups = await readGroups(database, view);
  const { access, version } = await readAccess(visit, place);
  const saved = {
    read: write(access.read, people, groups),
    write: isSame(access.read, access.write)
      ? { isEveryone: true, people: '', groups: '' }
      : write(access.write, people, groups),
    version,
  };
  const rights = typed ?? saved;
  const isType = place.kind === 'type';
  const legends = {
    read: isType ? 'Who can read its objects' : 'Who can open the site',
    write: 'Who can change its objects',
  };
  const hidden = { version: isConflict ? version : rights.version };
  return html`<p>
      <a href="${addressOf(visit, { type: null, site: null, find: null, page: null })}"
        >All types and sites</a
      >
    </p>
    ${renderForm(
      visit,
      { hidden, problem, intent: 'save', label: 'Save', kind: 'primary' },
      html`${
        isConflict
          ? html`<dl>
              ${renderSaved(legends.read, saved.read, unlimitedTexts.read)}
              ${isType ? renderSaved(legends.write, saved.write, unlimitedTexts.write) : undefined}
            </dl>`
          : undefined
      }
      ${renderRight(legends.read, 'read', rights.read, problem)}
      ${isType ? renderRight(legends.write, 'write', rights.write, problem) : undefined}
      ${renderHints(visit, groups, isType)}`,
    )}`;
}

/** What someone else has saved, so that nobody replaces it unseen. */
function renderSaved(
  legend: string,
  { isEveryone, people, groups }: TypedRight,
  everyone: string,
): Markup {
  const named = [people, groups].filter((lines) => lines !== '').join('\n');
  return html`<dt>${legend}, as saved now</dt>
    <dd>${isEveryone ? everyone : named || 'Nobody'}</dd>`;
}

/** What a right that isn’t limited is called. */
const unlimitedTexts = { read: 'Everyone in the workspace', write: 'Everyone who can read them' };

function isSame(read: Principals, write: Principals): boolean {
  return JSON.stringify(read) === JSON.stringify(write);
}

function write(
  principals: Principals,
  people: readonly Person[],
  groups: readonly CountedGroup[],
): TypedRight {
  if ('everyone' in principals) return { isEveryone: true, people: '', groups: '' };
  const { userIds, groupIds } = principals;
  return {
    isEveryone: false,
    people: writeNamed(userIds, people),
    groups: writeNamed(groupIds, groups),
  };
}

function renderRight(
  legend: string,
  name: 'read' | 'write',
  { isEveryone, people, groups }: TypedRight,
  problem: FormProblem | undefined,
): Markup {
  const choice = (value: string, label: string, isChecked: boolean) =>
    html`<label class="choice">
      <input
        type="radio"
        name="${name}"
        value="${value}"
        ${isChecked ? html`checked` : undefined}
      />
      ${label}
    </label>`;
  return html`<fieldset>
    <legend>${legend}</legend>
    ${choice('everyone', unlimitedTexts[name], isEveryone)}
    ${choice('chosen', 'Only these people and groups', !isEveryone)}
    <div class="chosen">
      ${renderTextArea(
        {
          name: `${name}.people`,
          label: 'People, one on each line',
          value: people,
          help: 'Enter email addresses or names.',
        },
        problem,
      )}
      ${renderTextArea(
        { name: `${name}.groups`, label: 'Groups, one on each line', value: groups },
        problem,
      )}
    </div>
  </fieldset>`;
}

function renderHints(
  visit: WorkspaceVisit,
  groups: readonly CountedGroup[],
  isType: boolean,
): Markup {
  const known = groups.slice(0, 50).map(({ name }) => html`<li>${name}</li>`);
  const groupsAddress = `${accountPaths.groups}?workspace=${visit.workspace.id}`;
  return html`${isType ? html`<p class="subtle">Whoever can change objects has to be able to read them too. You can leave yourself out: you can still change this access.</p>` : undefined}
  ${
    groups.length === 0
      ? html`<p><a href="${groupsAddress}">Create a group</a></p>`
      : html`<details>
          <summary>Existing groups</summary>
          <ul>
            ${known}
          </ul>
          <p><a href="${groupsAddress}">All groups</a></p>
        </details>`
  }`;
}
