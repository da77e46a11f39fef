import * as z from 'zod/mini';
import { visibleText } from '../../api/visible-text';

export const maximumTabs = 50;
export const maximumTabNameLength = 100;

/** One line of what an admin typed. */
export const tabName = z
  .string()
  .check(
    z.overwrite(visibleText),
    z.minLength(1),
    z.maxLength(maximumTabNameLength),
    z.regex(/^\P{Cc}*$/u),
  );

/** Where in the service the page of a tab is. */
export const pageAddress = z.strictObject({
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

/** What admins decide about a tab. */
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
