import { everyEntry, type Client } from '../../api/client';
import type { HistoryEntry } from '../../api/history';
import type { EnrichedType } from '../../api/type';
import { matchObjectIds, printQuery } from '../../query';
import { isHidden } from '../access/error-reply';
import type { FieldConfigurations } from '../access/find-configuration';
import type { Invocation } from '../access/invocation';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import { createMinuteMemory, type MinuteMemory } from '../access/minute-memory';
import type { Clock, Platform } from '../platform/platform';
import { Problem } from '../replies/problem';
import { lookUpObjects, showObject, webAddress, type ObjectLookup } from './find-objects';
import {
  countReferrers,
  listLastChanges,
  viewObject,
  type ObjectChange,
  type ObjectDetails,
} from './object-details-contract';
import { viewObjects } from './objects-contract';

/** What the configuration of a field says of its objects; no attributes where it names none. */
export type ShowingConfiguration = Pick<ObjectLookup, 'workspaceId'> &
  Partial<Pick<ObjectLookup, 'attributes'>>;

interface Dependencies {
  readonly client: Client;
  readonly platform: Pick<Platform, 'tenantKey'>;
  readonly now: Clock;
  /** Of each field, by the key of its module in manifest.yml. */
  readonly configurations: ReadonlyMap<string, FieldConfigurations<ShowingConfiguration>>;
}

/** What the screens of both fields ask about stored objects: for everyone, with their own grant. */
export function objectHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { client, platform, now, configurations } = dependencies;
  const knownTypes = createMinuteMemory<EnrichedType>(platform, now);
  const everyone = { policy: licensedPerson, modules: [...configurations.keys()] };
  return [
    secured(viewObjects, everyone, async ({ objectIds, withPictures = false }, invocation) => {
      const { workspaceId, attributes = [] } = await configurationOf(invocation, configurations);
      // Beside an object stands the picture of its first attribute.
      const prefersThumbnails = withPictures && attributes[0]?.attributeTypeCode === 'MEDIA';
      const source = { workspaceId, attributes, prefersThumbnails };
      return { objects: await lookUpObjects(client, source, objectIds) };
    }),
    secured(viewObject, everyone, async ({ objectId }, invocation) => {
      const { workspaceId } = await configurationOf(invocation, configurations);
      const object = { workspaceId, objectId };
      return loadObjectDetails({ client, knownTypes }, invocation.accountId, object);
    }),
    secured(countReferrers, everyone, async ({ objectId }, invocation) => {
      const { workspaceId } = await configurationOf(invocation, configurations);
      const { objects } = client.inWorkspace(workspaceId);
      const page = await unlessHidden(objects.listReferrers(objectId, { limit: 1 }));
      const { url: address } = webAddress(page?.url);
      return page && address !== undefined ? { counted: { count: page.total, address } } : {};
    }),
    secured(listLastChanges, everyone, async ({ objectId }, invocation) => {
      const { workspaceId } = await configurationOf(invocation, configurations);
      const { objects } = client.inWorkspace(workspaceId);
      const page = await unlessHidden(objects.listHistory(objectId, { limit: shownChanges }));
      return { changes: (page?.result ?? []).map(showChange) };
    }),
  ];
}

/** As many as one takes in at a glance. */
const shownChanges = 3;
const shownNames = 3;

function showChange({ changedAt, userId, userName, action, changes }: HistoryEntry): ObjectChange {
  const names = changes.map(({ name }) => name);
  return {
    changedAt,
    ...(userName === null ? {} : { userName }),
    isByOperator: userId === null,
    action: action === 'create' || action === 'restore' ? action : 'change',
    attributeNames: names.slice(0, shownNames),
    moreAttributes: Math.max(0, names.length - shownNames),
  };
}

/** Undefined where the object can't be read, and where the service is an earlier one that has no such call. */
function unlessHidden<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return answer.catch((error: unknown) => {
    if (isHidden(error)) return undefined;
    throw error;
  });
}

/** Of the field that a screen calls from. @throws {Problem} BAD_REQUEST for any other screen */
function configurationOf(
  invocation: Invocation,
  configurations: Dependencies['configurations'],
): Promise<ShowingConfiguration> {
  const ofField = configurations.get(invocation.moduleKey ?? '');
  if (!ofField) throw new Problem('BAD_REQUEST');
  return ofField.get(invocation);
}

interface DetailsDependencies {
  readonly client: Client;
  /** Types as one person may read them, for a minute. */
  readonly knownTypes: MinuteMemory<EnrichedType>;
}

/**
 * All that the person may see of one object: one service call, and another for its type where that
 * was not read in the last minute.
 * @throws {Problem} OBJECT_GONE
 */
async function loadObjectDetails(
  { client, knownTypes }: DetailsDependencies,
  accountId: string | undefined,
  { workspaceId, objectId }: { readonly workspaceId: string; readonly objectId: string },
): Promise<ObjectDetails> {
  // A search tells a workspace that is closed to the person from an object that is not there.
  const page = await client
    .inWorkspace(workspaceId)
    .objects.search(
      { query: printQuery(matchObjectIds([objectId])), limit: 1 },
      { prefersThumbnails: true },
    );
  const [object] = page.result;
  if (!object) throw new Problem('OBJECT_GONE');

  const type = await knownTypes.findOrAsk([accountId, workspaceId, object.typeId], () =>
    findType(client, workspaceId, object.typeId),
  );
  const attributes = (type?.attributes ?? []).filter(({ isLabel }) => !isLabel);
  const named = attributes.map(({ id, name, attributeTypeCode }) => ({
    attributeId: id,
    name,
    attributeTypeCode,
  }));
  return { ...showObject(object, named), ...(type ? { typeName: type.name } : {}) };
}

async function findType(
  client: Client,
  workspaceId: string,
  typeId: string,
): Promise<EnrichedType | undefined> {
  for await (const type of everyEntry(client.inWorkspace(workspaceId).types.listEnriched)) {
    if (type.id === typeId) return type;
  }
  return undefined;
}
