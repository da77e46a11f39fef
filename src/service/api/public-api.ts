import * as attributeApi from '../../api/attribute';
import * as contentApi from '../../api/content';
import * as objectApi from '../../api/object';
import * as tokenApi from '../../api/token';
import * as typeApi from '../../api/type';
import * as userApi from '../../api/user';
import * as workflowApi from '../../api/workflow';
import * as workspaceApi from '../../api/workspace';
import type { FileStore } from '../base/files/file-store';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { getAttribute, getType } from '../model/permissions/workspace-view';
import {
  createAttribute,
  deleteAttribute,
  showAttribute,
  updateAttribute,
} from '../model/resources/attributes';
import { changeObjects } from '../model/resources/change-objects';
import { announceContent, contentUploadPath } from '../model/resources/content-uploads';
import { createObject, deleteObject, readObject, updateObject } from '../model/resources/objects';
import type { ObjectDependencies } from '../model/resources/objects';
import { pageOfAll } from '../model/resources/page';
import { createToken, readCurrentToken, readTokens, revokeToken } from '../accounts/tokens';
import {
  createType,
  deleteType,
  showEnrichedType,
  showType,
  updateType,
} from '../model/resources/types';
import { readMember, readMembers } from '../model/resources/users';
import {
  createWorkflow,
  deleteWorkflow,
  updateWorkflow,
} from '../model/resources/change-workflows';
import {
  readAvailableTransitions,
  readWorkflow,
  readWorkflowNames,
} from '../model/resources/workflows';
import { readWorkspaces } from '../model/resources/workspaces';
import { searchObjects } from '../model/search/search-objects';
import { attributeKinds } from '../model/values/attribute-kinds';
import { answerSites } from './site-routes';
import type { SiteDependencies } from './site-routes';
import type { Routes } from './routes';

export interface PublicApiDependencies extends SiteDependencies {
  readonly files: FileStore;
  readonly storageBudgets: StorageBudgets;
}

/**
 * Answers every endpoint of the public API.
 * @see docs/service-api.md, "Addresses and headers"
 */
export function answerPublicApi(routes: Routes, dependencies: PublicApiDependencies): void {
  answerWorkspaces(routes, dependencies);
  answerTypes(routes, dependencies);
  answerAttributes(routes, dependencies);
  answerObjects(routes, dependencies);
  answerContents(routes, dependencies);
  answerUsers(routes, dependencies);
  answerWorkflows(routes, dependencies);
  answerTokens(routes, dependencies);
  answerSites(routes, dependencies);
}

function answerWorkspaces({ answer }: Routes, { database }: ObjectDependencies): void {
  answer(workspaceApi.listWorkspaces, async ({ caller, query }) =>
    pageOfAll(await readWorkspaces(database, caller.userId), query),
  );
}

function answerTypes({ answerInWorkspace }: Routes, { database }: ObjectDependencies): void {
  answerInWorkspace(typeApi.listTypes, ({ view, query }) =>
    pageOfAll(view.types.map(showType), query),
  );
  answerInWorkspace(typeApi.listEnrichedTypes, ({ view, query }) =>
    pageOfAll(view.types.map(showEnrichedType), query),
  );
  answerInWorkspace(typeApi.getType, ({ view, ids }) => showType(getType(view, ids.id)));
  answerInWorkspace(typeApi.createType, ({ view, body }) => createType(database, view, body));
  answerInWorkspace(typeApi.updateType, ({ view, ids, body }) =>
    updateType(database, view, ids.id, body),
  );
  answerInWorkspace(typeApi.deleteType, ({ view, ids, query }) =>
    deleteType(database, view, ids.id, query.confirm),
  );
}

function answerAttributes({ answerInWorkspace }: Routes, { database }: ObjectDependencies): void {
  answerInWorkspace(attributeApi.listAttributes, ({ view, query }) =>
    pageOfAll(getType(view, query.typeId).attributes.map(showAttribute), query),
  );
  answerInWorkspace(attributeApi.listAttributeTypes, ({ query }) =>
    pageOfAll(
      attributeKinds.map(({ code, name, isReadOnly }) => ({ code, name, isReadOnly })),
      query,
    ),
  );
  answerInWorkspace(attributeApi.getAttribute, ({ view, ids }) =>
    showAttribute(getAttribute(view, ids.id)),
  );
  answerInWorkspace(attributeApi.createAttribute, ({ view, body }) =>
    createAttribute(database, view, body),
  );
  answerInWorkspace(attributeApi.updateAttribute, ({ view, ids, body }) =>
    updateAttribute(database, view, ids.id, body),
  );
  answerInWorkspace(attributeApi.deleteAttribute, ({ view, ids, query }) =>
    deleteAttribute(database, view, ids.id, query.confirm),
  );
}

function answerObjects({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  answerInWorkspace(objectApi.searchObjects, ({ view, body }) =>
    searchObjects(dependencies, view, body),
  );
  answerInWorkspace(objectApi.getObject, ({ view, ids }) => readObject(dependencies, view, ids.id));
  answerInWorkspace(objectApi.createObject, ({ view, body }) =>
    createObject(dependencies, view, body),
  );
  answerInWorkspace(objectApi.updateObject, ({ view, ids, body, condition }) =>
    updateObject(dependencies, view, ids.id, { ...body, condition }),
  );
  answerInWorkspace(objectApi.deleteObject, ({ view, ids, condition }) =>
    deleteObject(dependencies, view, ids.id, condition),
  );
  answerInWorkspace(objectApi.changeObjects, ({ view, body }) =>
    changeObjects(dependencies, view, body.operations),
  );
}

function answerContents({ answerInWorkspace }: Routes, dependencies: PublicApiDependencies): void {
  answerInWorkspace(contentApi.createContent, async ({ view, body }) => {
    const { contentKey, secret } = await announceContent(dependencies, view, body);
    const presignedUrl = `${dependencies.serviceUrl}${contentUploadPath}/${secret}`;
    return { presignedUrl, contentKey };
  });
}

function answerUsers(
  { answer, answerInWorkspace }: Routes,
  { database }: ObjectDependencies,
): void {
  answer(userApi.getCurrentUser, ({ caller }) => ({
    id: caller.userId,
    name: caller.name,
    email: caller.email,
  }));
  answerInWorkspace(userApi.listUsers, async ({ view, query }) =>
    pageOfAll(await readMembers(database, view), query),
  );
  answerInWorkspace(userApi.getUser, ({ view, ids }) => readMember(database, view, ids.id));
}

function answerWorkflows({ answerInWorkspace }: Routes, { database }: ObjectDependencies): void {
  answerInWorkspace(workflowApi.listWorkflows, async ({ view, query }) =>
    pageOfAll(await readWorkflowNames(database, view), query),
  );
  answerInWorkspace(workflowApi.getWorkflow, ({ view, ids }) =>
    readWorkflow(database, view, ids.id),
  );
  answerInWorkspace(workflowApi.createWorkflow, ({ view, body }) =>
    createWorkflow(database, view, body),
  );
  answerInWorkspace(workflowApi.updateWorkflow, ({ view, ids, body, condition }) =>
    updateWorkflow(database, view, ids.id, { ...body, condition }),
  );
  answerInWorkspace(workflowApi.deleteWorkflow, ({ view, ids, condition }) =>
    deleteWorkflow(database, view, ids.id, condition),
  );
  answerInWorkspace(workflowApi.listAvailableTransitions, async ({ view, ids, query }) =>
    pageOfAll(await readAvailableTransitions(database, view, ids.id, query.fromStateId), query),
  );
}

function answerTokens({ answer }: Routes, { database, clock }: ObjectDependencies): void {
  answer(tokenApi.getCurrentToken, ({ caller }) => readCurrentToken(database, caller));
  answer(tokenApi.listTokens, async ({ caller, query }) =>
    pageOfAll(await readTokens(database, caller), query),
  );
  answer(tokenApi.createToken, ({ caller, body }) => createToken(database, caller, body, clock()));
  answer(tokenApi.deleteToken, ({ caller, ids }) => revokeToken(database, caller, ids.id));
}
