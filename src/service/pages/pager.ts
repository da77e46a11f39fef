import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';

/** Entries on one page of a list: as much as a person looks through. */
export const pageSize = 50;

interface Pager {
  /** From 1. */
  readonly page: number;
  readonly total: number;
  /** What the entries are, such as `members`. */
  readonly names: string;
}

/** The way to the other pages of a list; nothing where there is only one. */
export function renderPager(
  { page, total, names }: Pager,
  addressOf: (page: number) => string,
): Markup | undefined {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  if (pageCount === 1 && page === 1) return undefined;
  const link = (to: number, text: string) => html`<a href="${addressOf(to)}">${text}</a>`;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return html`<p>
    ${page > pageCount ? undefined : `${first} to ${last} of ${total} ${names}.`}
    ${page > 1 ? link(Math.min(page - 1, pageCount), 'Previous page') : undefined}
    ${page < pageCount ? link(page + 1, 'Next page') : undefined}
  </p>`;
}

/** The page that an address asks for, from 1; the first where it asks for none. */
export function readPageNumber(text: string | null | undefined): number {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}
