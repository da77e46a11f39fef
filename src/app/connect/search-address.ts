import { isWritable, quoteJql } from '../jql/jql-text';
import { findSearchAddress, searchPage } from '../jql/search-page';
import type { WaitingSearch } from './connect-contract';

/**
 * Jira's search for the work items that a query finds, with the field as somebody wrote it. Without
 * anything to search for where an address can't hold that.
 */
export function searchAddress({ query, fieldName, writtenAs }: WaitingSearch): string {
  const [field = fieldName] = writtenAs;
  if (!isWritable(field) || !(query === '' || isWritable(query))) return searchPage;
  const jql = `issue in workspaceObjects(${query === '' ? '""' : quoteJql(query)}, ${quoteJql(field)})`;
  return findSearchAddress(jql) ?? searchPage;
}
