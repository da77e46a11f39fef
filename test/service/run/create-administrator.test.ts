import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bundleProgram } from '../../support/bundle-program';
import type { CreatedDatabase } from '../../support/postgres-server';
import { createOnPostgres } from '../../support/test-database';

let directory: string;
/** Each command opens the database anew, for which the embedded one takes seconds. */
let created: CreatedDatabase | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'administrator-'));
  created = await createOnPostgres('tables');
});
afterAll(async () => {
  await created?.drop();
  await rm(directory, { recursive: true });
});

const output = z.object({ stdout: z.string(), stderr: z.string() });

/** What `npm run service -- <words>` prints. */
function run(...words: string[]): Promise<string> {
  return runWith(created ? { DATABASE_URL: created.url } : {}, ...words);
}

async function runWith(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const { PATH } = process.env;
  const running = promisify(execFile)(
    process.execPath,
    [await bundleProgram('src/service/run/main.ts'), ...words],
    { env: { PATH, DATA_DIR: directory, ...environment } },
  );
  running.child.stdin?.end('a long password of mine\n');
  const { stdout, stderr } = await running.catch((failure: unknown) => output.parse(failure));
  return stdout + stderr;
}

const create = (workspace: string, email = 'ada@example.com') =>
  run(
    ...['create-administrator', '--email', email, '--name', 'Ada Byron'],
    ...['--workspace', workspace],
  );

describe('the commands of the service', () => {
  test('create a workspace once, and say whether they did', async () => {
    const first = await create('IT');
    const [, id] = /^The workspace "IT" was created \((.+)\)\./.exec(first) ?? [];
    expect(id).toBeDefined();
    const second = await create('it', '<mailto:ADA@example.com>');
    expect(second).toContain(`The workspace "IT" already exists (${id}).`);
    expect(second).toContain('ada@example.com already has an account.');
    expect(second).toContain('ada@example.com is now an administrator of it.');
  });

  test('make a link for a forgotten password, suspend an account and lift that', async () => {
    await create('IT');
    const account = (command: string, email = 'ada@example.com') => run(command, '--email', email);
    expect(await account('create-password-link')).toMatch(
      /^Send this link to Ada Byron in private\. It works once, within an hour:\nhttp:\/\/127\.0\.0\.1:8081\/account\/password\/[\w-]{43}\n$/,
    );
    expect(await account('suspend-account')).toContain('Ada Byron is suspended.');
    expect(await account('lift-suspension')).toContain('Ada Byron can sign in again.');
    expect(await account('suspend-account', 'nobody@example.com')).toBe(
      'No account has the email address nobody@example.com.\n',
    );
  });

  test.runIf(process.getuid?.() === 0)(
    'neither start the service nor touch its database as root where its folder is another user’s',
    async () => {
      const theirs = join(directory, 'theirs');
      await mkdir(theirs);
      await chown(theirs, 65_534, 65_534);
      const link = ['create-password-link', '--email', 'ada@example.com'];
      const server = created && { DATABASE_URL: created.url };
      const texts = [
        await runWith({ DATA_DIR: theirs, ...server }),
        await runWith({ DATA_DIR: theirs }, ...link),
      ];
      expect(await readdir(theirs)).toEqual([]);
      for (const said of texts) {
        expect(said).toContain(`${theirs} belongs to nobody, and this runs as root`);
        expect(said).toContain(
          'Run it as nobody, with the settings of the service: sudo -u nobody',
        );
      }
    },
  );

  test('are named where a word isn’t one of them', async () => {
    expect(await run('nonsense')).toBe(
      'There is no command "nonsense". To see the commands, add --help\n',
    );
  });

  test('end where a variable is mistyped', async () => {
    const environment = { DATABSE_URL: created?.url ?? 'postgres://x' };
    expect(await runWith(environment, 'suspend-account', '--email', 'ada@example.com')).toBe(
      'DATABSE_URL isn’t a setting. Did you mean DATABASE_URL?\n',
    );
  });
});
