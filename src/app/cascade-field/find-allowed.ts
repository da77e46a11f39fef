import type { Client } from '../../api/client';
import { combineWithObjectIds, printQuery } from '../../query';
import type { StoredObject } from '../objects/stored-value';
import { chunksOf } from '../objects/chunks';
import { idsPerSearch } from '../objects/look-up-objects';
import { isObjectId, objectKey } from '../objects/object-id';
import type { LevelSelection } from './cascade-value';
import { levelFacts } from './level-needs';
import { getLevelQuery, type LevelChoice } from './level-query';
import type { AllowedLevel } from './allowed-selections';
import { selectedOn } from './selection';

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
export async function findOffered(
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
