import { portalVisitor } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { lookUpObjects } from '../objects/look-up-objects';
import { type OpenField, type PortalAnswers, portalErrorReply } from '../portal/portal-answers';
import {
  attributesOnPortal,
  portalObject,
  searchShown,
  withAttributes,
} from '../portal/shown-on-portal';
import type { LevelSelection } from './cascade-value';
import type { CascadeConfiguration, CascadeLevel } from './configuration';
import { findLeftBelow } from './find-allowed';
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
          Promise.resolve({ levels: levelFacts(levels), isConnected: true }),
        ),
    }),
    secured(functions.searchLevelOnPortal, {
      ...visitors,
      handle: ({ levelId, text, selections }, invocation) =>
        answers.answer(invocation, async (field) => {
          const { client, source } = await openLevel(field, { levelId, selections, calls: 1 });
          const found = await searchShown(client, source, text, () => field.askService(1));
          return { objects: found.objects.map(portalObject), total: found.total };
        }),
    }),
    secured(functions.viewPathEndOnPortal, {
      ...visitors,
      handle: ({ selections }, invocation) =>
        answers.answer(invocation, async (field) => ({
          objects: await lookUpPathEnd(field, selections),
        })),
    }),
    secured(functions.findAllowedOnPortal, {
      ...visitors,
      handle: ({ changedLevelId, selections }, invocation) =>
        answers.answer(invocation, async (field) => {
          const { workspaceId, levels } = field.configuration;
          const levelIds = levels.map(({ levelId }) => levelId);
          const below = dependentsOf(levelFacts(levels), changedLevelId);
          const client = await field.askService(callsToCheck(selections, levelIds));
          const choice = { levels, selections, findEmailAddress: field.findEmailAddress };
          const offered = await offeredSelections({ ...choice, client, workspaceId }, levelIds);
          const checked = withoutWaiting(levels, selections, { offered, below, changedLevelId });
          return {
            levels: await findLeftBelow(
              { levels, selections: checked, changedLevelId },
              (levelId) => Promise.resolve(selectedOn(offered, levelId)),
            ),
          };
        }),
    }),
  ];
}

type Field = OpenField<CascadeConfiguration>;

interface AskedLevel {
  readonly levelId: string;
  readonly selections: readonly LevelSelection[];
  /** How many calls of the service the level itself takes. */
  readonly calls: number;
}

/** What a level offers this person, given what the levels above it really offer of the selections. */
async function openLevel(field: Field, { levelId, selections, calls }: AskedLevel) {
  const { configuration, findEmailAddress } = field;
  const { workspaceId, levels } = configuration;
  const above = levelsAbove(levels, levelId);
  const client = await field.askService(callsToCheck(selections, above) + calls);
  const choice = { levels, selections, findEmailAddress };
  const offered = await offeredSelections({ ...choice, client, workspaceId }, above);
  const query = await getLevelQuery(levelId, { ...choice, selections: offered });
  return { client, source: { workspaceId, query, ...attributesOnPortal(field) } };
}

/** Only objects that the whole path offers this person: guessing the id of another one finds nothing. */
async function lookUpPathEnd(field: Field, selections: readonly LevelSelection[]) {
  const levelIds = field.configuration.levels.map(({ levelId }) => levelId);
  const end = levelIds.findLast((levelId) => callsToCheck(selections, [levelId]) > 0);
  if (end === undefined || attributesOnPortal(field).attributes.length === 0) return [];
  const calls = callsToCheck(selections, [end]);
  const { client, source } = await openLevel(field, { levelId: end, selections, calls });
  const ids = selectedOn(selections, end).map(({ objectId }) => objectId);
  return withAttributes(await lookUpObjects(client, source, ids));
}

interface Checking {
  /** On every level. */
  readonly offered: readonly LevelSelection[];
  /** The levels that depend on the changed one. */
  readonly below: readonly string[];
  readonly changedLevelId: string;
}

/**
 * What is offered, but below the change what someone says is selected, to be compared with it: nothing
 * on a level that still waits for another one.
 */
function withoutWaiting(
  levels: readonly CascadeLevel[],
  selections: readonly LevelSelection[],
  { offered, below, changedLevelId }: Checking,
): LevelSelection[] {
  const kept = offered.filter(({ levelId }) => !below.includes(levelId));
  for (const { levelId, needs } of levelFacts(levels)) {
    if (!below.includes(levelId)) continue;
    const isWaiting = needs.some(
      (needed) => needed !== changedLevelId && selectedOn(kept, needed).length === 0,
    );
    if (!isWaiting) kept.push({ levelId, objects: selectedOn(selections, levelId) });
  }
  return kept;
}
