import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSession } from './support/open-session';
import {
  deployable,
  expectFailure,
  makeProject,
  manifestOf,
  newKey,
  platformAt,
  run,
  website,
} from './support/project';
import type { Files } from './support/project';

/** Nothing answers there, so that nothing can have been sent. */
const projectWith = (files: Files) => makeProject(platformAt('http://127.0.0.1:9'), files);
const withManifest = (manifest: string | Buffer) => deployable({ 'manifest.yaml': manifest });

const badProjects: readonly (readonly [string, Files, RegExp])[] = [
  ['no manifest', { ...website }, /manifest\.yaml can’t be used: it isn’t there/],
  ['an empty manifest', withManifest(''), /it is empty/],
  [
    'a manifest that is no YAML',
    withManifest('app: [1'),
    /isn’t valid YAML: [a-z ]+ \(line 2, column 1\)\.\n$/,
  ],
  [
    'a manifest without its key',
    withManifest('app: {version: 1.0.0}'),
    /app\.key: Give the app a key, such as com\.example\.my-app\.\n$/,
  ],
  [
    'a manifest without a version',
    withManifest('app: {key: com.example.x, version: }'),
    /:\n {2}app\.version: Give the app a version, such as 1\.0\.0\.\n$/,
  ],
  [
    'a number as its version',
    withManifest('app: {key: com.example.x, version: 2}'),
    /:\n {2}app\.version: A version has three numbers, such as 1\.0\.0\.\n$/,
  ],
  [
    'one number in its version',
    withManifest('app: {key: com.example.x, version: "2"}'),
    /:\n {2}app\.version: A version has three numbers, such as 1\.0\.0\.\n$/,
  ],
  [
    'a number as its name',
    withManifest('app: {key: com.example.x, version: 1.0.0, name: 2024}'),
    /:\n {2}app\.name: Write the name in quotation marks, such as "2024"\.\n$/,
  ],
  [
    'a name that is left empty',
    withManifest('app: {key: com.example.x, version: 1.0.0, name: }'),
    /:\n {2}app\.name: Give the app a name, or leave it out\.\n$/,
  ],
  [
    'a list as its description',
    withManifest('app: {key: com.example.x, version: 1.0.0, description: [a]}'),
    /:\n {2}app\.description: Write the description in quotation marks\.\n$/,
  ],
  [
    'text as its app',
    withManifest('app: com.example.x'),
    /:\n {2}app: Give the app a key and a version, each on an indented line of its own\.\n$/,
  ],
  [
    'text alone as its manifest',
    withManifest('com.example.x'),
    /:\n {2}the manifest: Begin the manifest with “app:”, then the app’s key and version\.\n$/,
  ],
  ['a manifest with tabs', withManifest('app:\n\tkey: x'), /isn’t valid YAML/],
  ['a manifest that is no text', withManifest(Buffer.from([0xff, 0xfe, 0])), /isn’t UTF-8/],
  [
    'a bomb of aliases',
    withManifest(`a: &a [x,x]\n${'b: &b [*a,*a,*a,*a,*a,*a]\n'.repeat(30)}`),
    /it uses YAML anchors and aliases \(&name, \*name\)\. Write each value out\.\n$/,
  ],
  [
    'a manifest that is nested without end',
    withManifest('['.repeat(900) + ']'.repeat(900)),
    /isn’t valid YAML: nesting [^.]* \(line 1, column 100\)\.\n$/,
  ],
  [
    'a manifest larger than the app platform takes',
    withManifest(`${manifestOf('com.example.x')}#${'x'.repeat(64 * 1024)}`),
    /larger than 64 kB/,
  ],
  ['no build folder', { 'manifest.yaml': manifestOf('com.example.x') }, /Build the app first/],
  [
    'an empty build folder',
    { 'manifest.yaml': manifestOf('com.example.x'), 'build/.DS_Store': '' },
    /is empty/,
  ],
  [
    'no index.html at the root',
    { 'manifest.yaml': manifestOf('com.example.x'), 'build/dist/index.html': '' },
    /There is one at dist\/index\.html/,
  ],
  [
    'names that differ in how an accent is written only',
    deployable({ 'build/é.txt': '', 'build/e\u0301.txt': '' }),
    /differ only/,
  ],
  [
    'names that differ in case only',
    deployable({ 'build/A': '', 'build/a.x': '', 'build/A.x': '' }),
    /differ only/,
  ],
  ['a name with a backslash', deployable({ 'build/a\\b': '' }), /Rename it/],
  [
    'a folder that is called like a drive',
    deployable({ 'build/C:/a': '' }),
    /"C:" has a character[^]*Rename it/,
  ],
  [
    'a folder whose name leads upwards on Windows',
    deployable({ 'build/..\\q/a': '' }),
    /has a character[^]*Rename it/,
  ],
  [
    'a path that is too long',
    deployable({ [`build/${'x'.repeat(200)}/${'y'.repeat(200)}/${'z'.repeat(200)}`]: '' }),
    /is too long/,
  ],
  [
    'names that differ only in how an accent is written',
    deployable({ 'build/\u00e9': '', 'build/e\u0301': '' }),
    /how an accent is written/,
  ],
  ['a name with a line break', deployable({ 'build/a\nb': '' }), /Rename it/],
];

const privateKey = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n';
const secretFiles = [
  ['.npmrc', '//registry.example/:_authToken=x'],
  ['assets/.npmrc', 'x'],
  ['.env', 'S=1'],
  ['.env.production', 'S=1'],
  ['server.key', 'x'],
  ['SERVER.PEM', 'x'],
  ['id_ed25519', 'x'],
  ['store.p12', 'x'],
  ['notes.txt', '-----BEGIN OPENSSH PRIVATE KEY-----\nx'],
  ['notes2.txt', '\n-----BEGIN PRIVATE KEY-----\nx'],
  ['.env/production', 'S=1'],
  ['a/.ENV/b/production', 'S=1'],
  ['prod.env', 'S=1'],
  ['.aws/credentials', 'x'],
  ['.ssh/known_hosts', 'x'],
  ['.docker/config.json', '{}'],
  ['.config/gh/hosts.yml', 'x'],
  ['.pypirc', 'x'],
  ['.pgpass', 'x'],
  ['.htpasswd', 'x'],
  ['.yarnrc.yml', 'npmAuthToken: x'],
  ['id_rsa.bak', 'x'],
  ['with-mark.txt', `\ufeff${privateKey}`],
  ['combined.txt', `-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n${privateKey}`],
  ['utf-16.txt', Buffer.from(`\ufeff${privateKey}`, 'utf16le')],
  ['large.txt', `${'a'.repeat(60_000)}\n${privateKey}${'a'.repeat(1_000_000)}`],
  ['account.json', JSON.stringify({ private_key: privateKey })],
  ['pgp.txt', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nx'],
  ['putty.txt', '\ufeffPuTTY-User-Key-File-3: ssh-ed25519\n'],
] as const;

describe('A deploy is refused before anything is sent where there is', () => {
  test.each(badProjects)('%s', async (_name, files, message) => {
    const folder = await projectWith(files);
    const { exitCode, error, out } = await run(folder, ['app', 'deploy']);
    expect([exitCode, out]).toEqual([4, '']);
    expect(error).toMatch(message);
  });

  test('a link, to a file or to a folder', async () => {
    const folder = await projectWith(deployable());
    await symlink('/etc/passwd', join(folder, 'build/passwd'));
    await expectFailure(run(folder, ['app', 'deploy']), 4, /passwd is a link/);
  });

  test('a name that isn’t UTF-8', async () => {
    const folder = await projectWith(deployable());
    const path = Buffer.concat([Buffer.from(join(folder, 'build/a')), Buffer.from([0xff])]);
    await mkdir(path);
    await expectFailure(run(folder, ['app', 'deploy']), 4, /isn’t valid UTF-8/);
  });

  test('a pipe', async () => {
    const folder = await projectWith(deployable());
    execFileSync('mkfifo', [join(folder, 'build/pipe')]);
    expect((await run(folder, ['app', 'deploy'])).error).toMatch(/neither a file nor a folder/);
  });

  test('far too much', async () => {
    const folder = await projectWith(deployable());
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

  test.each(secretFiles)('a file that looks like a secret: %s', async (path, content) => {
    const folder = await projectWith(deployable({ [`build/${path}`]: content }));
    const { exitCode, error } = await run(folder, ['app', 'deploy']);
    expect([exitCode, error.includes(`could read them: ${path}. Remove`)]).toEqual([4, true]);
  });

  test('a hundred secrets, of which it names ten', async () => {
    const names = Array.from({ length: 100 }, (_, index): [string, string] => [
      `build/${index}.key`,
      'x',
    ]);
    const folder = await projectWith(deployable({ ...Object.fromEntries(names) }));
    const { error } = await run(folder, ['app', 'deploy']);
    expect(error).toMatch(/read them: 0\.key, 1\.key, 10\.key, .*, 17\.key and 90 more\. Remove/);
  });

  test('no such file as one after --include', async () => {
    const folder = await projectWith(deployable());
    await expectFailure(
      run(folder, ['app', 'deploy', '--include', '.env']),
      4,
      /has no file \.env that could be/,
    );
  });

  test.each([
    ['no package.json', {}, 254],
    ['a package.json with other scripts', { 'package.json': '{"scripts": {"test": "x"}}' }, 1],
  ])('nothing to build with: %s', async (_name, files, status) => {
    const folder = await projectWith(deployable({ ...files }));
    await expectFailure(
      run(folder, ['app', 'deploy', '--build']),
      4,
      new RegExp(
        `npm run build failed \\(${status}\\), so nothing was deployed\\. Run it to see why\\. ` +
          'If there is no package\\.json, or it has no “build” script, build the app yourself',
      ),
    );
  });

  test('a build script that fails', async () => {
    const scripts = { build: 'echo broken >&2; exit 3' };
    const folder = await projectWith(deployable({ 'package.json': JSON.stringify({ scripts }) }));
    await expectFailure(
      run(folder, ['app', 'deploy', '--build']),
      4,
      /broken[^]*npm run build failed \(3\)/,
    );
  });
});

test('A deploy in the app mode names a missing build folder before it asks for a yes', async () => {
  const session = await openSession(await projectWith({ 'manifest.yaml': manifestOf(newKey()) }));
  await session.submit('/app');
  await session.submit('deploy');
  await session.waitFor(/The build folder[^]*can’t\s+be\s+read[^]*Build\s+the\s+app\s+first/);
  session.close();
});
