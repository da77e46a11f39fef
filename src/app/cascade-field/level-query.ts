import { quoteString, type Query, type SelectedObject } from '../../query';
import { Problem } from '../replies/problem';
import { isObjectId, objectKey } from '../objects/object-id';
import { getBoundQuery } from '../query-editor/bind-query';
import type { LevelSelection } from './cascade-value';
import type { CascadeLevel } from './configuration';
import { selectedOn } from './selection';

/** What decides what a level offers to a person. */
export interface LevelChoice {
  readonly levels: readonly CascadeLevel[];
  readonly selections: readonly LevelSelection[];
  readonly findEmailAddress: () => Promise<string | undefined>;
}

/**
 * The query of a level with what is selected on the levels before it.
 * @throws {Problem} BAD_REQUEST for a level that the configuration does not have; QUERY_REFUSED,
 *   NO_EMAIL or LEVEL_WAITS
 */
export async function getLevelQuery(levelId: string, choice: LevelChoice): Promise<Query> {
  const { levels, selections, findEmailAddress } = choice;
  const index = levels.findIndex((level) => level.levelId === levelId);
  const level = levels[index];
  if (!level) throw new Problem('BAD_REQUEST');
  const bindings = bindingsOf(levels.slice(0, index), selections);
  return getBoundQuery(level.query, { findEmailAddress, levels: bindings });
}

/** A bound query as a person reads it: the labels of what is selected in the place of its ids. */
export function withLabels(query: string, selections: readonly LevelSelection[]): string {
  const selected = selections.flatMap(({ objects }) => objects);
  const labels = new Map(selected.map(({ objectId, label }) => [objectKey(objectId), label]));
  // The quotes inside a printed string are escaped, so this is found in none.
  return query.replaceAll(/objectId\("([^"\\]*)"\)/g, (call, objectId: string) => {
    const label = labels.get(objectKey(objectId));
    return label === undefined ? call : quoteString(label);
  });
}

/** By name, also of levels without a selection. An odd id can be no object, and selects nothing. */
function bindingsOf(
  earlier: readonly CascadeLevel[],
  selections: readonly LevelSelection[],
): Map<string, readonly SelectedObject[]> {
  return new Map(
    earlier.map(({ levelId, name }) => [
      name,
      selectedOn(selections, levelId).filter(({ objectId }) => isObjectId(objectId)),
    ]),
  );
}
