import { exampleIds } from './example-ids';
import { atATime, madeUpIds } from './words';
import type { OperationWords } from './words';

const { type: typeId, attribute: attributeId, user: userId, site: siteId } = exampleIds;
const sitePage = { id: exampleIds.page, name: 'Laptops' };
const blocks = [
  {
    kind: 'table',
    typeId,
    query: 'order by Label',
    columns: [attributeId],
    pageSize: 20,
    hasSearch: true,
  },
];
const detailedSite = { id: siteId, name: 'Fleet', isOpen: false, userIds: [userId] };
const detailedSitePage = {
  ...sitePage,
  siteId,
  url: `https://service.example.com/site-page/${sitePage.id}`,
  blocks,
};

/** Sites and their pages. */
export const siteWords = {
  listSites: {
    summary: 'List sites',
    description: `Returns the sites that you can open, by name. ${atATime}`,
  },
  getSite: {
    summary: 'Get a site',
    description:
      'Returns the site with the people who can open it. Administrators of the workspace get every site, even one that they can’t open.',
    reply: detailedSite,
  },
  createSite: {
    summary: 'Create a site',
    description: 'You are always one of its readers. A workspace can have up to 200 sites.',
    body: { name: 'Fleet', isOpen: false },
    reply: detailedSite,
  },
  updateSite: {
    summary: 'Change a site',
    description:
      'What you leave out stays as it is. If you can open the site, you remain one of its readers. Administrators of the workspace can change every site.',
    body: { isOpen: true },
    reply: { ...detailedSite, isOpen: true },
  },
  deleteSite: {
    summary: 'Delete a site',
    description: 'Deletes its pages too, and closes them wherever they are open.',
  },
  listSitePages: {
    summary: 'List the pages of a site',
    description: `Returns the pages in the order of the site. ${atATime}`,
    reply: { total: 1, pageSize: 50, isLast: true, result: [sitePage] },
  },
  getSitePage: {
    summary: 'Get a page of a site',
    description: 'Returns how the page is defined, and where to open it in the browser.',
    reply: detailedSitePage,
  },
  createSitePage: {
    summary: 'Create a page of a site',
    description: `The page comes after the others. A site can have up to 200 pages, and a page up to 20 blocks. ${madeUpIds}`,
    body: { name: sitePage.name, blocks },
    reply: detailedSitePage,
  },
  updateSitePage: {
    summary: 'Change a page of a site',
    description: 'What you leave out stays as it is. `blocks` replaces all of them.',
    body: { name: sitePage.name },
    reply: detailedSitePage,
  },
  deleteSitePage: {
    summary: 'Delete a page of a site',
    description: 'Closes the page wherever it is open.',
  },
  createEmbedToken: {
    summary: 'Create a token that opens a page inside another one',
    description:
      'The token lasts up to 60 seconds and works once, for you and this page. Send it to the framed page in a message, never in an address.',
    body: { audience: 'workspace-objects-for-jira', parentOrigin: 'https://jira.example.com' },
    reply: {
      token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmVk',
      expiresAt: '2026-11-20T12:01:00.000Z',
      url: 'https://service.example.com/embed',
    },
  },
} as const satisfies Record<string, OperationWords>;

/** Personal access tokens. */
export const tokenWords = {
  getCurrentToken: {
    summary: 'Get the token that you send',
    description: 'Use it to check when the token expires.',
    reply: {
      id: exampleIds.token,
      name: 'Nightly export',
      userId,
      lastFour: 'x7Qa',
      expiresAt: null,
    },
  },
  listTokens: {
    summary: 'List your personal access tokens',
    description: `Returns the newest first, and expired ones until you revoke them. ${atATime}`,
  },
  createToken: {
    summary: 'Create a personal access token',
    description:
      'Only this response contains the token itself. A token can’t create one that lasts longer than itself. You can have up to 100.',
    body: { name: 'Nightly export', durationDays: 30 },
    reply: {
      id: exampleIds.token,
      name: 'Nightly export',
      lastFour: 'x7Qa',
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T12:00:00.000Z',
      lastUsedAt: null,
      token: 'an-example-that-opens-nothing-x7Qa',
    },
  },
  deleteToken: {
    summary: 'Revoke a personal access token',
    description: 'The service no longer accepts the token, even if it is the one that you send.',
  },
} as const satisfies Record<string, OperationWords>;
