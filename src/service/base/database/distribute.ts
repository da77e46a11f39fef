import type { Database, Queryable } from './database';
import { UnusableDatabase } from './embedded-database';
import { applicationName } from './postgres-database';

/** Read with nearly every request and seldom written: each server of a cluster has all of them. */
const referenceTables = ['workspace', 'account', 'membership'];
/** The oldest version of the extension with which the service was tried. */
const oldestVersion = 13;
/** Among the names of migrations: says that the tables were distributed. */
const marker = 'distributed';

/** How the tables of a database lie on the servers of a cluster. */
export interface Layout {
  /** Of the extension Citus; null where the database has none. */
  readonly version: string | null;
  /** The extension has workers, and doesn't know the coordinator's own address. */
  readonly lacksCoordinator: boolean;
  /** The service has distributed the tables. */
  readonly isMarked: boolean;
  /** It has no accounts and no workspaces. */
  readonly isEmpty: boolean;
  /** The tables that belong on several servers, in the order in which they get there. */
  readonly tables: readonly PlacedTable[];
}

interface PlacedTable {
  readonly name: string;
  readonly isPlaced: boolean;
}

/** What is to be done with the tables. */
export type Placement =
  | { readonly action: 'place'; readonly names: readonly string[] }
  | { readonly action: 'leave'; readonly warning?: string }
  | { readonly action: 'refuse'; readonly message: string };

/** @param isAsked whoever runs the service wants the tables distributed; an empty database's are anyway */
export function planPlacement(layout: Layout, isAsked: boolean): Placement {
  const { version, tables, isMarked } = layout;
  const missing = tables.filter(({ isPlaced }) => !isPlaced).map(({ name }) => name);
  const isUntouched = missing.length === tables.length;
  if (version === null) return planWithoutExtension(isMarked, isAsked);
  const isWanted = isAsked || layout.isEmpty || isMarked;
  if (isUntouched && !isWanted) return { action: 'leave', warning: notDistributed };
  const problem = findProblem(layout);
  if (problem !== undefined) return { action: 'refuse', message: problem };
  if (isWanted || missing.length === 0) return { action: 'place', names: missing };
  const message = `Some tables of this database are distributed and others aren’t: ${missing.join(', ')}. Nothing was changed. Distribute them too: npm run service -- distribute`;
  return { action: 'refuse', message };
}

function planWithoutExtension(isMarked: boolean, isAsked: boolean): Placement {
  if (isMarked) {
    const message =
      'The tables of this database were distributed with the extension citus, and it isn’t there any more. Nothing was changed. Restore the backups of all servers, or point DATABASE_URL at the coordinator.';
    return { action: 'refuse', message };
  }
  if (!isAsked) return { action: 'leave' };
  const message =
    'This database doesn’t have the extension citus. Nothing was changed. Install Citus on all servers and run "create extension citus" in this database on each of them first: see docs/scale.md.';
  return { action: 'refuse', message };
}

const notDistributed =
  'The database has the extension citus, but its tables are not distributed. To distribute them, stop the service and run: npm run service -- distribute';

function findProblem({ version, lacksCoordinator }: Layout): string | undefined {
  if (Number.parseInt(version ?? '', 10) < oldestVersion) {
    return `The extension citus has version ${version}, and the service needs ${oldestVersion}.0 or newer. Nothing was changed. Update Citus on all servers, and run "alter extension citus update" in this database on each of them.`;
  }
  if (lacksCoordinator) {
    return 'The workers of the cluster don’t know the address of the coordinator. Nothing was changed. Run "select citus_set_coordinator_host(…)" in this database, with the address at which they reach it.';
  }
  return undefined;
}

/**
 * Spreads the tables of workspaces over the servers where the database has the extension Citus: all at once or
 * none. Those of an empty database are, and new ones beside others that are; for more it has to be asked for. What it
 * began and didn't end is as if it had not begun, so that it can be done again.
 * @param say told what whoever runs the service should know
 * @throws UnusableDatabase, whose message says what to do; nothing has changed then
 */
export async function placeTables(
  database: Database,
  say: (line: string) => void,
  { isAsked }: { readonly isAsked: boolean },
): Promise<void> {
  const layout = await readLayout(database);
  const plan = planPlacement(layout, isAsked);
  if (plan.action === 'refuse') throw new UnusableDatabase(plan.message);
  if (plan.action === 'leave') {
    if (plan.warning !== undefined) say(plan.warning);
    return;
  }
  if (plan.names.length > 0 || !layout.isMarked) {
    const work = async (transaction: Queryable) => {
      if (isAsked) await assertAlone(transaction);
      await place(transaction, layout, plan.names, say);
    };
    await database.transaction(work, { isUnlimited: true });
  }
  if (isAsked) await removeCopies(database, layout, say);
}

/** Those that a migration made beside others that are distributed: the next one may refer from one to the other. */
export async function placeNewTables(
  database: Database,
  say: (line: string) => void,
): Promise<void> {
  if (await isMarked(database)) await placeTables(database, say, { isAsked: false });
}

async function isMarked(database: Queryable): Promise<boolean> {
  const marks = await database.query('select from migration where name = $1', [marker]);
  return marks.length > 0;
}

/** Until now the coordinator still has the rows too. */
async function removeCopies(
  database: Database,
  { tables }: Layout,
  say: (line: string) => void,
): Promise<void> {
  const copied = await database.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relname = any ($1::text[])
       and pg_relation_size(oid) > 0`,
    [tables.map(({ name }) => name)],
  );
  for (const { name } of copied) {
    const remove = (transaction: Queryable) =>
      transaction.query('select truncate_local_data_after_distributing_table($1::text::regclass)', [
        name,
      ]);
    await database.transaction(remove, { isUnlimited: true });
    say(`Removed from the coordinator what the workers have now: ${name}`);
  }
}

/** The service would wait all the time. */
async function assertAlone(transaction: Queryable): Promise<void> {
  const others = await transaction.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [applicationName],
  );
  if (others.length === 0) return;
  throw new UnusableDatabase(
    'The service still runs on this database. Nothing was changed. Stop all of its processes first.',
  );
}

/** The tables whose rows say first in their key of which workspace they are, and the reference tables. */
async function readLayout(database: Queryable): Promise<Layout> {
  const [extension] = await database.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  const common = { lacksCoordinator: false, isMarked: await isMarked(database), isEmpty: false };
  if (extension === undefined) return { ...common, version: null, tables: [] };
  const rows = await database.query<{ name: string; isPlaced: boolean }>(
    `select relname::text as name, exists (
       select from pg_dist_partition
       where logicalrelid = conrelid and (partmethod = 'h' or repmodel = 't')
     ) as "isPlaced"
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'p' and connamespace = 'public'::regnamespace and (
       relname = any ($1::text[]) or conkey[1] = (
         select attnum from pg_attribute where attrelid = conrelid and attname = 'workspace_id'
       )
     )
     order by array_position($1::text[], relname::text), relname`,
    [referenceTables],
  );
  const nodes = await database.query<{ isCoordinator: boolean }>(
    'select groupid = 0 as "isCoordinator" from pg_dist_node',
  );
  const [known] = await database.query(
    'select from account union all select from workspace limit 1',
  );
  return {
    ...common,
    version: extension.version,
    lacksCoordinator: nodes.length > 0 && !nodes.some(({ isCoordinator }) => isCoordinator),
    isEmpty: known === undefined,
    tables: rows,
  };
}

/** References are put back last: they may form a circle, and none may lead from one server alone to several. */
async function place(
  transaction: Queryable,
  { tables }: Layout,
  names: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  // What refers to reference tables can't be changed on several connections at once.
  await transaction.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  const references = await transaction.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and relname = any ($1::text[])`,
    [names],
  );
  for (const { table, name } of references) {
    await transaction.query(`alter table ${table} drop constraint ${name}`);
  }
  let anchor = tables.find(
    ({ name, isPlaced }) => isPlaced && !referenceTables.includes(name),
  )?.name;
  for (const [index, name] of names.entries()) {
    if (referenceTables.includes(name)) {
      await transaction.query('select create_reference_table($1::text::regclass)', [name]);
    } else {
      await transaction.query(
        `select create_distributed_table($1::text::regclass, 'workspace_id', colocate_with => $2::text)`,
        [name, anchor ?? 'none'],
      );
      anchor ??= name;
    }
    say(`Distributed ${index + 1} of ${names.length} tables: ${name}`);
  }
  for (const [index, { table, name, definition }] of references.entries()) {
    await transaction.query(`alter table ${table} add constraint ${name} ${definition}`);
    if (index % 10 === 9) say(`Checked ${index + 1} of ${references.length} references`);
  }
  await transaction.query('insert into migration values ($1) on conflict do nothing', [marker]);
}
