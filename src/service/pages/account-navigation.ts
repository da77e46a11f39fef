import { updateGroup } from '../../api/group';
import { listAudit } from '../../api/history';
import { listDeletedObjects } from '../../api/object';
import { permissionMatrix } from '../../api/permission';
import type { Permission } from '../../api/permission';
import { listMemberTokens } from '../../api/token';
import { getTypeAccess } from '../../api/type';
import { setUserRole } from '../../api/user';
import type { Account } from '../accounts/people';
import { renderPage } from '../base/html/layout';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import type { Membership } from '../model/resources/members';
import { accountPaths } from './account-paths';

interface Destination {
  readonly path: string;
  readonly name: string;
}

/** The pages about what belongs to a person, in the order of the navigation. */
const personalPages: readonly Destination[] = [
  { path: accountPaths.tokens, name: 'Access tokens' },
  { path: accountPaths.connectedApps, name: 'Connected apps' },
  { path: accountPaths.usage, name: 'Usage' },
  { path: accountPaths.apps, name: 'Your apps' },
  { path: accountPaths.password, name: 'Password' },
  { path: accountPaths.workspaces, name: 'Workspaces' },
];

/** The pages about a workspace, each for those whose role allows the call of the API that it stands for. */
const workspacePages: readonly (Destination & { readonly permission: Permission })[] = [
  { path: accountPaths.people, name: 'People', permission: setUserRole.permission },
  { path: accountPaths.groups, name: 'Groups', permission: updateGroup.permission },
  { path: accountPaths.access, name: 'Access', permission: getTypeAccess.permission },
  { path: accountPaths.seeAs, name: 'See as', permission: getTypeAccess.permission },
  {
    path: accountPaths.memberTokens,
    name: 'Members’ tokens',
    permission: listMemberTokens.permission,
  },
  { path: accountPaths.history, name: 'History', permission: listAudit.permission },
  {
    path: accountPaths.deleted,
    name: 'Deleted objects',
    permission: listDeletedObjects.permission,
  },
];

/** What belongs to a page of the account besides its content. */
interface AccountPage {
  readonly path: string;
  /** Of its address; `workspace` names the one that the navigation shows. */
  readonly parameters: URLSearchParams;
  readonly title: string;
  readonly account: Pick<Account, 'name' | 'email'>;
  readonly memberships: readonly Membership[];
  /** The one that the page is about; absent on a page about the person. */
  readonly workspace?: Membership;
  /** Whether what was sent is refused: the title says so too. */
  readonly hasProblem?: boolean;
}

/** A page beside the navigation that all pages of the account have. */
export function renderAccountPage(page: AccountPage, content: Markup): string {
  const { title, hasProblem = false } = page;
  return renderPage(
    hasProblem ? `Error: ${title}` : title,
    html`<h1>${title}</h1>
      ${content}`,
    renderNavigation(page),
  );
}

/**
 * The address of a page as it is asked for, or with other parameters; null leaves one out. What it asks to confirm
 * stays behind: the same question would come up again later.
 */
export function addressOf(
  { path, workspace, parameters }: Pick<AccountPage, 'path' | 'workspace' | 'parameters'>,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const query = new URLSearchParams(parameters);
  for (const name of ['confirm', 'id']) query.delete(name);
  if (workspace !== undefined) query.set('workspace', workspace.id);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** What a role has to allow for the page of a workspace at the path. */
export function permissionFor(path: string): Permission {
  const page = workspacePages.find((each) => each.path === path);
  if (page === undefined) throw new Error(`No page of a workspace is at ${path}.`);
  return page.permission;
}

/** The workspaces of a person in which their role allows what the page at the path is for. */
export function workspacesFor(path: string, memberships: readonly Membership[]): Membership[] {
  const permission = permissionFor(path);
  return memberships.filter(({ role }) => permissionMatrix[permission][role]);
}

/** It pops up where there is no room for it; a browser that can't do that shows it at once. */
function renderNavigation(page: AccountPage): Markup {
  const { path, parameters, memberships, account } = page;
  const managed = memberships
    .filter((each) => pagesIn(each).length > 0)
    .toSorted((one, other) => pagesIn(other).length - pagesIn(one).length);
  const chosen = managed.find(({ id }) => id === parameters.get('workspace'));
  const shown = page.workspace ?? chosen ?? managed[0];
  const query = shown === undefined ? '' : `?workspace=${shown.id}`;
  return html`<nav id="navigation" popover aria-label="Account">
    <p>Your account</p>
    ${renderLinks(personalPages, path, managed.length > 1 ? query : '')}
    ${
      shown &&
      html`${renderChoice(path, managed, shown)} ${renderLinks(pagesIn(shown), path, query)}`
    }
    <form class="account" method="post" action="${accountPaths.signOut}">
      <p>${account.name}<br />${account.email}</p>
      <button type="submit">Sign out</button>
    </form>
  </nav>`;
}

function pagesIn({ role }: Membership): readonly Destination[] {
  return workspacePages.filter(({ permission }) => permissionMatrix[permission][role]);
}

function renderLinks(pages: readonly Destination[], current: string, query: string): Markup {
  const links = pages.map(
    ({ path, name }) =>
      html`<li>
        <a href="${path}${query}" ${path === current ? html`aria-current="page"` : undefined}
          >${name}</a
        >
      </li>`,
  );
  return html`<ul>
    ${links}
  </ul>`;
}

/** The workspace that is shown, and the same page of the others. */
function renderChoice(path: string, managed: readonly Membership[], shown: Membership): Markup {
  const isPersonal = personalPages.some((page) => page.path === path);
  const others = (isPersonal ? managed : workspacesFor(path, managed)).filter(
    ({ id }) => id !== shown.id,
  );
  if (others.length === 0) return html`<p>${shown.name}</p>`;
  const links = others.map(
    ({ id, name }) => html`<li><a href="${path}?workspace=${id}">${name}</a></li>`,
  );
  return html`<details>
    <summary aria-label="${shown.name}, other workspaces">${shown.name}</summary>
    <ul>
      ${links}
    </ul>
  </details>`;
}
