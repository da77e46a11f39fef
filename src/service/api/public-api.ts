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
  answerInWorkspace(typeApi.getType, ({ view, id }) => showType(getType(view, id)));
  answerInWorkspace(typeApi.createType, ({ view, body }) => createType(database, view, body));
  answerInWorkspace(typeApi.updateType, ({ view, id, body }) =>
    updateType(database, view, id, body),
  );
  answerInWorkspace(typeApi.deleteType, ({ view, id, query }) =>
    deleteType(database, view, id, query.confirm),
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
  answerInWorkspace(attributeApi.getAttribute, ({ view, id }) =>
    showAttribute(getAttribute(view, id)),
  );
  answerInWorkspace(attributeApi.createAttribute, ({ view, body }) =>
    createAttribute(database, view, body),
  );
  answerInWorkspace(attributeApi.updateAttribute, ({ view, id, body }) =>
    updateAttribute(database, view, id, body),
  );
  answerInWorkspace(attributeApi.deleteAttribute, ({ view, id, query }) =>
    deleteAttribute(database, view, id, query.confirm),
  );
}

function answerObjects({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  answerInWorkspace(objectApi.searchObjects, ({ view, body }) =>
    searchObjects(dependencies, view, body),
  );
  answerInWorkspace(objectApi.getObject, ({ view, id }) => readObject(dependencies, view, id));
  answerInWorkspace(objectApi.createObject, ({ view, body }) =>
    createObject(dependencies, view, body),
  );
  answerInWorkspace(objectApi.updateObject, ({ view, id, body, condition }) =>
    updateObject(dependencies, view, id, { ...body, condition }),
  );
  answerInWorkspace(objectApi.deleteObject, ({ view, id, condition }) =>
    deleteObject(dependencies, view, id, condition),
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
  answerInWorkspace(userApi.getUser, ({ view, id }) => readMember(database, view, id));
}

function answerWorkflows({ answerInWorkspace }: Routes, { database }: ObjectDependencies): void {
  answerInWorkspace(workflowApi.listWorkflows, async ({ view, query }) =>
    pageOfAll(await readWorkflowNames(database, view), query),
  );
  answerInWorkspace(workflowApi.getWorkflow, ({ view, id }) => readWorkflow(database, view, id));
  answerInWorkspace(workflowApi.createWorkflow, ({ view, body }) =>
    createWorkflow(database, view, body),
  );
  answerInWorkspace(workflowApi.updateWorkflow, ({ view, id, body, condition }) =>
    updateWorkflow(database, view, id, { ...body, condition }),
  );
  answerInWorkspace(workflowApi.deleteWorkflow, ({ view, id, condition }) =>
    deleteWorkflow(database, view, id, condition),
  );
  answerInWorkspace(workflowApi.listAvailableTransitions, async ({ view, id, query }) =>
    pageOfAll(await readAvailableTransitions(database, view, id, query.fromStateId), query),
  );
}

function answerTokens({ answer }: Routes, { database, clock }: ObjectDependencies): void {
  answer(tokenApi.getCurrentToken, ({ caller }) => readCurrentToken(database, caller));
  answer(tokenApi.listTokens, async ({ caller, query }) =>
    pageOfAll(await readTokens(database, caller), query),
  );
  answer(tokenApi.createToken, ({ caller, body }) => createToken(database, caller, body, clock()));
  answer(tokenApi.deleteToken, ({ caller, id }) => revokeToken(database, caller, id));
}
