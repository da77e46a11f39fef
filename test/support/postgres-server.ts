import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
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

/** What a data directory for tests gives up: it need not outlive the machine. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

interface ServerOptions {
  /** As `name=value` of postgresql.conf; the quick ones where absent. */
  readonly settings?: readonly string[];
}

/** Starts a Postgres server of its own, with a new data directory and on a free port. */
export async function startPostgres(
  programs: string,
  { settings = quick }: ServerOptions = {},
): Promise<PostgresServer> {
  const user = findServerUser();
  const folder = await mkdtemp(join(tmpdir(), 'wds-postgres-'));
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

/** Creates an empty database on a server. Returns its address, and what removes it. */
export async function createDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await runOn(serverUrl, `create database ${name} template template0`);
  return {
    url: url.href,
    drop: () => runOn(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function runOn(serverUrl: string, sql: string): Promise<void> {
  const client = new Client(serverUrl);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
