import type { EndpointName } from '../../../api/every-endpoint';
import { objectWords } from './object-words';
import {
  atATime,
  exampleIds,
  examplePerson,
  exampleToken,
  exampleTokenFacts,
  madeUpIds,
} from './words';
import type { OperationWords, Explanation } from './words';

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
const detailedSite = { id: siteId, name: 'Fleet', isOpen: false, userIds: [userId], groupIds: [] };
const detailedSitePage = {
  ...sitePage,
  siteId,
  url: `https://service.example.com/site-page/${sitePage.id}`,
  blocks,
};

/** Sites and their pages. */
const siteWords = {
  listSites: {
    summary: 'List sites',
    description: `Returns the sites that you can open, by name. ${atATime}`,
  },
  getSite: {
    summary: 'Get a site',
    description:
      'Returns the site with the people and groups who can open it. Administrators of the workspace get every site, even one that they can’t open. The `ETag` of the response names this version of the site.',
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
      'What you leave out stays as it is. Each list that you send replaces the one before. To notice other people’s changes, send the `ETag` that you read in `If-Match`.',
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

const addedMember = {
  ...examplePerson,
  role: 'editor',
  invitationUrl: `https://service.example.com/account/invitation/${exampleIds.uploadSecret}`,
};
const newMember = { email: 'mia@example.com', name: 'Mia Miller', role: 'editor' };

/** The people of a workspace. */
const userWords = {
  listUsers: {
    summary: 'List the members of the workspace',
    description: `Returns them by name, each with their role. ${atATime}`,
  },
  getUser: {
    summary: 'Get a member of the workspace',
    description: 'Returns their name, their email address and their role.',
  },
  getCurrentUser: {
    summary: 'Get the person whose token you send',
    description: 'Use it to check a token. You don’t need to name a workspace.',
  },
  addUser: {
    summary: 'Add a person to the workspace',
    description:
      'Someone without an account gets one. Until they have a password, the response has `invitationUrl`, where they choose one: it works once, within 7 days, and isn’t shown again. Someone who has an account keeps its name.',
    body: newMember,
    reply: addedMember,
  },
  addUsers: {
    summary: 'Add several people to the workspace',
    description:
      'Takes up to 100 people. If one is refused, nobody is added, and each violation has the `index` of its person.',
    body: { users: [newMember] },
    reply: { result: [addedMember] },
  },
  setUserRole: {
    summary: 'Change the role of a member',
    description: 'A workspace keeps at least one administrator.',
    body: { role: 'reader' },
  },
  setUserSuspension: {
    summary: 'Suspend the account of a member',
    description:
      'Ends the sessions, tokens and connected apps of the account, or lets the person sign in again; what has ended doesn’t come back. You have to administer all workspaces of the person, and the one that invited them. Each of them keeps at least one administrator who isn’t suspended.',
    body: { isSuspended: true },
    reply: { id: userId, ...newMember, isSuspended: true },
  },
  removeUser: {
    summary: 'Remove a member from the workspace',
    description:
      'Takes them out of its groups and of every access list, too. Their account stays. A workspace keeps at least one administrator.',
  },
} as const satisfies Record<string, OperationWords>;

/** People who are given access together. */
const groupWords = {
  listGroups: {
    summary: 'List groups',
    description: `Returns the groups of the workspace with their members, by name. Every member of the workspace can read them. ${atATime}`,
  },
  getGroup: {
    summary: 'Get a group',
    description: 'Returns its members. The `ETag` of the response names this version of the group.',
  },
  createGroup: {
    summary: 'Create a group',
    description: `Names are unique in a workspace, whatever their case and spaces. A workspace can have up to 500 groups. ${madeUpIds}`,
    body: { name: 'Purchasing', userIds: [userId] },
  },
  updateGroup: {
    summary: 'Change a group',
    description: `What you leave out stays as it is. \`userIds\` replaces all members. To notice other people’s changes, send the \`ETag\` that you read in \`If-Match\`. ${madeUpIds}`,
    body: { userIds: [userId] },
  },
  deleteGroup: {
    summary: 'Delete a group',
    description:
      'Also removes the group’s access. To notice other people’s changes, send the `ETag` that you read in `If-Match`.',
  },
} as const satisfies Record<string, OperationWords>;

/** Personal access tokens. */
const tokenWords = {
  getCurrentToken: {
    summary: 'Get the token that you send',
    description: 'Use it to check where the token works, what it can do and when it expires.',
    reply: {
      ...exampleToken,
      userId,
      lastFour: 'x7Qa',
      access: 'read',
      workspaceId: null,
      expiresAt: null,
      workspaces: [{ id: exampleIds.workspace, name: 'IT', isBlocked: false }],
    },
  },
  listTokens: {
    summary: 'List your personal access tokens',
    description: `Returns the newest first, and expired ones until you revoke them. With a token for one workspace, you get only the tokens for it. ${atATime}`,
  },
  createToken: {
    summary: 'Create a personal access token',
    description:
      'Only this response contains the token itself. A token can’t create one that reaches more workspaces or lasts longer than itself, and a token that can only read creates none. You can have up to 100.',
    body: { name: 'Nightly export', access: 'read', durationDays: 30 },
    reply: {
      ...exampleToken,
      ...exampleTokenFacts,
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-12-20T12:00:00.000Z',
      token: 'an-example-that-opens-nothing-x7Qa',
    },
  },
  deleteToken: {
    summary: 'Revoke a personal access token',
    description: 'The service no longer accepts the token, even if it is the one that you send.',
  },
  listMemberTokens: {
    summary: 'List the tokens that reach the workspace',
    description: `Returns the tokens with which members reach the workspace, by owner. Expired ones are left out. ${atATime}`,
  },
  blockToken: {
    summary: 'Block a token in the workspace',
    description:
      'From the next request on, the token gets a 403 in this workspace. In other workspaces, it still works.',
  },
  unblockToken: {
    summary: 'Unblock a token in the workspace',
    description: 'The token works in this workspace again.',
  },
} as const satisfies Record<string, OperationWords>;

/** Not a name that the demo data has already. */
const vehicle = { name: 'Vehicle', description: 'Everything that people drive.', symbol: '🚗' };
const access = { read: { everyone: true }, write: { userIds: [exampleIds.user], groupIds: [] } };
const lending = { id: exampleIds.workflow, name: 'Lending' };

/** What is answered to a deletion that affects objects and doesn't say how many. */
const unconfirmed = (does: string, count: number, domain: 'TYPE' | 'ATTRIBUTE'): Explanation => ({
  message: `${does} To do that, send ?confirm=${count}.`,
  violations: [{ fieldIdentifier: 'confirm', violationType: 'REQUIRED', invalidValue: '', domain }],
});

/** What each operation does, for people. */
export const operationWords: Readonly<Record<EndpointName, OperationWords>> = {
  listWorkspaces: {
    summary: 'List workspaces',
    description: `Returns the workspaces that you are a member of, by name. ${atATime}`,
  },
  createWorkspace: {
    summary: 'Create a workspace',
    description:
      'You become its administrator. The operator lists the people who can do this in the configuration of the service.',
    body: { name: 'Purchasing' },
    reply: { id: exampleIds.workspace, name: 'Purchasing' },
  },
  updateWorkspace: {
    summary: 'Rename a workspace',
    description:
      'Name the same workspace in the path and in the header. The operator lists the people who can do this in the configuration of the service.',
    body: { name: 'IT and devices' },
    reply: { id: exampleIds.workspace, name: 'IT and devices' },
  },
  listTypes: {
    summary: 'List types',
    description: `Returns the types that you can read, by name. Administrators also get those that they can’t read with \`all=true\`. A response can have up to 8 MB: ask for fewer with \`limit\`. ${atATime}`,
  },
  listEnrichedTypes: {
    summary: 'List types with their attributes',
    description: `Use it to find the ids of types and attributes, and whether every member can read the objects of a type. A response can have up to 8 MB: ask for fewer with \`limit\`. ${atATime}`,
  },
  getType: {
    summary: 'Get a type',
    description: 'Returns a type without its attributes.',
  },
  createType: {
    summary: 'Create a type',
    description:
      'Names of types are unique in a workspace, including the types that you can’t read.',
    body: vehicle,
    reply: { id: typeId, ...vehicle, isReadByEveryMember: true },
  },
  updateType: {
    summary: 'Change a type',
    description: 'What you leave out stays as it is. `"symbol": null` takes the symbol away.',
    body: { name: 'Notebook' },
  },
  deleteType: {
    summary: 'Delete a type',
    description:
      'Deletes the type with its attributes and objects. If it has objects, say how many with `confirm`, and count deleted objects that can still be restored. You can’t delete a type that attributes of other types refer to.',
    refusal: unconfirmed(
      'Deleting "Laptop" deletes its 61 objects and 3 deleted objects that can still be restored.',
      64,
      'TYPE',
    ),
  },
  getTypeAccess: {
    summary: 'Get the access to a type',
    description:
      'Returns who reads the objects of a type and who changes them. Administrators get it for every type, even one that they can’t read.',
    reply: access,
  },
  setTypeAccess: {
    summary: 'Set the access to a type',
    description: `Replaces who reads the objects of the type and who changes them. Whoever changes objects has to read them, and needs the role of an editor or administrator too. You can leave yourself out. ${madeUpIds}`,
    body: access,
    reply: access,
  },
  listAttributes: {
    summary: 'List the attributes of a type',
    description: `Returns them in their order. A response can have up to 8 MB: ask for fewer with \`limit\`. ${atATime}`,
  },
  getAttribute: {
    summary: 'Get an attribute',
    description: 'The configuration of a WORKFLOW attribute has the id of its workflow.',
  },
  createAttribute: {
    summary: 'Create an attribute',
    description: `The attribute comes after the others of its type. The first TEXT attribute of a type becomes its label. A configuration can take up to 256 kB. A type can have up to 500 attributes, which take up to 4 MB. ${madeUpIds}`,
    body: {
      name: 'Status',
      typeId,
      attributeTypeCode: 'OPTION',
      configuration: { options: [{ id: 'in-use', name: 'In use' }] },
    },
  },
  updateAttribute: {
    summary: 'Change an attribute',
    description:
      'What you leave out stays as it is. To change `configuration`, send `attributeTypeCode` and the whole configuration: what you leave out of it reverts to its default. The attribute type itself never changes.',
    body: { name: 'State' },
  },
  deleteAttribute: {
    summary: 'Delete an attribute',
    description:
      'Deletes the attribute with its values. If objects have values for it, say how many objects with `confirm`. You can’t delete the label attribute while objects have values for it.',
    refusal: unconfirmed('Deleting "Name" deletes its values in 61 objects.', 61, 'ATTRIBUTE'),
  },
  listAttributeTypes: {
    summary: 'List the attribute types',
    description: 'Returns the kinds of values that attributes can have.',
    reply: {
      total: 16,
      pageSize: 1,
      isLast: false,
      result: [{ code: 'TEXT', name: 'Text', isReadOnly: false }],
    },
  },
  listAudit: {
    summary: 'List what was changed in the workspace',
    description: `Returns every change of the workspace, the newest first, also of roles, groups and access. Changes of objects that you can’t read are listed, and what they are about is withheld. A response has fewer entries than \`limit\` where they would be too large. ${atATime}`,
  },
  createContent: {
    summary: 'Announce a file',
    description:
      'The first of three steps. Next, send the bytes with PUT to `presignedUrl` within 15 minutes, and then write `contentKey` as the value of a MEDIA attribute within 24 hours. A file can have up to 100 MB.',
    body: { fileName: 'front.png', fileSize: 48213, contentType: 'image/png' },
    reply: {
      presignedUrl: `https://service.example.com/upload/${exampleIds.uploadSecret}`,
      contentKey: exampleIds.content,
    },
  },
  ...userWords,
  ...groupWords,
  listWorkflows: {
    summary: 'List workflows',
    description: `Returns the workflows that you can see, by name: those that no type uses, and those of types that you can read. ${atATime}`,
    reply: { total: 1, pageSize: 50, isLast: true, result: [lending] },
  },
  getWorkflow: {
    summary: 'Get a workflow',
    description:
      'Returns its states and transitions, in their order. The `ETag` of the response names this version of the workflow.',
  },
  listAvailableTransitions: {
    summary: 'List the transitions from a state',
    description:
      'Returns the transitions that lead from a state. If you leave out `fromStateId`, those from the initial state.',
  },
  createWorkflow: {
    summary: 'Create a workflow',
    description:
      'Up to 100 states and 500 transitions, which take up to 256 kB. Transitions name states by the `id` that this call gives them, or by name. The service gives everything its own id.',
    body: {
      name: 'Lending',
      states: [{ name: 'In stock' }, { name: 'In use' }],
      transitions: [{ name: 'Hand over', fromStateId: 'In stock', toStateId: 'In use' }],
    },
  },
  updateWorkflow: {
    summary: 'Change a workflow',
    description:
      'What you leave out stays as it is. `states` and `transitions` each replace the whole list: an entry with the `id` of one that is there changes it, and an entry without an `id` is new. A state that the list leaves out is retired, with its transitions unless you send `transitions`. You can’t retire a state while objects are in it. To retire the initial state, name another one in `initialStateId`. To notice other people’s changes, send the `ETag` that you read in `If-Match`.',
    body: { name: 'Lending and repair' },
    refusal: {
      message: '5 objects are in the state "In use". Move them to another state first.',
      violations: [
        {
          fieldIdentifier: 'states',
          violationType: 'CONFLICT',
          invalidValue: 'c9a4b1d2-5e6f-4b3a-9c8d-2e1f0a9b8c04',
          domain: 'WORKFLOW',
        },
      ],
    },
  },
  deleteWorkflow: {
    summary: 'Delete a workflow',
    description:
      'You can’t delete a workflow while an attribute uses it. To notice other people’s changes, send the `ETag` that you read in `If-Match`.',
  },
  ...objectWords,
  ...siteWords,
  ...tokenWords,
};
