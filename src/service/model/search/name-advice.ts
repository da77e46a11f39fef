import { findNearName } from '../../../query';

const maximumListed = 10;

/**
 * Which names can stand in the place of an unknown one: the one most likely meant comes first, then
 * up to 10 others. Empty where there is none.
 * @param unlisted can be meant too, but are not listed
 */
export function adviseNames(
  text: string,
  names: readonly string[],
  unlisted: readonly string[] = [],
): string {
  const near = findNearName(text, [...names, ...unlisted]);
  const others = [...new Set(names)].filter((name) => name !== near);
  const listed = others.length > 0 && listNames(others);
  if (near === undefined) return listed ? ` Use ${listed}.` : '';
  return ` Did you mean "${near}"?${listed ? ` You can also use ${listed}.` : ''}`;
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, maximumListed).map((name) => `"${name}"`);
  const more = names.length - maximumListed;
  return listed.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
