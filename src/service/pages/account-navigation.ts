import { permissionMatrix } from '../../api/permission';
import type { Permission } from '../../api/permission';
import type { Account } from '../accounts/people';
import { renderPage } from '../base/html/layout';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import type { Membership } from '../model/resources/members';
import {
  accessPagePath,
  appPagePath,
  groupsPagePath,
  historyPagePath,
  deletedPagePath,
  memberTokensPagePath,
  passwordPagePath,
  peoplePagePath,
  requestUsagePagePath,
  seeAsPagePath,
  tokenPagePath,
  workspacesPagePath,
} from './account-paths';
import { renderSignedInAs } from './signed-in-pages';

interface Destination {
  readonly path: string;
  readonly name: string;
}

/** The pages about what belongs to a person, in the order of the navigation. */
const personalPages: readonly Destination[] = [
  { path: tokenPagePath, name: 'Access tokens' },
  { path: requestUsagePagePath, name: 'Requests' },
  { path: appPagePath, name: 'Your apps' },
  { path: passwordPagePath, name: 'Password' },
  { path: workspacesPagePath, name: 'Workspaces' },
];

/** The pages about a workspace, each for those whose role in it allows so much. */
const workspacePages: readonly (Destination & { readonly permission: Permission })[] = [
  { path: peoplePagePath, name: 'People', permission: 'changeAccess' },
  { path: groupsPagePath, name: 'Groups', permission: 'changeAccess' },
  { path: accessPagePath, name: 'Access', permission: 'changeAccess' },
  { path: seeAsPagePath, name: 'See as', permission: 'changeAccess' },
  { path: memberTokensPagePath, name: 'Members’ tokens', permission: 'changeAccess' },
  { path: historyPagePath, name: 'History', permission: 'audit' },
  { path: deletedPagePath, name: 'Deleted objects', permission: 'changeObjects' },
];

/** What belongs to a page of the account besides its content. */
export interface AccountPage {
  readonly path: string;
  readonly title: string;
  readonly account: Pick<Account, 'name' | 'email'>;
  readonly memberships: readonly Membership[];
  /** The one that the page is about; absent on a page about the person. */
  readonly workspace?: Membership | undefined;
  /** Whether what was sent is refused: the title says so too. */
  readonly hasProblem?: boolean;
}

/** A page with the navigation that all pages of the account have, below its heading. */
export function renderAccountPage(page: AccountPage, content: Markup): string {
  const { title, account, hasProblem = false } = page;
  return renderPage(
    hasProblem ? `Error: ${title}` : title,
    html`<h1>${title}</h1>
      ${renderNavigation(page)} ${content} ${renderSignedInAs(account)}`,
    { isWide: true },
  );
}

/** The workspaces of a person in which their role allows what a page is for. */
export function workspacesFor(path: string, memberships: readonly Membership[]): Membership[] {
  const page = workspacePages.find((each) => each.path === path);
  return memberships.filter(({ role }) => page && permissionMatrix[page.permission][role]);
}

function renderNavigation({ path, memberships, workspace }: AccountPage): Markup {
  const others = workspacesFor(path, memberships).filter(({ id }) => id !== workspace?.id);
  const [first] = memberships.toSorted((one, other) => pagesIn(other).length - pagesIn(one).length);
  const shown = workspace ?? first;
  return html`<nav aria-label="Account">
    ${renderLinks(personalPages, path, '')}
    ${shown && pagesIn(shown).length > 0 ? renderLinks(pagesIn(shown), path, `?workspace=${shown.id}`, shown.name) : undefined}
    ${workspace && others.length > 0 ? renderChoice(path, others) : undefined}
  </nav>`;
}

function pagesIn({ role }: Membership): readonly Destination[] {
  return workspacePages.filter(({ permission }) => permissionMatrix[permission][role]);
}

function renderLinks(
  pages: readonly Destination[],
  current: string,
  query: string,
  heading = 'Your account',
): Markup {
  const links = pages.map(
    ({ path, name }) =>
      html`<li>
        <a href="${path}${query}" ${path === current ? html`aria-current="page"` : undefined}
          >${name}</a
        >
      </li>`,
  );
  return html`<p>${heading}</p>
    <ul>
      ${links}
    </ul>`;
}

function renderChoice(path: string, others: readonly Membership[]): Markup {
  const links = others.map(
    ({ id, name }) => html`<li><a href="${path}?workspace=${id}">${name}</a></li>`,
  );
  return html`<details>
    <summary>Other workspaces</summary>
    <ul>
      ${links}
    </ul>
  </details>`;
}
