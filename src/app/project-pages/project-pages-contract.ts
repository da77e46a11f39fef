import * as z from 'zod/mini';
import { visibleText } from '../../api/visible-text';
import { resolverFunction } from '../replies/reply';

export const maximumTabs = 50;
export const maximumTabNameLength = 100;

/** One line of what an admin typed. */
const tabName = z
  .string()
  .check(
    z.overwrite(visibleText),
    z.minLength(1),
    z.maxLength(maximumTabNameLength),
    z.regex(/^\P{Cc}*$/u),
  );

const pageAddress = z.strictObject({
  workspaceId: z.guid(),
  siteId: z.guid(),
  pageId: z.guid(),
});
export type PageAddress = z.infer<typeof pageAddress>;

export function isSamePage(one: PageAddress, other: PageAddress): boolean {
  return (
    one.workspaceId === other.workspaceId &&
    one.siteId === other.siteId &&
    one.pageId === other.pageId
  );
}

export const tabContent = z.extend(pageAddress, { name: tabName });
export type TabContent = z.infer<typeof tabContent>;

export function isSameContent(one: TabContent, other: TabContent): boolean {
  return one.name === other.name && isSamePage(one, other);
}

/** A name that was accepted once stays readable. */
const tab = z.extend(tabContent, { tabId: z.guid(), name: z.string() });
export type Tab = z.infer<typeof tab>;

/** What is stored for a project; each save counts `revision` up by one. */
export const projectTabs = z.object({
  version: z.literal(1),
  revision: z.number(),
  tabs: z.array(tab).check(z.maxLength(maximumTabs)),
});
export type ProjectTabs = z.infer<typeof projectTabs>;

const shownTab = z.object({
  tabId: z.string(),
  name: z.string(),
  /** False for a site that the person may not open: admins alone are told of such a tab. */
  isOpen: z.boolean(),
  /** For admins alone. */
  address: z.optional(pageAddress),
});
export type ShownTab = z.infer<typeof shownTab>;

export const tabs = z.object({
  tabs: z.array(shownTab),
  canManage: z.boolean(),
  /** The name of the project's lead, where there is no tab for the person. */
  leadName: z.optional(z.string()),
});
export type Tabs = z.infer<typeof tabs>;

/** For one load of the page at `url`; the token goes there in a message, never in an address. */
const openedTab = z.object({
  token: z.string(),
  url: z.url({ protocol: /^https?$/ }),
});
export type OpenedTab = z.infer<typeof openedTab>;

export const missingPages = z.object({ tabIds: z.array(z.string()) });

/** By name. */
export const choices = z.object({
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Choice = z.infer<typeof choices>['choices'][number];

const nothing = z.strictObject({});
const ofTab = z.strictObject({ tabId: z.guid() });
const { workspaceId, siteId } = pageAddress.shape;

/** The tabs of the project that the person is in, as far as they may open them. */
export const listTabs = resolverFunction('tabs', {}, tabs);

/** What a person needs to see the page of one tab, once. */
export const openTab = resolverFunction(
  'openTab',
  {
    ...ofTab.shape,
    /** The origin of the page that frames it. */
    parentOrigin: z.string().check(z.maxLength(255)),
  },
  openedTab,
);

/** For admins: which tabs show a page that is no longer in its site. */
export const listMissingPages = resolverFunction('missingPages', {}, missingPages);

export const listWorkspaces = resolverFunction('pageWorkspaces', {}, choices);

export const listSites = resolverFunction('pageSites', { workspaceId }, choices);

export const listPages = resolverFunction('sitePages', { workspaceId, siteId }, choices);

export const addTab = resolverFunction('addTab', tabContent.shape, ofTab);

/** `known` is what the admin saw before they began: nobody overwrites what they haven't seen. */
export const editTab = resolverFunction(
  'editTab',
  { ...ofTab.shape, known: tabContent, wanted: tabContent },
  nothing,
);

/** To the place before another tab, or to the end where none is named. */
export const moveTab = resolverFunction(
  'moveTab',
  { ...ofTab.shape, beforeTabId: z.optional(z.guid()) },
  nothing,
);

export const removeTab = resolverFunction('removeTab', ofTab.shape, nothing);
