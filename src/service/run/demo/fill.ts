import type { Principals } from '../../../api/type';
import { hashPassword } from '../../accounts/password';
import { createPersonalAccessToken } from '../../accounts/personal-access-tokens';
import type { Queryable } from '../../base/database/database';
import { storeTypeAccess } from '../../model/permissions/access';
import { insertWorkspace } from '../../model/permissions/workspace-view';
import { importObjects } from '../../model/resources/store-objects';
import { insertWorkflow } from '../../model/resources/workflows';
import { foldingVersion } from '../../model/values/foldings';
import { nameParts } from '../../model/values/searchable-text';
import { demoAccounts, demoPassword } from './accounts';
import type { DemoAccount } from './accounts';
import { listLaptops } from './inventory';
import { insertPhotos } from './photos';
import {
  demoId,
  lifecycle,
  attributeConfiguration,
  attributeId,
  demoWorkspaces,
  objectId,
  typeId,
  workspaceId,
} from './schema';
import type { DemoObject, DemoType } from './schema';
import { insertSites } from './sites';

/** The demo's passwords are public, so their hashes need not be expensive. */
const cheapHash = { cost: 1024, blockSize: 8, parallelization: 1 };

/**
 * Everything of the demo but its objects: accounts, workspaces with types and sites, access.
 * Workspaces, types and attributes that are there become as they were; nothing else is.
 */
export async function insertFoundation(database: Queryable, now: Date): Promise<void> {
  for (const account of demoAccounts) await insertAccount(database, account, now);
  for (const { name, types } of demoWorkspaces) {
    await insertWorkspace(database, { id: workspaceId(name), name });
    for (const type of types) await insertType(database, name, type);
  }
  for (const account of demoAccounts) await insertMemberships(database, account);
  for (const { name, types } of demoWorkspaces) {
    for (const type of types) await insertTypeAccess(database, name, type.name);
  }
  await insertSites(database);
  await insertWorkflow(database, workspaceId('IT'), lifecycle);
  await insertPhotos(database, listLaptops(now));
}

async function insertAccount(database: Queryable, account: DemoAccount, now: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword, cheapHash);
  await database.query(
    `insert into account (id, email, name, password_hash, name_words, name_folding)
     values ($1, $2, $3, $4, $5::tsvector, ${foldingVersion})`,
    [account.id, account.email, account.name, passwordHash, nameParts(account.name)],
  );
  await createPersonalAccessToken(database, {
    id: demoId('token', account.account),
    accountId: account.id,
    name: 'Demo',
    token: account.token,
    createdAt: now,
  });
}

async function insertMemberships(database: Queryable, account: DemoAccount): Promise<void> {
  for (const workspace of account.workspaces) {
    await database.query(
      'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)',
      [workspaceId(workspace), account.id, account.role],
    );
  }
  const [origin] = account.workspaces;
  await database.query('update account set origin_workspace_id = $2 where id = $1', [
    account.id,
    origin === undefined ? null : workspaceId(origin),
  ]);
}

/** Back to everyone, or to everyone but some. */
async function insertTypeAccess(
  database: Queryable,
  workspace: string,
  type: string,
): Promise<void> {
  const isDenied = ({ deniedTypes }: DemoAccount) =>
    deniedTypes.some((denied) => denied.workspace === workspace && denied.type === type);
  const members = demoAccounts.filter(({ workspaces }) => workspaces.includes(workspace));
  const readers = members.filter((account) => !isDenied(account)).map(({ id }) => id);
  const principals: Principals =
    readers.length === members.length ? { everyone: true } : { userIds: readers, groupIds: [] };
  const place = { workspaceId: workspaceId(workspace), typeId: typeId(workspace, type) };
  await storeTypeAccess(database, place, { read: principals, write: principals });
}

async function insertType(database: Queryable, workspace: string, type: DemoType): Promise<void> {
  const id = typeId(workspace, type.name);
  await database.query(
    `insert into type (id, workspace_id, name, description, symbol) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, id) do update
       set name = excluded.name, description = excluded.description, symbol = excluded.symbol`,
    [id, workspaceId(workspace), type.name, type.description, type.symbol],
  );
  for (const [position, attribute] of type.attributes.entries()) {
    const configuration = attributeConfiguration(workspace, attribute);
    await database.query(
      `insert into attribute (workspace_id, id, type_id, name, description, attribute_type_code,
         configuration, is_label, position)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)
       on conflict (workspace_id, id) do update set
         name = excluded.name, description = excluded.description,
         configuration = excluded.configuration, is_label = excluded.is_label,
         position = excluded.position`,
      [
        workspaceId(workspace),
        attributeId(workspace, type.name, attribute.name),
        id,
        attribute.name,
        attribute.description ?? null,
        attribute.code,
        configuration && JSON.stringify(configuration),
        position === 0,
        position,
      ],
    );
  }
}

/** Stores objects of one workspace, whose types are there. */
export async function insertObjects(
  database: Queryable,
  workspace: string,
  objects: readonly DemoObject[],
): Promise<void> {
  await importObjects(
    database,
    workspaceId(workspace),
    objects.map(({ type, key, createdAt, values }) => ({
      id: objectId(workspace, type, key),
      typeId: typeId(workspace, type),
      createdAt,
      values: new Map(
        Object.entries(values).map(([attribute, value = []]) => [
          attributeId(workspace, type, attribute),
          [value].flat(),
        ]),
      ),
    })),
  );
}
