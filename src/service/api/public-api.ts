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
import { readMemberTokenPage, setTokenBlock } from '../accounts/member-tokens';
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
import { readReferrers } from '../model/search/referrers';
import { restoreObject } from '../model/resources/restore-object';
import * as types from '../model/resources/types';
import {
  readAvailableTransitions,
  readWorkflow,
  readWorkflowPage,
} from '../model/resources/workflows';
import { searchObjects } from '../model/search/search-objects';
import * as sitePages from '../model/sites/site-pages';
import { createSite, deleteSite, readSite, readSites, updateSite } from '../model/sites/sites';
import { attributeKinds } from '../model/values/attribute-kinds';
import { createEmbedToken } from './embedding';
import type { EmbedDependencies } from './embedding';
import type { Routes } from './routes';
import { createThumbnailSigner } from './thumbnails';

export interface PublicApiDependencies
  extends SiteDependencies, Pick<WorkspaceDependencies, 'workspaceCreators'> {
  readonly files: FileStore;
  readonly storageBudgets: StorageBudgets;
  /** What addresses of thumbnails are signed with. */
  readonly thumbnailKey: Buffer;
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

function answerWorkspaces({ answer }: Routes, dependencies: PublicApiDependencies): void {
  const { database } = dependencies;
  answer(
    workspaceApi.createWorkspace,
    ({ caller, body }) => workspaces.createWorkspace(dependencies, caller, body),
    ({ caller }) => workspaces.assertCreates(dependencies, caller),
  );
  answer(
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

function answerTypes({ answer }: Routes, dependencies: ObjectDependencies): void {
  const { database } = dependencies;
  answer(typeApi.listTypes, ({ view, query }) =>
    types.readTypePage(database, view, { ...query, all: query.all === 'true' }),
  );
  answer(typeApi.listEnrichedTypes, ({ view, query }) => types.showEnrichedTypes(view, query));
  answer(typeApi.getType, ({ view, ids }) => types.showType(getType(view, ids.id)));
  answer(typeApi.createType, ({ view, body }) => types.createType(dependencies, view, body));
  answer(typeApi.updateType, ({ view, ids, body }) =>
    types.updateType(dependencies, view, ids.id, body),
  );
  answer(typeApi.deleteType, ({ view, ids, query }) =>
    types.deleteType(dependencies, view, ids.id, query.confirm),
  );
  answer(typeApi.getTypeAccess, ({ view, ids }) => readTypeAccess(database, view, ids.id));
  answer(typeApi.setTypeAccess, ({ view, ids, body, condition }) =>
    types.setTypeAccess(dependencies, view, ids.id, { ...body, condition }),
  );
}

function answerAttributes({ answer }: Routes, dependencies: ObjectDependencies): void {
  answer(attributeApi.listAttributes, ({ view, query }) => attributes.showAttributes(view, query));
  answer(attributeApi.listAttributeTypes, ({ query }) =>
    pageOfAll(
      attributeKinds.map(({ code, name, isReadOnly }) => ({ code, name, isReadOnly })),
      query,
    ),
  );
  answer(attributeApi.getAttribute, ({ view, ids }) =>
    attributes.showAttribute(getAttribute(view, ids.id)),
  );
  answer(attributeApi.createAttribute, ({ view, body }) =>
    attributes.createAttribute(dependencies, view, body),
  );
  answer(attributeApi.updateAttribute, ({ view, ids, body }) =>
    attributes.updateAttribute(dependencies, view, ids.id, body),
  );
  answer(attributeApi.deleteAttribute, ({ view, ids, query }) =>
    attributes.deleteAttribute(dependencies, view, ids.id, query.confirm),
  );
}

function answerObjects({ answer }: Routes, dependencies: PublicApiDependencies): void {
  answer(objectApi.searchObjects, ({ view, caller, body, prefersThumbnails }) => {
    const sign = prefersThumbnails ? createThumbnailSigner(dependencies, view, caller) : undefined;
    return searchObjects(dependencies, view, body, sign);
  });
  answer(objectApi.getObject, ({ view, ids }) => objects.readObject(dependencies, view, ids.id));
  answer(objectApi.listDeletedObjects, ({ view, query }) =>
    readDeletedObjects(dependencies.database, view, { ...query, now: dependencies.clock() }),
  );
  answer(objectApi.restoreObject, ({ view, ids }) => restoreObject(dependencies, view, ids.id));
  answer(objectApi.createObject, ({ view, body }) =>
    objects.createObject(dependencies, view, body),
  );
  const assertWritable = async ({ view, ids }: { view: WorkspaceView; ids: { id: string } }) =>
    getWritableType(view, (await objects.readObject(dependencies, view, ids.id)).typeId);
  answer(
    objectApi.updateObject,
    ({ view, ids, body, condition }) =>
      objects.updateObject(dependencies, view, ids.id, { ...body, condition }),
    assertWritable,
  );
  answer(
    objectApi.deleteObject,
    ({ view, ids, condition }) => objects.deleteObject(dependencies, view, ids.id, condition),
    assertWritable,
  );
  answer(objectApi.changeObjects, ({ view, body }) =>
    objects.changeObjects(dependencies, view, body.operations),
  );
  answer(historyApi.listObjectHistory, ({ view, ids, query }) =>
    readObjectHistory(dependencies.database, view, ids.id, query),
  );
  answer(objectApi.listReferrers, ({ view, ids, query }) =>
    readReferrers(dependencies, view, ids.id, query),
  );
  answer(historyApi.listAudit, ({ view, query }) => readAudit(dependencies.database, view, query));
}

function answerContents({ answer }: Routes, dependencies: PublicApiDependencies): void {
  answer(contentApi.createContent, async ({ view, caller, body }) => {
    const announced = await announceContent(dependencies, { view, caller }, body);
    const { contentKey, secret } = announced;
    const presignedUrl = `${dependencies.serviceUrl}${contentUploadPath}/${secret}`;
    return { presignedUrl, contentKey };
  });
}

function answerUsers({ answer }: Routes, dependencies: PublicApiDependencies): void {
  const { database } = dependencies;
  answer(userApi.getCurrentUser, ({ caller }) => ({
    id: caller.userId,
    name: caller.name,
    email: caller.email,
  }));
  answer(userApi.listUsers, ({ view, query }) => readPeoplePage(database, view, query));
  answer(userApi.getUser, async ({ view, ids }) =>
    showMember(await getPerson(database, view, ids.id)),
  );
  answer(userApi.addUser, async ({ view, body }) =>
    onlyRow(await addUsers(dependencies, view, [body])),
  );
  answer(userApi.addUsers, async ({ view, body }) => ({
    result: await addUsers(dependencies, view, body.users),
  }));
  answer(userApi.setUserRole, ({ view, ids, body }) =>
    setRole(dependencies, view, ids.id, body.role),
  );
  answer(userApi.setUserSuspension, async ({ view, ids, body: { isSuspended } }) => {
    const decision = { author: view, id: ids.id, now: dependencies.clock() };
    const suspended = await setSuspension(database, decision, isSuspended);
    if (suspended === undefined) throw notFound('user');
    return { ...suspended, isSuspended };
  });
  answer(userApi.removeUser, async ({ view, ids }) => {
    await removePerson(dependencies, view, ids.id);
  });
}

function answerGroups({ answer }: Routes, dependencies: ObjectDependencies): void {
  const { database } = dependencies;
  answer(groupApi.listGroups, ({ view, query }) => groups.readGroupPage(database, view, query));
  answer(groupApi.getGroup, ({ view, ids }) => groups.getGroup(database, view, ids.id));
  answer(groupApi.createGroup, ({ view, body }) => groups.createGroup(dependencies, view, body));
  answer(groupApi.updateGroup, ({ view, ids, body, condition }) =>
    groups.updateGroup(dependencies, view, ids.id, { ...body, condition }),
  );
  answer(groupApi.deleteGroup, async ({ view, ids, condition }) => {
    await groups.deleteGroup(dependencies, view, ids.id, condition);
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

function answerWorkflows({ answer }: Routes, dependencies: ObjectDependencies): void {
  const { database } = dependencies;
  answer(workflowApi.listWorkflows, ({ view, query }) => readWorkflowPage(database, view, query));
  answer(workflowApi.getWorkflow, ({ view, ids }) => readWorkflow(database, view, ids.id));
  answer(workflowApi.createWorkflow, ({ view, body }) => createWorkflow(dependencies, view, body));
  answer(workflowApi.updateWorkflow, ({ view, ids, body, condition }) =>
    updateWorkflow(dependencies, view, ids.id, { ...body, condition }),
  );
  answer(workflowApi.deleteWorkflow, ({ view, ids, condition }) =>
    deleteWorkflow(dependencies, view, ids.id, condition),
  );
  answer(workflowApi.listAvailableTransitions, async ({ view, ids, query }) =>
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
function answerMemberTokens({ answer }: Routes, { database, clock }: ObjectDependencies): void {
  answer(tokenApi.listMemberTokens, ({ view, query }) => {
    const { workspaceId } = view;
    return readMemberTokenPage(database, { workspaceId, now: clock() }, query);
  });
  answer(tokenApi.blockToken, async ({ view, ids }) => {
    await setTokenBlock(database, { ...view, id: ids.id, isBlocked: true, now: clock() });
  });
  answer(tokenApi.unblockToken, async ({ view, ids }) => {
    await setTokenBlock(database, { ...view, id: ids.id, isBlocked: false, now: clock() });
  });
}

type SiteDependencies = ObjectDependencies & EmbedDependencies;

/** Sites, their pages, and tokens that open a page elsewhere. */
function answerSites(routes: Routes, dependencies: SiteDependencies): void {
  const { answer } = routes;
  const { database } = dependencies;
  answer(siteApi.listSites, async ({ view, query }) =>
    pageOfAll(await readSites(database, view, { all: query.all === 'true' }), query),
  );
  answer(siteApi.getSite, ({ view, ids }) => readSite(database, view, ids.id));
  answer(siteApi.createSite, ({ view, body }) => createSite(dependencies, view, body));
  answer(siteApi.updateSite, ({ view, ids, body, condition }) =>
    updateSite(dependencies, view, ids.id, { ...body, condition }),
  );
  answer(siteApi.deleteSite, ({ view, ids }) => deleteSite(dependencies, view, ids.id));
  answerSitePages(routes, dependencies);
}

function answerSitePages({ answer }: Routes, dependencies: SiteDependencies): void {
  const { database } = dependencies;
  answer(sitePageApi.listSitePages, async ({ view, ids, query }) =>
    pageOfAll(await sitePages.readSitePages(database, view, ids.id), query),
  );
  answer(sitePageApi.getSitePage, ({ view, ids }) =>
    sitePages.readSitePage(dependencies, view, pathOf(ids)),
  );
  answer(sitePageApi.createSitePage, ({ view, ids, body }) =>
    sitePages.createSitePage(dependencies, view, ids.id, body),
  );
  answer(sitePageApi.updateSitePage, ({ view, ids, body }) =>
    sitePages.updateSitePage(dependencies, view, pathOf(ids), body),
  );
  answer(sitePageApi.deleteSitePage, ({ view, ids }) =>
    sitePages.deleteSitePage(dependencies, view, pathOf(ids)),
  );
  answer(sitePageApi.createEmbedToken, ({ view, caller, ids, body }) =>
    createEmbedToken(dependencies, { view, caller }, pathOf(ids), body),
  );
}

function pathOf({ id, pageId }: { readonly id: string; readonly pageId: string }) {
  return { siteId: id, pageId };
}
