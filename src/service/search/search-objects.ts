import type { Page } from '../../api/page';
import { defaultPageLimit } from '../../api/page';
import type { SearchRequest, WorkspaceObject } from '../../api/object';
import { describeFault, leavesOf, parseQuery } from '../../query';
import type { Condition, Path, Query, QuerySyntaxError } from '../../query';
import type { Queryable } from '../database';
import { getType, typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { Refusal } from '../refusal';
import { showObjects } from '../resources/show-objects';
import { page } from '../resources/page';
import { readMembers } from '../resources/users';
import { compileCondition } from './compile-condition';
import type { SearchContext } from './compile-condition';
import { compileOrder } from './compile-order';
import { FoldedNames } from './folded-names';
import { QueryFault } from './query-fault';
import { QuerySize } from './query-size';
import { assertAffordable, isCheap } from './query-cost';
import { readPage } from './read-page';
import type { SearchStatements } from './read-page';
import { BoundParameters, allOf } from './statement';

interface SearchDependencies {
  readonly database: Queryable;
  /** What object addresses begin with. */
  readonly serviceUrl: string;
  readonly clock: () => Date;
}

/**
 * The objects that a query matches, of those that the caller may read, in the query's order.
 * @throws Refusal 400 with a position for a query that does not parse or has no meaning here,
 *   404 for a type that the caller may not read
 */
export async function searchObjects(
  { database, serviceUrl, clock }: SearchDependencies,
  view: WorkspaceView,
  request: SearchRequest,
): Promise<Page<WorkspaceObject>> {
  const query = parse(request.query);
  const context: SearchContext = {
    view,
    types: request.typeId === undefined ? view.types : [getType(view, request.typeId)],
    members: asksForPeople(query, view) ? await readMembers(database, view) : [],
    now: clock(),
    callerId: view.caller.userId,
    parameters: new BoundParameters(),
    size: new QuerySize(),
    names: new FoldedNames(),
  };
  const { offset = 0, limit = defaultPageLimit } = request;
  const range = { offset, limit };
  const statements = located(request.query, () => compile(query, context));
  if (!isCheap(query)) await assertAffordable(database, query, statements);
  const { rows, total } = await readPage(database, statements, range);
  const shown = { database, serviceUrl, view, attributeIds: request.attributeIds };
  return page(await showObjects(shown, rows), total, range);
}

function compile(query: Query, context: SearchContext): SearchStatements {
  const { parameters, types } = context;
  const ofTypes = isOfTypes(types, parameters);
  const parts = conjunctsOf(query.condition).map((part) => ({
    condition: compileCondition(part, context),
    isDirect: isPlain(part) && !leavesOf(part).some(isPath),
  }));
  const direct = parts.filter(({ isDirect }) => isDirect);
  const where = {
    condition: allOf([ofTypes, ...parts.map(({ condition }) => condition)]),
    narrowing: [
      ofTypes,
      ...direct.slice(0, maximumNarrowing).map(({ condition }) => allOf([ofTypes, condition])),
    ],
    parameters: parameters.fork(),
  };
  const order = { ...compileOrder(query, context), parameters };
  return { where, order, looksAtAll: order.first?.isRare ?? takesAWhile(query) };
}

/** How many conditions the planner is asked about by themselves. */
const maximumNarrowing = 10;

function conjunctsOf(condition: Condition | undefined): readonly Condition[] {
  if (condition === undefined) return [];
  return condition.kind === 'and' ? condition.operands : [condition];
}

/** Paths are followed, and sorted by, object by object; everything else has an index. */
function takesAWhile({ condition, orderBy }: Query): boolean {
  return orderBy.length > 0 || leavesOf(condition).some(isPath);
}

/** The planner takes conditions that hold together for independent, however they are nested. */
function isPlain(part: Condition): boolean {
  if (part.kind === 'or') return part.operands.every((one) => leavesOf(one).length === 1);
  return leavesOf(part).length === 1;
}

function isPath({ path }: { readonly path: Path }): boolean {
  return path.names.length > 1;
}

/** Of one type, objects are in the order of their labels already. */
function isOfTypes(types: readonly ReadableType[], parameters: BoundParameters): string {
  const [only, ...others] = typeIdsOf(types);
  if (only !== undefined && others.length === 0) {
    return `o.type_id = ${parameters.bind(only, 'uuid')}`;
  }
  return `o.type_id = any (${parameters.bind(typeIdsOf(types), 'uuid[]')})`;
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
    if (!(error instanceof QueryFault)) throw error;
    throw refuseQuery(describeFault(text, error.message, error.location));
  }
}

/** The message carries the excerpt with the caret, so that every reader sees the place. */
function refuseQuery({ message, excerpt, location, line, column }: QuerySyntaxError): Refusal {
  const position = { offset: location.start, line, column };
  return new Refusal(400, `${message}\n${excerpt}`, { position });
}

/** People are compared and sorted by what memory knows of them, read where a query may ask for it. */
function asksForPeople({ condition, orderBy }: Query, view: WorkspaceView): boolean {
  const attributes = view.types.flatMap((type) => type.attributes);
  const names = new Set(
    attributes
      .filter(({ kind }) => kind.valueKind === 'user')
      .map(({ name }) => name.toLowerCase()),
  );
  const asked = [...leavesOf(condition), ...orderBy];
  return asked.some(({ path }) => names.has(lastName(path)));
}

function lastName({ names }: Path): string {
  return names.at(-1)?.text.toLowerCase() ?? '';
}
