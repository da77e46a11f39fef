import type { Issue } from '../jira/state';
import { nameOf } from './tree';
import type { FieldCatalogue } from './field-catalogue';
import { issueSortKey } from './issue-keys';
import type { Key } from './search-field';
import { unknownField, unsortableField } from './sentences';
import type { SortTerm } from './tree';

type SortKeyOf = (issue: Issue) => Key | undefined;
interface SortRule {
  keyOf: SortKeyOf;
  sign: 1 | -1;
}

export type IssueOrder =
  | { ok: true; sort: (issues: readonly Issue[]) => readonly Issue[] }
  | { ok: false; errors: readonly string[] };

/** Reads `order by`; without it the newest issue comes first. */
export function readOrder(terms: readonly SortTerm[], catalogue: FieldCatalogue): IssueOrder {
  const errors: string[] = [];
  const rules = terms.flatMap(({ field, direction }): SortRule[] => {
    const [found] = catalogue.find(field);
    if (!found) errors.push(unknownField(nameOf({ field })));
    else if (!found.sortKeyOf) errors.push(unsortableField(nameOf({ field })));
    const keyOf = found?.sortKeyOf;
    return keyOf ? [{ keyOf, sign: direction === 'asc' ? 1 : -1 }] : [];
  });
  if (errors.length > 0) return { ok: false, errors };
  const newestFirst: SortRule = { keyOf: ({ created }) => Date.parse(created), sign: -1 };
  const byKey: SortRule = { keyOf: issueSortKey, sign: rules.length === 0 ? -1 : 1 };
  return { ok: true, sort: sorter([...(rules.length === 0 ? [newestFirst] : rules), byKey]) };
}

function sorter(rules: readonly SortRule[]): (issues: readonly Issue[]) => readonly Issue[] {
  return (issues) =>
    issues
      .map((issue) => ({ issue, keys: rules.map(({ keyOf }) => keyOf(issue)) }))
      .sort((first, second) => compareAll(rules, first.keys, second.keys))
      .map(({ issue }) => issue);
}

function compareAll(
  rules: readonly SortRule[],
  first: readonly (Key | undefined)[],
  second: readonly (Key | undefined)[],
): number {
  for (const [index, { sign }] of rules.entries()) {
    const difference = compareKeys(first[index], second[index]);
    if (difference !== 0) return sign * difference;
  }
  return 0;
}

const collator = new Intl.Collator('en');

/** Empty ones come last, and with `desc` first. */
function compareKeys(first: Key | undefined, second: Key | undefined): number {
  if (first === undefined || second === undefined) {
    return Number(first === undefined) - Number(second === undefined);
  }
  return typeof first === 'number' && typeof second === 'number'
    ? first - second
    : collator.compare(String(first), String(second));
}
