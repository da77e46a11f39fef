import {
  quoteString,
  type Query,
  type SelectedObject,
  combineWithObjectIds,
  printQuery,
} from '../../query';
import { Problem } from '../replies/problem';
import { isObjectId, objectKey } from '../objects/object-id';
import { getBoundQuery, idsPerSearch } from '../objects/find-objects';
import type { Client } from '../../api/client';
import type { StoredObject } from '../objects/stored-value';
import { chunksOf } from '../objects/chunks';
import type { LevelSelection, AllowedLevel } from './cascade-value';
import { type CascadeLevel, levelFacts } from './configuration';
import { selectedOn, dependentsOf } from './selection';

/** What decides what a level offers to a person. */
interface LevelChoice {
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

interface AskedLevels extends LevelChoice {
  readonly client: Client;
  readonly workspaceId: string;
}

/** As {@link findLeftBelow}, by one service call for each hundred objects of a level. */
export function findAllowed(
  changed: AskedLevels & { readonly changedLevelId: string },
): Promise<AllowedLevel[]> {
  return findLeftBelow(changed, (levelId, selected, selections) =>
    findOffered({ ...changed, selections }, levelId, selected),
  );
}

interface ChangedSelections extends Pick<LevelChoice, 'levels' | 'selections'> {
  readonly changedLevelId: string;
}

type FindLeft = (
  levelId: string,
  selected: readonly StoredObject[],
  selections: readonly LevelSelection[],
) => Promise<readonly StoredObject[]>;

/**
 * Goes down from a changed level: what of the selection on each later level is still allowed, given
 * what is left above it. Only levels below a change are asked about; a level that still waits for one
 * that nobody has touched keeps what it has, since nothing can be said of it.
 */
export async function findLeftBelow(
  changed: ChangedSelections,
  findLeft: FindLeft,
): Promise<AllowedLevel[]> {
  const changedIds = new Set([changed.changedLevelId]);
  const allowed: AllowedLevel[] = [];
  let { selections } = changed;
  for (const { levelId, needs } of levelFacts(changed.levels)) {
    const selected = selectedOn(selections, levelId);
    const empty = needs.filter((needed) => selectedOn(selections, needed).length === 0);
    const isBelowChange = needs.some((needed) => changedIds.has(needed));
    const isUndecided = empty.some((needed) => !changedIds.has(needed));
    if (selected.length === 0 || !isBelowChange || isUndecided) continue;

    const isEmptied = empty.length > 0;
    const left = isEmptied ? [] : await findLeft(levelId, selected, selections);
    allowed.push({ levelId, objectIds: left.map(({ objectId }) => objectId) });
    selections = [
      ...selections.filter((level) => level.levelId !== levelId),
      { levelId, objects: left },
    ];
    if (left.length < selected.length) changedIds.add(levelId);
  }
  return allowed;
}

/** Of these objects those that the level offers to the person now, with their labels of today. */
async function findOffered(
  asked: AskedLevels,
  levelId: string,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> {
  const query = await getLevelQuery(levelId, asked);
  const { search } = asked.client.inWorkspace(asked.workspaceId).objects;
  const ids = objects.map(({ objectId }) => objectId).filter(isObjectId);
  const pages = await Promise.all(
    chunksOf(ids, idsPerSearch).map((chunk) =>
      search({
        query: printQuery(combineWithObjectIds(query, chunk)),
        limit: chunk.length,
        attributeIds: [],
      }),
    ),
  );
  const found = pages.flatMap(({ result }) => result);
  const labels = new Map(found.map(({ id, label }) => [objectKey(id), label]));
  return objects.flatMap(({ objectId }) => {
    const label = labels.get(objectKey(objectId));
    return label === undefined ? [] : [{ objectId, label }];
  });
}

/** The earlier levels that this one depends on, directly or through others. */
export function levelsAbove(levels: readonly CascadeLevel[], levelId: string): string[] {
  const facts = levelFacts(levels);
  return facts
    .map((level) => level.levelId)
    .filter((above) => dependentsOf(facts, above).includes(levelId));
}

/** How many calls of the service say what of the selections on these levels is offered. */
export function callsToCheck(
  selections: readonly LevelSelection[],
  levelIds: readonly string[],
): number {
  return levelIds.flatMap((levelId) => chunksOf(selectedOn(selections, levelId), idsPerSearch))
    .length;
}

/**
 * Of what someone says is selected on these levels, what the levels really offer one after the other,
 * with the service's labels: what they made up is left out.
 */
export async function offeredSelections(
  choice: LevelChoice & { readonly client: Client; readonly workspaceId: string },
  levelIds: readonly string[],
): Promise<LevelSelection[]> {
  const facts = levelFacts(choice.levels);
  const offered: LevelSelection[] = [];
  for (const levelId of levelIds) {
    const needs = facts.find((level) => level.levelId === levelId)?.needs ?? [];
    const isWaiting = needs.some((needed) => selectedOn(offered, needed).length === 0);
    const selected = selectedOn(choice.selections, levelId);
    const objects = isWaiting
      ? []
      : await findOffered({ ...choice, selections: offered }, levelId, selected);
    offered.push({ levelId, objects });
  }
  return offered;
}
