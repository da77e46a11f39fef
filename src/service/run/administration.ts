import { id as idSchema } from '../../api/id';
import type { Role } from '../../api/permission';
import { findAccountWithPassword } from '../accounts/people';
import type { Database } from '../base/database/database';
import type { RequestLimits } from '../base/request-limits/request-limits';
import { renewVersion } from '../model/permissions/workspace-view';
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

export type Administration = ReturnType<typeof createAdministration>;

interface AdministrationDependencies {
  readonly database: Database;
  readonly requestLimits: RequestLimits;
  /** Brings the data back to the demo state. */
  readonly resetData: () => Promise<void>;
}

/** What only whoever runs the service can do; no request reaches it. */
export function createAdministration({
  database,
  requestLimits,
  resetData,
}: AdministrationDependencies) {
  return {
    /** Brings everything back to the demo state. Nobody stays connected, no request counts. */
    reset: async (): Promise<void> => {
      await resetData();
      await requestLimits.clear();
    },
    /** @throws {NotKnown} if there is no such account, workspace, type or site; nothing changes then */
    setAccess: (change: AccessChange): Promise<void> => setAccess(database, change),
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
    const statements = read ? giveStatements[table] : takeStatements[table];
    for (const statement of statements) {
      await transaction.query(statement, [workspaceId, id, userId]);
    }
    await renewVersion(transaction, workspaceId);
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
    // Their access and their groups stay, so that giving the workspace back gives those back too.
    await database.query('delete from membership where workspace_id = $1 and user_id = $2', [
      workspaceId,
      userId,
    ]);
  }
}

/** Each with the workspace, the type or site, and the person. Groups and the others keep what they have. */
type Statements = Readonly<Record<'type' | 'site', readonly string[]>>;

/** Nothing where everyone reads. Whoever is added changes objects only if everyone does who is named. */
const giveStatements: Statements = {
  type: [
    `insert into type_access (workspace_id, type_id, user_id, may_read, may_write)
     select workspace_id, id, $3, true, not exists (
       select from type_access
       where workspace_id = $1 and type_id = $2 and may_read and not may_write
     )
     from type where workspace_id = $1 and id = $2 and not everyone_reads
     on conflict (workspace_id, type_id, user_id) where user_id is not null
     do update set may_read = true`,
  ],
  site: [
    `insert into site_access (workspace_id, site_id, user_id)
     select workspace_id, id, $3 from site where workspace_id = $1 and id = $2 and not is_open
     on conflict do nothing`,
  ],
};

/** First the others are named, where everyone reads. */
const takeStatements: Statements = {
  type: [
    `insert into type_access (workspace_id, type_id, user_id, may_read, may_write)
     select type.workspace_id, type.id, membership.user_id, true, type.everyone_writes
     from type join membership on membership.workspace_id = type.workspace_id
     where type.workspace_id = $1 and type.id = $2 and type.everyone_reads
       and membership.user_id <> $3
     on conflict (workspace_id, type_id, user_id) where user_id is not null
     do update set may_read = true, may_write = type_access.may_write or excluded.may_write`,
    `with taken as (
       delete from type_access where workspace_id = $1 and type_id = $2 and user_id = $3
     )
     update type set everyone_reads = false, everyone_writes = false
     where workspace_id = $1 and id = $2 and everyone_reads`,
  ],
  site: [
    `insert into site_access (workspace_id, site_id, user_id)
     select site.workspace_id, site.id, membership.user_id
     from site join membership on membership.workspace_id = site.workspace_id
     where site.workspace_id = $1 and site.id = $2 and site.is_open and membership.user_id <> $3
     on conflict do nothing`,
    `with taken as (
       delete from site_access where workspace_id = $1 and site_id = $2 and user_id = $3
     )
     update site set is_open = false where workspace_id = $1 and id = $2 and is_open`,
  ],
};

async function getUserId(database: Database, account: string): Promise<string> {
  const demoAccount = demoAccounts.find((candidate) => candidate.account === account);
  const row = await findAccountWithPassword(database, demoAccount?.email ?? account);
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
