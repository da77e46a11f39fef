import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packBundle } from '../../src/cli/apps/pack-bundle';
import type { Service } from '../../src/service';
import { startDemoService } from '../support/demo-service';
import {
  configurationFor,
  makeFolder,
  makeProject,
  manifestOf,
  newKey,
  run,
  website,
} from './support/project';
import type { Files } from './support/project';

let service: Service;
beforeAll(async () => {
  service = await startDemoService({ platform: { port: 0 } });
});
afterAll(() => service.close());

const never = new AbortController().signal;
const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;
const projectWith = (files: Files, account?: string) =>
  makeProject(configurationFor(service, account), files);

describe('wds app deploy', () => {
  it('deploys ./build with ./manifest.yaml, sent byte for byte', async () => {
    const key = newKey();
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(key) });
    const { exitCode, out, error } = await run(folder, ['app', 'deploy']);
    expect([exitCode, error]).toEqual([0, '']);
    expect(out).toMatch(/✓ Deployed 1\.0\.0 of .*: 2 files/);
    const [url = ''] = /http:\S+/.exec(out) ?? [];
    expect(await (await fetch(url)).text()).toBe(website['build/index.html']);
    expect(out + error).not.toContain('demo-admin-token');
  });

  it('takes --dir, --manifest and --api', async () => {
    const folder = await projectWith({ 'dist/index.html': 'x', 'app.yml': manifestOf(newKey()) });
    const words = [
      'app',
      'deploy',
      '--dir',
      'dist',
      '--manifest',
      'app.yml',
      '--api',
      service.platformUrl ?? '',
    ];
    expect(parsed((await run(folder, [...words, '--json'])).out)).toMatchObject({
      version: '1.0.0',
      fileCount: 1,
    });
  });

  it('does not send the saved token to another address', async () => {
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    const { exitCode, error } = await run(folder, ['app', 'deploy', '--api', 'http://127.0.0.1:9']);
    expect([exitCode, error]).toEqual([
      3,
      expect.stringMatching(/isn’t sent to http:\/\/127.0.0.1:9/),
    ]);
  });

  it('leaves secrets and tools out', async () => {
    const extra = {
      'build/.env': 'S=1',
      'build/.git/config': 'x',
      'build/node_modules/x.js': 'x',
      'build/key.pem': 'x',
      'build/.wds/config.json': 'x',
    };
    const folder = await projectWith({
      ...website,
      ...extra,
      'manifest.yaml': manifestOf(newKey()),
    });
    const deployed = parsed((await run(folder, ['app', 'deploy', '--json'])).out);
    expect(deployed).toMatchObject({
      fileCount: 2,
      leftOut: ['.env', '.git', '.wds', 'key.pem', 'node_modules'],
    });
  });

  it('packs the same bytes for the same files, in whatever order and at whatever time they were written', async () => {
    const one = await makeFolder({ 'index.html': 'x', 'b.js': '1', 'a/c.js': '2', 'ä.txt': '3' });
    const other = await makeFolder({ 'ä.txt': '3', 'a/c.js': '2', 'b.js': '1', 'index.html': 'x' });
    const digests = await Promise.all(
      [one, other].map(async (folder) => (await packBundle(folder, never)).digest),
    );
    expect(digests[0]).toBe(digests[1]);
  });

  it('runs twice at once, and again, without harm', async () => {
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    const all = await Promise.all([0, 1, 2].map(() => run(folder, ['app', 'deploy', '--json'])));
    expect(all.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(new Set(all.map(({ out }) => parsed(out).appId)).size).toBe(1);
  });
});

const noFiles: Files = {};
const badProjects: readonly (readonly [string, Files, RegExp])[] = [
  ['no manifest', { ...website }, /manifest\.yaml can’t be used: it isn’t there/],
  ['an empty manifest', { ...website, 'manifest.yaml': '' }, /it is empty/],
  ['a manifest that is no YAML', { ...website, 'manifest.yaml': 'app: [1' }, /isn’t valid YAML/],
  [
    'a manifest without its key',
    { ...website, 'manifest.yaml': 'app: {version: 1.0.0}' },
    /app\.key: Give the app a key/,
  ],
  ['a manifest with tabs', { ...website, 'manifest.yaml': 'app:\n\tkey: x' }, /isn’t valid YAML/],
  [
    'a manifest that is no text',
    { ...website, 'manifest.yaml': Buffer.from([0xff, 0xfe, 0]) },
    /isn’t UTF-8/,
  ],
  [
    'a bomb of aliases',
    { ...website, 'manifest.yaml': `a: &a [x,x]\n${'b: &b [*a,*a,*a,*a,*a,*a]\n'.repeat(30)}` },
    /isn’t valid YAML/,
  ],
  ['no build folder', { 'manifest.yaml': manifestOf('com.example.x') }, /Build the app first/],
  [
    'an empty build folder',
    { 'manifest.yaml': manifestOf('com.example.x'), 'build/.env': '' },
    /is empty/,
  ],
  [
    'no index.html at the root',
    { 'manifest.yaml': manifestOf('com.example.x'), 'build/dist/index.html': '' },
    /There is one at dist\/index\.html/,
  ],
  [
    'names that differ in case only',
    {
      ...website,
      'build/A': '',
      'build/a.x': '',
      'build/A.x': '',
      'manifest.yaml': manifestOf('com.example.x'),
    },
    /differ only/,
  ],
  [
    'a name with a backslash',
    { ...website, 'build/a\\b': '', 'manifest.yaml': manifestOf('com.example.x') },
    /Rename it/,
  ],
  [
    'a folder that is called like a drive',
    { ...website, 'build/C:/a': '', 'manifest.yaml': manifestOf('com.example.x') },
    /"C:" has a character[^]*Rename it/,
  ],
  [
    'a folder whose name leads upwards on Windows',
    { ...website, 'build/..\\q/a': '', 'manifest.yaml': manifestOf('com.example.x') },
    /has a character[^]*Rename it/,
  ],
  [
    'a path that is too long',
    {
      ...website,
      [`build/${'x'.repeat(200)}/${'y'.repeat(200)}/${'z'.repeat(200)}`]: '',
      'manifest.yaml': manifestOf('com.example.x'),
    },
    /is too long/,
  ],
  [
    'names that differ only in how an accent is written',
    {
      ...website,
      'build/\u00e9': '',
      'build/e\u0301': '',
      'manifest.yaml': manifestOf('com.example.x'),
    },
    /how an accent is written/,
  ],
  [
    'a name with a line break',
    { ...website, 'build/a\nb': '', 'manifest.yaml': manifestOf('com.example.x') },
    /Rename it/,
  ],
];

describe('A deploy is refused before anything is sent where there is', () => {
  it.each(badProjects)('%s', async (_name, files, message) => {
    const folder = await projectWith(files);
    const { exitCode, error, out } = await run(folder, ['app', 'deploy']);
    expect([exitCode, out]).toEqual([4, '']);
    expect(error).toMatch(message);
  });

  it('a link, to a file or to a folder', async () => {
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    await symlink('/etc/passwd', join(folder, 'build/passwd'));
    const { exitCode, error } = await run(folder, ['app', 'deploy']);
    expect([exitCode, error]).toEqual([4, expect.stringMatching(/passwd is a link/)]);
  });

  it('a name that isn’t UTF-8', async () => {
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    const path = Buffer.concat([Buffer.from(join(folder, 'build/a')), Buffer.from([0xff])]);
    await mkdir(path);
    const { exitCode, error } = await run(folder, ['app', 'deploy']);
    expect([exitCode, error]).toEqual([4, expect.stringMatching(/isn’t valid UTF-8/)]);
  });

  it('a pipe', async () => {
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    execFileSync('mkfifo', [join(folder, 'build/pipe')]);
    expect((await run(folder, ['app', 'deploy'])).error).toMatch(/neither a file nor a folder/);
  });

  it('far too much', async () => {
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    await mkdir(join(folder, 'build/many'));
    for (let file = 0; file <= 5000; file += 500) {
      await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          writeFile(join(folder, `build/many/${file + index}`), ''),
        ),
      );
    }
    expect((await run(folder, ['app', 'deploy'])).error).toMatch(/more than 5,000 files/);
  });

  it('a build script that fails', async () => {
    const scripts = { build: 'echo broken >&2; exit 3' };
    const folder = await projectWith({
      ...website,
      'package.json': JSON.stringify({ scripts }),
      'manifest.yaml': manifestOf(newKey()),
    });
    const { exitCode, error } = await run(folder, ['app', 'deploy', '--build']);
    expect([exitCode, error]).toEqual([
      4,
      expect.stringMatching(/broken[^]*build script failed \(3\)/),
    ]);
  });
});

describe('wds app promote and list', () => {
  it('gives customers the version that the manifest names', async () => {
    const key = newKey();
    const folder = await projectWith({ ...website, 'manifest.yaml': manifestOf(key) });
    await run(folder, ['app', 'deploy']);
    const promoted = await run(folder, ['app', 'promote', '--json']);
    expect(parsed(promoted.out)).toMatchObject({
      appKey: key,
      version: '1.0.0',
      previousVersion: null,
    });
    await writeFile(join(folder, 'manifest.yaml'), manifestOf(key, '1.1.0'));
    expect(await run(folder, ['app', 'promote'])).toMatchObject({ exitCode: 6 });
    await run(folder, ['app', 'deploy']);
    expect((await run(folder, ['app', 'promote'])).out).toMatch(
      /Customers get 1\.1\.0 .* instead of 1\.0\.0/,
    );
    const { out } = await run(folder, ['app', 'list']);
    expect(out).toMatch(/^Name +Status +App key\n/);
    expect(out).toMatch(new RegExp(`Office map +PROMOTED +${key}\n`));
    const apps = parsed((await run(folder, ['app', 'list', '--json'])).out) as unknown as unknown[];
    expect(apps).toContainEqual(expect.objectContaining({ appKey: key, status: 'PROMOTED' }));
  });

  it('says what to do where there is no app', async () => {
    const folder = await projectWith({ 'manifest.yaml': manifestOf(newKey()) }, 'member');
    expect((await run(folder, ['app', 'list'])).out).toMatch(/You have no apps yet/);
    expect(await run(folder, ['app', 'promote'])).toMatchObject({ exitCode: 6 });
  });
});

describe('The command line', () => {
  const usage = [
    [['nonsense'], 2],
    [['app', 'nonsense'], 2],
    [['app', 'create'], 2],
    [['app', 'deploy', '--nonsense'], 2],
    [['completion', 'powershell'], 2],
    [['--help'], 0],
    [['--version'], 0],
    [['app', 'deploy', '--help'], 0],
    [[], 0],
  ] as const;

  it.each(usage)('%j ends with %i', async (words, exitCode) => {
    expect((await run(await makeFolder(), words)).exitCode).toBe(exitCode);
  });

  it.each(['create', 'deploy', 'promote', 'list'])('app %s --help shows examples', async (name) => {
    const { out } = await run(await makeFolder(), ['app', name, '--help']);
    expect(out).toMatch(/Examples:\n {2}\$ wds app/);
  });

  it('without a token says how to save one, and ends with 3', async () => {
    const folder = await makeFolder({ ...website, 'manifest.yaml': manifestOf(newKey()) });
    const { exitCode, out } = await run(folder, ['app', 'deploy', '--json']);
    expect(exitCode).toBe(3);
    expect(parsed(out)).toMatchObject({ error: { code: 'token' } });
    expect(out).toMatch(/\/access/);
  });

  it('takes a token of the environment, with spaces around it', async () => {
    const folder = await makeFolder(noFiles);
    const environment = { WDS_TOKEN: ' demo-admin-token\n' };
    const words = ['app', 'list', '--json', '--api', service.platformUrl ?? ''];
    expect((await run(folder, words, { environment })).exitCode).toBe(0);
  });

  it.each(['bash', 'zsh', 'fish'])('prints a completion script for %s', async (shell) => {
    const { out } = await run(await makeFolder(), ['completion', shell]);
    for (const word of ['deploy', 'promote', 'manifest']) expect(out).toContain(word);
    if (shell === 'bash') expect(completeInBash(out, ['wds', 'app', 'de'])).toBe('deploy\n');
  });
});

function completeInBash(script: string, words: readonly string[]): string {
  const commands = `${script}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _wds; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', commands], { encoding: 'utf8' });
}
