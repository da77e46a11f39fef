import type { FastifyReply } from 'fastify';
import { newGroup } from '../../../api/group';
import type { Group } from '../../../api/group';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { storedId } from '../../base/refusals/storable-inputs';
import { entityTagOf } from '../../base/refusals/version-condition';
import {
  createGroup,
  deleteGroup,
  getGroup,
  readGroups,
  updateGroup,
} from '../../model/resources/groups';
import { readPeople } from '../../model/resources/members';
import type { Person } from '../../model/resources/members';
import { addressOf } from '../account-navigation';
import { accountPaths } from '../account-paths';
import { renderRemoval, sendAccountPage } from './account-page';
import type { Removal } from './account-page';
import { readNamed } from './address-lines';
import { renderButton, renderField, renderForm, renderTextArea } from './form-markup';
import type { FormProblem } from './form-markup';
import { attempt, checkTyped, FormRefusal, readId, readTexts } from './forms';
import { listEntries, renderListing } from './listing';
import { answerWorkspaceVisit } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

const formKey = { cookieName: 'wds-groups', path: accountPaths.groups, maximumBytes: 1024 * 1024 };

/** The page on which administrators gather people in groups, and the page of each group. */
export function answerGroupsPage(visit: Visit): Promise<FastifyReply> {
  return answerWorkspaceVisit(visit, { formKey, title: 'Groups', show, acceptForm });
}

interface Shown {
  readonly message?: string;
  readonly problem?: FormProblem;
  readonly typed?: { readonly name: string; readonly lines: string };
}

async function acceptForm(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const typed = readTexts(form, ['name', 'lines']);
  const outcome = await attempt(() => change(visit, form, typed));
  if (!('problem' in outcome)) return show(visit, 200, { message: outcome.done });
  if (outcome.status === 404) return show(visit, 200, { message: noGroup });
  return show(visit, 422, { problem: outcome.problem, typed });
}

const noGroup = 'Nothing was changed: this group is no longer there.';

/** @returns what was done, as a sentence */
async function change(
  visit: WorkspaceVisit,
  form: URLSearchParams,
  { name, lines }: NonNullable<Shown['typed']>,
): Promise<string> {
  const { database, view } = visit;
  const named = async () =>
    readNamed(lines, 'lines', await readPeople(database, view), {
      known: await readGroups(database, view),
      why: 'is a group: only people can be in a group',
    });
  if (form.get('intent') === 'create') {
    const group = checkTyped(newGroup, { name, userIds: await named() });
    return `The group “${(await createGroup(visit, view, group)).name}” was created.`;
  }
  const group = await getGroup(database, view, readId(form));
  const condition = { ifMatch: [entityTagOf(JSON.stringify(group))], ifNoneMatch: undefined };
  const update = (part: Partial<Group>) => {
    const { name: before, userIds } = group;
    const checked = checkTyped(newGroup, { name: before, userIds, ...part });
    return updateGroup(visit, view, group.id, { ...checked, condition });
  };
  switch (form.get('intent') ?? '') {
    case 'rename':
      return `The group is now called ${(await update({ name })).name}.`;
    case 'add': {
      const userIds = [...new Set([...group.userIds, ...(await named())])];
      await update({ userIds });
      return `${countOf(userIds.length - group.userIds.length, 'person')} added.`;
    }
    case 'take-out':
      await update({ userIds: group.userIds.filter((id) => id !== form.get('person')) });
      return 'The person was removed from the group.';
    case 'delete':
      await deleteGroup(visit, view, group.id, condition);
      return `The group “${group.name}” was deleted.`;
    default:
      throw new FormRefusal('form_unreadable');
  }
}

function countOf(count: number, noun: 'person' | 'member'): string {
  const plural = noun === 'person' ? 'people' : 'members';
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

async function show(visit: WorkspaceVisit, status = 200, shown: Shown = {}): Promise<FastifyReply> {
  const groups = await readGroups(visit.database, visit.view);
  const { database, view, workspace, parameters } = visit;
  const asked = storedId.safeParse(parameters.get('group')).data;
  const chosen = groups.find(({ id }) => id === asked);
  const group = chosen && (await getGroup(database, view, chosen.id));
  const here = group === undefined ? leaveGroup(visit) : visit;
  const page = {
    title: group === undefined ? `Groups in ${workspace.name}` : `Group ${group.name}`,
    status,
    message: shown.message,
    problem: shown.problem,
    removals: groups.map(deletionOf),
  };
  const content =
    group === undefined
      ? html`${renderCreation(here, shown)}
          <h2>Groups</h2>
          ${renderGroups(here, groups)}`
      : renderGroup(here, group, await readPeople(database, view), shown);
  return sendAccountPage(here, page, content);
}

/** The list of groups again, also where the address names a group that is gone. */
function leaveGroup(visit: WorkspaceVisit): WorkspaceVisit {
  const parameters = new URLSearchParams(visit.parameters);
  parameters.delete('group');
  return { ...visit, parameters };
}

function renderCreation(visit: WorkspaceVisit, { problem, typed }: Shown): Markup {
  return html`<p>Put people into a group to give all of them access at once.</p>
    <h2>New group</h2>
    ${renderForm(
      visit,
      { problem, intent: 'create', label: 'Create group', kind: 'primary' },
      html`${renderField({ name: 'name', label: 'Name', value: typed?.name ?? '' }, problem)}
      ${renderLines('Members, one on each line', typed?.lines, problem)}`,
    )}`;
}

function renderLines(label: string, value = '', problem: FormProblem | undefined): Markup {
  const help = 'Enter email addresses or names of people in this workspace.';
  return renderTextArea({ name: 'lines', label, value, help }, problem);
}

function renderGroups(visit: WorkspaceVisit, groups: Awaited<ReturnType<typeof readGroups>>) {
  const listing = listEntries(visit, groups, ({ name }) => name);
  const rows = listing.entries.map(({ id, name, memberCount }) => [
    html`<a href="${addressOf(visit, { group: id, find: null, page: null })}">${name}</a>`,
    countOf(memberCount, 'member'),
    renderRemoval(visit, deletionOf({ id, name })),
  ]);
  const table = renderTable(['Name', 'Members', 'Action'], rows, 'There are no groups yet.');
  return renderListing(visit, listing, 'groups', table);
}

function deletionOf({ id, name }: Pick<Group, 'id' | 'name'>): Removal {
  const consequence = 'The access that it gives ends. Its people stay in the workspace.';
  return { id, intent: 'delete', verb: 'Delete', name: `“${name}”`, consequence };
}

function renderGroup(
  visit: WorkspaceVisit,
  group: Group,
  people: readonly Person[],
  { problem, typed }: Shown,
): Markup {
  const members = people.filter(({ id }) => group.userIds.includes(id));
  const hidden = { id: group.id };
  const isAboutName = problem?.field === 'name';
  const [ofName, ofPeople] = isAboutName ? [problem, undefined] : [undefined, problem];
  const name = isAboutName ? (typed?.name ?? '') : group.name;
  return html`<p>
      <a href="${addressOf(visit, { group: null, find: null, page: null })}">All groups</a>
    </p>
    <h2>Add people</h2>
    ${renderForm(
      visit,
      { hidden, problem: ofPeople, intent: 'add', label: 'Add to the group', kind: 'primary' },
      renderLines('People, one on each line', typed?.lines, problem),
    )}
    <h2>Members</h2>
    ${renderMembers(visit, group, members)}
    <h2>Name</h2>
    ${renderForm(
      visit,
      { hidden, problem: ofName, intent: 'rename', label: 'Rename' },
      renderField({ name: 'name', label: 'Name', value: name }, problem),
    )}`;
}

function renderMembers(visit: WorkspaceVisit, group: Group, members: readonly Person[]): Markup {
  const listing = listEntries(visit, members, ({ name, email }) => `${name} ${email}`);
  const rows = listing.entries.map(({ id, name, email }) => [
    html`${name}
      <p class="subtle">${email}</p>`,
    renderButton(
      visit,
      { hidden: { id: group.id, person: id }, intent: 'take-out', label: 'Remove' },
      `Remove ${name} from the group`,
    ),
  ]);
  const table = renderTable(['Name', 'Action'], rows, 'Nobody is in this group.');
  return renderListing(visit, listing, 'members', table);
}
