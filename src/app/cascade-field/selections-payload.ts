import * as z from 'zod/mini';
import { maximumIdsPerCall } from '../objects/object-id';
import { maximumObjects, sentObject } from '../objects/stored-value';
import { maximumLevels } from './level-limits';

export const levelId = z.guid();

/** What is selected on each level. */
export const selections = selectionsOf(maximumIdsPerCall);

/** The same on the portal, where each level takes one call of the service to check. */
export const portalSelections = selectionsOf(maximumObjects);

function selectionsOf(objectsPerLevel: number) {
  const objects = z.array(sentObject).check(z.maxLength(objectsPerLevel));
  return z.array(z.strictObject({ levelId, objects })).check(z.maxLength(maximumLevels));
}
