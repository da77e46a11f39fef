import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { foldName } from '../../model/values/folded-name';
import { addressOf } from '../account-navigation';
import { pageSize, readPageNumber, renderPager } from '../pager';
import type { WorkspaceVisit } from './visit';

/**
 * The page that the address asks for, by `find` and `page`, of a list that is as long as a workspace is large.
 * @returns its entries; what they have in their text, empty for all; how many there are on all pages; the page, from 1
 */
export function listEntries<Entry>(
  { parameters }: WorkspaceVisit,
  all: readonly Entry[],
  textOf: (entry: Entry) => string,
) {
  const sought = (parameters.get('find') ?? '').trim();
  const folded = foldName(sought);
  const found = all.filter((entry) => foldName(textOf(entry)).includes(folded));
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(readPageNumber(parameters.get('page')), pageCount);
  const entries = found.slice((page - 1) * pageSize, page * pageSize);
  return { entries, sought, total: found.length, page, pageCount };
}

/**
 * What is around the entries of a list: a search where there are several pages, and the way to the others.
 * @param names what the entries are, such as `members`
 */
export function renderListing(
  visit: WorkspaceVisit,
  { sought, total, page, pageCount }: Omit<ReturnType<typeof listEntries>, 'entries'>,
  names: string,
  entries: Markup,
): Markup {
  const isSearchable = sought !== '' || pageCount > 1;
  const nothing = html`<p class="subtle">
    No ${names} with “${sought}”.
    <a href="${addressOf(visit, { find: null, page: null })}">Show all</a>
  </p>`;
  return html`${isSearchable ? renderSearch(visit, sought, names) : undefined}
  ${total === 0 && sought !== '' ? nothing : entries}
  ${renderPager({ page, total, names }, (to) => addressOf(visit, { page: String(to) }))}`;
}

function renderSearch(visit: WorkspaceVisit, sought: string, names: string): Markup {
  const kept = [...visit.parameters].filter(([name]) => name !== 'find' && name !== 'page');
  const fields = new Map([...kept, ['workspace', visit.workspace.id]]);
  const hidden = [...fields].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="row" method="get" action="${visit.path}" role="search">
    ${hidden}
    <input type="search" name="find" aria-label="Find ${names}" value="${sought}" />
    <button type="submit">Find</button>
  </form>`;
}
