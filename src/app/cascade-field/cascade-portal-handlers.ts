import { portalVisitor } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { searchObjects } from '../objects/search-objects';
import type { PortalAnswers } from '../portal/portal-answers';
import { portalObject } from '../portal/portal-object';
import { portalErrorReply } from '../portal/portal-reply';
import type { LevelSelection } from './cascade-value';
import type { CascadeConfiguration, CascadeLevel } from './configuration';
import { findAllowed } from './find-allowed';
import { levelFacts } from './level-needs';
import { getLevelQuery } from './level-query';
import { callsToCheck, levelsAbove, offeredSelections } from './offered-selections';
import * as functions from './cascade-portal-contract';
import { dependentsOf, selectedOn } from './selection';

/** What the cascade's screens may ask on the service portal, with the admin's token. */
export function cascadeFieldPortalHandlers(
  answers: PortalAnswers<CascadeConfiguration>,
): SecuredFunction[] {
  const visitors = {
    policy: portalVisitor,
    modules: ['workspace-cascade'],
    explain: portalErrorReply,
  };
  return [
    secured(functions.readPortalCascade, {
      ...visitors,
      handle: (_, invocation) =>
        answers.answer(invocation, ({ configuration: { levels } }) =>
          Promise.resolve({ levels: levelFacts(levels) }),
        ),
    }),
    secured(functions.searchLevelOnPortal, {
      ...visitors,
      handle: ({ levelId, text, selections }, invocation) =>
        answers.answer(invocation, async (field) => {
          const { workspaceId, levels } = field.configuration;
          const above = levelsAbove(levels, levelId);
          const client = await field.askService(callsToCheck(selections, above) + 1);
          const choice = { levels, selections, findEmailAddress: field.findEmailAddress };
          const offered = await offeredSelections({ ...choice, client, workspaceId }, above);
          const query = await getLevelQuery(levelId, { ...choice, selections: offered });
          const found = await searchObjects(client, { workspaceId, query, attributes: [] }, text);
          return { objects: found.objects.map(portalObject), total: found.total };
        }),
    }),
    secured(functions.findAllowedOnPortal, {
      ...visitors,
      handle: ({ changedLevelId, selections }, invocation) =>
        answers.answer(invocation, async (field) => {
          const { workspaceId, levels } = field.configuration;
          const levelIds = levels.map(({ levelId }) => levelId);
          const below = dependentsOf(levelFacts(levels), changedLevelId);
          const client = await field.askService(callsToCheck(selections, levelIds));
          const choice = { levels, findEmailAddress: field.findEmailAddress, client, workspaceId };
          const offered = await offeredSelections(
            { ...choice, selections },
            levelIds.filter((levelId) => !below.includes(levelId)),
          );
          const checkable = withoutWaiting(levels, selections, { offered, below, changedLevelId });
          return {
            levels: await findAllowed({ ...choice, selections: checkable, changedLevelId }),
          };
        }),
    }),
  ];
}

interface Checking {
  readonly offered: readonly LevelSelection[];
  /** The levels that depend on the changed one. */
  readonly below: readonly string[];
  readonly changedLevelId: string;
}

/**
 * What is offered, with what has yet to be checked below the change: on a level that still waits for
 * another one nothing can be, so that no query may hold it.
 */
function withoutWaiting(
  levels: readonly CascadeLevel[],
  selections: readonly LevelSelection[],
  { offered, below, changedLevelId }: Checking,
): LevelSelection[] {
  const kept = [...offered];
  for (const { levelId, needs } of levelFacts(levels)) {
    if (!below.includes(levelId)) continue;
    const isWaiting = needs.some(
      (needed) => needed !== changedLevelId && selectedOn(kept, needed).length === 0,
    );
    if (!isWaiting) kept.push({ levelId, objects: selectedOn(selections, levelId) });
  }
  return kept;
}
