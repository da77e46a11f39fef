import { randomUUID } from 'node:crypto';
import * as attributeApi from '../../api/attribute';
import * as contentApi from '../../api/content';
import * as historyApi from '../../api/history';
import * as groupApi from '../../api/group';
import * as objectApi from '../../api/object';
import * as siteApi from '../../api/site';
import * as sitePageApi from '../../api/site-page';
import * as tokenApi from '../../api/token';
import * as typeApi from '../../api/type';
import * as userApi from '../../api/user';
import type { AddedMember, NewMember } from '../../api/user';
import * as workflowApi from '../../api/workflow';
import * as workspaceApi from '../../api/workspace';
import { setSuspension } from '../accounts/account-administration';
import { readMemberTokens, setTokenBlock } from '../accounts/member-tokens';
import { addPeople, removePerson, setRole } from '../accounts/people';
import {
  createToken,
  readCurrentToken,
  readTokens,
  revokeToken,
} from '../accounts/personal-access-tokens';
import { invitationPath } from '../accounts/password-links';
import {
  assertCreates,
  assertRenames,
  createWorkspace,
  renameWorkspace,
} from '../accounts/workspaces';
import type { WorkspaceDependencies } from '../accounts/workspaces';
import { onlyRow } from '../base/database/database';
import type { FileStore } from '../base/files/file-store';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { notFound } from '../base/refusals/refusal';
import { readTypeAccess } from '../model/permissions/access';
import { readAudit, readObjectHistory } from '../model/history/read-history';
import { getAttribute, getType, getWritableType } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import {
  createAttribute,
  deleteAttribute,
  showAttribute,
  updateAttribute,
} from '../model/resources/attributes';
import {
  createWorkflow,
  deleteWorkflow,
  updateWorkflow,
} from '../model/resources/change-workflows';
import { announceContent, contentUploadPath } from '../model/resources/content-uploads';
import { readDeletedObjects } from '../model/resources/deleted-objects';
import {
  createGroup,
  deleteGroup,
  getGroup,
  readGroupPage,
  updateGroup,
} from '../model/resources/groups';
import { getPerson, readMemberships, readPeoplePage, showMember } from '../model/resources/members';
import {
  changeObjects,
  createObject,
  deleteObject,
  readObject,
  updateObject,
} from '../model/resources/objects';
import type { ObjectDependencies } from '../model/resources/objects';
import { pageOfAll } from '../model/resources/page';
import { restoreObject } from '../model/resources/restore-object';
import {
  createType,
  deleteType,
  readTypes,
  setTypeAccess,
  showEnrichedType,
  showType,
  updateType,
} from '../model/resources/types';
import {
  readAvailableTransitions,
  readWorkflow,
  readWorkflowNames,
} from '../model/resources/workflows';
import { searchObjects } from '../model/search/search-objects';
import {
  createSitePage,
  deleteSitePage,
  readSitePage,
  readSitePages,
  updateSitePage,
} from '../model/sites/site-pages';
import { createSite, deleteSite, readSite, readSites, updateSite } from '../model/sites/sites';
import { attributeKinds } from '../model/values/attribute-kinds';
import { createEmbedToken } from './embedding';
import type { EmbedDependencies } from './embedding';
import type { Routes } from './routes';

export interface PublicApiDependencies
  extends SiteDependencies, Pick<WorkspaceDependencies, 'workspaceCreators'> {
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
  answerGroups(routes, dependencies);
  answerWorkflows(routes, dependencies);
  answerTokens(routes, dependencies);
  answerSites(routes, dependencies);
}

function answerWorkspaces(
  { answer, answerInWorkspace }: Routes,
  dependencies: PublicApiDependencies,
): void {
  const { database } = dependencies;
  answer(
    workspaceApi.createWorkspace,
    ({ caller, body }) => createWorkspace(dependencies, caller, body),
    ({ caller }) => assertCreates(dependencies, caller),
  );
  answerInWorkspace(
    workspaceApi.updateWorkspace,
    ({ view, ids, body }) => renameWorkspace(dependencies, view, ids.id, body),
    ({ view, ids }) => assertRenames(dependencies, view, ids.id),
  );
  answer(workspaceApi.listWorkspaces, async ({ caller, query }) =>
    pageOfAll(
      (await readMemberships(database, caller)).map(({ id, name }) => ({ id, name })),
      query,
    ),
  );
}

function answerTypes({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  const { database } = dependencies;
  answerInWorkspace(typeApi.listTypes, async ({ view, query }) =>
    pageOfAll(await readTypes(database, view, { all: query.all === 'true' }), query),
  );
  answerInWorkspace(typeApi.listEnrichedTypes, ({ view, query }) =>
    pageOfAll(view.types.map(showEnrichedType), query),
  );
  answerInWorkspace(typeApi.getType, ({ view, ids }) => showType(getType(view, ids.id)));
  answerInWorkspace(typeApi.createType, ({ view, body }) => createType(dependencies, view, body));
  answerInWorkspace(typeApi.updateType, ({ view, ids, body }) =>
    updateType(dependencies, view, ids.id, body),
  );
  answerInWorkspace(typeApi.deleteType, ({ view, ids, query }) =>
    deleteType(dependencies, view, ids.id, query.confirm),
  );
  answerInWorkspace(typeApi.getTypeAccess, ({ view, ids }) =>
    readTypeAccess(database, view, ids.id),
  );
  answerInWorkspace(typeApi.setTypeAccess, ({ view, ids, body, condition }) =>
    setTypeAccess(dependencies, view, ids.id, { ...body, condition }),
  );
}

function answerAttributes({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
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
    createAttribute(dependencies, view, body),
  );
  answerInWorkspace(attributeApi.updateAttribute, ({ view, ids, body }) =>
    updateAttribute(dependencies, view, ids.id, body),
  );
  answerInWorkspace(attributeApi.deleteAttribute, ({ view, ids, query }) =>
    deleteAttribute(dependencies, view, ids.id, query.confirm),
  );
}

function answerObjects({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  answerInWorkspace(objectApi.searchObjects, ({ view, body }) =>
    searchObjects(dependencies, view, body),
  );
  answerInWorkspace(objectApi.getObject, ({ view, ids }) => readObject(dependencies, view, ids.id));
  answerInWorkspace(objectApi.listDeletedObjects, ({ view, query }) =>
    readDeletedObjects(dependencies.database, view, { ...query, now: dependencies.clock() }),
  );
  answerInWorkspace(objectApi.restoreObject, ({ view, ids }) =>
    restoreObject(dependencies, view, ids.id),
  );
  answerInWorkspace(objectApi.createObject, ({ view, body }) =>
    createObject(dependencies, view, body),
  );
  const assertWritable = async ({ view, ids }: { view: WorkspaceView; ids: { id: string } }) =>
    getWritableType(view, (await readObject(dependencies, view, ids.id)).typeId);
  answerInWorkspace(
    objectApi.updateObject,
    ({ view, ids, body, condition }) =>
      updateObject(dependencies, view, ids.id, { ...body, condition }),
    assertWritable,
  );
  answerInWorkspace(
    objectApi.deleteObject,
    ({ view, ids, condition }) => deleteObject(dependencies, view, ids.id, condition),
    assertWritable,
  );
  answerInWorkspace(objectApi.changeObjects, ({ view, body }) =>
    changeObjects(dependencies, view, body.operations),
  );
  answerInWorkspace(historyApi.listObjectHistory, ({ view, ids, query }) =>
    readObjectHistory(dependencies.database, view, ids.id, query),
  );
  answerInWorkspace(historyApi.listAudit, ({ view, query }) =>
    readAudit(dependencies.database, view, query),
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
  dependencies: PublicApiDependencies,
): void {
  const { database } = dependencies;
  answer(userApi.getCurrentUser, ({ caller }) => ({
    id: caller.userId,
    name: caller.name,
    email: caller.email,
  }));
  answerInWorkspace(userApi.listUsers, ({ view, query }) => readPeoplePage(database, view, query));
  answerInWorkspace(userApi.getUser, async ({ view, ids }) =>
    showMember(await getPerson(database, view, ids.id)),
  );
  answerInWorkspace(userApi.addUser, async ({ view, body }) =>
    onlyRow(await addUsers(dependencies, view, [body])),
  );
  answerInWorkspace(userApi.addUsers, async ({ view, body }) => ({
    result: await addUsers(dependencies, view, body.users),
  }));
  answerInWorkspace(userApi.setUserRole, ({ view, ids, body }) =>
    setRole(dependencies, view, ids.id, body.role),
  );
  answerInWorkspace(userApi.setUserSuspension, async ({ view, ids, body: { isSuspended } }) => {
    const decision = { author: view, id: ids.id, now: dependencies.clock() };
    const suspended = await setSuspension(database, decision, isSuspended);
    if (suspended === undefined) throw notFound('user');
    return { ...suspended, isSuspended };
  });
  answerInWorkspace(userApi.removeUser, async ({ view, ids }) => {
    await removePerson(dependencies, view, ids.id);
    return undefined;
  });
}

function answerGroups({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  const { database } = dependencies;
  answerInWorkspace(groupApi.listGroups, ({ view, query }) => readGroupPage(database, view, query));
  answerInWorkspace(groupApi.getGroup, ({ view, ids }) => getGroup(database, view, ids.id));
  answerInWorkspace(groupApi.createGroup, ({ view, body }) =>
    createGroup(dependencies, view, body),
  );
  answerInWorkspace(groupApi.updateGroup, ({ view, ids, body, condition }) =>
    updateGroup(dependencies, view, ids.id, { ...body, condition }),
  );
  answerInWorkspace(groupApi.deleteGroup, async ({ view, ids, condition }) => {
    await deleteGroup(dependencies, view, ids.id, condition);
    return undefined;
  });
}

/** Adds people, each with the link where they choose a password if they have none. */
async function addUsers(
  { database, clock, serviceUrl }: PublicApiDependencies,
  view: WorkspaceView,
  people: readonly NewMember[],
): Promise<AddedMember[]> {
  const addition = { formId: randomUUID(), now: clock() };
  const added = await addPeople(database, view, people, addition);
  return added.map(({ invitation, ...person }) => ({
    ...showMember(person),
    ...(invitation && { invitationUrl: `${serviceUrl}${invitationPath}/${invitation.secret}` }),
  }));
}

function answerWorkflows({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  const { database } = dependencies;
  answerInWorkspace(workflowApi.listWorkflows, async ({ view, query }) =>
    pageOfAll(await readWorkflowNames(database, view), query),
  );
  answerInWorkspace(workflowApi.getWorkflow, ({ view, ids }) =>
    readWorkflow(database, view, ids.id),
  );
  answerInWorkspace(workflowApi.createWorkflow, ({ view, body }) =>
    createWorkflow(dependencies, view, body),
  );
  answerInWorkspace(workflowApi.updateWorkflow, ({ view, ids, body, condition }) =>
    updateWorkflow(dependencies, view, ids.id, { ...body, condition }),
  );
  answerInWorkspace(workflowApi.deleteWorkflow, ({ view, ids, condition }) =>
    deleteWorkflow(dependencies, view, ids.id, condition),
  );
  answerInWorkspace(workflowApi.listAvailableTransitions, async ({ view, ids, query }) =>
    pageOfAll(await readAvailableTransitions(database, view, ids.id, query.fromStateId), query),
  );
}

function answerTokens(routes: Routes, dependencies: ObjectDependencies): void {
  const { answer } = routes;
  const { database, clock } = dependencies;
  answer(tokenApi.getCurrentToken, ({ caller }) => readCurrentToken(database, caller));
  answer(tokenApi.listTokens, async ({ caller, query }) =>
    pageOfAll(await readTokens(database, caller), query),
  );
  answer(tokenApi.createToken, ({ caller, body }) => createToken(database, caller, body, clock()));
  answer(tokenApi.deleteToken, ({ caller, ids }) => revokeToken(database, caller, ids.id));
  answerMemberTokens(routes, dependencies);
}

/** What administrators of a workspace see of the tokens of others, and decide about them. */
function answerMemberTokens(
  { answerInWorkspace }: Routes,
  { database, clock }: ObjectDependencies,
): void {
  answerInWorkspace(tokenApi.listMemberTokens, async ({ view, query }) => {
    const { workspaceId } = view;
    return pageOfAll(await readMemberTokens(database, { workspaceId, now: clock() }), query);
  });
  answerInWorkspace(tokenApi.blockToken, async ({ view, ids }) => {
    await setTokenBlock(database, { ...view, id: ids.id, isBlocked: true, now: clock() });
    return undefined;
  });
  answerInWorkspace(tokenApi.unblockToken, async ({ view, ids }) => {
    await setTokenBlock(database, { ...view, id: ids.id, isBlocked: false, now: clock() });
    return undefined;
  });
}

type SiteDependencies = ObjectDependencies & EmbedDependencies;

/** Sites, their pages, and tokens that open a page elsewhere. */
function answerSites(routes: Routes, dependencies: SiteDependencies): void {
  const { answerInWorkspace } = routes;
  const { database } = dependencies;
  answerInWorkspace(siteApi.listSites, async ({ view, query }) =>
    pageOfAll(await readSites(database, view, { all: query.all === 'true' }), query),
  );
  answerInWorkspace(siteApi.getSite, ({ view, ids }) => readSite(database, view, ids.id));
  answerInWorkspace(siteApi.createSite, ({ view, body }) => createSite(dependencies, view, body));
  answerInWorkspace(siteApi.updateSite, ({ view, ids, body, condition }) =>
    updateSite(dependencies, view, ids.id, { ...body, condition }),
  );
  answerInWorkspace(siteApi.deleteSite, ({ view, ids }) => deleteSite(dependencies, view, ids.id));
  answerSitePages(routes, dependencies);
}

function answerSitePages({ answerInWorkspace }: Routes, dependencies: SiteDependencies): void {
  const { database } = dependencies;
  answerInWorkspace(sitePageApi.listSitePages, async ({ view, ids, query }) =>
    pageOfAll(await readSitePages(database, view, ids.id), query),
  );
  answerInWorkspace(sitePageApi.getSitePage, ({ view, ids }) =>
    readSitePage(dependencies, view, pathOf(ids)),
  );
  answerInWorkspace(sitePageApi.createSitePage, ({ view, ids, body }) =>
    createSitePage(dependencies, view, ids.id, body),
  );
  answerInWorkspace(sitePageApi.updateSitePage, ({ view, ids, body }) =>
    updateSitePage(dependencies, view, pathOf(ids), body),
  );
  answerInWorkspace(sitePageApi.deleteSitePage, ({ view, ids }) =>
    deleteSitePage(dependencies, view, pathOf(ids)),
  );
  answerInWorkspace(sitePageApi.createEmbedToken, ({ view, ids, body }) =>
    createEmbedToken(dependencies, view, pathOf(ids), body),
  );
}

function pathOf({ id, pageId }: { readonly id: string; readonly pageId: string }) {
  return { siteId: id, pageId };
}
