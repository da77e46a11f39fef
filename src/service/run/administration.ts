import { id as idSchema } from '../../api/id';
import type { Database } from '../base/database/database';
import type { RequestLimits } from '../base/request-limits/request-limits';
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
    const statement = read
      ? 'insert into membership (workspace_id, user_id) values ($1, $2) on conflict do nothing'
      : 'delete from membership where workspace_id = $1 and user_id = $2';
    await database.query(statement, [target.workspaceId, userId]);
  } else if ('siteId' in target) {
    const workspaceId = await getWorkspaceOf(database, 'site', target.siteId);
    await database.query(
      `insert into site_access (workspace_id, site_id, user_id, may_read) values ($1, $2, $3, $4)
       on conflict (workspace_id, site_id, user_id) do update set may_read = excluded.may_read`,
      [workspaceId, target.siteId, userId, read],
    );
  } else {
    const workspaceId = await getWorkspaceOf(database, 'type', target.typeId);
    const statement = read
      ? 'delete from type_denial where workspace_id = $1 and type_id = $2 and user_id = $3'
      : `insert into type_denial (workspace_id, type_id, user_id) values ($1, $2, $3)
         on conflict do nothing`;
    await database.query(statement, [workspaceId, target.typeId, userId]);
  }
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
