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

type Policy = 'licensed' | 'administrator' | 'projectMember' | 'projectAdministrator' | 'visitor';

export interface ResolverFunctionCase {
  readonly functionKey: string;
  /** Whose screens call it. */
  readonly modules: readonly (keyof typeof screens)[];
  /** One that it takes. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly policy: Policy;
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

/** Functions that the screens of these modules call under one policy, each with a payload that it takes. */
function functionsOf(
  modules: ResolverFunctionCase['modules'],
  policy: Policy,
  payloads: Readonly<Record<string, ResolverFunctionCase['payload']>>,
): readonly ResolverFunctionCase[] {
  const called = Object.entries(payloads);
  return called.map(([functionKey, payload]) => ({ functionKey, modules, payload, policy }));
}

/** Every function of the fields and the connect page. */
const fieldFunctions: readonly ResolverFunctionCase[] = [
  ...functionsOf(both, 'licensed', {
    view: { objectIds },
    object: { objectId: uuid(1) },
    referrers: { objectId: uuid(1) },
    lastChanges: { objectId: uuid(1) },
    bulkItems: { offset: 0 },
    workItems: { objectId: uuid(1) },
    portalNote: {},
  }),
  ...functionsOf(object, 'licensed', {
    search: { text: 'mac' },
    offered: { objectIds },
    own: { objectIds },
    field: {},
    saveBulk: { offset: 0, operation: 'clear', objects: [] },
  }),
  ...functionsOf(levels, 'licensed', {
    cascadeField: {},
    cascadeSearch: walk,
    cascadeOffered: { selections },
    cascadeOwn: { selections },
    cascadeAllowed: { changedLevelId: uuid(801), selections },
    saveBulkPath: { offset: 0, selections: [] },
  }),
  ...functionsOf(connect, 'licensed', {
    connection: {},
    connect: { asksByItself: false },
    waitingSearches: {},
  }),
  {
    ...{ functionKey: 'runSearch', modules: connect, payload: { hash }, policy: 'licensed' },
    prepare: ({ kept }) => kept.store.set(`query:${hash}`, waitingSearch),
  },
  ...functionsOf(both, 'administrator', {
    workspaces: {},
    types: { workspaceId },
    optionNames: { workspaceId, attributeIds: [attributeId] },
    attributesBehind: { workspaceId, attributeIds: [attributeId], steps: [] },
    issueCount: {},
    portalReadiness: {},
  }),
  ...functionsOf(object, 'administrator', {
    check: draft,
    preview: { ...draft, searchedAttributes: [], text: 'mac' },
  }),
  ...functionsOf(levels, 'administrator', {
    cascadeCheck: { ...source, attributes: [] },
    cascadePreview: { ...source, ...walk, attributes: [], searchedAttributes: [] },
    cascadePreviewAllowed: { ...source, changedLevelId: uuid(801), selections },
  }),
  ...functionsOf(object, 'visitor', {
    portalField: {},
    portalSearch: { text: 'mac' },
    portalView: { objectIds },
  }),
  ...functionsOf(levels, 'visitor', {
    portalCascade: {},
    portalCascadeSearch: walk,
    portalCascadeAllowed: { changedLevelId: uuid(801), selections },
    portalCascadeView: { selections },
  }),
];

export const keptToken = {
  token: 'a-token',
  facts: {
    ...{ name: 'For Jira', ownerName: 'Ada', ownerEmail: 'ada@example.com', lastFour: 'oken' },
    ...{ expiresAt: null, setAt: 0 },
  },
};

const giveToken = ({ kept }: Fixture) => kept.platform.secrets.set('admin-token', keptToken);

const needToken = new Set(['health', 'startLabelJob', 'labelChanges']);

/** Every function of the admin page. */
const adminFunctions = functionsOf(['admin'], 'administrator', {
  facts: {},
  fields: {},
  health: {},
  labelJob: {},
  startLabelJob: { fieldId: 'customfield_10010', isDryRun: true },
  cancelLabelJob: {},
  turnDailyLabels: { isOn: true },
  labelChanges: {},
  checkSite: { check: 'account' },
  siteResults: {},
  saveSiteResults: { lines: [] },
  holders: { sought: uuid(1) },
  searchEverywhere: { text: 'mac' },
  saveToken: { token: 'a-token' },
  removeToken: {},
  storedQueries: {},
  waitingQueries: {},
  removeQuery: { hash },
  startRefresh: {},
  allowPersonRuns: { isAllowed: false },
}).map((called) => ({
  ...called,
  resolver: 'admin' as const,
  ...(needToken.has(called.functionKey) && { prepare: giveToken }),
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
  ...functionsOf(['project-pages'], 'projectMember', {
    tabs: {},
    openTab: { ...ofTab, parentOrigin: 'https://forge.example' },
    workItems: { objectId: uuid(1) },
  }),
  ...functionsOf(['project-pages'], 'projectAdministrator', {
    missingPages: {},
    pageWorkspaces: {},
    pageSites: { workspaceId },
    sitePages: { workspaceId, siteId },
    addTab: tabContent,
    editTab: { ...ofTab, known: tabContent, wanted },
    moveTab: ofTab,
    removeTab: ofTab,
  }),
].map((called) => ({ ...called, resolver: 'project' as const, prepare: prepareTab }));

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
