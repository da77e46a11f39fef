import type { User } from '../../../api/user';
import { describeProblem, leavesOf, operandsOf, parseQuery } from '../../../query';
import type { Condition, LocatedProblem, Path, Query } from '../../../query';
import type { Database, Queryable } from '../../base/database/database';
import { Refusal } from '../../base/refusals/refusal';
import { isStorable } from '../../base/refusals/storable-inputs';
import { getType } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { readPeople, readPeopleByEmail, readPeopleByWords } from '../resources/members';
import { hasEarlierTexts } from '../resources/refold-texts';
import { spellingsOf } from '../values/email-spellings';
import { comparedPart } from '../values/searchable-text';
import { FoldedTexts, textOf, wordQuery } from './comparison-operands';
import { compileWhere, conjunctsOf } from './compile-condition';
import type { SearchContext } from './compile-condition';
import { compileOrder } from './compile-order';
import { compileIndexedSort } from './indexed-sort';
import { compileLabelSearch } from './label-page';
import { findEmail } from './operands';
import { assertAffordable, isCheap } from './query-cost';
import type { AskedQuery } from './query-cost';
import { QueryProblem, QuerySize, maximumWords } from './query-limits';
import type { SearchStatements } from './read-page';
import { compileReferring } from './referring-page';
import { findAttributes, resolvePath } from './resolve-path';
import type { Leaf } from './resolve-path';
import { BoundParameters } from './statement';

export interface SearchDependencies {
  readonly database: Queryable & Pick<Database, 'cancelsStatements' | 'expensively'>;
  /** Where objects are looked for, if that has a limit of its own; the database if absent. */
  readonly limited?: Pick<Queryable, 'query'>;
  /** What object addresses begin with. */
  readonly serviceUrl: string;
  readonly clock: () => Date;
}

/**
 * What a query means to the database, of the objects that the caller may read; nothing is searched
 * yet.
 * @param use what the objects are looked for; it may be expensive also where the query isn't
 * @throws Refusal 400 with a position for a query that does not parse or has no meaning here, 400
 *   for one that would take too long, 404 for a type that the caller may not read
 */
export async function prepareSearch(
  { database, clock }: Omit<SearchDependencies, 'serviceUrl'>,
  view: WorkspaceView,
  request: { readonly query: string; readonly typeId?: string | undefined },
  use: { readonly isExpensive?: boolean } = {},
): Promise<SearchStatements> {
  const query = parse(request.query);
  const hasEarlier = await hasEarlierTexts(database);
  const texts = located(request.query, () => FoldedTexts.of(query, hasEarlier));
  const parameters = new BoundParameters();
  const types = request.typeId === undefined ? view.types : [getType(view, request.typeId)];
  const asked = { query, texts, view, types };
  const isExpensive = use.isExpensive === true || !located(request.query, () => isCheap(asked));
  const context: SearchContext = {
    view,
    workspaceId: view.workspaceId,
    workspace: parameters.bind(view.workspaceId, 'uuid'),
    types,
    members: await readMeant(database, asked),
    now: clock(),
    callerId: view.caller.userId,
    parameters,
    size: new QuerySize(),
    texts,
    sorts: query.orderBy.length > 0,
    limitsTime: isExpensive && !database.cancelsStatements,
  };
  const statements = located(request.query, () => compile(query, context));
  if (context.limitsTime) await assertAffordable(database, asked, statements);
  return { ...statements, isExpensive };
}

function compile(query: Query, context: SearchContext): Omit<SearchStatements, 'isExpensive'> {
  const where = compileWhere(query.condition, context);
  const mayJoin = !where.followsReferences;
  const order = { ...compileOrder(query, context, mayJoin), parameters: context.parameters };
  const isSorted = query.orderBy.length > 0 || order.first?.isFoundWhole === true;
  const isLookedUp =
    order.first === undefined &&
    conjunctsOf(query.condition).some((part) => looksUpValues(part, context));
  return {
    where,
    order,
    looksAtAll: isSorted || isLookedUp || where.followsReferences,
    indexedSort: compileIndexedSort(query, where, context),
    referring: compileReferring(query, { where, order }, context),
    labels: compileLabelSearch(query, context),
  };
}

/** Kinds of values that an index finds directly, and each of which few objects have. */
const lookedUpKinds: ReadonlySet<Leaf['kind']> = new Set(['text', 'reference', 'user', 'media']);
const lookedUpOperators: readonly string[] = ['=', '==', '~', '*='];

/** Whether its matches are found one by one for their count, so that a page takes little more. */
function looksUpValues(part: Condition, { view, types }: SearchContext): boolean {
  if (part.kind !== 'comparison' && part.kind !== 'membership') return false;
  const isPositive =
    part.kind === 'comparison' ? lookedUpOperators.includes(part.operator) : !part.isNegated;
  const { leaves } = resolvePath(view, types, part.path);
  return isPositive && leaves.every(({ kind }) => lookedUpKinds.has(kind));
}

function parse(text: string): Query {
  const result = parseQuery(text);
  if (!result.ok) throw refuseQuery(result.error);
  return result.query;
}

function located<Result>(text: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    throw refuseQuery(describeProblem(text, error.message, error.location));
  }
}

/** The message carries the excerpt with the caret, so that every reader sees the place. */
function refuseQuery({ message, excerpt, location, line, column }: LocatedProblem): Refusal {
  const position = { offset: location.start, line, column };
  return new Refusal(400, `${message}\n${excerpt}`, { position });
}

/**
 * The people whom a query can mean. To sort by names takes all members; an email is looked up, and so are
 * those with such words in their names, to be compared in memory. What has an id already takes nobody.
 */
async function readMeant(
  database: Queryable,
  { query: { condition, orderBy }, texts, view }: AskedQuery,
): Promise<readonly User[]> {
  const isOfPeople = ({ path }: { readonly path: Path }) => {
    const name = path.names.at(-1);
    const named = name === undefined ? [] : findAttributes(view.types, name);
    return named.some(({ kind }) => kind.valueKind === 'user');
  };
  const operands = leavesOf(condition).filter(isOfPeople).flatMap(operandsOf);
  const names = operands.flatMap((operand) => textOf(operand) ?? []);
  const words = beginningsIn(names, texts);
  if (orderBy.some(isOfPeople) || words === undefined) return readPeople(database, view);
  const emails = operands.flatMap((operand) => findEmail(operand) ?? []);
  return [
    ...(names.length === 0 ? [] : await readPeopleByWords(database, view, words)),
    ...(emails.length === 0
      ? []
      : await readPeopleByEmail(database, view, emails.flatMap(spellingsOf).filter(isStorable))),
  ];
}

/** A `tsquery` of the words of any of these names; undefined where they can't be looked up by words. */
function beginningsIn(names: readonly string[], texts: FoldedTexts): string | undefined {
  const readings = names.flatMap((name) => texts.readingsOf(name));
  const words = readings.map((reading) => reading.words.map(comparedPart));
  const isTooMuch = words.flat().length > maximumWords;
  if (isTooMuch || words.some((ofName) => ofName.length === 0)) return undefined;
  return words.map((ofName) => wordQuery('', ofName, 'prefix')).join(' | ');
}
