import type { Invocation } from './forge-runtime';
import type { ServiceObject } from './service-site';
import {
  cascade,
  configuration,
  onAdmin,
  onCascade,
  onObject,
  onProjectPage,
  uuid,
  type Fixture,
  type ResolverName,
} from './resolver-fixture';

export interface ResolverFunctionCase {
  readonly functionKey: string;
  /** Whose screens call it. */
  readonly modules: readonly (keyof typeof screens)[];
  /** One that it takes. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly policy:
    | 'licensed'
    | 'administrator'
    | 'projectMember'
    | 'projectAdministrator'
    | 'visitor';
  /** The field's, where it is left out. */
  readonly resolver?: ResolverName;
  /** What has to be there before it can be answered. */
  readonly prepare?: (fixture: Fixture) => Promise<void>;
}

/** A screen of each module. */
export const screens = {
  'workspace-object': onObject,
  'workspace-cascade': onCascade,
  connect: { moduleKey: 'connect', extension: {} },
  admin: onAdmin,
  'project-pages': onProjectPage,
} satisfies Record<string, Partial<Invocation>>;

const both = ['workspace-object', 'workspace-cascade'] as const;
const object = ['workspace-object'] as const;
const levels = ['workspace-cascade'] as const;
const connect = ['connect'] as const;
const hash = 'a'.repeat(64);
const { workspaceId, typeId } = configuration;
const attributeId = configuration.attributes[0]!.attributeId;
const objectIds = [uuid(1)];
export const selections = [
  { levelId: uuid(801), objects: [{ objectId: uuid(11), label: 'Oz' }] },
  { levelId: uuid(802), objects: [{ objectId: uuid(21), label: 'North' }] },
  { levelId: uuid(803), objects: [{ objectId: uuid(31), label: 'Emerald City' }] },
];
const waitingSearch = {
  query: 'Kind = Laptop',
  fieldId: 'customfield_10010',
  fieldName: 'Asset',
  writtenAs: ['Asset'],
  version: 1,
  waiting: { sources: [{ workspaceId, typeId }], askedAt: 900_000 },
};
const draft = { workspaceId, typeId, query: 'Label ~ "mac"', attributes: [] };
const source = { workspaceId, levels: cascade.levels };
const walk = { levelId: uuid(803), text: 'em', selections };

/** Every function of the fields and the connect page. */
const fieldFunctions: readonly ResolverFunctionCase[] = [
  { functionKey: 'view', modules: both, payload: { objectIds }, policy: 'licensed' },
  { functionKey: 'search', modules: object, payload: { text: 'mac' }, policy: 'licensed' },
  { functionKey: 'offered', modules: object, payload: { objectIds }, policy: 'licensed' },
  { functionKey: 'field', modules: object, payload: {}, policy: 'licensed' },
  { functionKey: 'check', modules: object, payload: draft, policy: 'administrator' },
  {
    functionKey: 'preview',
    modules: object,
    payload: { ...draft, searchedAttributes: [], text: 'mac' },
    policy: 'administrator',
  },
  { functionKey: 'cascadeField', modules: levels, payload: {}, policy: 'licensed' },
  { functionKey: 'cascadeSearch', modules: levels, payload: walk, policy: 'licensed' },
  { functionKey: 'cascadeOffered', modules: levels, payload: { selections }, policy: 'licensed' },
  {
    functionKey: 'cascadeAllowed',
    modules: levels,
    payload: { changedLevelId: uuid(801), selections },
    policy: 'licensed',
  },
  {
    functionKey: 'cascadeCheck',
    modules: levels,
    payload: { ...source, attributes: [] },
    policy: 'administrator',
  },
  {
    functionKey: 'cascadePreview',
    modules: levels,
    payload: { ...source, ...walk, attributes: [], searchedAttributes: [] },
    policy: 'administrator',
  },
  {
    functionKey: 'cascadePreviewAllowed',
    modules: levels,
    payload: { ...source, changedLevelId: uuid(801), selections },
    policy: 'administrator',
  },
  { functionKey: 'object', modules: both, payload: { objectId: uuid(1) }, policy: 'licensed' },
  { functionKey: 'bulkItems', modules: both, payload: { offset: 0 }, policy: 'licensed' },
  {
    functionKey: 'saveBulk',
    modules: object,
    payload: { offset: 0, operation: 'clear', objects: [] },
    policy: 'licensed',
  },
  {
    functionKey: 'saveBulkPath',
    modules: levels,
    payload: { offset: 0, selections: [] },
    policy: 'licensed',
  },
  { functionKey: 'workItems', modules: both, payload: { objectId: uuid(1) }, policy: 'licensed' },
  { functionKey: 'workspaces', modules: both, payload: {}, policy: 'administrator' },
  { functionKey: 'types', modules: both, payload: { workspaceId }, policy: 'administrator' },
  {
    functionKey: 'optionNames',
    modules: both,
    payload: { workspaceId, attributeIds: [attributeId] },
    policy: 'administrator',
  },
  {
    functionKey: 'attributesBehind',
    modules: both,
    payload: { workspaceId, attributeIds: [attributeId], steps: [] },
    policy: 'administrator',
  },
  { functionKey: 'issueCount', modules: both, payload: {}, policy: 'administrator' },
  { functionKey: 'portalReadiness', modules: both, payload: {}, policy: 'administrator' },
  { functionKey: 'portalNote', modules: both, payload: {}, policy: 'licensed' },
  { functionKey: 'portalField', modules: object, payload: {}, policy: 'visitor' },
  { functionKey: 'portalSearch', modules: object, payload: { text: 'mac' }, policy: 'visitor' },
  { functionKey: 'portalView', modules: object, payload: { objectIds }, policy: 'visitor' },
  { functionKey: 'portalCascade', modules: levels, payload: {}, policy: 'visitor' },
  { functionKey: 'portalCascadeSearch', modules: levels, payload: walk, policy: 'visitor' },
  {
    functionKey: 'portalCascadeAllowed',
    modules: levels,
    payload: { changedLevelId: uuid(801), selections },
    policy: 'visitor',
  },
  { functionKey: 'portalCascadeView', modules: levels, payload: { selections }, policy: 'visitor' },
  { functionKey: 'connection', modules: connect, payload: {}, policy: 'licensed' },
  { functionKey: 'connect', modules: connect, payload: {}, policy: 'licensed' },
  { functionKey: 'waitingSearches', modules: connect, payload: {}, policy: 'licensed' },
  {
    functionKey: 'runSearch',
    modules: connect,
    payload: { hash },
    policy: 'licensed',
    prepare: ({ kept }) => kept.store.set(`query:${hash}`, waitingSearch),
  },
];

export const keptToken = {
  token: 'a-token',
  facts: {
    ...{ name: 'For Jira', ownerName: 'Ada', ownerEmail: 'ada@example.com', lastFour: 'oken' },
    ...{ expiresAt: null, setAt: 0 },
  },
};

const giveToken = ({ kept }: Fixture) => kept.platform.secrets.set('admin-token', keptToken);

/** Every function of the admin page. */
const adminFunctions = [
  { functionKey: 'facts', payload: {} },
  { functionKey: 'fields', payload: {} },
  { functionKey: 'health', payload: {}, prepare: giveToken },
  { functionKey: 'labelJob', payload: {} },
  {
    functionKey: 'startLabelJob',
    payload: { fieldId: 'customfield_10010', isDryRun: true },
    prepare: giveToken,
  },
  { functionKey: 'cancelLabelJob', payload: {} },
  { functionKey: 'labelChanges', payload: {}, prepare: giveToken },
  { functionKey: 'checkSite', payload: { check: 'account' } },
  { functionKey: 'holders', payload: { sought: uuid(1) } },
  { functionKey: 'searchEverywhere', payload: { text: 'mac' } },
  { functionKey: 'saveToken', payload: { token: 'a-token' } },
  { functionKey: 'removeToken', payload: {} },
  { functionKey: 'storedQueries', payload: {} },
  { functionKey: 'waitingQueries', payload: {} },
  { functionKey: 'removeQuery', payload: { hash } },
  { functionKey: 'startRefresh', payload: {} },
  { functionKey: 'allowPersonRuns', payload: { isAllowed: false } },
].map((called) => ({
  ...called,
  modules: ['admin'] as const,
  policy: 'administrator' as const,
  resolver: 'admin' as const,
}));

/** The tab of a page that is in a site which everyone of the fixture may open. */
export const tabContent = {
  name: 'Laptops',
  workspaceId,
  siteId: uuid(701),
  pageId: uuid(702),
};
export const tab = { tabId: uuid(700), ...tabContent };

async function prepareTab({ kept, sites }: Fixture, tabs = [tab]): Promise<void> {
  sites.set(tab.siteId, [tab.pageId, uuid(703)]);
  await kept.store.set('project-pages:20001', { version: 1, revision: 1, tabs });
}

const { siteId } = tab;
const ofTab = { tabId: tab.tabId };
const wanted = { ...tabContent, pageId: uuid(703) };

/** Every function of the project page. */
const projectFunctions = [
  { functionKey: 'tabs', payload: {}, policy: 'projectMember' as const },
  {
    functionKey: 'openTab',
    payload: { ...ofTab, parentOrigin: 'https://forge.example' },
    policy: 'projectMember' as const,
  },
  { functionKey: 'workItems', payload: { objectId: uuid(1) }, policy: 'projectMember' as const },
  { functionKey: 'missingPages', payload: {} },
  { functionKey: 'pageWorkspaces', payload: {} },
  { functionKey: 'pageSites', payload: { workspaceId } },
  { functionKey: 'sitePages', payload: { workspaceId, siteId } },
  { functionKey: 'addTab', payload: tabContent },
  { functionKey: 'editTab', payload: { ...ofTab, known: tabContent, wanted } },
  { functionKey: 'moveTab', payload: ofTab },
  { functionKey: 'removeTab', payload: ofTab },
].map((called) => ({
  policy: 'projectAdministrator' as const,
  ...called,
  modules: ['project-pages'] as const,
  resolver: 'project' as const,
  prepare: prepareTab,
}));

/** Every function of the app's resolvers. */
export const resolverFunctions: readonly ResolverFunctionCase[] = [
  ...fieldFunctions,
  ...adminFunctions,
  ...projectFunctions,
];

/** The same, once for each module. */
export const calledFunctions = resolverFunctions.flatMap(({ modules, ...called }) =>
  modules.map((module) => ({ ...called, module })),
);

/** What the payloads of the functions above are about, on the stand-in of the service. */
export const serviceObjects: readonly ServiceObject[] = [
  { id: uuid(1), label: 'MacBook', references: { Kind: ['Laptop'] } },
  { id: uuid(11), label: 'Oz', references: { Kind: ['Country'] } },
  { id: uuid(21), label: 'North', references: { Country: [uuid(11)] } },
  { id: uuid(31), label: 'Emerald City', references: { Region: [uuid(21)] } },
];
