import type { Client } from '../../api/client';
import { adminsOnly, licensedPerson, portalVisitor } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import type { FieldConfigurations } from '../access/find-configuration';
import { searchObjects, lookUpObjects } from '../objects/find-objects';
import type { JiraAsPerson, ServiceAccount } from '../platform/platform';
import { pickingErrorReply } from '../replies/error-reply';
import { type OpenField, type PortalAnswers, portalErrorReply } from '../portal/portal-answers';
import {
  attributesOnPortal,
  portalObject,
  searchShown,
  withAttributes,
} from '../portal/shown-on-portal';
import { checkCascade } from './check-cascade';
import { type CascadeConfiguration, levelFacts, type CascadeLevel } from './configuration';
import {
  findAllowed,
  getLevelQuery,
  withLabels,
  offeredSelections,
  findLeftBelow,
  callsToCheck,
  levelsAbove,
} from './offered-levels';
import * as configFunctions from './config-contract';
import * as functions from './cascade-field-contract';
import type { LevelSelection } from './cascade-value';
import { dependentsOf, selectedOn } from './selection';

interface Dependencies {
  readonly client: Client;
  readonly configurations: FieldConfigurations<CascadeConfiguration>;
  readonly asPerson: JiraAsPerson;
  readonly account: Pick<ServiceAccount, 'hasGrant'>;
}

/** The field's module in manifest.yml. */
const modules = ['workspace-cascade'];

/** What only the cascade's screens may ask. */
export function cascadeFieldHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [...pickingHandlers(dependencies), ...configuringHandlers(dependencies)];
}

/** For everyone who edits the field, each with their own grant. */
function pickingHandlers({ client, configurations, asPerson, account }: Dependencies) {
  const everyone = { policy: licensedPerson, modules, explain: pickingErrorReply };
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(functions.readCascade, {
      ...everyone,
      async handle(_, invocation) {
        const [{ levels }, isConnected] = await Promise.all([
          configurations.get(invocation),
          account.hasGrant(),
        ]);
        return { levels: levelFacts(levels), isConnected };
      },
    }),
    secured(functions.searchLevel, {
      ...everyone,
      async handle({ levelId, text, selections }, invocation) {
        const configuration = await configurations.get(invocation);
        const { levels, attributes = [] } = configuration;
        const query = await getLevelQuery(levelId, { levels, selections, findEmailAddress });
        const found = await searchObjects(client, { ...configuration, query, attributes }, text);
        return { objects: found.objects, total: found.total };
      },
    }),
    secured(functions.findOfferedPath, {
      ...everyone,
      async handle({ selections }, invocation) {
        const { workspaceId, levels } = await configurations.get(invocation);
        const choice = { client, workspaceId, levels, selections, findEmailAddress };
        const levelIds = levels.map(({ levelId }) => levelId);
        const offered = await offeredSelections(choice, levelIds);
        return {
          levels: offered.map(({ levelId, objects }) => ({
            levelId,
            objectIds: objects.map(({ objectId }) => objectId),
          })),
        };
      },
    }),
    secured(functions.findAllowed, {
      ...everyone,
      async handle({ changedLevelId, selections }, invocation) {
        const { workspaceId, levels } = await configurations.get(invocation);
        const choice = { levels, selections, findEmailAddress };
        return { levels: await findAllowed({ ...choice, client, workspaceId, changedLevelId }) };
      },
    }),
  ];
}

/** For the admin who configures the field. */
function configuringHandlers({ client, asPerson }: Dependencies) {
  const admin = adminsOnly(modules);
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(configFunctions.checkCascade, {
      ...admin,
      handle: async (source) => ({
        levels: await checkCascade({ client, source, findEmailAddress }),
      }),
    }),
    secured(configFunctions.previewLevel, {
      ...admin,
      async handle({ levels, levelId, text, selections, ...source }) {
        const query = await getLevelQuery(levelId, { levels, selections, findEmailAddress });
        const found = await searchObjects(client, { ...source, query }, text);
        return { ...found, query: withLabels(found.query, selections) };
      },
    }),
    secured(configFunctions.previewAllowed, {
      ...admin,
      async handle({ workspaceId, levels, changedLevelId, selections }) {
        const choice = { levels, selections, findEmailAddress };
        return { levels: await findAllowed({ ...choice, client, workspaceId, changedLevelId }) };
      },
    }),
  ];
}

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
