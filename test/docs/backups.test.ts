import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { Client } from 'pg';
import * as z from 'zod';
import { openDatabase } from '../../src/service/base/database/open-database';
import { fillFleet } from '../service/fleet';
import { startServiceProcess } from '../support/service-process';
import { createEmptyDatabase } from '../support/test-database';

/** At night with real data, packages and services; else with a few files and rows. */
const isWhole = process.env['BACKUPS'] !== undefined;

/** The blocks are for systems with systemd. */
const isLinux = process.platform === 'linux';

const page = await readFile('docs/running-the-service.md', 'utf8');

/** The blocks for a shell below a heading, as they stand. */
function blocksUnder(heading: string): string[] {
  const [, section = ''] = page.split(`\n${heading}\n`);
  const [own = ''] = section.split(/\n##+ /);
  return [...own.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

let root: string;
const data = () => join(root, 'var/lib/workspace-objects');
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'backups-'));
  await mkdir(data(), { recursive: true });
  for (const folder of ['var/backups', 'opt', 'etc']) {
    await mkdir(join(root, folder), { recursive: true });
  }
});
afterEach(() => rm(root, { recursive: true }));

const replaced = ['sudo() { "$@"; }', 'useradd() { :; }', 'systemctl() { :; }'];
/** Building and installing take a minute. */
const quick = isWhole ? [] : ['npm() { :; }'];

interface Run {
  readonly cwd?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a block below the root folder of the test. Returns whether its last command succeeded, and what it printed. */
async function run(block: string, { cwd = '.', variables = {} }: Run = {}) {
  const script = block.replaceAll(/\/(var\/lib|var\/backups|opt|etc)\//g, `${root}$&`);
  const env = { ...process.env, ...variables };
  const shell = ['-c', [...replaced, ...quick, script].join('\n')];
  let isDone = true;
  const ended = await promisify(execFile)('bash', shell, { cwd, env }).catch((failure: unknown) => {
    isDone = false;
    return output.parse(failure);
  });
  return { isDone, said: ended.stdout + ended.stderr };
}

const output = z.object({ stdout: z.string(), stderr: z.string() });

/** The names in a folder below the root. */
const namesIn = async (path: string) => (await readdir(join(root, path))).sort();

async function keepFile(name: string): Promise<void> {
  await mkdir(join(data(), 'files/contents'), { recursive: true });
  await writeFile(join(data(), 'files/contents', name), name);
}
const keptFiles = () => readdir(join(data(), 'files/contents'));

/** How many people and workspaces a service finds, at night. */
async function expectService(environment: Record<string, string>): Promise<void> {
  if (!isWhole) return;
  const service = await startServiceProcess(environment);
  await service.stop();
  const ready = service.log.find(({ msg }) => msg === 'ready');
  expect(ready).toMatchObject({ people: 3, workspaces: 2 });
}

async function fill(location: string): Promise<void> {
  const database = await openDatabase(location);
  await fillFleet(database);
  await database.close();
}

test.runIf(isLinux)(
  'The blocks for the embedded database make a backup each time, and restore the newest each time',
  async () => {
    const [backUp = '', restore = ''] = blocksUnder('### Embedded database');
    if (isWhole) await fill(data());
    else await mkdir(join(data(), 'database'));
    await keepFile('first');
    await run(backUp);
    await keepFile('second');
    await run(backUp);
    const backups = await namesIn('var/backups/workspace-objects');
    expect(backups).toHaveLength(2);
    for (const name of backups) {
      expect(await namesIn(join('var/backups/workspace-objects', name))).toEqual(['data.tgz']);
    }
    for (const former of [1, 2]) {
      await keepFile('too late');
      await run(restore);
      expect(await keptFiles()).toEqual(['first', 'second']);
      expect(await namesIn('var/lib')).toHaveLength(1 + former);
      expect(await readdir(data())).toEqual(['database', 'files']);
    }
    await expectService({ DATA_DIR: data() });
  },
);

describe.skipIf(!isLinux || inject('postgresUrl') === undefined)('With Postgres', () => {
  test('the blocks make a backup each time, and restore once', async () => {
    const [backUp = '', restore = ''] = blocksUnder('### Postgres');
    const { url, drop } = await createEmptyDatabase();
    const { hostname, port, username, password, searchParams } = new URL(url);
    const variables = {
      ...{ DATABASE_URL: url, PGHOST: hostname || (searchParams.get('host') ?? ''), PGPORT: port },
      ...{ PGUSER: username, PGPASSWORD: password },
    };
    const query = async (database: string, sql: string) => {
      const client = new Client({ connectionString: withName(url, database) });
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(sql);
      await client.end();
      return rows;
    };
    await query('postgres', 'drop database if exists restored');
    const own = new URL(url).pathname.slice(1);
    if (isWhole) await fill(url);
    await query(own, `create table kept as select 'first' as line`);
    await keepFile('first');
    await run(backUp, { variables });
    await query(own, `insert into kept values ('second')`);
    await keepFile('second');
    await run(backUp, { variables });
    const backups = await namesIn('var/backups/workspace-objects');
    expect(backups).toHaveLength(2);
    for (const name of backups) {
      expect(await namesIn(join('var/backups/workspace-objects', name))).toEqual([
        ...['database.dump', 'files.tgz'],
      ]);
    }
    await query(own, `insert into kept values ('too late')`);
    await keepFile('too late');
    expect(await run(restore, { variables })).toMatchObject({ isDone: true });
    const expectRestored = async () => {
      const lines = [{ line: 'first' }, { line: 'second' }];
      expect(await query('restored', 'select line from kept order by line')).toEqual(lines);
      expect(await keptFiles()).toEqual(['first', 'second']);
      expect(await namesIn('var/lib')).toHaveLength(2);
    };
    await expectRestored();
    const { isDone, said } = await run(restore, { variables });
    expect([isDone, said]).toEqual([false, expect.stringContaining('already exists')]);
    await expectRestored();
    await expectService({ DATA_DIR: data(), DATABASE_URL: withName(url, 'restored') });
    await query('postgres', 'drop database restored');
    await drop();
  });
});

function withName(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

test.runIf(isLinux)(
  'The blocks for the built service install it once, and upgrade it each time',
  async () => {
    const [install = ''] = blocksUnder('## As a unit of systemd');
    const [upgrade = ''] = blocksUnder('## Upgrades');
    const cwd = isWhole ? resolve('.') : join(root, 'repository');
    const program = join(cwd, 'dist/service/service.mjs');
    if (!isWhole) {
      await mkdir(join(cwd, 'dist/service'), { recursive: true });
      await mkdir(join(cwd, 'deploy'));
      await writeFile(program, 'first');
      await writeFile(join(cwd, 'deploy/workspace-objects.service'), '');
    }
    await writeFile(join(cwd, 'settings'), 'BASE_URL=https://objects.example.com\n');
    expect(await run(install, { cwd })).toMatchObject({ isDone: true });
    const installed = await namesIn('opt/workspace-objects');
    expect(installed).toContain('service.mjs');
    await writeFile(join(root, 'etc/workspace-objects/settings'), 'theirs');
    expect(await run(install, { cwd })).toMatchObject({ isDone: false });
    expect(await readFile(join(root, 'etc/workspace-objects/settings'), 'utf8')).toBe('theirs');
    for (const version of ['second', 'third']) {
      if (!isWhole) await writeFile(program, version);
      await run(upgrade, { cwd });
      expect(await namesIn('opt/workspace-objects')).toEqual(installed);
      const running = await readFile(join(root, 'opt/workspace-objects/service.mjs'), 'utf8');
      expect(running).toBe(await readFile(program, 'utf8'));
    }
    expect(await namesIn('opt')).toHaveLength(3);
    if (isWhole) await rm(join(cwd, 'settings'));
  },
);
