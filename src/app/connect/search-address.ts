import { isWritable, quoteJql } from '../jql/jql-text';
import type { WaitingSearch } from './replies';

/**
 * Jira's search.
 * @see docs/platform-assumptions.md, 51
 */
const searchPage = '/issues/';
/** Servers take some 8 kB for the first line of a request. */
const longestAddress = 7_000;

/**
 * Jira's search for the work items that a query finds, with the field as somebody wrote it. Without
 * anything to search for where an address can't hold that.
 */
export function searchAddress({ query, fieldName, writtenAs }: WaitingSearch): string {
  const [field = fieldName] = writtenAs;
  if (!isWritable(field) || !(query === '' || isWritable(query))) return searchPage;
  const jql = `issue in workspaceObjects(${query === '' ? '""' : quoteJql(query)}, ${quoteJql(field)})`;
  const address = `${searchPage}?jql=${encodeURIComponent(jql)}`;
  return address.length > longestAddress ? searchPage : address;
}
