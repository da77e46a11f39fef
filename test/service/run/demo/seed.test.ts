import { beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../../src/service/run/demo/accounts';
import { listInventory } from '../../../../src/service/run/demo/inventory';
import {
  attributeId,
  objectId,
  typeId,
  workspaceId,
} from '../../../../src/service/run/demo/schema';
import { resetDemo, seedDemo } from '../../../../src/service/run/demo/seed';
import { createIdentity } from '../../../../src/service/accounts/identity';
import { verifyPassword } from '../../../../src/service/accounts/password';
import { attributeKinds } from '../../../../src/service/model/values/attribute-kinds';
import { indexedWord } from '../../../../src/service/model/values/searchable-text';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import { deleteObject } from '../../../../src/service/model/resources/objects';
import { changeRights } from '../../rights';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const now = new Date('2026-05-04T12:00:00.000Z');
const options = { demo: 'small', clock: () => now } as const;
const inventory = listInventory(now);

const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await seedDemo(database, options);
});

async function count(table: string, condition = 'true'): Promise<number> {
  const rows = await database.query<{ count: number }>(
    `select count(*)::integer as count from ${table} where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

/** As its administrator does. */
async function remove(workspace: string, id: string): Promise<void> {
  const caller = { userId: demoAccounts[0]!.id, name: '', email: '', via: 'session' } as const;
  const view = await viewWorkspace(database, caller, workspaceId(workspace));
  const dependencies = { database, serviceUrl: 'http://service', clock: () => now };
  await deleteObject(dependencies, view, id, undefined);
}

/** Everything that a reset must bring back; ids of single values are drawn anew. */
async function readState(): Promise<unknown> {
  const statements = [
    'select id, email, name from account order by id',
    'select id, account_id, name, token_hash, last_four, expires_at from personal_access_token order by id',
    'select id, name from workspace order by id',
    'select * from membership order by 1, 2',
    'select * from type order by id',
    'select workspace_id, type_id, user_id, group_id, may_read, may_write from type_access order by 1, 2, 3',
    'select * from attribute order by id',
    'select id, workspace_id, type_id, label, label_key, label_words, created_at, updated_at from object order by id',
    'select object_id, attribute_id, position, value, number, moment, reference_id, user_id, key, words from object_value order by 1, 2, 3',
    'select id from deleted_object',
    'select target_id from deleted_reference',
    'select number from history',
    'select model from oauth_payload',
  ];
  return Promise.all(statements.map((statement) => database.query(statement)));
}

describe('the demo accounts', () => {
  test('sign in with the password demo', async () => {
    const rows = await database.query<{ email: string; hash: string }>(
      'select email, password_hash as hash from account order by email',
    );
    expect(rows.map(({ email }) => email)).toEqual([
      'admin@example.com',
      'lead@example.com',
      'member@example.com',
      'outsider@example.com',
    ]);
    for (const { hash } of rows) {
      expect(await verifyPassword('demo', hash)).toBe(true);
      expect(await verifyPassword('Demo', hash)).toBe(false);
    }
  });

  test('have tokens that never expire', async () => {
    const identity = createIdentity({
      database,
      issuer: 'http://127.0.0.1:1',
      clients: [],
      clock: () => new Date('2200-01-01'),
    });
    for (const { account, id } of demoAccounts) {
      const bearer = await identity.authenticateIn(`Bearer demo-${account}-token`, null);
      expect(bearer?.caller).toMatchObject({ userId: id, via: 'token' });
    }
  });

  test('may read what their part in the demo allows', async () => {
    const memberships = await database.query<{ email: string; workspace: string }>(
      `select account.email, workspace.name as workspace from membership
       join account on account.id = user_id join workspace on workspace.id = workspace_id
       order by 1, 2`,
    );
    expect(memberships.map(({ email, workspace }) => `${email} ${workspace}`)).toEqual([
      'admin@example.com Geography',
      'admin@example.com IT',
      'lead@example.com Geography',
      'lead@example.com IT',
      'member@example.com Geography',
      'member@example.com IT',
    ]);
    const restricted = await database.query(
      `select type.name, array_agg(account.email order by account.email) as readers
       from type
       join type_access on type_access.workspace_id = type.workspace_id and type_id = type.id
       join account on account.id = user_id
       where not type.everyone_reads and may_read group by type.name`,
    );
    const readers = ['admin@example.com', 'lead@example.com'];
    expect(restricted).toEqual([{ name: 'Contract', readers }]);
  });
});

describe('the workspace IT', () => {
  test('has the same ids in every database', async () => {
    const rows = await database.query<{ id: string; label: string }>(
      'select id, label from object where workspace_id = $1',
      [workspaceId('IT')],
    );
    const labels = new Map(rows.map(({ id, label }) => [id, label]));
    expect(labels.size).toBe(inventory.length);
    for (const { type, key, values } of inventory) {
      expect(labels.get(objectId('IT', type, key))).toBe(values.Name);
    }
    expect(typeId('IT', 'Laptop')).toBe('47b095e5-4324-5d19-9262-dfab161b5c83');
  });

  test('has several laptops of the usual models', async () => {
    for (const model of ['MacBook Pro 14', 'MacBook Pro 16', 'ThinkPad X1 Carbon', 'Dell XPS 13']) {
      expect(await count('object', `label = '${model}'`)).toBeGreaterThan(3);
    }
  });

  test('has values of every attribute', async () => {
    const empty = await database.query(
      `select type.name as type, attribute.name from attribute
       join type on type.workspace_id = attribute.workspace_id and type.id = type_id
       where attribute_type_code not like 'SYSTEM_%'
         and not exists (
           select from object_value
           where workspace_id = attribute.workspace_id and attribute_id = attribute.id
         )`,
    );
    expect(empty).toEqual([]);
  });

  test('uses every attribute type', async () => {
    const rows = await database.query<{ code: string }>(
      'select distinct attribute_type_code as code from attribute where workspace_id = $1',
      [workspaceId('IT')],
    );
    const used = new Set(rows.map(({ code }) => code));
    expect(attributeKinds.filter(({ code }) => !used.has(code))).toEqual([]);
  });

  test('has laptops in every state of their lifecycle', async () => {
    const rows = await database.query<{ name: string }>(
      `select distinct state.name from workflow_state as state
       join object_value as value
         on value.workspace_id = state.workspace_id and value.value = state.id::text order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'In repair',
      'In service',
      'Lost',
      'Ordered',
      'Retired',
    ]);
  });

  test('has laptops in every status, and serial numbers once', async () => {
    const statuses = await database.query<{ value: string }>(
      'select distinct value from object_value where attribute_id = $1 order by value',
      [attributeId('IT', 'Laptop', 'Status')],
    );
    expect(statuses.map(({ value }) => value)).toEqual([
      'in-repair',
      'in-stock',
      'in-use',
      'retired',
    ]);
    const laptops = inventory.filter(({ type }) => type === 'Laptop').length;
    const numbers = await database.query(
      'select distinct value from object_value where attribute_id = $1',
      [attributeId('IT', 'Laptop', 'Serial number')],
    );
    expect(numbers).toHaveLength(laptops);
  });

  test('has laptops that came in the last days', async () => {
    expect(await count('object', `created_at > '2026-04-28' and created_at < '2026-05-04'`)).toBe(
      3,
    );
  });
});

describe('the workspace Geography', () => {
  test('has a few thousand cities in regions of three countries', async () => {
    const countOf = (type: string) => count('object', `type_id = '${typeId('Geography', type)}'`);
    expect(await countOf('Country')).toBe(3);
    expect(await countOf('Region')).toBeGreaterThan(10);
    expect(await countOf('City')).toBeGreaterThan(1000);
    expect(await countOf('City')).toBeLessThan(3000);
    const region = attributeId('Geography', 'City', 'Region');
    const inRegion = await count('object_value', `attribute_id = '${region}'`);
    expect(inRegion).toBeGreaterThan(0.98 * (await countOf('City')));
  });

  test('knows the population and the time zone of larger cities', async () => {
    const rows = await database.query<{ label: string; value: string }>(
      `select label, value from object
       join object_value as stored
         on stored.workspace_id = object.workspace_id and object_id = object.id
       where attribute_id = any ($1) and label in ('Riga', 'Zilupe') order by 2`,
      [['Population', 'Time zone'].map((name) => attributeId('Geography', 'City', name))],
    );
    expect(rows).toEqual([
      { label: 'Riga', value: '742572' },
      { label: 'Riga', value: 'Europe/Riga' },
    ]);
  });

  test('finds names by their letters without marks', async () => {
    const beginning = (word: string) => `${indexedWord(workspaceId('Geography'), word)}:*`;
    const rows = await database.query<{ label: string }>(
      'select label from object where label_words @@ $1::tsquery',
      [['thi', 'tran', 'muong', 'khuon'].map(beginning).join(' & ')],
    );
    expect(rows).toEqual([{ label: 'Thị Trấn Mường Khương' }]);
  });
});

describe('seeding and resetting', () => {
  test('leaves what people changed when the service starts again', async () => {
    await database.query(`update workspace set name = 'Renamed' where name = 'IT'`);
    await seedDemo(database, options);
    expect(await count('workspace', `name = 'Renamed'`)).toBe(1);
    await resetDemo(database, options);
  });

  test('brings everything back in at most three seconds, and ends every grant', async () => {
    const before = await readState();
    await remove('IT', objectId('IT', 'Laptop', 'LT-0001'));
    await remove('Geography', objectId('Geography', 'Country', 'IS'));
    const others = await database.query<{ id: string }>(
      'select id from object where workspace_id = $1 and label like $2 order by id limit 30',
      [workspaceId('Geography'), 'M%'],
    );
    for (const { id } of others) await remove('Geography', id);
    const closedTypes = await count('type', 'not everyone_reads');
    for (const [workspace, type] of [
      ['IT', 'Laptop'],
      ['Geography', 'City'],
    ] as const) {
      const key = [workspaceId(workspace), typeId(workspace, type)];
      await database.query('insert into user_group values ($1, $2, $3)', [...key, 'Crew']);
      await changeRights(
        database,
        workspaceId(workspace),
        'update type set everyone_reads = false where workspace_id = $1 and id = $2',
        key,
      );
      await changeRights(
        database,
        workspaceId(workspace),
        `insert into type_access (workspace_id, type_id, group_id, may_read, may_write)
         values ($1, $2, $2, true, true)`,
        key,
      );
    }
    expect(await count('deleted_object')).toBe(2 + others.length);
    expect(await count('history', `action = 'delete'`)).toBe(2 + others.length);
    await database.query('delete from membership');
    await database.query(`update account set name = 'x'`);
    await database.query(
      `insert into oauth_payload (model, id_hash, payload) values ('Grant', 'x', '{}')`,
    );
    const started = process.cpuUsage();
    await resetDemo(database, options);
    const { user, system } = process.cpuUsage(started);
    // Of the processor, since other tests take time at the same time.
    expect((user + system) / 1000).toBeLessThan(3000);
    expect(await count('user_group')).toBe(0);
    expect(await count('type_access', 'group_id is not null')).toBe(0);
    expect(await count('type', 'not everyone_reads')).toBe(closedTypes);
    expect(await readState()).toEqual(before);
  });

  test('puts nothing into a database that asked for no demo', async () => {
    const empty = await openTestDatabase();
    await seedDemo(empty, { ...options, demo: 'none' });
    expect(await empty.query('select id from account')).toEqual([]);
    await empty.close();
  });
});
