import type { Client } from '../../api/client';
import { everyoneWhoPicks } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import type { PersonalAccess } from '../access/service-client';
import type { FieldConfigurations } from '../access/find-configuration';
import {
  findByIds,
  findLabels,
  getBoundQuery,
  idsPerSearch,
  lookUpObjects,
  searchObjects,
  withoutQuery,
} from '../objects/find-objects';
import type { OpenField, SecuredOnPortal } from '../portal/portal-answers';
import { attributesOnPortal, searchShown, withAttributes } from '../portal/shown-on-portal';
import type { Query, SelectedObject } from '../../query';
import { Problem } from '../replies/problem';
import { type StoredObject, isObjectId, objectKey } from '../objects/stored-value';
import { chunksOf } from '../objects/chunks';
import {
  type CascadeConfiguration,
  kindsOfLevels,
  levelFacts,
  type CascadeLevel,
} from './configuration';
import * as functions from './cascade-field-contract';
import type { LevelSelection, AllowedLevel } from './cascade-value';
import { dependentsOf, selectedOn } from './selection';

/** The field's module in manifest.yml. */
const modules = ['workspace-cascade'];

/** What the cascade's editor may ask: for everyone who edits the field, each with their own grant. */
export function cascadeFieldHandlers({
  client,
  configurations,
  asPerson,
  account,
}: PersonalAccess & {
  readonly configurations: FieldConfigurations<CascadeConfiguration>;
}): SecuredFunction[] {
  const everyone = everyoneWhoPicks(modules);
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(functions.readCascade, everyone, async (_, invocation) => {
      const [{ levels }, isConnected] = await Promise.all([
        configurations.get(invocation),
        account.hasGrant(),
      ]);
      return { levels: levelFacts(levels), isConnected };
    }),
    secured(functions.searchLevel, everyone, async ({ levelId, text, selections }, invocation) => {
      const configuration = await configurations.get(invocation);
      const { levels, attributes = [] } = configuration;
      const query = await getLevelQuery(levelId, { levels, selections, findEmailAddress });
      const source = { ...configuration, query, attributes };
      return withoutQuery(await searchObjects(client, source, text));
    }),
    secured(functions.findOfferedPath, everyone, async ({ selections }, invocation) => {
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
    }),
    secured(functions.findOwnPath, everyone, async ({ selections }, invocation) => {
      const { workspaceId, levels } = await configurations.get(invocation);
      return { levels: await findOwnPath({ client, workspaceId, levels, selections }) };
    }),
    secured(functions.findAllowed, everyone, async ({ changedLevelId, selections }, invocation) => {
      const { workspaceId, levels } = await configurations.get(invocation);
      const choice = { levels, selections, findEmailAddress };
      return { levels: await findAllowed({ ...choice, client, workspaceId, changedLevelId }) };
    }),
  ];
}

export function cascadeFieldPortalHandlers(
  securedOnPortal: SecuredOnPortal<CascadeConfiguration>,
): SecuredFunction[] {
  return [
    securedOnPortal(functions.readPortalCascade, ({ configuration: { levels } }) => ({
      levels: levelFacts(levels),
      isConnected: true,
    })),
    securedOnPortal(functions.searchLevelOnPortal, async (field, { text, ...asked }) => {
      const { client, source } = await openLevel(field, { ...asked, calls: 1 });
      return searchShown(client, source, text);
    }),
    securedOnPortal(functions.viewPathEndOnPortal, async (field, { selections }) => ({
      objects: await lookUpPathEnd(field, selections),
    })),
    securedOnPortal(functions.findAllowedOnPortal, async (field, changed) => ({
      levels: await findAllowedOnPortal(field, changed),
    })),
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

/** As {@link findAllowed}, of what the levels really offer this person. */
async function findAllowedOnPortal(
  field: Field,
  { changedLevelId, selections }: { changedLevelId: string; selections: readonly LevelSelection[] },
): Promise<AllowedLevel[]> {
  const { workspaceId, levels } = field.configuration;
  const levelIds = levels.map(({ levelId }) => levelId);
  const below = dependentsOf(levelFacts(levels), changedLevelId);
  const client = await field.askService(callsToCheck(selections, levelIds));
  const choice = { levels, selections, findEmailAddress: field.findEmailAddress };
  const offered = await offeredSelections({ ...choice, client, workspaceId }, levelIds);
  const checked = withoutWaiting(levels, selections, { offered, below, changedLevelId });
  return findLeftBelow({ levels, selections: checked, changedLevelId }, (levelId) =>
    Promise.resolve(selectedOn(offered, levelId)),
  );
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

/** One service call for each hundred objects of a level. */
function findOwnPath({
  client,
  workspaceId,
  levels,
  selections,
}: Omit<AskedLevels, 'findEmailAddress'>): Promise<AllowedLevel[]> {
  const kinds = kindsOfLevels(levels);
  return Promise.all(
    selections.map(async ({ levelId, objects }) => {
      const query = kinds.get(levelId);
      const ids = objects.map(({ objectId }) => objectId);
      const own = query ? await findLabels(client, { workspaceId, query }, ids) : [];
      return { levelId, objectIds: own.map(({ objectId }) => objectId) };
    }),
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
async function findLeftBelow(
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

/** Of these objects those that the level offers to the person now, with their current labels. */
async function findOffered(
  { client, workspaceId, ...choice }: AskedLevels,
  levelId: string,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> {
  const source = { workspaceId, query: await getLevelQuery(levelId, choice), attributes: [] };
  const found = await findByIds(
    client,
    source,
    objects.map(({ objectId }) => objectId),
  );
  const labels = new Map(found.map(({ id, label }) => [objectKey(id), label]));
  return objects.flatMap(({ objectId }) => {
    const label = labels.get(objectKey(objectId));
    return label === undefined ? [] : [{ objectId, label }];
  });
}

/** The earlier levels that this one depends on, directly or through others. */
function levelsAbove(levels: readonly CascadeLevel[], levelId: string): string[] {
  const facts = levelFacts(levels);
  return facts
    .map((level) => level.levelId)
    .filter((above) => dependentsOf(facts, above).includes(levelId));
}

/** How many calls of the service say what of the selections on these levels is offered. */
function callsToCheck(selections: readonly LevelSelection[], levelIds: readonly string[]): number {
  return levelIds.flatMap((levelId) => chunksOf(selectedOn(selections, levelId), idsPerSearch))
    .length;
}

/**
 * Of what someone says is selected on these levels, what the levels really offer one after the other,
 * with the service's labels: what they made up is left out.
 */
async function offeredSelections(
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
