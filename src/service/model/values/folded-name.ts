import { compose } from '../../../query';

/**
 * Returns the form in which names and email addresses are compared: what is equal in Unicode is one name, whatever
 * its case, its spaces and what nobody sees of it. Accents count: `Strasse` isn't `Straße`, nor `Cafe` `Café`.
 */
export function foldName(name: string): string {
  if (plain.test(name)) return name.toLowerCase();
  const plainer = compose(name)
    .replace(unseen, '')
    .replace(apostrophes, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ς', 'σ');
  return compose(plainer);
}

/** The form of most names, which can differ only in case. */
const plain = /^[!-~]+(?: [!-~]+)*$/;
/** With the Arabic tatweel, which only makes a word wider. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]+/gu;
const apostrophes = /[\u02bb\u02bc\u2018\u2019]/gu;

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Those that share their name with another one of the list; empty if each has its own. */
export function findDoubles<One extends Pick<Named, 'name'>>(all: readonly One[]): One[][] {
  const byName = new Map<string, One[]>();
  for (const one of all) {
    const folded = foldName(one.name);
    const alike = byName.get(folded);
    if (alike === undefined) byName.set(folded, [one]);
    else alike.push(one);
  }
  return [...byName.values()].filter(({ length }) => length > 1);
}

/**
 * The first that has the name of another one of the list; undefined if there is none. Those that were called alike
 * before may stay so.
 */
export function findNewDouble<One extends Pick<Named, 'name'> & Partial<Named>>(
  all: readonly One[],
  before: readonly Named[],
): One | undefined {
  const oldNames = new Map(before.map(({ id, name }) => [id, foldName(name)]));
  const isOld = ({ id = '', name }: One) => oldNames.get(id) === foldName(name);
  const doubles = findDoubles(all).find((alike) => !alike.every(isOld));
  return doubles?.findLast((one) => !isOld(one));
}
