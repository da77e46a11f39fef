import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productionConfiguration } from '../../src/cli/configuration/configuration';
import { startDemoService } from '../support/demo-service';
import { registerApp } from '../support/register-app';
import {
  configurationFor,
  deployable,
  expectFailure,
  makeFolder,
  makeProject,
  manifestOf,
  newKey,
  run,
  website,
} from './support/project';
import type { Files } from './support/project';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startDemoService({ platform: { port: 0 } }));

const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;
const projectWith = (files: Files, account?: string) =>
  makeProject(configurationFor(service, account), files);

describe('wds app deploy', () => {
  test('deploys ./build with ./manifest.yaml, sent byte for byte', async () => {
    const key = newKey();
    const folder = await projectWith(deployable({ 'manifest.yaml': manifestOf(key) }));
    const { exitCode, out, error } = await run(folder, ['app', 'deploy']);
    expect([exitCode, error]).toEqual([0, '']);
    expect(out).toMatch(/✓ Deployed 1\.0\.0 of .*: 2 files/);
    const [url = ''] = /http:\S+/.exec(out) ?? [];
    expect(await (await fetch(url)).text()).toBe(website['build/index.html']);
    expect(out + error).not.toContain('demo-admin-token');
  });

  test('takes --dir, --manifest and --api', async () => {
    const folder = await projectWith({ 'dist/index.html': 'x', 'app.yml': manifestOf(newKey()) });
    const words = ['app', 'deploy', '--dir', 'dist', '--manifest', 'app.yml', '--json'];
    const { out } = await run(folder, [...words, '--api', service.platformUrl ?? '']);
    expect(parsed(out)).toMatchObject({ version: '1.0.0', fileCount: 1 });
  });

  test('does not send the saved token to another address', async () => {
    const folder = await projectWith(deployable());
    const running = run(folder, ['app', 'deploy', '--api', 'http://127.0.0.1:9']);
    await expectFailure(running, 3, /isn’t sent to http:\/\/127.0.0.1:9/);
  });

  test('says what to do about a token that was written into the configuration by hand', async () => {
    const configuration = { ...configurationFor(service), tokenOrigins: [] };
    const folder = await makeProject(configuration, deployable());
    const { exitCode, error } = await run(folder, ['app', 'deploy']);
    const why = `The saved token isn’t for any address yet, so it isn’t sent to ${service.platformUrl}.`;
    expect([exitCode, error]).toEqual([3, `✗ ${why} Type /access in wds to save it.\n`]);
  });

  test('leaves out what belongs to tools', async () => {
    const extra = {
      'build/.git/config': 'x',
      'build/node_modules/x.js': 'x',
      'build/.wds/config.json': 'x',
      'build/a/.WDS/config.json': 'x',
      'build/.hg/hgrc': 'x',
      'build/.svn/auth': 'x',
    };
    const folder = await projectWith(deployable(extra));
    expect(parsed((await run(folder, ['app', 'deploy', '--json'])).out)).toMatchObject({
      fileCount: 2,
      leftOut: ['.git', '.hg', '.svn', '.wds', 'a/.WDS', 'node_modules'],
    });
  });

  test('deploys files that look like secrets only where each is named after --include', async () => {
    const keys = {
      'build/.env.example': 'S=',
      'build/keys/public.pem': 'x',
      'build/keys/id_ed25519.pub': 'ssh-ed25519 AAAA',
      'build/keys/read-key.js': `key.startsWith('-----BEGIN PRIVATE KEY-----')`,
    };
    const folder = await projectWith(deployable(keys));
    const words = ['app', 'deploy', '--include', '.env.example'];
    const said = /could read them: keys\/public\.pem\. Remove .*--include <path>/;
    await expectFailure(run(folder, words), 4, said);
    const all = await run(folder, [...words, '--include', './keys/public.pem', '--json']);
    expect(parsed(all.out)).toMatchObject({ fileCount: 6 });
  });

  test('runs twice at once, and again, without harm', async () => {
    const folder = await projectWith(deployable());
    const all = await Promise.all([0, 1, 2].map(() => run(folder, ['app', 'deploy', '--json'])));
    expect(all.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(new Set(all.map(({ out }) => parsed(out).appId)).size).toBe(1);
  });
});

describe('wds app promote and list', () => {
  test('says where the app has to be registered before customers get it', async () => {
    const key = newKey();
    const folder = await projectWith(deployable({ 'manifest.yaml': manifestOf(key) }));
    expect((await run(folder, ['app', 'deploy'])).out).toMatch(
      /\nCustomers get it once the app is registered and you run wds app promote\.\n$/,
    );
    const where = `${service.url}/account/apps`;
    expect((await run(folder, ['app', 'list'])).error).not.toContain(key);
    expect(await run(folder, ['app', 'promote'])).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(
        new RegExp(`Promoted 1\\.0\\.0 of .*get it once you register the app at ${where}\n$`),
      ) as string,
    });
    const promoted = await run(folder, ['app', 'promote', '--json']);
    const { appId } = parsed(promoted.out);
    expect(parsed(promoted.out)).toMatchObject({ registerUrl: where });
    expect((await run(folder, ['app', 'list'])).error).toContain(
      `Note: Customers get 1.0.0 of ${key} once you register the app at ${where}\n`,
    );
    await registerApp(service.url, String(appId));
    expect((await run(folder, ['app', 'list'])).error).not.toContain(key);
  });

  test('gives customers the version that the manifest names', async () => {
    const key = newKey();
    const folder = await projectWith(deployable({ 'manifest.yaml': manifestOf(key) }));
    const deployed = parsed((await run(folder, ['app', 'deploy', '--json'])).out);
    await registerApp(service.url, String(deployed.appId));
    const promoted = await run(folder, ['app', 'promote', '--json']);
    const firstPromoted = { appKey: key, version: '1.0.0', previousVersion: null };
    expect(parsed(promoted.out)).toMatchObject(firstPromoted);
    await writeFile(join(folder, 'manifest.yaml'), manifestOf(key, '1.1.0'));
    expect(await run(folder, ['app', 'promote'])).toMatchObject({ exitCode: 6 });
    await run(folder, ['app', 'deploy']);
    expect((await run(folder, ['app', 'promote'])).out).toMatch(
      /Customers get 1\.1\.0 .* instead of 1\.0\.0/,
    );
    const moment = String.raw`deployed on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
    expect((await run(folder, ['app', 'promote'])).out).toMatch(
      new RegExp(`^✓ Customers already get this build of 1\\.1\\.0, ${moment}\\.\n$`),
    );
    await run(folder, ['app', 'deploy']);
    expect((await run(folder, ['app', 'promote'])).out).toMatch(
      new RegExp(
        `Customers get 1\\.1\\.0 .* instead of an earlier build of 1\\.1\\.0, ${moment}\\.\n$`,
      ),
    );
    const { out } = await run(folder, ['app', 'list']);
    expect(out).toMatch(/^Name +Status +App key\n/);
    expect(out).toMatch(new RegExp(`Office map +PROMOTED +${key}\n`));
    const apps = parsed((await run(folder, ['app', 'list', '--json'])).out) as unknown as unknown[];
    expect(apps).toContainEqual(expect.objectContaining({ appKey: key, status: 'PROMOTED' }));
  });

  test('says what to do where there is no app', async () => {
    const folder = await projectWith({ 'manifest.yaml': manifestOf(newKey()) }, 'member');
    expect((await run(folder, ['app', 'list'])).out).toMatch(/You have no apps yet/);
    expect(await run(folder, ['app', 'promote'])).toMatchObject({ exitCode: 6 });
  });
});

describe('The command line', () => {
  const usage = [
    [['nonsense'], 2],
    [['app', 'nonsense'], 2],
    [['app'], 2],
    [['app', 'create'], 2],
    [['app', 'deploy', '--nonsense'], 2],
    [['completion', 'powershell'], 2],
    [['--help'], 0],
    [['--version'], 0],
    [['app', 'deploy', '--help'], 0],
    [[], 0],
  ] as const;

  test.each(usage)('%j ends with %i', async (words, exitCode) => {
    expect((await run(await makeFolder(), words)).exitCode).toBe(exitCode);
  });

  test.each([
    [['nonsense'], /^✗ There is no command “nonsense”\. Run wds --help to see every command\.\n$/],
    [['deploy', '--build'], /^✗ There is no command “deploy”\. Did you mean wds app deploy\?\n$/],
    [['--nonsense'], /^✗ There is no option “--nonsense”\. Run wds --help/],
    [['app', 'nonsense'], /^✗ There is no command “nonsense”\. Run wds app --help to see every/],
    [['app', 'lists'], /^✗ There is no command “lists”\. Did you mean list\? Run wds app --help/],
    [
      ['app', 'list', '--jsn'],
      /^✗ There is no option “--jsn”\. Did you mean --json\? Run wds app list/,
    ],
    [['app', 'create'], /^✗ wds app create needs a <name>\. Run wds app create --help/],
    [['app', 'deploy', '--dir'], /^✗ A value is missing: --dir <path>\. Run wds app deploy --help/],
    [
      ['app', 'create', 'Office', 'map'],
      /doesn’t take “map”\. Put a name of several words in quot/,
    ],
    [['app', 'deploy', 'dist'], /^✗ wds app deploy doesn’t take “dist”\. .* after --dir\.\n$/],
    [
      ['app', 'promote', '7.7.7'],
      /^✗ wds app promote doesn’t take “7\.7\.7”\. It promotes the version in/,
    ],
    [['app', 'list', 'extra'], /^✗ wds app list doesn’t take “extra”\. Run wds app list --help/],
    [
      ['completion', 'bash', 'extra'],
      /^✗ wds completion doesn’t take “extra”\. Run wds completion/,
    ],
  ] as const)('%j is explained', async (words, message) => {
    await expectFailure(run(await makeFolder(), words), 2, message);
  });

  test.each([
    ['app', 'create', '--json'],
    ['app', 'deploy', '--nonsense', '--json'],
    ['app', 'promote', '7.7.7', '--json'],
  ])('%j %s %s tells of the mistake as JSON alone', async (...words) => {
    const { exitCode, out, error } = await run(await makeFolder(), words);
    expect([exitCode, error]).toEqual([2, '']);
    expect(parsed(out)).toMatchObject({ error: { code: 'usage' } });
  });

  test.each(['create', 'deploy', 'promote', 'list'])('app %s --help has examples', async (name) => {
    const { out } = await run(await makeFolder(), ['app', name, '--help']);
    expect(out).toMatch(/Examples:\n {2}\$ wds app/);
  });

  test('without a token says how to save one, and ends with 3', async () => {
    const folder = await makeFolder(deployable());
    const { exitCode, out } = await run(folder, ['app', 'deploy', '--json']);
    expect(exitCode).toBe(3);
    expect(parsed(out)).toMatchObject({ error: { code: 'token' } });
    expect(out).toMatch(/\/access/);
  });

  test.each([
    [['app', 'list'], {}],
    [['app', 'promote'], {}],
    [['app', 'deploy', '--api', 'http://127.0.0.1:9'], { WDS_TOKEN: 'demo-admin-token' }],
    [['app', 'list', '--api', 'http://127.0.0.1:9', '--json'], { WDS_TOKEN: 'demo-admin-token' }],
  ])('%j creates the configuration where there is none, with %j', async (words, environment) => {
    const folder = await makeFolder();
    const { error } = await run(folder, words, { environment });
    expect(error).not.toContain('Note: ');
    const path = join(folder, '.wds/config.json');
    expect(parsed(await readFile(path, 'utf8'))).toEqual(productionConfiguration);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(join(folder, '.wds'))).sort()).toEqual(['.gitignore', 'config.json']);
  });

  test.each([
    [['--help']],
    [['--version']],
    [['app', '--help']],
    [['app', 'deploy', '--help']],
    [['app', 'list', '--nonsense']],
    [['completion', 'bash']],
    [['app', 'create', 'Office map', '--dir', 'map']],
  ])('%j creates no configuration', async (words) => {
    const folder = await makeFolder();
    await run(folder, words);
    expect((await readdir(folder)).filter((name) => name !== 'map')).toEqual([]);
    expect(await readdir(join(folder, 'map')).catch(() => [])).not.toContain('.wds');
  });

  test('goes on where no configuration can be created, and says so', async () => {
    const folder = await makeFolder({ '.wds': 'in the way' });
    const words = ['app', 'list', '--json', '--api', service.platformUrl ?? ''];
    const environment = { WDS_TOKEN: 'demo-admin-token' };
    const { exitCode, error } = await run(folder, words, { environment });
    expect(exitCode).toBe(0);
    expect(error).toBe(
      `Note: ${folder}/.wds isn’t a folder. Remove it, then try again. Until a configuration can be saved, wds uses the production addresses.\n`,
    );
  });

  test('takes a token of the environment, with spaces around it', async () => {
    const folder = await makeFolder();
    const environment = { WDS_TOKEN: ' demo-admin-token\n' };
    const words = ['app', 'list', '--json', '--api', service.platformUrl ?? ''];
    expect((await run(folder, words, { environment })).exitCode).toBe(0);
  });

  test('names the environment’s token where the app platform refuses it, and the saved one otherwise', async () => {
    const folder = await projectWith({}, 'nobody');
    const words = ['app', 'list', '--api', service.platformUrl ?? ''];
    expect(await run(folder, words, { environment: { WDS_TOKEN: 'demo-wrong-token' } })).toEqual({
      exitCode: 3,
      out: '',
      error: '✗ The app platform doesn’t accept the token in WDS_TOKEN. Correct it or unset it.\n',
    });
    expect((await run(folder, words)).error).toMatch(
      /expired or was revoked\. Type \/access in wds/,
    );
  });

  test.each(['bash', 'zsh', 'fish'])('prints a completion script for %s', async (shell) => {
    const { out } = await run(await makeFolder(), ['completion', shell]);
    for (const word of ['deploy', 'promote', 'manifest']) expect(out).toContain(word);
    if (shell === 'bash') expect(completeInBash(out, ['wds', 'app', 'de'])).toBe('deploy\n');
  });
});

const hasZsh = spawnSync('zsh', ['-c', 'true']).status === 0;

test.skipIf(!hasZsh).each([
  ['wds ""', /^app$/m],
  ['wds app ""', /^deploy$/m],
  ['wds app deploy --m', /^--manifest$/m],
  ['wds app deploy --manifest ""', /^files$/m],
])('in zsh the words after %s are completed', async (words, offered) => {
  const { out } = await run(await makeFolder(), ['completion', 'zsh']);
  const stubs = 'compadd() { shift; print -l -- "$@" }; _files() { print files }';
  const script = `${stubs}; words=(${words}); CURRENT=\${#words}; complete() { ${out} }; complete`;
  expect(execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })).toMatch(offered);
});

function completeInBash(script: string, words: readonly string[]): string {
  const commands = `${script}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _wds; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', commands], { encoding: 'utf8' });
}
