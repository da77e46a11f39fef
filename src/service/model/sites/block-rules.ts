import type { Block, ChartBlock, TableBlock } from '../../../api/site-page';
import type { WorkspaceView } from '../permissions/workspace-view';
import { Refusal } from '../../base/refusals/refusal';
import { prepareSearch } from '../search/prepare-search';
import { countedKinds } from '../search/count-objects';
import { readObject } from '../resources/objects';
import type { ObjectDependencies } from '../resources/objects';
import { problem, refuse } from '../resources/value-problem';
import type { Problem } from '../resources/value-problem';

/**
 * Refuses blocks that could show nothing: about what the caller can't see, or with a query that
 * means nothing there. What the page holds already may stay, also where the caller can't see it.
 * @throws Refusal 400 with violations
 */
export async function checkBlocks(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  blocks: readonly Block[],
  before: readonly Block[] = [],
): Promise<void> {
  const kept = new Set(before.map((block) => JSON.stringify(block)));
  const problems: Problem[] = [];
  for (const [index, block] of blocks.entries()) {
    if (kept.has(JSON.stringify(block))) continue;
    const found = await findProblems(dependencies, view, block, `blocks.${index}`);
    problems.push(...found);
  }
  if (problems.length > 0) throw refuse(problems);
}

async function findProblems(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  block: Block,
  field: string,
): Promise<Problem[]> {
  switch (block.kind) {
    case 'text':
      return [];
    case 'record': {
      const isThere = await isKnown(() => readObject(dependencies, view, block.objectId));
      return isThere ? [] : [missing(`${field}.objectId`, 'object', block.objectId)];
    }
    case 'table':
      return findTypeProblems(dependencies, view, block, field, namedAttributes(block));
    case 'chart':
      return [
        ...(await findTypeProblems(dependencies, view, block, field, [
          ['attributeId', block.attributeId],
        ])),
        ...findUncounted(view, block, field),
      ];
  }
}

type NamedAttribute = readonly [field: string, attributeId: string];

function namedAttributes({ columns, sort }: TableBlock): NamedAttribute[] {
  return [
    ...columns.map((id, index) => [`columns.${index}`, id] as const),
    ...(sort === undefined ? [] : [['sort.attributeId', sort.attributeId] as const]),
  ];
}

async function findTypeProblems(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  { typeId, query }: TableBlock | ChartBlock,
  field: string,
  named: readonly NamedAttribute[],
): Promise<Problem[]> {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  if (type === undefined) return [missing(`${field}.typeId`, 'type', typeId)];
  const known = new Set(type.attributes.map(({ id }) => id));
  const unknown = named.filter(([, id]) => !known.has(id.toLowerCase()));
  return [
    ...unknown.map(([place, id]) => missing(`${field}.${place}`, 'attribute', id)),
    ...(await findQueryProblem(dependencies, view, { query, typeId }, `${field}.query`)),
  ];
}

async function findQueryProblem(
  dependencies: ObjectDependencies,
  view: WorkspaceView,
  request: { query: string; typeId: string },
  field: string,
): Promise<Problem[]> {
  try {
    await prepareSearch(dependencies, view, request);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [problem('INVALID', field, 'SITE', error.message, request.query)];
  }
}

function findUncounted(view: WorkspaceView, { typeId, attributeId }: ChartBlock, field: string) {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  const attribute = type?.attributes.find(({ id }) => id === attributeId.toLowerCase());
  if (attribute === undefined || countedKinds.has(attribute.kind.valueKind)) return [];
  const message = `A chart can’t count by "${attribute.name}": choose an option, a workflow or a reference.`;
  return [problem('INVALID', `${field}.attributeId`, 'SITE', message, attributeId)];
}

function missing(field: string, what: string, id: string): Problem {
  return problem('NOT_FOUND', field, 'SITE', `There is no such ${what}, or you can’t see it.`, id);
}

async function isKnown(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
