/**
 * Jira's search.
 * @see docs/platform-assumptions.md, 51
 */
export const searchPage = '/issues/';
/** Servers take some 8 kB for the first line of a request. */
const maximumAddressLength = 7_000;

/** Where Jira's search opens with a query; undefined where an address can't hold it. */
export function findSearchAddress(jql: string): string | undefined {
  const address = `${searchPage}?jql=${encodeURIComponent(jql)}`;
  return address.length > maximumAddressLength ? undefined : address;
}
