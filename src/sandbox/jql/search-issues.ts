import { appUser } from '../jira/accounts';
import type { Caller } from '../jira/accounts';
import { invalid } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import type { Issue } from '../jira/state';
import type { AppFunctions, Evaluation } from './app-functions';
import { ClauseCompiler } from './compile-clause';
import type { IssueMatcher } from './compile-clause';
import { FieldCatalogue } from './field-catalogue';
import { insertFragments } from './fragments';
import { pushDownNegation, nameOf } from './tree';
import type { SortTerm } from './tree';
import { parseJql } from './parse-jql';
import { Refusals, refusalsOf } from './refusals';
import type { SearchContext, Key } from './search-field';
import { visibleIssues } from './search-field';
import { sentences } from './sentences';
import { issueSortKey } from './system-fields';

interface Asker {
  model: JiraModel;
  caller: Caller;
  /** What apps add to JQL. */
  functions: AppFunctions;
}

interface OpenedSearch extends Asker {
  context: SearchContext;
  /** All fields that queries of this caller can name. */
  catalogue: FieldCatalogue;
}

export function openSearch(asker: Asker): OpenedSearch {
  const { model, caller } = asker;
  const accountId = caller.kind === 'person' ? caller.accountId : appUser.accountId;
  const context = { model, caller, accountId };
  return { ...asker, context, catalogue: new FieldCatalogue(context) };
}

/**
 * Returns the issues that a query finds among those that the caller may see, in its order.
 * @throws {JiraError} 400 with Jira's sentences about the query, 501 for what is not modelled
 */
export async function searchIssues({
  jql,
  ...asker
}: Asker & { jql: string }): Promise<readonly Issue[]> {
  const { matches, sort } = await prepare(openSearch(asker), jql, 'search');
  if (!matches) throw invalid(sentences.unboundedQuery);
  return sort(visibleIssues(asker).filter(matches));
}

/**
 * Returns what Jira says against a query: reads it and holds it against what there is, without a search. That calls functions of
 * apps whose answer is not known yet, for they may refuse the query; it uses no stored answer up.
 */
export async function findErrors(search: OpenedSearch, jql: string): Promise<readonly string[]> {
  try {
    await prepare(search, jql, 'check');
    return [];
  } catch (error) {
    return refusalsOf(error);
  }
}

interface PreparedQuery {
  /** Absent if the query restricts nothing. */
  matches: IssueMatcher | undefined;
  sort: (issues: readonly Issue[]) => readonly Issue[];
}

/** @throws {JiraError} 400 with all that is wrong with the query */
async function prepare(
  { model, functions, caller, context, catalogue }: OpenedSearch,
  jql: string,
  purpose: Evaluation['purpose'],
): Promise<PreparedQuery> {
  const { jqlPropertySpellings: propertySpellings } = model.switches;
  const query = parseJql(jql, propertySpellings);
  const fragments = { functions, propertySpellings, catalogue, caller, purpose };
  const where = query.where && (await insertFragments(pushDownNegation(query.where), fragments));
  const refusals = new Refusals();
  const compiler = new ClauseCompiler(catalogue, context, refusals);
  const matches = where && compiler.compile(where);
  const sort = readOrder(query.orderBy, catalogue, refusals);
  refusals.throwIfAny();
  return { matches, sort };
}

interface SortRule {
  keyOf: (issue: Issue) => Key | undefined;
  sign: 1 | -1;
}

/** Reads `order by`; without it the newest issue comes first. */
function readOrder(
  terms: readonly SortTerm[],
  catalogue: FieldCatalogue,
  refusals: Refusals,
): PreparedQuery['sort'] {
  const rules = terms.flatMap(({ field, direction }): SortRule[] => {
    const [found] = catalogue.find(field);
    if (!found) refusals.add(sentences.unknownField(nameOf({ field })));
    else if (!found.sortKeyOf) refusals.add(sentences.unsortableField(nameOf({ field })));
    const keyOf = found?.sortKeyOf;
    return keyOf ? [{ keyOf, sign: direction === 'asc' ? 1 : -1 }] : [];
  });
  const newestFirst: SortRule = { keyOf: ({ created }) => Date.parse(created), sign: -1 };
  const byKey: SortRule = { keyOf: issueSortKey, sign: rules.length === 0 ? -1 : 1 };
  return sorter([...(rules.length === 0 ? [newestFirst] : rules), byKey]);
}

function sorter(rules: readonly SortRule[]): PreparedQuery['sort'] {
  return (issues) =>
    issues
      .map((issue) => ({ issue, keys: rules.map(({ keyOf }) => keyOf(issue)) }))
      .sort((one, other) => {
        const differences = rules.map(
          ({ sign }, index) => sign * compareKeys(one.keys[index], other.keys[index]),
        );
        return differences.find((difference) => difference !== 0) ?? 0;
      })
      .map(({ issue }) => issue);
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
