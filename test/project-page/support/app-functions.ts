import type { Functions } from './page-host';

export const ok = (value: unknown) => ({ kind: 'ok', value });
export const problem = (code: string, message: string, canRetry = true) => ({
  ...{ kind: 'problem', code, message, canRetry },
});

export const idOf = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const address = { workspaceId: idOf(900), siteId: idOf(701), pageId: idOf(702) };

/** Stands for a token, to be found nowhere but in the embedded page. */
export const canary = 'canary-4711';

export const memberTab = (index: number, name = `Tab ${index}`) => ({
  tabId: idOf(index),
  name,
  isOpen: true,
});
export const adminTab = (index: number, name = `Tab ${index}`) => ({
  ...memberTab(index, name),
  address,
});

/** A member's three tabs, whose pages open. */
export function memberFunctions(serviceOrigin: string): Functions {
  return {
    tabs: () => ok({ canManage: false, tabs: [1, 2, 3].map((index) => memberTab(index)) }),
    openTab: () => ok({ token: canary, url: `${serviceOrigin}/embed` }),
  };
}

/** The same for an admin. */
export function adminFunctions(serviceOrigin: string): Functions {
  const choice = (id: string, name: string) => ({ id, name });
  return {
    ...memberFunctions(serviceOrigin),
    tabs: () => ok({ canManage: true, tabs: [1, 2, 3].map((index) => adminTab(index)) }),
    missingPages: () => ok({ tabIds: [] }),
    pageWorkspaces: () => ok({ choices: [choice(idOf(900), 'IT'), choice(idOf(901), 'HR')] }),
    pageSites: () => ok({ choices: [choice(idOf(701), 'Fleet'), choice(idOf(703), 'Desks')] }),
    sitePages: () => ok({ choices: [choice(idOf(702), 'Laptops'), choice(idOf(704), 'Phones')] }),
    addTab: () => ok({ tabId: idOf(9) }),
    editTab: () => ok({}),
    moveTab: () => ok({}),
    removeTab: () => ok({}),
  };
}
