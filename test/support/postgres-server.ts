import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface PostgresServer {
  /** With the name of a database that is always there. */
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** What a data directory for tests gives up: it need not outlive the machine, and has no replica. */
const quick = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

interface ServerOptions {
  /** As `name=value` of postgresql.conf; the quick ones where absent. */
  readonly settings?: readonly string[];
  /** Where its own folder is made; that of temporary files where absent. */
  readonly parent?: string;
}

/** Starts a Postgres server of its own, with a new data directory and on a free port. */
export async function startPostgres(
  programs: string,
  { settings = quick, parent = tmpdir() }: ServerOptions = {},
): Promise<PostgresServer> {
  const user = findServerUser();
  const folder = await mkdtemp(join(parent, 'wds-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initialize = ['-D', data, '-U', 'wds', '--auth=trust', '--no-sync', '--no-instructions'];
  execFileSync(join(programs, 'initdb'), [...initialize, '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...{ ...user, cwd: folder, stdio: 'pipe' },
  });
  // Port 0 would be none: a free one is found by trying.
  const port = await findFreePort();
  const own = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    // A test reads which statements were sent.
    'shared_preload_libraries=pg_stat_statements',
    'pg_stat_statements.max=20000',
  ];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...[...own, 'max_connections=200', ...settings].flatMap((one) => ['-c', one])],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const url = `postgres://wds@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url, server);
  return {
    url,
    process: server,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      // Ends the connections that are left, in order.
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Postgres refuses to run as root: then the user of its package does. Undefined for anyone else. */
function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const client = new Client(url);
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error(`Postgres ended with ${server.exitCode} before it was ready.`);
}

export interface CreatedDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database on a server, or on each of several under one name. */
export function createDatabase(...servers: readonly string[]): Promise<CreatedDatabase> {
  return createFrom(servers, 'template0');
}

/**
 * Creates a copy of a database that the servers have under this name. Whoever is the first to want one,
 * of whatever process, fills it.
 * @param servers one, or all of a cluster: each has a part of the database under the same name
 * @param createDraft creates what is filled, on all of these servers
 */
export async function copyDatabase(
  servers: readonly string[],
  template: string,
  fill: (url: string) => Promise<void>,
  createDraft: () => Promise<CreatedDatabase>,
): Promise<CreatedDatabase> {
  const [first = ''] = servers;
  const isThere = () => hasDatabase(first, template);
  if (!(await isThere())) {
    await onServer(first, async (client) => {
      // Ends with the connection.
      await client.query('select pg_advisory_lock(hashtext($1))', [template]);
      if (await isThere()) return;
      const draft = await createDraft();
      await fill(draft.url);
      const name = new URL(draft.url).pathname.slice(1);
      for (const server of servers.toReversed()) {
        await onServer(server, async (each) => {
          // What a server of a cluster runs by itself is connected too.
          await each.query(`alter database ${name} allow_connections false`);
          await each.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
            [name],
          );
          await each.query(`alter database ${name} rename to ${template}`);
        });
      }
    });
  }
  return createFrom(servers, template);
}

/** Drops what {@link copyDatabase} made copies of: all databases whose name begins so. */
export function dropTemplates(serverUrl: string, prefix: string): Promise<void> {
  return onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database ${name}`);
  });
}

async function createFrom(servers: readonly string[], template: string): Promise<CreatedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(servers[0] ?? '');
  url.pathname = `/${name}`;
  for (const server of servers) {
    await onServer(server, async (client) => {
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::integer as version`,
      );
      // The only way there was before 15, and the quick one for a small database.
      const strategy = (rows[0]?.version ?? 0) < 150_000 ? '' : 'strategy file_copy';
      await client.query(`create database ${name} template ${template} ${strategy}`);
    });
  }
  return {
    url: url.href,
    drop: async () => {
      for (const server of servers) {
        await onServer(server, async (client) => {
          await client.query(`drop database if exists ${name} with (force)`);
        });
      }
    },
  };
}

async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  return onServer(serverUrl, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    return found.rowCount === 1;
  });
}

export async function onServer<Result>(
  serverUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(serverUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
