import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { globalTables } from '../support/global-tables';
import type { RecordedStatement } from '../support/record-statements';
import type { Target } from './target';

/**
 * How the statements begin that are meant for all workspaces: every ten minutes files that nothing holds and
 * deleted objects that are too old are looked for, to be removed from one workspace each.
 */
const overAllWorkspaces = [
  'select workspace_id as "workspaceId", key from content where',
  'select workspace_id as "workspaceId", id from deleted_object where',
];

/** As those, on a cluster: whose texts are folded anew, and the bytes of a person in all workspaces. */
const beyondOneShard = [
  ...overAllWorkspaces,
  'select workspace_id as id from folding_progress where',
  'select coalesce(sum(file_size) filter (where announced_by = $1), 0)',
];

/** To be called after everything else, of which it reads what the service asked the database. */
export function describeStatements({ databaseUrl, statements }: Target): void {
  describe.runIf(statements !== undefined)('every statement on a cluster', () => {
    test('goes to one shard, or needs none', async () => {
      const client = new Client(databaseUrl);
      await client.connect();
      const plans: Plan[] = [];
      for (const statement of statements?.values() ?? []) {
        if (/^\s*(select|insert|update|delete|with)\b/i.test(statement.text)) {
          plans.push(await explain(client, statement));
        }
      }
      await client.end();
      const spread = plans.filter(
        ({ tasks, hasParts }) => hasParts || tasks.some((count) => count > 1),
      );
      expect(plans.filter(({ tasks }) => tasks.length > 0).length).toBeGreaterThan(50);
      const unexpected = spread.filter(
        ({ sql }) => !beyondOneShard.some((begin) => sql.startsWith(begin)),
      );
      expect(unexpected.map(({ sql, plan }) => `${sql}\n${plan}`)).toEqual([]);
    });
  });
  describe.runIf(databaseUrl !== undefined)('every statement on Postgres', () => {
    test('names the workspace for each table of workspaces that it touches', async (context) => {
      const recorded = await readRecorded(databaseUrl ?? '');
      if (typeof recorded === 'string') return context.skip(recorded);
      const { tables } = recorded;
      const touching = recorded.statements.filter((sql) => countTouched(sql, tables) > 0);
      expect(touching.length).toBeGreaterThan(50);
      const unnamed = touching.filter((sql) => countNamed(sql) < countTouched(sql, tables));
      const isMeantForAll = (sql: string) =>
        overAllWorkspaces.some((begin) => sql.startsWith(begin));
      expect(unnamed.filter((sql) => !isMeantForAll(sql))).toEqual([]);
    });

    test('names the workspace for each table of workspaces that it touches inside a function', async () => {
      const { tables, statements } = await readFunctions(databaseUrl ?? '');
      const touching = statements.filter((sql) => countTouched(sql, tables) > 0);
      expect(touching.length).toBeGreaterThanOrEqual(5);
      expect(touching.filter((sql) => countBound(sql) < countTouched(sql, tables))).toEqual([]);
    });
  });
}

/** How a cluster answers a statement. */
interface Plan {
  readonly sql: string;
  readonly plan: string;
  /** For each part that goes to shards, to how many; none for what the coordinator answers alone. */
  readonly tasks: readonly number[];
  /** The coordinator asks for something first, and sends it along. */
  readonly hasParts: boolean;
}

/** With its values in their places: it is planned for what it was sent for. */
async function explain(client: Client, { text, values }: RecordedStatement): Promise<Plan> {
  const whole = text.replace(/\$(\d+)/g, (_, number) =>
    toLiteral(client, values[Number(number) - 1]),
  );
  const { rows } = await client.query<Record<'QUERY PLAN', string>>(`explain (costs off) ${whole}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const tasks = Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count));
  return { sql: withoutSpace(text), plan, tasks, hasParts: plan.includes('Distributed Subplan') };
}

function toLiteral(client: Client, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return client.escapeLiteral(value.toISOString());
  if (!Array.isArray(value)) return client.escapeLiteral(prepare(value));
  const parts = value.map((each: unknown) =>
    each === null ? 'null' : JSON.stringify(prepare(each)),
  );
  return client.escapeLiteral(`{${parts.join(',')}}`);
}

/** A text as it is, a number or a truth value as JSON. */
function prepare(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withoutSpace(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}

interface Recorded {
  /** Those of workspaces. */
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
    const { rows: statements } = await client.query<{ query: string }>(
      `select query from pg_stat_statements where toplevel
         and dbid = (select oid from pg_database where datname = current_database())`,
    );
    return {
      tables: await readTables(client),
      statements: statements.map(({ query }) => withoutSpace(query)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `This server doesn't record statements by pg_stat_statements: ${reason}`;
  } finally {
    await client.end();
  }
}

/** What the functions of this database do, statement by statement. */
async function readFunctions(databaseUrl: string): Promise<Recorded> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ body: string }>(
      `select prosrc as body from pg_proc join pg_language on pg_language.oid = prolang
       where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql')`,
    );
    const parts = rows.flatMap(({ body }) => body.replace(/--.*/g, '').split(';'));
    // Before it may be what only PL/pgSQL knows, such as `return query` or `if … then`.
    const statements = parts.flatMap(
      (part) => /\b(?:select|insert|update|delete|with)\b.*/is.exec(part)?.[0] ?? [],
    );
    return { tables: await readTables(client), statements: statements.map(withoutSpace) };
  } finally {
    await client.end();
  }
}

/** The tables of workspaces. */
async function readTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  return rows.map(({ name }) => name).filter((table) => !(table in globalTables));
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

/** How often it compares the workspace, or writes it as the first column. */
function countBound(sql: string): number {
  return Array.from(sql.matchAll(/\bworkspace_id =|insert into \w+ \(workspace_id\b/g)).length;
}
