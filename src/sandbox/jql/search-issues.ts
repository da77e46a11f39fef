import { appUser } from '../jira/accounts';
import { JiraError } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { profileOf } from '../jira/profiles';
import type { Caller } from '../jira/jira-caller';
import type { Issue } from '../jira/state';
import { ClauseCompiler } from './compile-clause';
import type { IssueMatcher } from './compile-clause';
import { insertFragments } from './custom-functions';
import type { CustomJqlFunctions, EvaluationPurpose } from './custom-functions';
import { FieldCatalogue } from './field-catalogue';
import { readOrder } from './issue-order';
import type { IssueOrder } from './issue-order';
import { pushDownNegation } from './negation';
import { parseJql } from './parse-jql';
import type { PropertyBehavior } from './property-behavior';
import type { PropertySpelling } from './property-spelling';
import type { SearchContext } from './search-field';
import { unboundedQuery } from './sentences';
import type { JqlQuery } from './tree';
import { visibleIssues } from './visible-projects';

/** What the platform is like where it is not known, and what apps add to JQL. */
export interface JqlPlatform {
  propertySpellings: ReadonlySet<PropertySpelling>;
  properties: PropertyBehavior;
  functions: CustomJqlFunctions;
}

/** Who asks, and where. */
interface Asker {
  model: JiraModel;
  jqlPlatform: JqlPlatform;
  caller: Caller;
}

/** What all queries of one call share. */
interface OpenedSearch extends Asker {
  context: SearchContext;
  /** All fields that queries of this caller can name. */
  catalogue: FieldCatalogue;
}

export function openSearch(asker: Asker): OpenedSearch {
  const context = contextOf(asker);
  const catalogue = new FieldCatalogue(context, asker.jqlPlatform.propertySpellings);
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
  if (!query?.where) throw new JiraError(400, [unboundedQuery]);
  return order.sort(visibleIssues(asker).filter(matches));
}

export interface CheckedQuery {
  /** Absent if the query cannot be read. */
  query?: JqlQuery;
  /** What Jira says against it. */
  errors: readonly string[];
}

/**
 * Reads a query and holds it against what there is, without a search. That calls functions of
 * apps whose answer is not known yet, for they may refuse the query; it uses no stored answer up.
 */
export async function checkQuery(search: OpenedSearch, jql: string): Promise<CheckedQuery> {
  const { query, errors } = await prepare(search, jql, 'check');
  return { ...(query && { query }), errors };
}

interface PreparedQuery extends CheckedQuery {
  matches: IssueMatcher;
  order: Extract<IssueOrder, { ok: true }>;
}

const unordered: PreparedQuery['order'] = { ok: true, sort: (issues) => issues };

async function prepare(
  { jqlPlatform, caller, context, catalogue }: OpenedSearch,
  jql: string,
  purpose: EvaluationPurpose,
): Promise<PreparedQuery> {
  const { propertySpellings, functions } = jqlPlatform;
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

function contextOf({ model, jqlPlatform, caller }: Asker): SearchContext {
  const accountId = caller.kind === 'person' ? caller.accountId : appUser.accountId;
  const { timeZone } = profileOf(model, accountId);
  const { properties } = jqlPlatform;
  return { model, caller, accountId, now: model.now(), timeZone, properties };
}
