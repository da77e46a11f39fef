import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getToken, productionConfiguration } from '../../src/cli/configuration/configuration';
import {
  loadConfiguration,
  loadOrCreateConfiguration,
  saveConfiguration,
} from '../../src/cli/configuration/configuration-file';
import { makeFolder } from './support/project';

const fileIn = (folder: string) => join(folder, '.wds/config.json');

describe('The first launch', () => {
  test('creates a configuration that only its owner can read, with an empty token', async () => {
    const folder = await makeFolder();
    const { configuration, directory, notices } = await loadOrCreateConfiguration(folder);
    expect(configuration).toEqual(productionConfiguration);
    expect(configuration.token).toBe('');
    expect([directory, notices]).toEqual([folder, []]);
    expect((await stat(fileIn(folder))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, '.wds'))).mode & 0o777).toBe(0o700);
  });

  test('goes on without a file where nothing can be written, and says so', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, '.wds'), 'in the way');
    const { configuration, notices } = await loadOrCreateConfiguration(folder);
    expect(configuration).toEqual(productionConfiguration);
    expect(notices[0]).toMatch(/isn’t a folder/);
  });

  test('finds the configuration of a folder above', async () => {
    const folder = await makeFolder({ 'deep/er/x': '' });
    await saveConfiguration(folder, { ...productionConfiguration, workspaceId: 'kept' });
    const loaded = await loadConfiguration(join(folder, 'deep/er'));
    expect(loaded).toMatchObject({ directory: folder, configuration: { workspaceId: 'kept' } });
  });
});

test('A configuration from before it said whose token it holds is still read', async () => {
  const { userId, ...before } = { ...productionConfiguration, token: 'kept' };
  const folder = await makeFolder({ '.wds/config.json': JSON.stringify(before) });
  const { configuration } = await loadConfiguration(folder);
  expect(configuration).toEqual({ ...before, userId });
});

const secret = 'wds_canary-token';
const damaged = [
  ['no JSON', `{"token": "${secret}"`],
  ['cut off', `{"version":1,"token":"${secret}","serviceUrl"`],
  ['of another version', JSON.stringify({ ...productionConfiguration, version: 9, token: secret })],
  ['of another shape', JSON.stringify({ token: { secret } })],
  ['huge', JSON.stringify({ ...productionConfiguration, workspaceId: 'x'.repeat(70_000) })],
  ['a list', '[]'],
  ['empty', ''],
] as const;

describe('A configuration file', () => {
  test.each(damaged)(
    'that is %s is refused and kept, its token never said',
    async (_name, text) => {
      const folder = await makeFolder({ '.wds/config.json': text });
      const failure = await loadConfiguration(folder).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: 'project' });
      expect(String(failure)).toMatch(/can’t be read/);
      expect(String(failure)).not.toContain(secret);
      expect(await readFile(fileIn(folder), 'utf8')).toBe(text);
    },
  );

  test('that others can read is narrowed, and the person is told', async () => {
    const folder = await makeFolder();
    await saveConfiguration(folder, { ...productionConfiguration, token: secret });
    await chmod(fileIn(folder), 0o644);
    const { notices } = await loadConfiguration(folder);
    expect(notices.join()).toMatch(/Now only you can.*revoke the token/);
    expect((await stat(fileIn(folder))).mode & 0o777).toBe(0o600);
  });

  test('that is a link is neither read nor written', async () => {
    const other = await makeFolder({ 'config.json': JSON.stringify(productionConfiguration) });
    const folder = await makeFolder();
    await mkdir(join(folder, '.wds'));
    await symlink(join(other, 'config.json'), fileIn(folder));
    await expect(loadConfiguration(folder)).rejects.toMatchObject({ code: 'project' });
    await expect(saveConfiguration(folder, productionConfiguration)).rejects.toThrow(/link/);
  });

  test('in a folder that is a link is neither read nor written', async () => {
    const other = await makeFolder({ 'config.json': JSON.stringify(productionConfiguration) });
    const folder = await makeFolder();
    await symlink(other, join(folder, '.wds'));
    await expect(loadConfiguration(folder)).rejects.toMatchObject({ code: 'project' });
    await expect(saveConfiguration(folder, productionConfiguration)).rejects.toThrow(/link/);
  });

  test('is whole after two processes wrote at once', async () => {
    const folder = await makeFolder();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        saveConfiguration(folder, { ...productionConfiguration, workspaceId: `w${index}` }),
      ),
    );
    expect((await loadConfiguration(folder)).configuration.workspaceId).toMatch(/^w\d+$/);
  });

  test('is read with Windows line ends, and its token without spaces around it', async () => {
    const text = JSON.stringify({ ...productionConfiguration, token: ' t\r\n' }, null, 2);
    const folder = await makeFolder({ '.wds/config.json': text.replaceAll('\n', '\r\n') });
    expect((await loadConfiguration(folder)).configuration.token).toBe('t');
  });
});

const saved = { ...productionConfiguration, token: secret, tokenOrigins: ['https://one.example'] };
const tokenCases = [
  ['is sent to the origin that it was saved for', 'https://one.example/x', {}, secret],
  ['is not sent to another host', 'https://two.example', {}, undefined],
  ['is not sent to another port', 'https://one.example:8443', {}, undefined],
  ['is not sent without encryption', 'http://one.example', {}, undefined],
  [
    'is not sent to an address that the command names',
    'https://two.example',
    { namedUrl: 'https://two.example' },
    undefined,
  ],
  [
    'of the environment is sent to production',
    'https://apps.wds.example.com',
    { environmentToken: ' e\n' },
    'e',
  ],
  [
    'of the environment is sent to an address that the command names',
    'https://two.example',
    { environmentToken: 'e', namedUrl: 'https://two.example/base' },
    'e',
  ],
  [
    'of the environment is not sent with a line break in it',
    'https://apps.wds.example.com',
    { environmentToken: 'wds_canary\n-token' },
    undefined,
  ],
  [
    'of the environment is not sent where only the file says',
    'https://one.example',
    { environmentToken: 'e' },
    undefined,
  ],
] as const;

describe('The token', () => {
  test.each(tokenCases)('%s', (_name, address, given, expected) => {
    const sources = { configuration: saved, environmentToken: undefined, ...given };
    const get = () => getToken(new URL(address), sources);
    if (expected === undefined) {
      expect(get).toThrow(expect.objectContaining({ code: 'token' }));
      expect(get).not.toThrow(secret);
    } else expect(get().value).toBe(expected);
  });
});
