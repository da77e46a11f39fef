import { expect, test } from 'vitest';
import {
  brokenConstraints,
  constraintOf,
  explainConflict,
} from '../../../../src/service/base/database/broken-constraints';
import { DatabaseBusy, DatabaseFault } from '../../../../src/service/base/database/database';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const database = duringTests(() => openTestDatabase());

/** Why no call breaks the others, by a form of their names. */
const unbroken: readonly (readonly [name: RegExp, why: string])[] = [
  [/_check$/, 'the service writes only what they allow'],
  [
    /(?:^|_)(?:workspace_id|account_id|user_id|owner_id|origin_workspace_id)_fkey$/,
    'no workspace and no account is ever deleted while the service runs',
  ],
  [/_(?:upload|token|secret)_hash_key$/, 'secrets are drawn at random'],
  [
    /^(?:account|app|app_version|attribute|content|deleted_object|embed_session|embed_token|object|page|personal_access_token|site|site_access|type|type_access|user_group|workspace)_pkey$/,
    'ids are drawn at random; a deleted object is locked before it is restored',
  ],
  [
    /^(?:deleted_reference|folding_progress|identity_key|invitation|membership|migration|oauth_payload|request_count|request_time|sign_in_failure|taken_name|token_block|user_group_member|workflow|workspace_schema)_pkey$/,
    'what is there already is left or replaced by the same statement',
  ],
  [/^history_pkey$/, 'numbers come from a sequence'],
  [/^request_log_pkey$/, 'one process writes it as it ends'],
  [/^app_app_key_key$/, 'a key that is taken is refused by the same statement'],
  [/^app_(?:version_)?app_id_/, 'apps and their versions are never deleted'],
  [/^app_id_promoted_version_id_fkey$/, 'as above'],
  [
    /^workflow_(?:state|transition)_(?:pkey|workspace_id_workflow_id_position_key|workspace_id_workflow_id_(?:from|to)_state_id_fkey)$/,
    'a workflow is locked, and checked as a whole, before its parts are replaced',
  ],
  [/^workflow_workspace_id_id_initial_state_id_fkey$/, 'as above'],
];

async function readConstraints(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select conname::text as name from pg_constraint
     where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x')
     union
     select relname::text from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and indisunique
     order by name`,
  );
  return rows.map(({ name }) => name);
}

test('Each constraint of the tables says what a caller is told who breaks it, or nobody can', async () => {
  const all = await readConstraints();
  const isUnbroken = (name: string) => unbroken.some(([form]) => form.test(name));
  expect(all.filter((name) => !(name in brokenConstraints || isUnbroken(name)))).toEqual([]);
  const named = Object.keys(brokenConstraints);
  expect(named.filter((name) => !all.includes(name))).toEqual([]);
  expect(named.filter(isUnbroken)).toEqual([]);
});

test('A transaction that others stopped each time leaves the database busy, and another fault stays one', () => {
  expect(explainConflict(new DatabaseFault('deadlock detected', '40P01'))).toBeInstanceOf(
    DatabaseBusy,
  );
  const fault = new DatabaseFault('syntax error', '42601');
  expect(explainConflict(fault)).toBe(fault);
});

test('A constraint of a part of a table that is spread over servers has the name of the whole', () => {
  expect(constraintOf('type_name_102008')).toBe('type_name');
  expect(constraintOf('type_name')).toBe('type_name');
});

test('A statement that breaks one is refused by its name', async () => {
  const [first] = await database.query<{ id: string }>(
    `insert into account (id, email, name, password_hash)
     values (gen_random_uuid(), 'a@example.com', 'A', 'none') returning id`,
  );
  const again = `insert into account (id, email, name, password_hash)
    select gen_random_uuid(), email, name, password_hash from account where id = '${first?.id}'`;
  const refusal = {
    name: 'Refusal',
    status: 400,
    detail: { violations: [{ violationType: 'CONFLICT', fieldIdentifier: 'email' }] },
  };
  await expect(database.query(again)).rejects.toMatchObject(refusal);
  await expect(
    database.transaction((transaction) => transaction.query(again)),
  ).rejects.toMatchObject(refusal);
});
