import { appUser } from '../jira/accounts';
import type { Caller } from '../jira/accounts';
import { JiraError } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import type { Issue } from '../jira/state';
import { ClauseCompiler } from './compile-clause';
import type { IssueMatcher } from './compile-clause';
import { insertFragments } from './custom-functions';
import type { CustomJqlFunctions, EvaluationPurpose } from './custom-functions';
import { FieldCatalogue } from './field-catalogue';
import { pushDownNegation, nameOf } from './tree';
import type { JqlQuery, SortTerm } from './tree';
import { parseJql } from './parse-jql';
import type { SearchContext, Key } from './search-field';
import { visibleIssues } from './search-field';
import { sentences } from './sentences';
import { issueSortKey } from './system-fields';

interface Asker {
  model: JiraModel;
  caller: Caller;
  /** What apps add to JQL. */
  functions: CustomJqlFunctions;
}

interface OpenedSearch extends Asker {
  context: SearchContext;
  /** All fields that queries of this caller can name. */
  catalogue: FieldCatalogue;
}

export function openSearch(asker: Asker): OpenedSearch {
  const context = contextOf(asker);
  const catalogue = new FieldCatalogue(context);
  return { ...asker, context, catalogue };
}

/**
 * Returns the issues that a query finds among those that the caller may see, in its order.
 * @throws {JiraError} 400 with Jira's sentences about the query, 501 for what is not modelled
 */
export async function searchIssues({
  jql,
  ...asker
}: Asker & { jql: string }): Promise<readonly Issue[]> {
  const { query, matches, order, errors } = await prepare(openSearch(asker), jql, 'search');
  if (errors.length > 0) throw new JiraError(400, errors);
  if (!query?.where) throw new JiraError(400, [sentences.unboundedQuery]);
  return order.sort(visibleIssues(asker).filter(matches));
}

/**
 * Returns what Jira says against a query: reads it and holds it against what there is, without a search. That calls functions of
 * apps whose answer is not known yet, for they may refuse the query; it uses no stored answer up.
 */
export async function findErrors(search: OpenedSearch, jql: string): Promise<readonly string[]> {
  return (await prepare(search, jql, 'check')).errors;
}

interface PreparedQuery {
  /** Absent if the query cannot be read. */
  query?: JqlQuery;
  errors: readonly string[];
  matches: IssueMatcher;
  order: Extract<IssueOrder, { ok: true }>;
}

const unordered: PreparedQuery['order'] = { ok: true, sort: (issues) => issues };

async function prepare(
  { model, functions, caller, context, catalogue }: OpenedSearch,
  jql: string,
  purpose: EvaluationPurpose,
): Promise<PreparedQuery> {
  const { jqlPropertySpellings: propertySpellings } = model.switches;
  const reading = parseJql(jql, propertySpellings);
  const useless = { matches: () => false, order: unordered };
  if (!reading.ok) return { errors: [reading.error], ...useless };
  const { query } = reading;

  const fragments = { functions, propertySpellings, catalogue, caller, purpose };
  const compiler = new ClauseCompiler(catalogue, context);
  try {
    const where = query.where && pushDownNegation(query.where);
    const whole = where && (await insertFragments(where, fragments));
    const matches = whole ? compiler.compile(whole) : () => true;
    const order = readOrder(query.orderBy, catalogue);
    if (!order.ok) return { query, errors: [...compiler.errors, ...order.errors], ...useless };
    return { query, errors: compiler.errors, matches, order };
  } catch (error) {
    if (!(error instanceof JiraError) || error.status !== 400) throw error;
    return { query, errors: error.body.errorMessages, ...useless };
  }
}

function contextOf({ model, caller }: Asker): SearchContext {
  const accountId = caller.kind === 'person' ? caller.accountId : appUser.accountId;
  return { model, caller, accountId };
}

type SortKeyOf = (issue: Issue) => Key | undefined;
interface SortRule {
  keyOf: SortKeyOf;
  sign: 1 | -1;
}

type IssueOrder =
  | { ok: true; sort: (issues: readonly Issue[]) => readonly Issue[] }
  | { ok: false; errors: readonly string[] };

/** Reads `order by`; without it the newest issue comes first. */
function readOrder(terms: readonly SortTerm[], catalogue: FieldCatalogue): IssueOrder {
  const errors: string[] = [];
  const rules = terms.flatMap(({ field, direction }): SortRule[] => {
    const [found] = catalogue.find(field);
    if (!found) errors.push(sentences.unknownField(nameOf({ field })));
    else if (!found.sortKeyOf) errors.push(sentences.unsortableField(nameOf({ field })));
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
