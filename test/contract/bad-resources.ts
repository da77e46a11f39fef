import { nowhere, refusedAt, type BadInput, type BadInputs } from './bad-input';
import type { Facts } from './target';

/** Files, workflows, sites, pages and many objects at once that can't be written. */
export const badResources: BadInputs = (facts) => [
  ...badContents,
  ...badWorkflows,
  ...badSites,
  ...badPeople,
  ...badGroups,
  ...badPages(facts),
  ...badEmbedTokens,
  ...badBulk(facts),
];

const file = { fileName: 'a.png', fileSize: 1, contentType: 'image/png' };

const badContents = refusedAt('POST /content', [
  ['nothing of a file', {}, 'REQUIRED fileName', 'REQUIRED fileSize', 'REQUIRED contentType'],
  ['a file without a name', { ...file, fileName: '' }, 'REQUIRED fileName'],
  ['a path as file name', { ...file, fileName: '../../a.png' }, 'INVALID fileName'],
  ['a path of Windows as file name', { ...file, fileName: 'a\\b.png' }, 'INVALID fileName'],
  ['a file name with a line break', { ...file, fileName: 'a\r\nb' }, 'INVALID fileName'],
  ['NUL in a file name', { ...file, fileName: 'a\u0000' }, 'INVALID fileName'],
  ['half a character in a file name', { ...file, fileName: 'a\ud800' }, 'INVALID fileName'],
  ['a long file name', { ...file, fileName: 'x'.repeat(256) }, 'TOO_LONG fileName'],
  ['a file without bytes', { ...file, fileSize: 0 }, 'INVALID fileSize'],
  ['a file of negative size', { ...file, fileSize: -1 }, 'INVALID fileSize'],
  ['a file of half a byte', { ...file, fileSize: 0.5 }, 'INVALID fileSize'],
  ['a size in text', { ...file, fileSize: '1' }, 'INVALID fileSize'],
  ['a file above 100 MB', { ...file, fileSize: 104_857_601 }, 'INVALID fileSize'],
  ['a file of a terabyte', { ...file, fileSize: 1e12 }, 'INVALID fileSize'],
  ['a media type that is none', { ...file, contentType: 'png' }, 'INVALID contentType'],
  ['a header in a media type', { ...file, contentType: 'a/b\r\nx: y' }, 'INVALID contentType'],
  ['a key of my choice', { ...file, contentKey: 'mine' }, 'INVALID contentKey'],
]);

const states = [{ name: 'Open' }, { name: 'Closed' }];
const transition = { name: 'Close', fromStateId: 'Open', toStateId: 'Closed' };
const flow = { name: 'Steps', states, transitions: [transition] };

const withStates = (...added: object[]) => ({ ...flow, states: [...states, ...added] });
const withTransition = (change: object) => ({
  ...flow,
  transitions: [{ ...transition, ...change }],
});

const badWorkflows = refusedAt('POST /workflow', [
  ['nothing of a workflow', {}, 'REQUIRED name', 'REQUIRED states'],
  ['a blank name of a workflow', { ...flow, name: '\t' }, 'REQUIRED name'],
  ['NUL in the name of a workflow', { ...flow, name: 'a\u0000' }, 'INVALID name'],
  ['a workflow without states', { ...flow, states: [], transitions: [] }, 'INVALID states'],
  ['a state without a name', withStates({}), 'REQUIRED states.2.name'],
  ['101 states', { name: 'x', states: Array(101).fill({ name: 'x' }) }, 'TOO_MANY states'],
  ['two states of one name', withStates({ name: 'OPEN' }), 'CONFLICT states.2.name'],
  [
    'a state whose id is the name of another one',
    withStates({ id: 'open', name: 'Third' }),
    'CONFLICT states.2.name',
  ],
  ['a start that is no state', { ...flow, initialStateId: 'Nowhere' }, 'NOT_FOUND initialStateId'],
  [
    'a transition from nowhere',
    withTransition({ fromStateId: 'Nowhere' }),
    'NOT_FOUND transitions.0.fromStateId',
  ],
  [
    'a transition to nowhere',
    withTransition({ toStateId: nowhere }),
    'NOT_FOUND transitions.0.toStateId',
  ],
  ['a transition without a name', withTransition({ name: ' ' }), 'REQUIRED transitions.0.name'],
  [
    '501 transitions',
    { ...flow, transitions: Array(501).fill(transition) },
    'TOO_MANY transitions',
  ],
  [
    'an end state that is neither true nor false',
    { ...flow, states: [{ name: 'Open', isEndState: 'yes' }] },
    'INVALID states.0.isEndState',
  ],
  [
    'a state of a color that there is not',
    { ...flow, states: [{ name: 'Open', color: 'beige' }] },
    'INVALID states.0.color',
  ],
  ['a field that is not known', { ...flow, color: 'red' }, 'INVALID color'],
]);

const newcomer = { email: 'newcomer@example.com', name: 'Newcomer', role: 'reader' };
const newcomers = (...users: object[]) => ({ users });

const badPeople = [
  ...refusedAt('POST /user', [
    ['nothing of a person', {}, 'REQUIRED email', 'REQUIRED name', 'REQUIRED role'],
    ['an unknown role', { ...newcomer, role: 'owner' }, 'INVALID role'],
    ['a role in capital letters', { ...newcomer, role: 'Reader' }, 'INVALID role'],
    ['an address that is none', { ...newcomer, email: 'newcomer' }, 'INVALID email'],
    ['a long address', { ...newcomer, email: `${'x'.repeat(250)}@x.de` }, 'TOO_LONG email'],
    ['an address in a sentence', { ...newcomer, email: 'Ann <a@x.de>' }, 'INVALID email'],
    ['an address with a line break', { ...newcomer, email: 'a@x.de\nb@x.de' }, 'INVALID email'],
    ['NUL in an address', { ...newcomer, email: 'a\u0000@x.de' }, 'INVALID email'],
    ['an invisible name', { ...newcomer, name: '\u200b' }, 'REQUIRED name'],
    ['a long name of a person', { ...newcomer, name: 'x'.repeat(101) }, 'TOO_LONG name'],
    ['half a character in a name', { ...newcomer, name: 'a\ud800' }, 'INVALID name'],
    ['a password of my choice', { ...newcomer, password: 'x' }, 'INVALID password'],
  ]),
  ...refusedAt('POST /user/bulk', [
    ['nobody at all', newcomers(), 'INVALID users'],
    ['101 people', newcomers(...Array<object>(101).fill(newcomer)), 'TOO_MANY users'],
    ['one of two people without a role', newcomers(newcomer, {}), ...requiredOf('users.1')],
    ['one person twice', newcomers(newcomer, { ...newcomer, name: 'Two' }), 'CONFLICT email'],
  ]),
  ...refusedAt(`PUT /user/${nowhere}/role`, [
    ['no role', {}, 'REQUIRED role'],
    ['a role that there is not', { role: 'none' }, 'INVALID role'],
    ['several roles', { role: ['reader'] }, 'INVALID role'],
  ]),
];

function requiredOf(person: string): string[] {
  return ['email', 'name', 'role'].map((field) => `REQUIRED ${person}.${field}`);
}

const badGroups = refusedAt('POST /group', [
  ['nothing of a group', {}, 'REQUIRED name'],
  ['a group with an invisible name', { name: '\u2063' }, 'REQUIRED name'],
  ['a group with a name of 300 characters', { name: 'x'.repeat(300) }, 'TOO_LONG name'],
  ['NUL in the name of a group', { name: 'a\u0000' }, 'INVALID name'],
  ['a member who is nobody', { name: 'New', userIds: [nowhere] }, 'NOT_FOUND userIds'],
  ['a member without an id', { name: 'New', userIds: ['ann'] }, 'INVALID userIds.0'],
  [
    '10,000 members',
    { name: 'New', userIds: Array<string>(10_000).fill(nowhere) },
    'TOO_MANY userIds',
  ],
  ['members that are no list', { name: 'New', userIds: nowhere }, 'INVALID userIds'],
  ['groups in a group', { name: 'New', groupIds: [] }, 'INVALID groupIds'],
]);

const ownSite = { name: 'New', isOpen: true };

const badSites = refusedAt('POST /site', [
  ['nothing of a site', {}, 'REQUIRED name', 'REQUIRED isOpen'],
  ['an invisible name of a site', { ...ownSite, name: '\u200b' }, 'REQUIRED name'],
  ['a long name of a site', { ...ownSite, name: 'x'.repeat(256) }, 'TOO_LONG name'],
  ['NUL in the name of a site', { ...ownSite, name: 'a\u0000' }, 'INVALID name'],
  ['a site that is half open', { ...ownSite, isOpen: 'half' }, 'INVALID isOpen'],
  ['a reader who is nobody', { ...ownSite, userIds: [nowhere] }, 'NOT_FOUND userIds'],
  ['a reader without an id', { ...ownSite, userIds: ['ann'] }, 'INVALID userIds.0'],
  ['5,001 readers', { ...ownSite, userIds: Array(5_001).fill(nowhere) }, 'TOO_MANY userIds'],
  ['an id of my choice', { ...ownSite, id: nowhere }, 'INVALID id'],
]);

function badPages({ type, labelAttribute }: Facts): BadInput[] {
  const table = { kind: 'table', typeId: type.id, columns: [labelAttribute.id] };
  const chart = { kind: 'chart', typeId: type.id, attributeId: labelAttribute.id };
  const ofText = (text: string) => withBlock({ kind: 'text', text });
  const ofTable = (change: object) => withBlock({ ...table, ...change });
  const withBlock = (block: object) => ({ name: 'New', blocks: [block] });
  return refusedAt(`POST /site/${nowhere}/page`, [
    ['nothing of a page', {}, 'REQUIRED name', 'REQUIRED blocks'],
    ['an invisible name of a page', { name: '\u2063', blocks: [] }, 'REQUIRED name'],
    ['21 blocks', { name: 'x', blocks: Array(21).fill(table) }, 'TOO_MANY blocks'],
    ['a block without a kind', withBlock({}), 'REQUIRED blocks.0.kind'],
    ['a block of no kind', withBlock({ kind: 'script' }), 'INVALID blocks.0.kind'],
    ['a text that says nothing', ofText(' '), 'REQUIRED blocks.0.text'],
    ['a text that is too long', ofText('x'.repeat(10_001)), 'TOO_LONG blocks.0.text'],
    ['a heading of blanks', ofTable({ heading: ' ' }), 'REQUIRED blocks.0.heading'],
    ['a heading of U+2800', ofTable({ heading: '\u2800' }), 'REQUIRED blocks.0.heading'],
    ['a text of U+200B', ofText('\u200b'), 'REQUIRED blocks.0.text'],
    [
      'eleven columns',
      ofTable({ columns: Array(11).fill(labelAttribute.id) }),
      'TOO_MANY blocks.0.columns',
    ],
    ['a column of no id', ofTable({ columns: ['x'] }), 'INVALID blocks.0.columns.0'],
    ['a page of no rows', ofTable({ pageSize: 0 }), 'INVALID blocks.0.pageSize'],
    ['a page of 101 rows', ofTable({ pageSize: 101 }), 'INVALID blocks.0.pageSize'],
    ['a query that is too long', ofTable({ query: 'x'.repeat(4_001) }), 'TOO_LONG blocks.0.query'],
    ['a record of nothing', withBlock({ kind: 'record' }), 'REQUIRED blocks.0.objectId'],
    [
      'a chart of nothing',
      withBlock({ ...chart, attributeId: undefined }),
      'REQUIRED blocks.0.attributeId',
    ],
    ['a block with a script', ofTable({ onclick: 'x' }), 'INVALID blocks.0.onclick'],
  ]);
}

const badEmbedTokens = refusedAt(`POST /site/${nowhere}/page/${nowhere}/embed-token`, [
  ['a token for nobody', {}, 'REQUIRED audience', 'REQUIRED parentOrigin'],
  [
    'a token for another app',
    { audience: 'another', parentOrigin: 'https://jira.example.com' },
    'INVALID audience',
  ],
  [
    'a token for a long origin',
    { audience: 'workspace-objects-for-jira', parentOrigin: `https://${'x'.repeat(250)}` },
    'TOO_LONG parentOrigin',
  ],
]);

function badBulk({ type, objectId, labelAttribute }: Facts): BadInput[] {
  const attributes = [{ attributeId: labelAttribute.id, values: [] }];
  const patch = { objectOperationType: 'patch', objectId, attributes: [] };
  const create = { objectOperationType: 'create', typeId: type.id, attributes: [] };
  const of = (...operations: unknown[]) => ({ operations });
  return refusedAt('POST /object/bulk', [
    ['nothing at once', {}, 'REQUIRED operations'],
    ['no operation', of(), 'INVALID operations'],
    ['201 operations', of(...Array<object>(201).fill(patch)), 'TOO_MANY operations'],
    ['an operation of no kind', of({ objectId }), 'REQUIRED operations.0.objectOperationType'],
    [
      'an unknown operation',
      of({ objectOperationType: 'drop', objectId }),
      'INVALID operations.0.objectOperationType',
    ],
    [
      'a deletion of nothing',
      of({ objectOperationType: 'delete' }),
      'REQUIRED operations.0.objectId',
    ],
    [
      'a deletion of what is not there',
      of(patch, { objectOperationType: 'delete', objectId: nowhere }),
      'NOT_FOUND objectId',
    ],
    ['a change of what is not there', of({ ...patch, objectId: nowhere }), 'NOT_FOUND objectId'],
    ['an object of no type', of({ ...create, typeId: nowhere }), 'NOT_FOUND typeId'],
    ['an object without a label', of(patch, create), `REQUIRED ${labelAttribute.id}`],
    ['a label that is cleared', of({ ...patch, attributes }), `REQUIRED ${labelAttribute.id}`],
    [
      'two that are refused',
      of({ ...patch, attributes }, { ...patch, objectId: nowhere }),
      `REQUIRED ${labelAttribute.id}`,
      'NOT_FOUND objectId',
    ],
  ]);
}
