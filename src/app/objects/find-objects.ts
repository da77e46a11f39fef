import { type Client, ServiceError } from '../../api/client';
import type { AttributeValue, ValueDetails, WorkspaceObject } from '../../api/object';
import {
  matchObjectIds,
  printQuery,
  bindTemplate,
  describeProblem,
  parseTemplate,
  placeholdersOf,
  type Bindings,
  type Query,
  type LocatedProblem,
  combineWithLabelMatch,
  combineWithObjectIds,
} from '../../query';
import { Problem } from '../replies/problem';
import { chunksOf } from './chunks';
import {
  maximumFoundObjects,
  type ShownObject,
  type ShownAttribute,
  type ShownDetails,
  type ShownValue,
} from './objects-contract';
import { storedLabel, isObjectId, objectKey, type StoredObject } from './stored-value';

/** What placeholders may stand for. */
interface BindingSources {
  /** Asked only where the query needs it; undefined where Jira does not tell. */
  readonly findEmailAddress: () => Promise<string | undefined>;
  /** As in {@link Bindings}; a query of a field without levels has none. */
  readonly levels?: Bindings['levels'];
}

type BoundQuery =
  | { readonly kind: 'bound'; readonly query: Query; readonly hasPlaceholders: boolean }
  | { readonly kind: 'fault'; readonly fault: LocatedProblem }
  /** The query needs the person's email address, and Jira does not tell it. */
  | { readonly kind: 'noEmail' }
  /** The query refers to a level where nothing is selected. */
  | { readonly kind: 'waits'; readonly message: string };

/** Reads a configured query and puts values in the place of its placeholders. */
export async function bindQuery(text: string, sources: BindingSources): Promise<BoundQuery> {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return { kind: 'fault', fault: parsed.error };
  const placeholders = placeholdersOf(parsed.query);
  const needsEmail = placeholders.some(({ kind }) => kind === 'emailPlaceholder');
  const emailCurrentUser = needsEmail ? await sources.findEmailAddress() : undefined;
  if (needsEmail && emailCurrentUser === undefined) return { kind: 'noEmail' };

  const bound = bindTemplate(parsed.query, { emailCurrentUser, levels: sources.levels });
  if (bound.ok) {
    return { kind: 'bound', query: bound.query, hasPlaceholders: placeholders.length > 0 };
  }
  const { code, message, location } = bound.error;
  if (code === 'NOTHING_SELECTED') return { kind: 'waits', message };
  return { kind: 'fault', fault: describeProblem(text, message, location) };
}

/**
 * As {@link bindQuery}, for a person who can do nothing about the query.
 * @throws {Problem} QUERY_REFUSED, NO_EMAIL or LEVEL_WAITS
 */
export async function getBoundQuery(text: string, sources: BindingSources): Promise<Query> {
  const bound = await bindQuery(text, sources);
  switch (bound.kind) {
    case 'bound':
      return bound.query;
    case 'fault':
      throw new Problem('QUERY_REFUSED', describe(bound.fault));
    case 'noEmail':
      throw new Problem('NO_EMAIL');
    case 'waits':
      throw new Problem('LEVEL_WAITS', bound.message);
  }
}

function describe({ message, line, column }: LocatedProblem): string {
  return `${message} (line ${line}, column ${column})`;
}

export interface SearchedObjects {
  readonly workspaceId: string;
  /** All types where absent. */
  readonly typeId?: string;
  /** The configured query, with values in the place of placeholders. */
  readonly query: Query;
  readonly attributes: readonly NamedAttribute[];
  /** What is typed is looked for in them too, by their names; in the label alone where absent. */
  readonly searchedAttributes?: readonly Pick<NamedAttribute, 'name'>[] | undefined;
}

export interface FoundObjects {
  readonly objects: ShownObject[];
  /** How many match, with those that are not among the first. */
  readonly total: number;
  readonly query: string;
  /** The names of the attributes that were searched beside the label; the label alone where absent. */
  readonly searchedNames?: string[];
}

/**
 * The first objects of the configured query in whose label or searched attributes each typed word is;
 * nothing typed matches all of them. A searched attribute that has another name by now, or that the
 * person may not read, must not close the picker: then the label alone is searched.
 */
export async function searchObjects(
  client: Client,
  source: SearchedObjects,
  typedText: string,
): Promise<FoundObjects> {
  const names = (source.searchedAttributes ?? []).map(({ name }) => name);
  const query = (searched: readonly string[]) =>
    printQuery(combineWithLabelMatch(source.query, typedText, searched));
  const [whole, ofLabel] = [query(names), query([])];
  try {
    const found = await search(client, source, whole);
    return names.length > 0 ? { ...found, searchedNames: names } : found;
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'invalid';
    if (!isRefused || whole === ofLabel) throw error;
    return search(client, source, ofLabel);
  }
}

/** Returns what a picker is told: its configuration stays in the app. */
export function withoutQuery({
  objects,
  total,
  searchedNames,
}: FoundObjects): Omit<FoundObjects, 'query'> {
  return { objects, total, ...(searchedNames && { searchedNames }) };
}

async function search(
  client: Client,
  { workspaceId, typeId, attributes }: SearchedObjects,
  query: string,
): Promise<FoundObjects> {
  const page = await client.inWorkspace(workspaceId).objects.search({
    query,
    typeId,
    limit: maximumFoundObjects,
    attributeIds: attributes.map((attribute) => attribute.attributeId),
  });
  const objects = page.result.map((object) => showObject(object, attributes));
  return { objects, total: page.total, query };
}

export const idsPerSearch = 100;

export interface ObjectLookup {
  readonly workspaceId: string;
  /** All types where absent. */
  readonly typeId?: string;
  /** Leaves out what it doesn't find. */
  readonly query?: Query;
  readonly attributes: readonly NamedAttribute[];
  /** Whether to ask for addresses of thumbnails, which an earlier service doesn't give. */
  readonly prefersThumbnails?: boolean;
}

/** As {@link findByIds}, each as a person sees it. */
export async function lookUpObjects(
  client: Client,
  source: ObjectLookup,
  objectIds: readonly string[],
): Promise<ShownObject[]> {
  const found = await findByIds(client, source, objectIds);
  return found.map((object) => showObject(object, source.attributes));
}

/**
 * The objects with these ids that the person may see now, in no particular order: one service call
 * for each hundred. Deleted, hidden and impossible ids are left out alike, and those of another
 * workspace.
 */
export async function findByIds(
  client: Client,
  { workspaceId, typeId, query, attributes, prefersThumbnails = false }: ObjectLookup,
  objectIds: readonly string[],
): Promise<WorkspaceObject[]> {
  const { search } = client.inWorkspace(workspaceId).objects;
  const attributeIds = attributes.map(({ attributeId }) => attributeId);
  const distinct = [...new Set(objectIds.filter(isObjectId).map(objectKey))];
  const pages = await Promise.all(
    chunksOf(distinct, idsPerSearch).map((ids) => {
      const asked = query ? combineWithObjectIds(query, ids) : matchObjectIds(ids);
      const request = { query: printQuery(asked), typeId, limit: ids.length, attributeIds };
      return search(request, { prefersThumbnails });
    }),
  );
  return pages.flatMap(({ result }) => result);
}

/**
 * As {@link findByIds}, with labels alone. Finds nothing where the query has no meaning by now, since a field
 * offers nothing then.
 */
export async function findLabels(
  client: Client,
  source: Omit<ObjectLookup, 'attributes'>,
  objectIds: readonly string[],
): Promise<(StoredObject & Pick<WorkspaceObject, 'typeId'>)[]> {
  try {
    const found = await findByIds(client, { ...source, attributes: [] }, objectIds);
    return found.map(({ id, label, typeId }) => {
      return { objectId: id, label: storedLabel(label), typeId };
    });
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'invalid';
    if (!isRefused || !source.query?.condition) throw error;
    return [];
  }
}

/** An attribute to show, as far as the app knows it. */
export interface NamedAttribute {
  readonly attributeId: string;
  readonly name: string;
  readonly attributeTypeCode?: string | undefined;
}

/** Of an attribute with more values a person sees the first ones, and how many there are. */
const maximumShownValues = 20;

/** What a person sees of an object: its label, and of these attributes those that have a value. */
export function showObject(
  object: WorkspaceObject,
  attributes: readonly NamedAttribute[],
): ShownObject {
  return {
    objectId: object.id,
    symbol: object.symbol,
    label: storedLabel(object.label),
    ...webAddress(object.url),
    attributes: attributes.flatMap((attribute) => showAttribute(object, attribute)),
  };
}

function showAttribute(object: WorkspaceObject, attribute: NamedAttribute): ShownAttribute[] {
  const { attributeId, name, attributeTypeCode } = attribute;
  const { values = [] } =
    object.attributes.find((entry) => entry.attributeId === attributeId) ?? {};
  const moreValues = values.length - maximumShownValues;
  if (values.length === 0) return [];
  return [
    {
      attributeId,
      name,
      ...(attributeTypeCode === undefined ? {} : { attributeTypeCode }),
      values: values.slice(0, maximumShownValues).map(showValue),
      ...(moreValues > 0 ? { moreValues } : {}),
    },
  ];
}

function showValue({ value, details }: AttributeValue): ShownValue {
  return { value: storedLabel(value), ...(details ? { details: showDetails(details) } : {}) };
}

function showDetails(details: ValueDetails): ShownDetails {
  const { url, thumbnailUrl, isEndState, fileSize, ...texts } = details;
  const cut = Object.entries(texts).map(([key, text]) => [key, storedLabel(text)] as const);
  return {
    ...Object.fromEntries(cut),
    isEndState,
    fileSize,
    thumbnailUrl: webAddress(thumbnailUrl).url,
    ...webAddress(url),
  };
}

/** Empty for an address of any other kind, which could run a script as a link. */
export function webAddress(url: string | undefined): { url?: string } {
  if (url === undefined || !URL.canParse(url)) return {};
  return ['https:', 'http:'].includes(new URL(url).protocol) ? { url } : {};
}
