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
import * as tokens from '../accounts/personal-access-tokens';
import { invitationPath } from '../accounts/password-links';
import * as workspaces from '../accounts/workspaces';
import type { WorkspaceDependencies } from '../accounts/workspaces';
import { onlyRow } from '../base/database/database';
import type { FileStore } from '../base/files/file-store';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { notFound } from '../base/refusals/refusal';
import { readTypeAccess } from '../model/permissions/access';
import { readAudit, readObjectHistory } from '../model/history/read-history';
import { getAttribute, getType, getWritableType } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import * as attributes from '../model/resources/attributes';
import {
  createWorkflow,
  deleteWorkflow,
  updateWorkflow,
} from '../model/resources/change-workflows';
import { announceContent, contentUploadPath } from '../model/resources/content-uploads';
import { readDeletedObjects } from '../model/resources/deleted-objects';
import * as groups from '../model/resources/groups';
import { getPerson, readMemberships, readPeoplePage, showMember } from '../model/resources/members';
import * as objects from '../model/resources/objects';
import type { ObjectDependencies } from '../model/resources/objects';
import { pageOfAll } from '../model/resources/page';
import { restoreObject } from '../model/resources/restore-object';
import * as types from '../model/resources/types';
import {
  readAvailableTransitions,
  readWorkflow,
  readWorkflowNames,
} from '../model/resources/workflows';
import { searchObjects } from '../model/search/search-objects';
import * as sitePages from '../model/sites/site-pages';
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
    ({ caller, body }) => workspaces.createWorkspace(dependencies, caller, body),
    ({ caller }) => workspaces.assertCreates(dependencies, caller),
  );
  answerInWorkspace(
    workspaceApi.updateWorkspace,
    ({ view, ids, body }) => workspaces.renameWorkspace(dependencies, view, ids.id, body),
    ({ view, ids }) => workspaces.assertRenames(dependencies, view, ids.id),
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
    pageOfAll(await types.readTypes(database, view, { all: query.all === 'true' }), query),
  );
  answerInWorkspace(typeApi.listEnrichedTypes, ({ view, query }) =>
    pageOfAll(view.types.map(types.showEnrichedType), query),
  );
  answerInWorkspace(typeApi.getType, ({ view, ids }) => types.showType(getType(view, ids.id)));
  answerInWorkspace(typeApi.createType, ({ view, body }) =>
    types.createType(dependencies, view, body),
  );
  answerInWorkspace(typeApi.updateType, ({ view, ids, body }) =>
    types.updateType(dependencies, view, ids.id, body),
  );
  answerInWorkspace(typeApi.deleteType, ({ view, ids, query }) =>
    types.deleteType(dependencies, view, ids.id, query.confirm),
  );
  answerInWorkspace(typeApi.getTypeAccess, ({ view, ids }) =>
    readTypeAccess(database, view, ids.id),
  );
  answerInWorkspace(typeApi.setTypeAccess, ({ view, ids, body, condition }) =>
    types.setTypeAccess(dependencies, view, ids.id, { ...body, condition }),
  );
}

function answerAttributes({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  answerInWorkspace(attributeApi.listAttributes, ({ view, query }) =>
    pageOfAll(getType(view, query.typeId).attributes.map(attributes.showAttribute), query),
  );
  answerInWorkspace(attributeApi.listAttributeTypes, ({ query }) =>
    pageOfAll(
      attributeKinds.map(({ code, name, isReadOnly }) => ({ code, name, isReadOnly })),
      query,
    ),
  );
  answerInWorkspace(attributeApi.getAttribute, ({ view, ids }) =>
    attributes.showAttribute(getAttribute(view, ids.id)),
  );
  answerInWorkspace(attributeApi.createAttribute, ({ view, body }) =>
    attributes.createAttribute(dependencies, view, body),
  );
  answerInWorkspace(attributeApi.updateAttribute, ({ view, ids, body }) =>
    attributes.updateAttribute(dependencies, view, ids.id, body),
  );
  answerInWorkspace(attributeApi.deleteAttribute, ({ view, ids, query }) =>
    attributes.deleteAttribute(dependencies, view, ids.id, query.confirm),
  );
}

function answerObjects({ answerInWorkspace }: Routes, dependencies: ObjectDependencies): void {
  answerInWorkspace(objectApi.searchObjects, ({ view, body }) =>
    searchObjects(dependencies, view, body),
  );
  answerInWorkspace(objectApi.getObject, ({ view, ids }) =>
    objects.readObject(dependencies, view, ids.id),
  );
  answerInWorkspace(objectApi.listDeletedObjects, ({ view, query }) =>
    readDeletedObjects(dependencies.database, view, { ...query, now: dependencies.clock() }),
  );
  answerInWorkspace(objectApi.restoreObject, ({ view, ids }) =>
    restoreObject(dependencies, view, ids.id),
  );
  answerInWorkspace(objectApi.createObject, ({ view, body }) =>
    objects.createObject(dependencies, view, body),
  );
  const assertWritable = async ({ view, ids }: { view: WorkspaceView; ids: { id: string } }) =>
    getWritableType(view, (await objects.readObject(dependencies, view, ids.id)).typeId);
  answerInWorkspace(
    objectApi.updateObject,
    ({ view, ids, body, condition }) =>
      objects.updateObject(dependencies, view, ids.id, { ...body, condition }),
    assertWritable,
  );
  answerInWorkspace(
    objectApi.deleteObject,
    ({ view, ids, condition }) => objects.deleteObject(dependencies, view, ids.id, condition),
    assertWritable,
  );
  answerInWorkspace(objectApi.changeObjects, ({ view, body }) =>
    objects.changeObjects(dependencies, view, body.operations),
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
  answerInWorkspace(groupApi.listGroups, ({ view, query }) =>
    groups.readGroupPage(database, view, query),
  );
  answerInWorkspace(groupApi.getGroup, ({ view, ids }) => groups.getGroup(database, view, ids.id));
  answerInWorkspace(groupApi.createGroup, ({ view, body }) =>
    groups.createGroup(dependencies, view, body),
  );
  answerInWorkspace(groupApi.updateGroup, ({ view, ids, body, condition }) =>
    groups.updateGroup(dependencies, view, ids.id, { ...body, condition }),
  );
  answerInWorkspace(groupApi.deleteGroup, async ({ view, ids, condition }) => {
    await groups.deleteGroup(dependencies, view, ids.id, condition);
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
  answer(tokenApi.getCurrentToken, ({ caller }) => tokens.readCurrentToken(database, caller));
  answer(tokenApi.listTokens, async ({ caller, query }) =>
    pageOfAll(await tokens.readTokens(database, caller), query),
  );
  answer(tokenApi.createToken, ({ caller, body }) =>
    tokens.createToken(database, caller, body, clock()),
  );
  answer(tokenApi.deleteToken, ({ caller, ids }) => tokens.revokeToken(database, caller, ids.id));
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
    pageOfAll(await sitePages.readSitePages(database, view, ids.id), query),
  );
  answerInWorkspace(sitePageApi.getSitePage, ({ view, ids }) =>
    sitePages.readSitePage(dependencies, view, pathOf(ids)),
  );
  answerInWorkspace(sitePageApi.createSitePage, ({ view, ids, body }) =>
    sitePages.createSitePage(dependencies, view, ids.id, body),
  );
  answerInWorkspace(sitePageApi.updateSitePage, ({ view, ids, body }) =>
    sitePages.updateSitePage(dependencies, view, pathOf(ids), body),
  );
  answerInWorkspace(sitePageApi.deleteSitePage, ({ view, ids }) =>
    sitePages.deleteSitePage(dependencies, view, pathOf(ids)),
  );
  answerInWorkspace(sitePageApi.createEmbedToken, ({ view, ids, body }) =>
    createEmbedToken(dependencies, view, pathOf(ids), body),
  );
}

function pathOf({ id, pageId }: { readonly id: string; readonly pageId: string }) {
  return { siteId: id, pageId };
}
