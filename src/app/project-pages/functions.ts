import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import * as replies from './replies';
import { pageAddress, tabContent } from './tab';

const nothing = z.strictObject({});
const ofTab = z.strictObject({ tabId: z.guid() });

/** The tabs of the project that the person is in, as far as they may open them. */
export const listTabs = resolverFunction({ key: 'tabs', payload: nothing, reply: replies.tabs });

/** What a person needs to see the page of one tab, once. */
export const openTab = resolverFunction({
  key: 'openTab',
  payload: z.extend(ofTab, {
    /** The origin of the page that frames it. */
    parentOrigin: z.string().check(z.maxLength(255)),
  }),
  reply: replies.openedTab,
});

/** For admins: which tabs show a page that is no longer in its site. */
export const listMissingPages = resolverFunction({
  key: 'missingPages',
  payload: nothing,
  reply: replies.missingPages,
});

export const listWorkspaces = resolverFunction({
  key: 'pageWorkspaces',
  payload: nothing,
  reply: replies.choices,
});

export const listSites = resolverFunction({
  key: 'pageSites',
  payload: z.pick(pageAddress, { workspaceId: true }),
  reply: replies.choices,
});

export const listPages = resolverFunction({
  key: 'sitePages',
  payload: z.pick(pageAddress, { workspaceId: true, siteId: true }),
  reply: replies.choices,
});

export const addTab = resolverFunction({ key: 'addTab', payload: tabContent, reply: ofTab });

/** `known` is what the admin saw before they began: nobody overwrites what they haven't seen. */
export const editTab = resolverFunction({
  key: 'editTab',
  payload: z.extend(ofTab, { known: tabContent, wanted: tabContent }),
  reply: nothing,
});

/** To the place before another tab, or to the end where none is named. */
export const moveTab = resolverFunction({
  key: 'moveTab',
  payload: z.extend(ofTab, { beforeTabId: z.optional(z.guid()) }),
  reply: nothing,
});

export const removeTab = resolverFunction({ key: 'removeTab', payload: ofTab, reply: nothing });
