import type { FastifyReply } from 'fastify';
import { permissionMatrix } from '../../../api/permission';
import type { Role } from '../../../api/permission';
import { namedWorkspace, updateWorkspace } from '../../../api/workspace';
import { callerOf } from '../../accounts/identity';
import { createWorkspace, isCreator, renameWorkspace } from '../../accounts/workspaces';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { viewWorkspace } from '../../model/permissions/workspace-view';
import type { Membership } from '../../model/resources/members';
import { readNameDoubles } from '../../model/resources/name-doubles';
import { addressOf } from '../account-navigation';
import { accountPaths } from '../account-paths';
import { pageSize, readPageNumber, renderPager } from '../pager';
import { sendAccountPage } from './account-page';
import { renderField, renderForm } from './form-markup';
import type { FormProblem } from './form-markup';
import { attempt, checkTyped, FormRefusal, readId } from './forms';
import { answerSignedInVisit } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-workspaces', path: accountPaths.workspaces };

/** The page on which people see their workspaces; whom the operator lets creates and renames some there. */
export function answerWorkspacesPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, (signedIn, form) =>
    form === undefined ? show(signedIn, 200) : acceptForm(signedIn, form),
  );
}

async function acceptForm(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { account, memberships } = visit;
  if (!isCreator(visit.workspaceCreators, account)) throw new FormRefusal('not_allowed');
  const intent = form.get('intent');
  if (intent !== 'create' && intent !== 'rename') throw new FormRefusal('form_unreadable');
  const workspaceId = intent === 'rename' ? readId(form) : undefined;
  const renamed = memberships.find(({ id, role }) => id === workspaceId && mayRename(role));
  if (intent === 'rename' && renamed === undefined) throw new FormRefusal('not_allowed');
  const name = form.get('name') ?? '';
  const caller = callerOf(account);
  const outcome = await attempt(async () => {
    const named = checkTyped(namedWorkspace, { name });
    return renamed === undefined
      ? createWorkspace(visit, caller, named)
      : renameWorkspace(visit, { workspaceId: renamed.id, caller }, renamed.id, named);
  });
  if ('problem' in outcome) {
    return show(visit, 422, { problem: outcome.problem, typed: { name, id: renamed?.id } });
  }
  const { done } = outcome;
  const kept = memberships.filter(({ id }) => id !== done.id);
  return show({ ...visit, memberships: [...kept, { ...done, role: 'administrator' }] }, 201, {
    message:
      renamed === undefined
        ? `“${done.name}” was created. You’re its administrator.`
        : `${renamed.name} is now called ${done.name}.`,
  });
}

function mayRename(role: Role): boolean {
  return permissionMatrix[updateWorkspace.permission][role];
}

interface Shown {
  readonly message?: string;
  readonly problem?: FormProblem;
  /** For which workspace; undefined for a new one. */
  readonly typed?: { readonly name: string; readonly id: string | undefined };
}

async function show(
  visit: SignedInVisit,
  status: number,
  shown: Shown = {},
): Promise<FastifyReply> {
  const { workspaceCreators, account } = visit;
  const mayCreate = isCreator(workspaceCreators, account);
  const { message, problem } = shown;
  return sendAccountPage(
    visit,
    { title: 'Workspaces', status, message, problem },
    html`${mayCreate ? renderCreation(visit, shown) : renderNotAllowed()}
      <h2>Your workspaces</h2>
      ${renderWorkspaces(visit, shown)} ${await renderDoubles(visit)}`,
  );
}

/**
 * Those of the workspaces that the person administers, which are read a page at a time: each is read as a whole. Nothing
 * where there are no such names, and no other pages.
 */
async function renderDoubles(visit: SignedInVisit): Promise<Markup | undefined> {
  const administered = visit.memberships.filter(({ role }) => mayRename(role));
  const total = administered.length;
  const page = readPageNumber(visit.parameters.get('page'));
  const rows = await readDoubles(visit, administered.slice((page - 1) * pageSize, page * pageSize));
  if (rows.length === 0 && total <= pageSize) return undefined;
  return html`<h2>Names used more than once</h2>
    <p>
      The service treats these names as the same, even if they’re written with different characters.
      They still work. Rename them so that people can tell them apart.
    </p>
    ${renderTable(['Workspace', 'What', 'Names'], rows, 'There are none in these workspaces.')}
    ${renderPager({ page, total, names: 'workspaces' }, (to) =>
      addressOf(visit, { page: String(to) }),
    )}`;
}

async function readDoubles(
  { database, account }: SignedInVisit,
  administered: readonly Membership[],
): Promise<Markup[][]> {
  const rows: Markup[][] = [];
  for (const { id, name } of administered) {
    const view = await viewWorkspace(database, callerOf(account), id);
    for (const { what, names } of await readNameDoubles(database, view)) {
      rows.push([
        html`${name}`,
        html`${what}`,
        html`${names.map((each) => html`<div>${each}</div>`)}`,
      ]);
    }
  }
  return rows;
}

function renderNotAllowed(): Markup {
  return html`<p>To create or rename a workspace, contact whoever runs the service.</p>`;
}

function renderCreation(visit: SignedInVisit, { problem, typed }: Shown): Markup {
  const isHere = typed?.id === undefined;
  const ownProblem = isHere ? problem : undefined;
  const value = isHere ? (typed?.name ?? '') : '';
  return html`<h2>New workspace</h2>
    ${renderForm(
      visit,
      { problem: ownProblem, intent: 'create', label: 'Create workspace', kind: 'primary' },
      renderField({ name: 'name', label: 'Name', value }, ownProblem),
    )}`;
}

function renderWorkspaces(visit: SignedInVisit, shown: Shown): Markup {
  const { memberships, workspaceCreators, account } = visit;
  const rows = memberships.map((membership) => {
    const { name, role } = membership;
    const canRename = isCreator(workspaceCreators, account) && mayRename(role);
    return [
      name,
      role.charAt(0).toUpperCase() + role.slice(1),
      canRename ? renderRenaming(visit, membership, shown) : html``,
    ];
  });
  return renderTable(
    ['Name', 'Your role', 'Action'],
    rows,
    'You aren’t a member of any workspace.',
  );
}

function renderRenaming(
  visit: SignedInVisit,
  { id, name }: Membership,
  { problem, typed }: Shown,
): Markup {
  const ownProblem = typed?.id === id ? problem : undefined;
  const value = typed?.id === id ? typed.name : name;
  const isOpen = ownProblem === undefined ? undefined : html`open`;
  return html`<details ${isOpen}>
    <summary aria-label="Rename ${name}">Rename</summary>
    ${renderForm(
      visit,
      { hidden: { id }, problem: ownProblem, intent: 'rename', label: 'Save' },
      html`<input
        name="name"
        aria-label="New name of ${name}"
        autocomplete="off"
        value="${value}"
        required
        ${ownProblem && html`aria-invalid="true" aria-describedby="problem" autofocus`}
      />`,
    )}
  </details>`;
}
