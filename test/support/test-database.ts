import { inject } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database } from '../../src/service/base/database/database';
import { seedDemo } from '../../src/service/run/demo/seed';
import { createOnCluster } from './citus-cluster';
import { copyDatabase, createDatabase, type CreatedDatabase } from './postgres-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For a project whose tests run on the embedded database or on a cluster, whatever else there is. */
    engine?: 'embedded' | 'citus';
  }
}

/** What fills a new database beyond its tables. */
const fillers = {
  tables: () => Promise.resolve(),
  demo: async (database: Database) => {
    await seedDemo(database, { demo: 'small', clock: () => new Date() });
    await refuseForgottenVersions(database);
  },
};

/**
 * Refuses to commit a change of types, attributes, states, groups or access that left the version of their workspace
 * as it was: processes would go on with what they had read of it.
 */
const refuseForgottenVersion = `
  create function refuse_forgotten_version() returns trigger language plpgsql as $$
  begin
    if exists (select from workspace where id = coalesce(new.workspace_id, old.workspace_id)) and not exists (
      select from workspace_schema
      where workspace_id = coalesce(new.workspace_id, old.workspace_id)
        and xmin::text::bigint = txid_current() % 4294967296
    ) then
      raise exception 'A change of % left the version of the workspace as it was.', tg_table_name;
    end if;
    return null;
  end $$;
  create constraint trigger type_version after insert or delete or update of name, description, everyone_reads, everyone_writes on type
    deferrable initially deferred for each row execute function refuse_forgotten_version();
  create constraint trigger attribute_version after insert or delete or update on attribute
    deferrable initially deferred for each row execute function refuse_forgotten_version();
  create constraint trigger access_version after insert or delete or update on type_access
    deferrable initially deferred for each row execute function refuse_forgotten_version();
  create constraint trigger group_version after insert or delete or update on user_group_member
    deferrable initially deferred for each row execute function refuse_forgotten_version();
  create constraint trigger state_version after insert or delete or update on workflow_state
    deferrable initially deferred for each row execute function refuse_forgotten_version();`;

/**
 * A new database on the Postgres server of the run, with the tables of the service and maybe the small
 * demo data; undefined where the tests of this project run on the embedded database.
 */
export async function createOnPostgres(
  content: keyof typeof fillers,
): Promise<CreatedDatabase | undefined> {
  const servers = findServers();
  if (servers.length === 0) return undefined;
  const template = `${inject('postgresTemplates')}_${content}`;
  const fill = async (url: string) => {
    const database = await openDatabase(url);
    await fillers[content](database);
    await database.close();
  };
  return copyDatabase(servers, template, fill, createEmptyDatabase);
}

/** Those that have the databases of this project's tests; none where that is the embedded one. */
function findServers(): readonly string[] {
  const engine = inject('engine');
  if (engine === 'citus') return inject('citusServers') ?? [];
  const url = engine === 'embedded' ? undefined : inject('postgresUrl');
  return url === undefined ? [] : [url];
}

/** A new database without tables, for tests that run on a server. */
export function createEmptyDatabase(): Promise<CreatedDatabase> {
  const servers = findServers();
  return inject('engine') === 'citus'
    ? createOnCluster(servers, inject('postgresTemplates') ?? '')
    : createDatabase(servers[0] ?? '');
}

/** Refuses it where tables can have triggers. */
export async function refuseForgottenVersions(database: Database): Promise<void> {
  if (inject('engine') !== 'citus') await database.runScript(refuseForgottenVersion);
}

/** A database with empty tables that is gone once it is closed. */
export async function openTestDatabase(): Promise<Database> {
  const created = await createOnPostgres('tables');
  if (created === undefined) return openDatabase('memory');
  const database = await openDatabase(created.url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await created.drop();
    },
  };
}
