import * as z from 'zod/mini';
import { pageAddress } from './tab';

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
export const openedTab = z.object({
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
