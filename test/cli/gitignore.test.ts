import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productionConfiguration } from '../../src/cli/configuration/configuration';
import {
  loadOrCreateConfiguration,
  saveConfiguration,
} from '../../src/cli/configuration/configuration-file';
import { makeFolder, run } from './support/project';
import type { Files } from './support/project';

const git = (folder: string, ...words: string[]) =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' });

async function makeRepository(files: Files = {}): Promise<string> {
  const folder = await makeFolder(files);
  git(folder, 'init', '-q');
  return folder;
}

/** What git itself says, once the second lock inside the folder is gone. */
async function ignores(directory: string): Promise<boolean> {
  await rm(join(directory, '.wds/.gitignore'));
  const status = git(directory, 'status', '--porcelain', '-uall', '--', '.wds');
  return status === '';
}

const added: readonly (readonly [string, before: string, after: string])[] = [
  ['no line for it', 'build/\n', 'build/\n.wds/\n'],
  ['no line end at its end', 'build/', 'build/\n.wds/\n'],
  ['Windows line ends', 'build/\r\nx\r\n', 'build/\r\nx\r\n.wds/\r\n'],
  ['Windows line ends and none at its end', 'build/\r\nx', 'build/\r\nx\r\n.wds/\r\n'],
  ['nothing in it', '', '.wds/\n'],
  ['a line that is taken back', '.wds\n!.wds\n', '.wds\n!.wds\n.wds/\n'],
  ['a line that is a comment', '# .wds/\n', '# .wds/\n.wds/\n'],
  ['a line for another folder', '/deep/.wds/\n.wds-old\n', '/deep/.wds/\n.wds-old\n.wds/\n'],
  ['a line for the configuration alone', '.wds/config.json\n', '.wds/config.json\n.wds/\n'],
  ['a line in other letters', '.WDS/\n', '.WDS/\n.wds/\n'],
];

const covered = [
  '.wds/',
  '.wds',
  '/.wds',
  '/.wds/',
  '**/.wds',
  '.wds/*',
  '.wds/**',
  '.*',
  '!.wds\n.wds',
  '\uFEFF.wds',
  '*',
];

describe('In a repository the first launch', () => {
  test.each(added)('adds a line to a .gitignore with %s', async (_name, before, after) => {
    const folder = await makeRepository({ '.gitignore': before });
    const path = join(folder, '.gitignore');
    await chmod(path, 0o640);
    const { notices } = await loadOrCreateConfiguration(folder);
    expect(notices).toEqual([`Added .wds/ to ${path}, so that git leaves your token alone.`]);
    expect(await readFile(path, 'utf8')).toBe(after);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(await ignores(folder)).toBe(true);
  });

  test.each(covered)('leaves a .gitignore with %j as it is', async (line) => {
    const text = `${line}\r\nbuild/`;
    const folder = await makeRepository({ '.gitignore': text });
    expect((await loadOrCreateConfiguration(folder)).notices).toEqual([]);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe(text);
    expect(await ignores(folder)).toBe(true);
  });

  test.each<[string, Files, written: Files]>([
    ['creates one beside its folder where there is none', {}, { 'apps/map/.gitignore': '.wds/\n' }],
    ['changes the one at the top', { '.gitignore': 'x\n' }, { '.gitignore': 'x\n.wds/\n' }],
    [
      'changes the nearest one',
      { '.gitignore': 'x\n', 'apps/.gitignore': 'y\n', 'apps/else/.gitignore': 'z\n' },
      { '.gitignore': 'x\n', 'apps/.gitignore': 'y\n.wds/\n', 'apps/else/.gitignore': 'z\n' },
    ],
    [
      'changes the nearest one where it takes back what one above says',
      { '.gitignore': '.wds\n', 'apps/.gitignore': '!.wds\n' },
      { '.gitignore': '.wds\n', 'apps/.gitignore': '!.wds\n.wds/\n' },
    ],
    [
      'changes none where one above covers it',
      { '.gitignore': '**/.wds\n', 'apps/.gitignore': 'y\n' },
      { '.gitignore': '**/.wds\n', 'apps/.gitignore': 'y\n' },
    ],
    [
      'changes none where the folder itself is ignored',
      { '.gitignore': '/apps/*\n', 'apps/.gitignore': 'y\n' },
      { '.gitignore': '/apps/*\n', 'apps/.gitignore': 'y\n' },
    ],
    [
      'changes the nearest one where the folder is taken back',
      { '.gitignore': 'map/\n', 'apps/.gitignore': '!map/\n' },
      { '.gitignore': 'map/\n', 'apps/.gitignore': '!map/\n.wds/\n' },
    ],
  ])('in a folder of it %s', async (_name, files, written) => {
    const folder = await makeRepository({ ...files, 'apps/map/index.html': '' });
    await loadOrCreateConfiguration(join(folder, 'apps/map'));
    for (const [path, text] of Object.entries(written)) {
      expect([path, await readFile(join(folder, path), 'utf8')]).toEqual([path, text]);
    }
    expect(await ignores(join(folder, 'apps/map'))).toBe(true);
  });

  test('goes by the repository that is nearest, also where .git is a file', async () => {
    const outer = await makeRepository({ '.gitignore': 'x\n', 'inner/a/index.html': '' });
    const elsewhere = join(await makeFolder(), 'repository');
    git(outer, 'init', '-q', '--separate-git-dir', elsewhere, join(outer, 'inner'));
    expect((await lstat(join(outer, 'inner/.git'))).isFile()).toBe(true);
    await loadOrCreateConfiguration(join(outer, 'inner/a'));
    expect(await readFile(join(outer, '.gitignore'), 'utf8')).toBe('x\n');
    expect(await readFile(join(outer, 'inner/a/.gitignore'), 'utf8')).toBe('.wds/\n');
  });

  test.each<[string, (path: string, folder: string) => Promise<void>, RegExp]>([
    [
      'is a link',
      async (path, folder) => {
        await writeFile(join(folder, 'mine.txt'), '.wds\n');
        await symlink('mine.txt', path);
      },
      /wasn’t changed: it’s a link\. Add the line \.wds\//,
    ],
    ['is a link that leads nowhere', (path) => symlink('nowhere', path), /it’s a link/],
    ['is a folder', (path) => mkdir(path), /it isn’t a file/],
    ['is too large', (path) => writeFile(path, '#'.repeat(2_000_000)), /it is too large/],
    ['is in UTF-16', (path) => writeFile(path, Buffer.from('x\n', 'utf16le')), /it isn’t UTF-8/],
  ])('writes nothing to a .gitignore that %s, says so and goes on', async (_name, make, said) => {
    const folder = await makeRepository();
    const path = join(folder, '.gitignore');
    await make(path, folder);
    const before = await lstat(path);
    const { configuration, notices } = await loadOrCreateConfiguration(folder);
    expect(configuration).toEqual(productionConfiguration);
    expect(notices).toEqual([expect.stringMatching(said)]);
    const { size, mtimeMs } = await lstat(path);
    expect([size, mtimeMs]).toEqual([before.size, before.mtimeMs]);
    expect((await stat(join(folder, '.wds/config.json'))).isFile()).toBe(true);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'writes nothing to a .gitignore of somebody else, but goes by its lines',
    async () => {
      const folder = await makeRepository({ '.gitignore': 'x\n', 'a/.gitignore': '.wds\n' });
      await chown(join(folder, '.gitignore'), 12_345, 12_345);
      await chown(join(folder, 'a/.gitignore'), 12_345, 12_345);
      const said = /wasn’t changed: it belongs to another user of this machine\. Add the line/;
      const { notices } = await loadOrCreateConfiguration(folder);
      expect(notices).toEqual([expect.stringMatching(said)]);
      expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('x\n');
      await rm(join(folder, '.wds'), { recursive: true });
      expect((await loadOrCreateConfiguration(join(folder, 'a'))).notices).toEqual([]);
    },
  );
});

test('The folder’s own .gitignore is a second lock', async () => {
  const folder = await makeRepository({ '.gitignore': '' });
  await loadOrCreateConfiguration(folder);
  await writeFile(join(folder, '.gitignore'), '');
  expect(git(folder, 'status', '--porcelain', '-uall')).toBe('?? .gitignore\n');
});

test('Outside a repository no .gitignore is looked at', async () => {
  const folder = await makeFolder({ '.gitignore': 'x\n' });
  expect((await loadOrCreateConfiguration(folder)).notices).toEqual([]);
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('x\n');
});

test('Saving a token adds the line where it is missing by then, once', async () => {
  const folder = await makeRepository({ '.gitignore': 'x\n' });
  await loadOrCreateConfiguration(folder);
  await writeFile(join(folder, '.gitignore'), 'y');
  const token = { ...productionConfiguration, token: 'canary' };
  expect(await saveConfiguration(folder, token)).toHaveLength(1);
  expect(await saveConfiguration(folder, token)).toEqual([]);
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('y\n.wds/\n');
});

test('A configuration that git tracks is named with what to run, as long as it has a token', async () => {
  const name = "it's here";
  const top = await makeRepository({
    '.gitignore': '.wds/\n',
    [`${name}/.wds/config.json`]: JSON.stringify(productionConfiguration),
  });
  const folder = join(top, name);
  git(top, 'add', '--force', '.');
  await chmod(join(folder, '.wds/config.json'), 0o600);
  expect((await loadOrCreateConfiguration(folder)).notices).toEqual([]);
  const [notice = ''] = await saveConfiguration(folder, {
    ...productionConfiguration,
    token: 'canary',
  });
  expect((await loadOrCreateConfiguration(folder)).notices).toEqual([notice]);
  expect((await run(folder, ['app', 'list'])).error).toContain(`Note: ${notice}\n`);
  expect(notice).not.toContain('canary');
  const command = /Run (git rm --cached --force .*), then commit\./.exec(notice)?.[1] ?? '';
  execFileSync('sh', ['-c', command], { cwd: folder });
  expect((await loadOrCreateConfiguration(folder)).notices).toEqual([]);
  expect((await stat(join(folder, '.wds/config.json'))).isFile()).toBe(true);
});
