import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { globalTables } from '../support/global-tables';
import type { Target } from './target';

/**
 * How the statements begin that are meant for all workspaces: every ten minutes files that nothing holds and
 * deleted objects that are too old are looked for, to be removed from one workspace each.
 */
const overAllWorkspaces = [
  'select workspace_id as "workspaceId", key from content where',
  'select workspace_id as "workspaceId", id from deleted_object where',
];

/** To be called after everything else, of which it reads what the service asked the database. */
export function describeStatements({ databaseUrl }: Target): void {
  describe.runIf(databaseUrl !== undefined)('every statement on Postgres', () => {
    test('names the workspace for each table of workspaces that it touches', async (context) => {
      const recorded = await readRecorded(databaseUrl ?? '');
      if (typeof recorded === 'string') return context.skip(recorded);
      const tables = recorded.tables.filter((table) => !(table in globalTables));
      const touching = recorded.statements.filter((sql) => countTouched(sql, tables) > 0);
      expect(touching.length).toBeGreaterThan(50);
      const unnamed = touching.filter((sql) => countNamed(sql) < countTouched(sql, tables));
      const isMeantForAll = (sql: string) =>
        overAllWorkspaces.some((begin) => sql.startsWith(begin));
      expect(unnamed.filter((sql) => !isMeantForAll(sql))).toEqual([]);
    });
  });
}

interface Recorded {
  readonly tables: readonly string[];
  /** Without the space that only people need. */
  readonly statements: readonly string[];
}

/** What this database was asked; where the server doesn't record that, why not. */
async function readRecorded(databaseUrl: string): Promise<Recorded | string> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const { rows: statements } = await client.query<{ query: string }>(
      `select query from pg_stat_statements where toplevel
         and dbid = (select oid from pg_database where datname = current_database())`,
    );
    return {
      tables: tables.map(({ name }) => name),
      statements: statements.map(({ query }) => query.replace(/\s+/g, ' ').trim()),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `This server doesn't record statements by pg_stat_statements: ${reason}`;
  } finally {
    await client.end();
  }
}

/** How often a statement reads or writes one of these tables; 0 for one that changes tables themselves. */
function countTouched(sql: string, tables: readonly string[]): number {
  if (!/^(select|insert|update|delete|with)\b/i.test(sql)) return 0;
  const own = new Set(
    Array.from(sql.matchAll(/\b(\w+) as (?:materialized )?\(/g), ([, name]) => name),
  );
  const names = tables.filter((table) => !own.has(table)).join('|');
  const after = `\\b(?:from|join|into|update)\\s(?:only\\s)?(?:"public"\\.)?"?(?:${names})\\b(?![.])`;
  const listed = `,\\s(?:${names})\\s(?:where|as)\\b`;
  return Array.from(sql.matchAll(new RegExp(`${after}|${listed}`, 'gi'))).length;
}

/** How often it names the workspace, where that is more than to show it. */
function countNamed(sql: string): number {
  return Array.from(sql.matchAll(/\bworkspace_id\b(?!"? as ")/g)).length;
}
