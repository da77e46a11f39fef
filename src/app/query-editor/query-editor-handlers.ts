import { ServiceError, type Client } from '../../api/client';
import type { WorkspaceObject } from '../../api/object';
import type { Page } from '../../api/page';
import { describeProblem, printQuery, type Query, parseQuery, type Location } from '../../query';
import { serviceMessageOf } from '../access/error-reply';
import { Problem } from '../replies/problem';
import {
  showObject,
  type NamedAttribute,
  bindQuery,
  getBoundQuery,
  searchObjects,
} from '../objects/find-objects';
import { maximumFoundObjects } from '../objects/objects-contract';
import { queryErrorOf, type QueryCheck, type QueryError } from './query-editor-contract';
import { adminsOnly } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import type { PersonalAccess } from '../access/service-client';
import * as functions from './query-editor-contract';

/** What the query of the object field's configuration may ask: for the admin who writes it. */
export function queryEditorHandlers({ client, asPerson }: PersonalAccess): SecuredFunction[] {
  const admin = adminsOnly(['workspace-object']);
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(functions.checkQuery, admin, (source) => checkQuery(client, source, findEmailAddress)),
    secured(functions.previewObjects, admin, async ({ text, ...source }) => {
      const query = await getBoundQuery(source.query, { findEmailAddress });
      return searchObjects(client, { ...source, query }, text);
    }),
  ];
}

/**
 * Tries a query out with the admin's own account: how many objects it finds and the first of them,
 * as the picker shows them, or where it goes wrong.
 * @throws {Problem} NO_EMAIL
 */
async function checkQuery(
  client: Client,
  source: Pick<TriedQuery, 'workspaceId' | 'attributes'> & { typeId: string; query: string },
  findEmailAddress: () => Promise<string | undefined>,
): Promise<QueryCheck> {
  const bound = await bindQuery(source.query, { findEmailAddress });
  if (bound.kind === 'noEmail') throw new Problem('NO_EMAIL');
  if (bound.kind === 'waits') throw new Problem('LEVEL_WAITS', bound.message);
  if (bound.kind === 'fault') return queryErrorOf(bound.fault);
  const tried = await tryQuery(client, {
    ...source,
    template: source.query,
    query: bound.query,
    limit: maximumFoundObjects,
  });
  return tried.kind === 'found' ? matches(tried.page, source.attributes) : tried.error;
}

interface TriedQuery {
  readonly workspaceId: string;
  readonly typeId?: string;
  /** As the admin wrote it. */
  readonly template: string;
  /** The same with values in the place of placeholders. */
  readonly query: Query;
  readonly attributes: readonly NamedAttribute[];
  readonly limit: number;
}

export type QueryTrial =
  | { readonly kind: 'found'; readonly page: Page<WorkspaceObject> }
  | {
      readonly kind: 'refused';
      readonly error: QueryError;
      /** The offset of the fault in the template; undefined where the service names no place. */
      readonly offset: number | undefined;
    };

/** Sends a query and names the place of a fault in what the admin wrote. */
export async function tryQuery(client: Client, tried: TriedQuery): Promise<QueryTrial> {
  const { workspaceId, typeId, query, attributes, limit } = tried;
  const printed = printQuery(query);
  try {
    const objects = client.inWorkspace(workspaceId).objects;
    const page = await objects.search({
      query: printed,
      typeId,
      limit,
      attributeIds: attributes.map(({ attributeId }) => attributeId),
    });
    return { kind: 'found', page };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid') throw error;
    return refusal(error, tried, printed);
  }
}

export function matches(
  { total, result }: Page<WorkspaceObject>,
  attributes: readonly NamedAttribute[],
) {
  const first = result.map((object) => showObject(object, attributes));
  return { kind: 'matches', total, first } as const;
}

function refusal(
  error: ServiceError,
  { template, query }: TriedQuery,
  printed: string,
): QueryTrial {
  const message = serviceMessageOf(error);
  const location = error.position && locateInTemplate(query, printed, error.position.offset);
  if (!location) {
    return { kind: 'refused', error: { kind: 'queryError', message }, offset: undefined };
  }
  const fault = describeProblem(template, message, location);
  return { kind: 'refused', error: queryErrorOf(fault), offset: location.start };
}

/**
 * Where in the template that a person wrote a place in the printed query comes from: that of the
 * smallest piece which begins there. Both are one tree, but for where each piece stands.
 * @param bound the tree that was printed, with the locations of the template
 * @returns undefined where no piece of the query begins at the offset
 */
function locateInTemplate(bound: Query, printed: string, offset: number): Location | undefined {
  const sent = parseQuery(printed);
  if (!sent.ok) return undefined;
  const written = locationsOf(bound);
  const beginning = locationsOf(sent.query)
    .map(({ start, end }, index) => ({ start, end, origin: written[index] }))
    .filter(({ start }) => start === offset)
    .sort((one, other) => one.end - other.end);
  return beginning[0]?.origin;
}

/** The locations of all pieces of a tree, in an order that only their kind decides. */
function locationsOf(piece: unknown): Location[] {
  if (typeof piece !== 'object' || piece === null) return [];
  if (isLocation(piece)) return [piece];
  const entries = Object.entries(piece).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.flatMap(([, inner]) => locationsOf(inner));
}

function isLocation(piece: object): piece is Location {
  return 'start' in piece && 'end' in piece;
}
