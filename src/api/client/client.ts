import type * as z from 'zod/mini';
import * as attributes from '../attribute';
import { createContent } from '../content';
import { pathParametersOf, type Endpoint } from '../endpoint';
import * as groups from '../group';
import { listAudit, listObjectHistory } from '../history';
import * as objects from '../object';
import { maximumPageLimit, pageTooLarge, type Page } from '../page';
import * as sites from '../site';
import * as sitePages from '../site-page';
import * as tokens from '../token';
import * as types from '../type';
import * as users from '../user';
import * as workflows from '../workflow';
import * as workspaces from '../workspace';
import {
  createExchange,
  type ClientOptions,
  type Exchange,
  type CallOptions,
  type ReadOptions,
} from './call';
import { unexpectedReply, ServiceError } from './reply';

export const ownEndpoints = {
  workspaces: { list: workspaces.listWorkspaces, create: workspaces.createWorkspace },
  /** Who the credential belongs to. */
  users: { current: users.getCurrentUser },
  /** Personal access tokens of whoever calls; an OAuth access token is refused here. */
  tokens: {
    current: tokens.getCurrentToken,
    list: tokens.listTokens,
    create: tokens.createToken,
    revoke: tokens.deleteToken,
  },
};

export const workspaceEndpoints = {
  workspaces: { update: workspaces.updateWorkspace },
  types: {
    list: types.listTypes,
    listEnriched: types.listEnrichedTypes,
    get: types.getType,
    create: types.createType,
    update: types.updateType,
    delete: types.deleteType,
    getAccess: types.getTypeAccess,
    getAccessVersion: withVersion(types.getTypeAccess),
    setAccess: types.setTypeAccess,
  },
  attributes: {
    list: attributes.listAttributes,
    get: attributes.getAttribute,
    create: attributes.createAttribute,
    update: attributes.updateAttribute,
    delete: attributes.deleteAttribute,
    listTypes: attributes.listAttributeTypes,
  },
  objects: {
    get: objects.getObject,
    getVersion: withVersion(objects.getObject),
    create: objects.createObject,
    update: objects.updateObject,
    delete: objects.deleteObject,
    listDeleted: objects.listDeletedObjects,
    restore: objects.restoreObject,
    /** All of the operations or none. */
    change: objects.changeObjects,
    search: objects.searchObjects,
    listHistory: listObjectHistory,
    listReferrers: objects.listReferrers,
  },
  /** Of everything in the workspace, for its administrators. */
  audit: { list: listAudit },
  /** Which tokens of members reach the workspace. */
  memberTokens: {
    list: tokens.listMemberTokens,
    block: tokens.blockToken,
    unblock: tokens.unblockToken,
  },
  users: {
    list: users.listUsers,
    get: users.getUser,
    add: users.addUser,
    /** All of them or none. */
    addAll: users.addUsers,
    setRole: users.setUserRole,
    setSuspension: users.setUserSuspension,
    remove: users.removeUser,
  },
  groups: {
    list: groups.listGroups,
    get: groups.getGroup,
    getVersion: withVersion(groups.getGroup),
    create: groups.createGroup,
    update: groups.updateGroup,
    delete: groups.deleteGroup,
  },
  workflows: {
    list: workflows.listWorkflows,
    get: workflows.getWorkflow,
    getVersion: withVersion(workflows.getWorkflow),
    create: workflows.createWorkflow,
    update: workflows.updateWorkflow,
    delete: workflows.deleteWorkflow,
    /** The moves from a state; from the initial one where none is named. */
    listAvailableTransitions: workflows.listAvailableTransitions,
  },
  /** Announces a file; its bytes are then sent to the address of the answer. */
  files: { announce: createContent },
  sites: {
    list: sites.listSites,
    get: sites.getSite,
    getVersion: withVersion(sites.getSite),
    create: sites.createSite,
    update: sites.updateSite,
    delete: sites.deleteSite,
    listPages: sitePages.listSitePages,
    getPage: sitePages.getSitePage,
    createPage: sitePages.createSitePage,
    updatePage: sitePages.updateSitePage,
    deletePage: sitePages.deleteSitePage,
    /** The caller's own way into the page, inside the page of another origin. */
    createEmbedToken: sitePages.createEmbedToken,
  },
};

export type Client = ReturnType<typeof createClient>;

/**
 * The calls of the service's public API, by resource. A call takes the parameters of its path, then its
 * body or its query, then {@link CallOptions}. It throws {@link ServiceError}, or what `isPassedThrough` lets through.
 */
export function createClient(options: ClientOptions) {
  const exchange = createExchange(options);
  return {
    ...bindAll(ownEndpoints, exchange),
    inWorkspace: (workspaceId: string) => bindAll(workspaceEndpoints, exchange, workspaceId),
  };
}

type Callable = Endpoint | VersionedRead<Endpoint>;
type Group = Readonly<Record<string, Callable>>;

/** A read that answers its value with the name of its version; undefined for the version that `ifNoneMatch` names. */
interface VersionedRead<Definition extends Endpoint> {
  readonly versioned: Definition;
}

function withVersion<Definition extends Endpoint>(
  versioned: Definition,
): VersionedRead<Definition> {
  return { versioned };
}

type CallsOf<Table extends Group> = { readonly [Name in keyof Table]: CallOf<Table[Name]> };

type CallOf<Definition> =
  Definition extends VersionedRead<Endpoint<infer Path, infer Query, infer Body, infer Reply>>
    ? (
        ...given: [...InputOf<Path, Query, Body>, options?: ReadOptions]
      ) => Promise<{ readonly value: z.output<Reply>; readonly version: string } | undefined>
    : Definition extends Endpoint<infer Path, infer Query, infer Body, infer Reply>
      ? (
          ...given: [...InputOf<Path, Query, Body>, options?: CallOptions]
        ) => Promise<z.output<Reply>>
      : never;

/** What a call is made with: each parameter of the path, then the body, or the query. */
type InputOf<
  Path extends string,
  Query extends z.core.$ZodType,
  Body extends z.core.$ZodType,
> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...InputOf<Rest, Query, Body>]
  : undefined extends z.input<Body>
    ? undefined extends z.input<Query>
      ? []
      : Partial<z.input<Query>> extends z.input<Query>
        ? [query?: z.input<Query>]
        : [query: z.input<Query>]
    : [body: z.input<Body>];

function bindAll<Table extends Readonly<Record<string, Group>>>(
  table: Table,
  exchange: Exchange,
  workspaceId?: string,
): { readonly [Resource in keyof Table]: CallsOf<Table[Resource]> };
function bindAll(
  table: Readonly<Record<string, Group>>,
  exchange: Exchange,
  workspaceId?: string,
): unknown {
  return mapValues(table, (group) => bindCalls(group, exchange, workspaceId));
}

/** The calls of a table of endpoints, by the same names. */
export function bindCalls<Table extends Group>(
  table: Table,
  exchange: Exchange,
  workspaceId?: string,
): CallsOf<Table>;
export function bindCalls(table: Group, exchange: Exchange, workspaceId?: string): unknown {
  return mapValues(table, (callable) => bind(callable, exchange, workspaceId));
}

function mapValues<From, To>(from: Readonly<Record<string, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value)]));
}

function bind(callable: Callable, exchange: Exchange, workspaceId?: string) {
  const endpoint = 'versioned' in callable ? callable.versioned : callable;
  const idCount = pathParametersOf(endpoint).length;
  const inputCount = endpoint.body === undefined && endpoint.query === undefined ? 0 : 1;
  return async (...given: readonly (string | ReadOptions | undefined)[]) => {
    const ids = given.slice(0, idCount).map((id) => (typeof id === 'string' ? id : ''));
    const [input] = given.slice(idCount, idCount + inputCount);
    const options = given[idCount + inputCount];
    const { value, version } = await exchange(
      endpoint,
      { workspaceId, ids, input },
      typeof options === 'object' ? options : {},
    );
    if (endpoint === callable || value === undefined) return value;
    if (version === null) throw unexpectedReply(endpoint, {});
    return { value, version };
  };
}

interface EveryEntryOptions {
  /** Entries per page: 200 by default, the most. */
  readonly limit?: number;
}

type FetchPage<Entry> = (page: { offset: number; limit: number }) => Promise<Page<Entry>>;

/**
 * Every entry of a paged list, each id once, page by page as they are consumed, each page with a deadline of
 * its own. Where a page is too large for the service, it asks for smaller ones. Entries that come or go in the
 * meantime may be missed, as offsets shift; the last page is the one that says so.
 * @param fetchPage a `list` call, or a search that passes the page on
 * @throws {ServiceError} as the calls do; `unexpectedReply` if pages would never end: one with
 * nothing new, or more entries than the service counts, without being the last
 */
export async function* everyEntry<Entry extends { id: string }>(
  fetchPage: FetchPage<Entry>,
  { limit: firstLimit = maximumPageLimit }: EveryEntryOptions = {},
): AsyncGenerator<Entry, void, undefined> {
  const seenIds = new Set<string>();
  const isNew = ({ id }: Entry) => {
    const isKnown = seenIds.has(id);
    seenIds.add(id);
    return !isKnown;
  };
  let limit = firstLimit;
  let offset = 0;
  let isLast = false;
  while (!isLast) {
    const page = await fetchPage({ offset, limit }).catch(undefinedIfTooLarge(limit));
    if (page === undefined) {
      limit = Math.ceil(limit / 2);
      continue;
    }
    const newEntries = page.result.filter(isNew);
    const isEndless = !page.isLast && (newEntries.length === 0 || seenIds.size > page.total);
    if (isEndless || page.result.length > limit) throw brokenPaging();
    yield* newEntries;
    offset += page.result.length;
    isLast = page.isLast;
  }
}

/** Returns undefined for the refusal of a page that is too large. @throws any other error */
function undefinedIfTooLarge(limit: number) {
  return (error: unknown): undefined => {
    const isTooLarge = error instanceof ServiceError && error.reason?.includes(pageTooLarge);
    if (limit === 1 || isTooLarge !== true) throw error;
  };
}

/** The entries of `everyEntry` as one list, which is known once all of its pages are. */
export async function allEntries<Entry extends { id: string }>(
  fetchPage: FetchPage<Entry>,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of everyEntry(fetchPage)) entries.push(entry);
  return entries;
}

function brokenPaging(): ServiceError {
  return new ServiceError(
    'unexpectedReply',
    "The service's list doesn't come in pages of the requested size. Ask an administrator to check the service's address.",
  );
}
