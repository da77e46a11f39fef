import { id as idSchema } from '../../api/id';
import type { Role } from '../../api/permission';
import type { Database, Queryable } from '../base/database/database';
import type { RequestLimits } from '../base/request-limits/request-limits';
import { storeTypeAccess } from '../model/permissions/access';
import { demoAccounts } from './demo/accounts';

/** What an account may read: a whole workspace, or a type or site of one it is a member of. */
interface AccessChange {
  /** `member`, or a whole email address. */
  readonly account: string;
  readonly target:
    | { readonly workspaceId: string }
    | { readonly typeId: string }
    | { readonly siteId: string };
  readonly read: boolean;
}

/** The service has no such account, workspace, type or site; the message names it. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
}

/** What only whoever runs the service can do; no request reaches it. */
export interface Administration {
  /** Brings everything back to the demo state. Nobody stays connected, no request counts. */
  reset(): Promise<void>;
  /** @throws {NotKnown} if there is no such account, workspace, type or site; nothing changes then */
  setAccess(change: AccessChange): Promise<void>;
}

interface AdministrationDependencies {
  readonly database: Database;
  readonly requestLimits: RequestLimits;
  /** Brings the data back to the demo state. */
  readonly resetData: () => Promise<void>;
}

export function createAdministration({
  database,
  requestLimits,
  resetData,
}: AdministrationDependencies): Administration {
  return {
    reset: async () => {
      await resetData();
      await requestLimits.clear();
    },
    setAccess: (change) => setAccess(database, change),
  };
}

async function setAccess(
  database: Database,
  { account, target, read }: AccessChange,
): Promise<void> {
  const userId = await getUserId(database, account);
  if ('workspaceId' in target) {
    await getWorkspaceOf(database, 'workspace', target.workspaceId);
    const key = { workspaceId: target.workspaceId, userId };
    return setMembership(database, key, roleOf(account), read);
  }
  const table = 'siteId' in target ? 'site' : 'type';
  const id = 'siteId' in target ? target.siteId : target.typeId;
  const workspaceId = await getWorkspaceOf(database, table, id);
  await database.transaction(async (transaction) => {
    const place = { workspaceId, table, id } as const;
    const readers = await readReaders(transaction, place);
    const others = readers.filter((reader) => reader !== userId);
    await storeReaders(transaction, place, read ? [...others, userId] : others);
  });
}

function roleOf(account: string): Role {
  return demoAccounts.find((each) => each.account === account)?.role ?? 'editor';
}

async function setMembership(
  database: Database,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  role: Role,
  isMember: boolean,
): Promise<void> {
  if (isMember) {
    await database.query(
      `insert into membership (workspace_id, user_id, role) values ($1, $2, $3)
       on conflict do nothing`,
      [workspaceId, userId, role],
    );
  } else {
    await database.query('delete from membership where workspace_id = $1 and user_id = $2', [
      workspaceId,
      userId,
    ]);
  }
}

interface Place {
  readonly workspaceId: string;
  readonly table: 'type' | 'site';
  readonly id: string;
}

/** Those who are named; every member where it is open to all. */
async function readReaders(
  transaction: Queryable,
  { workspaceId, table, id }: Place,
): Promise<string[]> {
  const isOpen = table === 'type' ? 'everyone_reads' : 'is_open';
  const readers = await transaction.query<{ id: string }>(
    `select user_id as id from ${table}_access
     where workspace_id = $1 and ${table}_id = $2 and user_id is not null
     union
     select user_id from membership
     where workspace_id = $1
       and (select ${isOpen} from ${table} where workspace_id = $1 and id = $2)`,
    [workspaceId, id],
  );
  return readers.map((reader) => reader.id);
}

/** Whoever reads objects of the type also changes them. */
async function storeReaders(
  transaction: Queryable,
  { workspaceId, table, id }: Place,
  userIds: readonly string[],
): Promise<void> {
  if (table === 'type') {
    const principals = { userIds: [...userIds], groupIds: [] };
    const access = { read: principals, write: principals };
    return storeTypeAccess(transaction, { workspaceId, typeId: id }, access);
  }
  const key = [workspaceId, id];
  await transaction.query(
    'update site set is_open = false where workspace_id = $1 and id = $2',
    key,
  );
  await transaction.query('delete from site_access where workspace_id = $1 and site_id = $2', key);
  await transaction.query(
    `insert into site_access (workspace_id, site_id, user_id)
     select $1, $2, reader from unnest($3::uuid[]) as each (reader)`,
    [...key, userIds],
  );
}

async function getUserId(database: Database, account: string): Promise<string> {
  const demoAccount = demoAccounts.find((candidate) => candidate.account === account);
  const email = demoAccount?.email ?? account.toLowerCase();
  const [row] = await database.query<{ id: string }>('select id from account where email = $1', [
    email,
  ]);
  if (row === undefined) throw new NotKnown(`The service has no account ${account}.`);
  return row.id;
}

/** Whoever runs the service names a type or a site alone, and no request does: all workspaces are asked. */
async function getWorkspaceOf(
  database: Database,
  table: 'workspace' | 'type' | 'site',
  id: string,
): Promise<string> {
  const column = table === 'workspace' ? 'id' : 'workspace_id';
  const rows = idSchema.safeParse(id).success
    ? await database.query<{ workspaceId: string }>(
        `select ${column} as "workspaceId" from ${table} where id = $1`,
        [id],
      )
    : [];
  const [row] = rows;
  if (row === undefined) throw new NotKnown(`The service has no ${table} ${id}.`);
  return row.workspaceId;
}
