import { lstat, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startDemoService } from '../support/demo-service';
import { configurationFor, expectFailure, makeFolder, makeProject, run } from './support/project';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startDemoService({ platform: { port: 0 } }));

const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('wds app create', () => {
  const cases = [
    [['Office map'], 'office-map', 'com.example.office-map'],
    [['Büro & Café №1'], 'buro-cafe-no1', 'com.example.buro-cafe-no1'],
    [['Straße'], 'strasse', 'com.example.strasse'],
    [['Ærø Łódź'], 'aero-lodz', 'com.example.aero-lodz'],
    [['3D view'], '3d-view', 'com.example.app-3d-view'],
    [['地図', '--key', 'com.acme.map', '--dir', 'deep/er/map'], 'deep/er/map', 'com.acme.map'],
    [['Quote " \' # : \\ {{x}} <script>', '--dir', 'q'], 'q', 'com.example.quote-x-script'],
  ] as const;

  test.each(cases)('%j writes a project that builds and deploys', async (words, folder, key) => {
    const home = await makeProject(configurationFor(service));
    const created = await run(home, ['app', 'create', ...words, '--json']);
    expect(parsed(created.out)).toMatchObject({ appKey: key, directory: join(home, folder) });
    const deployed = await run(join(home, folder), ['app', 'deploy', '--build', '--json']);
    expect(deployed.error).not.toMatch(/✗/);
    const { serveUrl } = parsed(deployed.out);
    const page = await (await fetch(String(serveUrl))).text();
    expect(page).toContain('<h1>');
    expect(page).not.toContain('<script>');
  });

  test.each(['', '  ', '\u200b', '\u3164'])(
    'asks for a name that can be seen: %j',
    async (name) => {
      const home = await makeFolder({});
      await expectFailure(run(home, ['app', 'create', name]), 2, /Give the app a name/);
      await expectFailure(
        run(home, ['app', 'create', name, '--key', 'a.b', '--dir', 'c']),
        2,
        /Give/,
      );
      expect(await readdir(home)).toEqual([]);
    },
  );

  test('changes nothing of a folder that is in use', async () => {
    const home = await makeFolder({ 'office-map/mine.txt': 'kept' });
    await expectFailure(run(home, ['app', 'create', 'Office map']), 4, /isn’t empty/);
    expect(await readdir(join(home, 'office-map'))).toEqual(['mine.txt']);
    expect(await readdir(home)).toEqual(['office-map']);
  });

  test('writes into the empty folder that --dir names, which stays the same folder', async () => {
    const home = await makeFolder();
    const before = (await stat(home)).ino;
    const { exitCode, out } = await run(home, ['app', 'create', 'Office map', '--dir', '.']);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^Next: wds app deploy/m)]);
    expect((await stat(home)).ino).toBe(before);
    expect(await readdir(home)).toContain('manifest.yaml');
  });

  test('changes nothing of the folder that it is run in', async () => {
    const home = await makeFolder({ 'mine.txt': 'kept' });
    await expectFailure(run(home, ['app', 'create', 'Office map', '--dir', '.']), 4, /isn’t empty/);
    expect(await readdir(home)).toEqual(['mine.txt']);
  });

  test('creates folders and files with the rights that others give them', async () => {
    const home = await makeFolder();
    await mkdir(join(home, 'like-this'));
    await run(home, ['app', 'create', 'Office map']);
    const { mode } = await stat(join(home, 'like-this'));
    expect((await stat(join(home, 'office-map'))).mode).toBe(mode);
    expect((await stat(join(home, 'office-map/src'))).mode).toBe(mode);
  });

  test('follows a link to an empty folder, and says so of a link that leads nowhere', async () => {
    const home = await makeFolder();
    await mkdir(join(home, 'target'));
    await symlink('target', join(home, 'office-map'));
    await symlink('nowhere', join(home, 'lost'));
    expect((await run(home, ['app', 'create', 'Office map'])).exitCode).toBe(0);
    expect((await lstat(join(home, 'office-map'))).isSymbolicLink()).toBe(true);
    expect(await readdir(join(home, 'target'))).toContain('manifest.yaml');
    await expectFailure(run(home, ['app', 'create', 'Lost']), 4, /a link that leads nowhere/);
    expect((await readdir(home)).sort()).toEqual(['lost', 'office-map', 'target']);
  });

  test('leaves nothing behind where it can’t write everything', async () => {
    const home = await makeFolder({ file: '' });
    const words = ['app', 'create', 'Office map', '--dir', 'file/map'];
    await expectFailure(run(home, words), 4, /isn’t a folder/);
    expect(await readdir(home)).toEqual(['file']);
  });

  test('removes each folder that it made where one of them can’t be made', async () => {
    const home = await makeFolder();
    const words = ['app', 'create', 'Office map', '--dir', join('new/sub', 'x'.repeat(300))];
    await expectFailure(run(home, words), 4, /No files were left behind/);
    expect(await readdir(home)).toEqual([]);
  });

  test.each([['!!!'], [''], ['x', '--key', 'nodots'], ['a\nb'], ['x'.repeat(101)]])(
    'refuses %j',
    async (...words) => {
      const home = await makeFolder();
      expect((await run(home, ['app', 'create', ...words])).exitCode).toBe(2);
      expect(await readdir(home)).toEqual([]);
    },
  );
});
