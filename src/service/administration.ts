import type { Database } from './database';
import { demoAccounts } from './demo/accounts';
import { resetDemo } from './demo/seed';
import type { DemoOptions } from './demo/seed';

/** An account as a person who tries the demo knows it: `admin`, `lead`, `member`, `outsider`. */
export interface KnownAccount {
  readonly account: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** What an account may read: a whole workspace, or one type of a workspace it is a member of. */
export interface AccessChange {
  /** `member`, or a whole e-mail address. */
  readonly account: string;
  readonly target: { readonly workspaceId: string } | { readonly typeId: string };
  readonly read: boolean;
}

/** What only whoever runs the service can do; no request reaches it. */
export interface Administration {
  /** Brings everything back to the demo state. Nobody stays connected. */
  reset(): Promise<void>;
  /** @throws Error where there is no such account, workspace or type */
  setAccess(change: AccessChange): Promise<void>;
  /** The accounts of the demo. */
  accounts(): readonly KnownAccount[];
}

export function createAdministration(database: Database, demo: DemoOptions): Administration {
  return {
    reset: async () => {
      await resetDemo(database, demo);
      await refreshStatistics(database);
    },
    setAccess: (change) => setAccess(database, change),
    accounts: () =>
      demoAccounts.map(({ account, id, name, email }) => ({ account, userId: id, name, email })),
  };
}

/** The embedded database does not look at its tables by itself, and plans badly without. */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.runScript('analyze');
}

async function setAccess(
  database: Database,
  { account, target, read }: AccessChange,
): Promise<void> {
  const userId = await getUserId(database, account);
  if ('workspaceId' in target) {
    const statement = read
      ? 'insert into membership (workspace_id, user_id) values ($1, $2) on conflict do nothing'
      : 'delete from membership where workspace_id = $1 and user_id = $2';
    await database.query(statement, [target.workspaceId, userId]);
  } else {
    const statement = read
      ? 'delete from type_denial where type_id = $1 and user_id = $2'
      : 'insert into type_denial (type_id, user_id) values ($1, $2) on conflict do nothing';
    await database.query(statement, [target.typeId, userId]);
  }
}

async function getUserId(database: Database, account: string): Promise<string> {
  const email = account.includes('@') ? account : `${account}@example.com`;
  const [row] = await database.query<{ id: string }>('select id from account where email = $1', [
    email.toLowerCase(),
  ]);
  if (row === undefined) throw new Error(`The service has no account ${email}.`);
  return row.id;
}
