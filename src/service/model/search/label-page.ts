import type { Query } from '../../../query';
import type { PageRange } from '../resources/page';
import { objectColumns } from '../resources/read-values';
import { labelsOf } from './compile-comparison';
import { conjunctsOf, isOfTypes } from './compile-condition';
import type { SearchContext } from './compile-condition';
import { compileOrder } from './compile-order';
import { QuerySize } from './query-limits';
import { BoundParameters } from './statement';
import type { Statement } from './statement';
import { findIndexedSearch, selectInsideLabels } from './text-search';

/** A search for a text anywhere in the words of labels, and for nothing else, in the order without a word on it. */
export interface LabelSearch {
  readonly ofType: string;
  /** The conditions for a row `o` that words of its label begin so, and that the label itself does. */
  readonly begins: string;
  readonly first: string;
  /** Selects the labels that have the text only inside their words. */
  readonly inside: string;
  readonly by: string;
  readonly workspace: string;
  readonly parameters: BoundParameters;
}

/** Returns undefined for a query that asks for anything else. */
export function compileLabelSearch(query: Query, context: SearchContext): LabelSearch | undefined {
  const [part, ...others] = conjunctsOf(query.condition);
  if (part === undefined || others.length > 0 || context.limitsTime) return;
  const search = findIndexedSearch(part, context);
  if (search === undefined || search.matches.length > 1) return;
  if (!isFoundByWords(search.text, context)) return;
  // A statement of its own: it binds what it has. The condition of the query was counted already.
  const parameters = new BoundParameters();
  const workspace = parameters.bind(context.workspaceId, 'uuid');
  const own = { ...context, parameters, workspace, size: new QuerySize() };
  const { first: { condition: first, next: begins } = {}, by } = compileOrder(query, own, false);
  if (first === undefined || begins === undefined) return;
  const inside = selectInsideLabels(search, own);
  return { ofType: isOfTypes(own), begins, first, inside, by, workspace, parameters };
}

/** Whether the words of the text are all that labels are compared with: addresses have other spellings too. */
function isFoundByWords(text: string, { texts, types }: SearchContext): boolean {
  const labels = labelsOf(types);
  return (
    labels.length > 0 &&
    labels.every(({ kind }) => kind.code !== 'EMAIL') &&
    texts.readingsOf(text).every(({ words }) => words.length > 0)
  );
}

/**
 * Selects a page of what matches, and how many that are in all. Labels are found with what they are sorted by. Those that
 * have the text inside their words are values: their objects are looked up only for the page.
 */
export function selectLabelPage(search: LabelSearch, { offset, limit }: PageRange): Statement {
  const { ofType, begins, first, inside, by, workspace } = search;
  const parameters = search.parameters.fork();
  const size = parameters.bind(limit, 'bigint');
  const start = parameters.bind(offset, 'bigint');
  const sort = `o.part, ${first} desc, ${by}`;
  return {
    sql: `
      with found as materialized (
        select o.id, o.label_key, 1 as part from object as o where ${ofType} and ${begins}
        union all select id, label_key, 2 from (${inside}) as inside),
      page as (select o.* from found as o order by ${sort} limit ${size} offset ${start})
      select ${objectColumns}, (select count(*)::integer from found) as total
      from (
        select o.*, page.part from page join object as o on o.workspace_id = ${workspace} and o.id = page.id
      ) as o
      order by ${sort}`,
    parameters: parameters.values(),
  };
}
