/** The service alone, without demo data: what `npm run service` runs. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import * as z from 'zod';
import { createPasswordLink, setSuspension } from '../accounts/account-administration';
import { findAccountWithPassword } from '../accounts/people';
import type { Account } from '../accounts/people';
import { DatabaseUnavailable } from '../base/database/database';
import type { Database, DatabaseOptions } from '../base/database/database';
import { UnusableDatabase } from '../base/database/embedded-database';
import { openDatabase } from '../base/database/open-database';
import { createLog } from '../base/monitoring/log';
import { AdministratorRefusal, createAdministrator, readPassword } from './create-administrator';
import { DemoDataRefusal } from './demo/seed';
import {
  DirectoryInUse,
  UnusableDirectory,
  prepareDirectory,
  takeDirectory,
} from './directory-lock';
import { UnusableSetting, describeDoubtfulVariables, readSettings } from './settings';
import type { Settings } from './settings';
import { startService } from './start-service';

/** A second signal within this time is the same one, which arrived twice. */
const sameSignalMs = 500;

const firstStep =
  'No workspace has an administrator yet, so nobody can sign in. Run the command create-administrator --email <address> --name <name> --workspace <name>. With the embedded database, stop the service first.';

/** Their messages say what to do. */
const expectedErrors = [
  AdministratorRefusal,
  DatabaseUnavailable,
  DemoDataRefusal,
  DirectoryInUse,
  UnusableDatabase,
  UnusableDirectory,
  UnusableSetting,
];

const packageFile = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(packageFile));

const program = new Command('service')
  .description('The Workspace Data Service on its own.')
  .version(version);
program
  .command('start', { isDefault: true })
  .description('starts the service')
  // It is also what a word that names no command ends up as.
  .allowExcessArguments()
  .action(async (_options, { args: [word] }: Command) => {
    if (word !== undefined) {
      program.error(`There is no command "${word}". To see the commands, add --help`);
    }
    await start();
  });
program
  .command('create-administrator')
  .description('creates a workspace and its administrator; asks for the password')
  .requiredOption('--email <address>', 'what the person signs in with')
  .requiredOption('--name <name>', 'what the person is called')
  .requiredOption('--workspace <name>', 'the workspace; created if there is none with this name')
  .action((options: Parameters<typeof createFirst>[1]) =>
    withDatabase((database) => createFirst(database, options)),
  );
program
  .command('distribute')
  .description(
    'spreads the tables over the servers of a cluster with Citus; stop the service first',
  )
  .action(() =>
    withDatabase(() => console.log('The tables are distributed. Start the service.'), {
      distributes: true,
      say: console.log,
    }),
  );
for (const [name, description, perform] of [
  [
    'create-password-link',
    'prints a link for a person who forgot their password',
    printPasswordLink,
  ],
  ['suspend-account', 'ends all sessions, tokens and connected apps of an account', suspend],
  ['lift-suspension', 'lets the person sign in again', lift],
] as const) {
  program
    .command(name)
    .description(description)
    .requiredOption('--email <address>', 'what the person signs in with')
    .action(({ email }: { email: string }) =>
      withDatabase(async (database, settings) => {
        const account = await findAccountWithPassword(database, email);
        if (account === undefined) {
          throw new AdministratorRefusal(`No account has the email address ${email}.`);
        }
        await perform(database, account, settings);
      }),
    );
}

try {
  await program.parseAsync();
  process.exit(0);
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}

async function start(): Promise<void> {
  const settings = await readSettings(process.env);
  if (settings.databaseUrl !== undefined) {
    await prepareDirectory(absolute(settings).dataDirectory);
  }
  const giveBack = await takeOwnDirectory(settings);
  try {
    const log = createLog({ level: 'info' });
    describeDoubtfulVariables(process.env).forEach((line) => log.warn(line));
    const service = await startService({ ...settings, ...absolute(settings), log });
    const { url, port, platformUrl } = service;
    const { hasAdministrator, ...data } = service.data;
    const { configurationFile } = settings;
    log.info({ url, port, platformUrl, version, configurationFile, ...data }, 'ready');
    if (!hasAdministrator) log.warn(firstStep);
    await receiveSignal();
    log.info('ending');
    await service.close();
    log.info('ended');
  } finally {
    await giveBack();
  }
}

/**
 * Returns at the first signal; one that comes later ends the process at once. Ctrl+C arrives twice,
 * from the terminal and through the launcher.
 */
async function receiveSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const firstAtMs = performance.now();
  for (const name of ['SIGTERM', 'SIGINT']) {
    process.on(name, () => performance.now() - firstAtMs > sameSignalMs && process.exit(1));
  }
}

/** Does one thing without starting the service. */
async function withDatabase(
  work: (database: Database, settings: Settings) => Promise<void> | void,
  options: DatabaseOptions = {},
): Promise<void> {
  const settings = await readSettings(process.env);
  describeDoubtfulVariables(process.env).forEach((line) => console.error(line));
  const giveBack = await takeOwnDirectory(settings);
  try {
    const database = await openDatabase(
      settings.databaseUrl ?? absolute(settings).dataDirectory,
      options,
    );
    try {
      await work(database, settings);
    } finally {
      await database.close();
    }
  } finally {
    await giveBack();
  }
}

async function createFirst(
  database: Database,
  options: { email: string; name: string; workspace: string },
): Promise<void> {
  const { workspace, email, isNew } = await createAdministrator(database, {
    ...options,
    readPassword: () => readPassword(process.stdin, process.stderr),
  });
  if (!isNew) console.log(`${email} already has an account. Its password stays the same.`);
  console.log(
    workspace.isNew
      ? `The workspace "${workspace.name}" was created (${workspace.id}).`
      : `The workspace "${workspace.name}" already exists (${workspace.id}).`,
  );
  console.log(`${email} is now an administrator of it.`);
}

async function printPasswordLink(
  database: Database,
  { id }: Account,
  { baseUrl, port }: Settings,
): Promise<void> {
  const decision = { author: undefined, id, now: new Date() };
  const { name, path, isInvited } = await createPasswordLink(database, decision);
  const lifetime = isInvited ? '7 days' : 'an hour';
  console.log(`Send this link to ${name} in private. It works once, within ${lifetime}:`);
  console.log((baseUrl ?? `http://127.0.0.1:${port}`) + path);
}

async function suspend(database: Database, { id, name }: Account): Promise<void> {
  await setSuspension(database, { author: undefined, id, now: new Date() }, true);
  console.log(`${name} is suspended. The command lift-suspension undoes this`);
}

async function lift(database: Database, { id, name }: Account): Promise<void> {
  await setSuspension(database, { author: undefined, id, now: new Date() }, false);
  console.log(`${name} can sign in again. Access tokens and connected apps stay ended.`);
}

/** The embedded database takes one process; on a server, several share the folder of the files. */
async function takeOwnDirectory(settings: Settings): Promise<() => Promise<void>> {
  if (settings.databaseUrl !== undefined) return () => Promise.resolve();
  return takeDirectory(absolute(settings).dataDirectory);
}

function absolute({ dataDirectory }: Settings): Pick<Settings, 'dataDirectory'> {
  return { dataDirectory: resolve(dataDirectory) };
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `${error.message}. Choose another PORT or PLATFORM_PORT.` : error;
}
