import type { Database, Queryable } from '../../src/service/base/database/database';
import { createPersonalAccessToken } from '../../src/service/accounts/personal-access-tokens';
import { insertWorkspace } from '../../src/service/model/permissions/workspace-view';
import { importObjects } from '../../src/service/model/resources/store-objects';
import { takeName } from '../../src/service/model/resources/taken-names';
import { leaveOut, setRole } from './rights';
import { insertAccount, insertType } from './rows';
import { fillArchiveStages, fillStages, richNotes, states, id } from './fleet-stages';

/** A small workspace that has every kind of value, and a second one that nobody here shares. */
export const ids = {
  fleet: id(1),
  archive: id(2),
  ann: id(11),
  ben: id(12),
  cat: id(13),
  city: id(21),
  person: id(22),
  laptop: id(23),
  contract: id(24),
  archived: id(25),
  archivedName: id(251),
  workflow: id(26),
  archivedWorkflow: id(27),
} as const;

export const tokens = { ann: 'token-of-ann', ben: 'token-of-ben', cat: 'token-of-cat' } as const;

interface AttributeFixture {
  readonly name: string;
  readonly code: string;
  readonly configuration?: Record<string, unknown>;
}

const name: AttributeFixture = { name: 'Name', code: 'TEXT' };
const status = {
  options: [
    { id: 'in-use', name: 'In use' },
    { id: 'in-stock', name: 'In stock' },
    { id: 'retired', name: 'Retired' },
  ],
};

const types: Record<string, { id: string; attributes: AttributeFixture[] }> = {
  City: { id: ids.city, attributes: [name, { name: 'Founded', code: 'INTEGER' }] },
  Person: {
    id: ids.person,
    attributes: [
      name,
      { name: 'Email', code: 'EMAIL' },
      { name: 'City', code: 'REFERENCE', configuration: { targetTypeId: ids.city } },
    ],
  },
  Contract: {
    id: ids.contract,
    attributes: [
      name,
      { name: 'Number', code: 'INTEGER' },
      { name: 'Memory', code: 'TEXT' },
      { name: 'Signed by', code: 'REFERENCE', configuration: { targetTypeId: ids.person } },
    ],
  },
  Laptop: {
    id: ids.laptop,
    attributes: [
      name,
      { name: 'Serial', code: 'TEXT' },
      { name: 'Page', code: 'URL' },
      { name: 'Memory', code: 'INTEGER' },
      { name: 'Price', code: 'DECIMAL' },
      { name: 'Encrypted', code: 'BOOLEAN' },
      { name: 'Bought', code: 'DATE' },
      { name: 'Checked', code: 'DATETIME' },
      { name: 'Status', code: 'OPTION', configuration: status },
      { name: 'Holder', code: 'REFERENCE', configuration: { targetTypeId: ids.person } },
      { name: 'Contract', code: 'REFERENCE', configuration: { targetTypeId: ids.contract } },
      { name: 'Owner', code: 'USER' },
      { name: 'Tags', code: 'TEXT', configuration: { isMultiple: true } },
      { name: 'Added', code: 'SYSTEM_CREATED' },
      { name: 'Changed', code: 'SYSTEM_UPDATED' },
      { name: 'Label', code: 'TEXT' },
      { name: 'Stage', code: 'WORKFLOW', configuration: { workflowId: ids.workflow } },
      { name: 'Photo', code: 'MEDIA', configuration: { isMultiple: true } },
      { name: 'Notes', code: 'RICH_TEXT' },
    ],
  },
};

const typeNames = Object.keys(types);

/** `attributeId('Laptop', 'Price')` */
export function attributeId(type: string, attribute: string): string {
  const position = types[type]!.attributes.findIndex((entry) => entry.name === attribute);
  return id(1000 + typeNames.indexOf(type) * 100 + position);
}

/** The ids of objects by the letters that tests call them. */
export const objects = {
  koeln: id(31),
  etienne: id(32),
  zoe: id(41),
  bob: id(42),
  lease: id(51),
  a: id(61),
  b: id(62),
  c: id(63),
  d: id(64),
  e: id(65),
  archived: id(71),
} as const;

interface ObjectFixture {
  readonly key: keyof typeof objects;
  readonly type: string;
  readonly createdAt: string;
  readonly values: Record<string, string | string[]>;
}

const objectFixtures: ObjectFixture[] = [
  object('koeln', 'City', { Name: 'Köln', Founded: '50' }),
  object('etienne', 'City', { Name: 'Saint-Étienne', Founded: '1195' }),
  object('zoe', 'Person', {
    Name: 'Zoë Ångström',
    Email: 'zoe@example.com',
    City: objects.koeln,
  }),
  object('bob', 'Person', {
    Name: 'Bob Stone',
    Email: 'bob@example.com',
    City: objects.etienne,
  }),
  object('lease', 'Contract', {
    Name: 'Lease 2024',
    Number: '7',
    Memory: 'long',
    'Signed by': objects.zoe,
  }),
  object(
    'a',
    'Laptop',
    {
      Name: 'MacBook Pro 14',
      Serial: 'C02-XY-1',
      Page: 'https://example.com/mac',
      Memory: '16',
      Price: '1999.90',
      Encrypted: 'true',
      Bought: '2025-03-01',
      Checked: '2026-09-01T10:00:00Z',
      Status: 'in-use',
      Holder: objects.zoe,
      Contract: objects.lease,
      Owner: ids.ann,
      Tags: ['red wine', 'blue'],
      Label: 'first',
      Stage: states.used,
      Photo: ['front', 'back'],
      Notes: richNotes,
    },
    '2026-01-01T00:00:00.000Z',
  ),
  object(
    'b',
    'Laptop',
    {
      Name: 'Pro Display for Mac',
      Serial: 'c02',
      Memory: '32',
      Price: '2500',
      Encrypted: 'false',
      Bought: '2024-12-31',
      Checked: '2026-09-01T23:59:59.999Z',
      Status: 'in-stock',
      Owner: ids.ben,
      Tags: ['green'],
      Stage: states.broken,
      Notes: 'plain {notes}',
    },
    '2026-02-01T00:00:00.000Z',
  ),
  object(
    'c',
    'Laptop',
    {
      Name: 'ThinkPad X1 Carbon',
      Serial: 'PF-9',
      Memory: '8',
      Price: '-0.5',
      Bought: '2026-11-15',
      Checked: '2026-09-02T00:00:00+02:00',
      Status: 'retired',
      Holder: objects.bob,
      Contract: objects.lease,
      Stage: states.gone,
    },
    '2026-03-01T12:00:00.000Z',
  ),
  object(
    'd',
    'Laptop',
    { Name: 'Élan "vital" \\ C++', Stage: states.ordered },
    '2026-04-01T00:00:00.000Z',
  ),
  object('e', 'Laptop', { Name: '🚀 {{x}}', Stage: states.ordered }, '2026-05-01T00:00:00.000Z'),
];

function object(
  key: ObjectFixture['key'],
  type: string,
  values: ObjectFixture['values'],
  createdAt = '2025-01-01T00:00:00.000Z',
): ObjectFixture {
  return { key, type, values, createdAt };
}

/** Fills the database: ann administers it, ben edits everything but contracts, cat isn’t a member. */
export async function fillFleet(database: Database): Promise<void> {
  await database.transaction(fill);
  await leaveOut(database, { workspaceId: ids.fleet, typeId: ids.contract }, ids.ben);
}

async function fill(database: Queryable): Promise<void> {
  for (const account of ['ann', 'ben', 'cat'] as const) await insertPerson(database, account);
  for (const workspace of [
    { id: ids.fleet, name: 'Fleet' },
    { id: ids.archive, name: 'Archive' },
  ]) {
    await takeName(database, { workspaceId: workspace.id, kind: 'workspace' }, workspace);
    await insertWorkspace(database, workspace);
  }
  await setRole(database, { workspaceId: ids.fleet, userId: ids.ann }, 'administrator');
  await setRole(database, { workspaceId: ids.fleet, userId: ids.ben }, 'editor');
  await database.query('update account set origin_workspace_id = $1 where id <> $2', [
    ids.fleet,
    ids.cat,
  ]);
  await fillStages(database, ids.fleet, ids.workflow);
  for (const [typeName, { id, attributes }] of Object.entries(types)) {
    await insertType(database, ids.fleet, {
      ...{ id, name: typeName },
      attributes: attributes.map((each) => ({ ...each, id: attributeId(typeName, each.name) })),
    });
  }
  await fillArchive(database);
  await importObjects(database, ids.fleet, objectFixtures.map(toImport));
}

async function insertPerson(database: Queryable, account: keyof typeof tokens): Promise<void> {
  const personName = `${account[0]!.toUpperCase()}${account.slice(1)} Ödegaard`;
  const email = `${account}@example.com`;
  await insertAccount(database, { id: ids[account], email, name: personName });
  await createPersonalAccessToken(database, {
    accountId: ids[account],
    name: 'Test',
    token: tokens[account],
    createdAt: new Date(),
  });
}

async function fillArchive(database: Queryable): Promise<void> {
  await fillArchiveStages(database, ids.archive, ids.archivedWorkflow);
  await insertType(database, ids.archive, {
    ...{ id: ids.archived, name: 'Archived' },
    attributes: [{ ...name, id: ids.archivedName }],
  });
  await importObjects(database, ids.archive, [
    {
      id: objects.archived,
      typeId: ids.archived,
      createdAt: new Date('2026-01-01'),
      values: new Map([[ids.archivedName, ['MacBook of another workspace']]]),
    },
  ]);
}

function toImport(fixture: ObjectFixture) {
  return {
    id: objects[fixture.key],
    typeId: types[fixture.type]!.id,
    createdAt: new Date(fixture.createdAt),
    values: new Map(
      Object.entries(fixture.values).map(([attribute, value]) => [
        attributeId(fixture.type, attribute),
        [value].flat(),
      ]),
    ),
  };
}
