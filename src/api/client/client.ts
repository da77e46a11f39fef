import {
  createAttribute,
  deleteAttribute,
  getAttribute,
  listAttributes,
  listAttributeTypes,
  updateAttribute,
} from '../attribute';
import { createContent } from '../content';
import type { BodyOf } from '../endpoint';
import {
  changeObjects,
  createObject,
  deleteObject,
  getObject,
  searchObjects,
  updateObject,
  type SearchRequest,
} from '../object';
import type { PageRequest } from '../page';
import { createToken, deleteToken, getCurrentToken, listTokens } from '../token';
import { createType, deleteType, getType, listEnrichedTypes, listTypes, updateType } from '../type';
import { getCurrentUser, getUser, listUsers } from '../user';
import {
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listAvailableTransitions,
  listWorkflows,
  updateWorkflow,
} from '../workflow';
import { listWorkspaces } from '../workspace';
import {
  createCall,
  type Call,
  type CallOptions,
  type ChangeOptions,
  type ClientOptions,
  type ReadOptions,
  type VersionedCall,
} from './call';
import { everyEntry, type AllOptions } from './paging';
import { siteCalls } from './site-calls';

export type Client = ReturnType<typeof createClient>;
export type WorkspaceClient = ReturnType<Client['inWorkspace']>;

/**
 * The calls of the service's public API, by resource. `list` and `search` answer one page, `all`
 * and `searchAll` every entry, one page at a time; each page has a deadline of its own.
 * Every call throws {@link ServiceError}, or what `isPassedThrough` lets through.
 */
export function createClient(options: ClientOptions) {
  const { call, callForVersion } = createCall(options);
  return {
    workspaces: {
      list: (page: PageRequest = {}, options?: CallOptions) =>
        call(listWorkspaces, { query: page }, options),
      all: (options: AllOptions = {}) =>
        everyEntry((query) => call(listWorkspaces, { query }, options), options),
    },
    users: {
      /** Who the credential belongs to. */
      current: (options?: CallOptions) => call(getCurrentUser, {}, options),
    },
    tokens: tokenCalls(call),
    inWorkspace: (workspaceId: string) => ({
      types: typeCalls(call, workspaceId),
      attributes: attributeCalls(call, workspaceId),
      objects: objectCalls(call, callForVersion, workspaceId),
      users: userCalls(call, workspaceId),
      workflows: workflowCalls(call, callForVersion, workspaceId),
      /** Announces a file; its bytes are then sent to the address of the answer. */
      announceContent: (content: BodyOf<typeof createContent>, options?: CallOptions) =>
        call(createContent, { workspaceId, body: content }, options),
      sites: siteCalls(call, workspaceId),
    }),
  };
}

/** Personal access tokens of whoever calls; an OAuth access token is refused here. */
function tokenCalls(call: Call) {
  return {
    /** The token that the client calls with. */
    current: (options?: CallOptions) => call(getCurrentToken, {}, options),
    list: (page: PageRequest = {}, options?: CallOptions) =>
      call(listTokens, { query: page }, options),
    all: (options: AllOptions = {}) =>
      everyEntry((query) => call(listTokens, { query }, options), options),
    create: (token: BodyOf<typeof createToken>, options?: CallOptions) =>
      call(createToken, { body: token }, options),
    revoke: (id: string, options?: CallOptions) => call(deleteToken, { path: { id } }, options),
  };
}

function typeCalls(call: Call, workspaceId: string) {
  return {
    list: (page: PageRequest = {}, options?: CallOptions) =>
      call(listTypes, { workspaceId, query: page }, options),
    all: (options: AllOptions = {}) =>
      everyEntry((query) => call(listTypes, { workspaceId, query }, options), options),
    listEnriched: (page: PageRequest = {}, options?: CallOptions) =>
      call(listEnrichedTypes, { workspaceId, query: page }, options),
    allEnriched: (options: AllOptions = {}) =>
      everyEntry((query) => call(listEnrichedTypes, { workspaceId, query }, options), options),
    get: (id: string, options?: CallOptions) =>
      call(getType, { workspaceId, path: { id } }, options),
    create: (type: BodyOf<typeof createType>, options?: CallOptions) =>
      call(createType, { workspaceId, body: type }, options),
    update: (id: string, changes: BodyOf<typeof updateType>, options?: CallOptions) =>
      call(updateType, { workspaceId, path: { id }, body: changes }, options),
    /** @param confirm how many objects the type has */
    delete: (id: string, confirm?: number, options?: CallOptions) =>
      call(deleteType, { workspaceId, path: { id }, query: { confirm } }, options),
  };
}

function attributeCalls(call: Call, workspaceId: string) {
  return {
    list: (query: PageRequest & { typeId: string }, options?: CallOptions) =>
      call(listAttributes, { workspaceId, query }, options),
    all: (typeId: string, options: AllOptions = {}) =>
      everyEntry(
        (page) => call(listAttributes, { workspaceId, query: { ...page, typeId } }, options),
        options,
      ),
    get: (id: string, options?: CallOptions) =>
      call(getAttribute, { workspaceId, path: { id } }, options),
    create: (attribute: BodyOf<typeof createAttribute>, options?: CallOptions) =>
      call(createAttribute, { workspaceId, body: attribute }, options),
    update: (id: string, changes: BodyOf<typeof updateAttribute>, options?: CallOptions) =>
      call(updateAttribute, { workspaceId, path: { id }, body: changes }, options),
    /** @param confirm how many objects have a value of it */
    delete: (id: string, confirm?: number, options?: CallOptions) =>
      call(deleteAttribute, { workspaceId, path: { id }, query: { confirm } }, options),
    listTypes: (page: PageRequest = {}, options?: CallOptions) =>
      call(listAttributeTypes, { workspaceId, query: page }, options),
  };
}

function objectCalls(call: Call, callForVersion: VersionedCall, workspaceId: string) {
  return {
    get: (id: string, options?: CallOptions) =>
      call(getObject, { workspaceId, path: { id } }, options),
    /** With its version. Undefined if that is the one that `ifNoneMatch` names. */
    getVersion: (id: string, options?: ReadOptions) =>
      callForVersion(getObject, { workspaceId, path: { id } }, options),
    create: (object: BodyOf<typeof createObject>, options?: CallOptions) =>
      call(createObject, { workspaceId, body: object }, options),
    update: (id: string, changes: BodyOf<typeof updateObject>, options?: ChangeOptions) =>
      call(updateObject, { workspaceId, path: { id }, body: changes }, options),
    delete: (id: string, options?: ChangeOptions) =>
      call(deleteObject, { workspaceId, path: { id } }, options),
    /** All of the operations or none. */
    change: (operations: BodyOf<typeof changeObjects>['operations'], options?: CallOptions) =>
      call(changeObjects, { workspaceId, body: { operations } }, options),
    search: (request: SearchRequest, options?: CallOptions) =>
      call(searchObjects, { workspaceId, body: request }, options),
    searchAll: (request: Omit<SearchRequest, 'offset' | 'limit'>, options: AllOptions = {}) =>
      everyEntry(
        (page) => call(searchObjects, { workspaceId, body: { ...request, ...page } }, options),
        options,
      ),
  };
}

function userCalls(call: Call, workspaceId: string) {
  return {
    list: (page: PageRequest = {}, options?: CallOptions) =>
      call(listUsers, { workspaceId, query: page }, options),
    all: (options: AllOptions = {}) =>
      everyEntry((query) => call(listUsers, { workspaceId, query }, options), options),
    get: (id: string, options?: CallOptions) =>
      call(getUser, { workspaceId, path: { id } }, options),
  };
}

function workflowCalls(call: Call, callForVersion: VersionedCall, workspaceId: string) {
  return {
    list: (page: PageRequest = {}, options?: CallOptions) =>
      call(listWorkflows, { workspaceId, query: page }, options),
    all: (options: AllOptions = {}) =>
      everyEntry((query) => call(listWorkflows, { workspaceId, query }, options), options),
    get: (id: string, options?: CallOptions) =>
      call(getWorkflow, { workspaceId, path: { id } }, options),
    create: (workflow: BodyOf<typeof createWorkflow>, options?: CallOptions) =>
      call(createWorkflow, { workspaceId, body: workflow }, options),
    /** With its version. Undefined if that is the one that `ifNoneMatch` names. */
    getVersion: (id: string, options?: ReadOptions) =>
      callForVersion(getWorkflow, { workspaceId, path: { id } }, options),
    update: (id: string, changes: BodyOf<typeof updateWorkflow>, options?: ChangeOptions) =>
      call(updateWorkflow, { workspaceId, path: { id }, body: changes }, options),
    delete: (id: string, options?: ChangeOptions) =>
      call(deleteWorkflow, { workspaceId, path: { id } }, options),
    /** The moves from a state; from the initial one where none is named. */
    listAvailableTransitions: (
      id: string,
      query: PageRequest & { fromStateId?: string } = {},
      options?: CallOptions,
    ) => call(listAvailableTransitions, { workspaceId, path: { id }, query }, options),
  };
}
