import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthorizationServer } from '../../../src/service/accounts/authorization-server';
import {
  UnusableSetting,
  describeDoubtfulVariables,
  readSettings,
} from '../../../src/service/run/settings';
import { openTestDatabase } from '../../support/test-database';

const secret = 'x'.repeat(32);
const client = { clientId: 'jira', clientSecret: secret, name: 'Jira' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readWith(configuration: unknown) {
  const path = join(folder, 'service.json');
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  await writeFile(path, text);
  return readSettings({ CONFIG_FILE: path });
}

describe('the settings of the service', () => {
  test('keep it to this machine and to its own folder where nothing is set', async () => {
    expect(await readSettings({ BASE_URL: '' })).toEqual({
      host: '127.0.0.1',
      port: 8081,
      dataDirectory: '.service',
      clients: [],
      embeddingOrigins: [],
      workspaceCreators: [],
      storageBudgets: {
        unusedBytesPerPerson: 1_000 * 1024 * 1024,
        unusedBytesPerWorkspace: 5_000 * 1024 * 1024,
        bytesPerWorkspace: 20 * 1024 * 1024 * 1024,
        buildBytesPerPerson: 2_000 * 1024 * 1024,
      },
      historyDays: 365,
    });
  });

  test.each([
    [{ DATABSE_URL: 'postgres://x' }, 'DATABSE_URL isn’t a setting. Did you mean DATABASE_URL?'],
    [{ DATABASE_URI: 'postgres://x', DATABASE_URL: '' }, 'Did you mean DATABASE_URL?'],
    [{ database_url: 'postgres://x' }, 'database_url isn’t a setting. Did you mean DATABASE_URL?'],
    [{ DATADIR: '/data' }, 'DATADIR isn’t a setting. Did you mean DATA_DIR?'],
    [{ DATA_DRI: '/data', CONFIG_FLE: 'x' }, 'Did you mean DATA_DIR?\nCONFIG_FLE isn’t a setting.'],
    [{ PLATFORM_BASE_URLS: 'x' }, 'Did you mean PLATFORM_BASE_URL?'],
  ])('aren’t taken for others: %j', async (variables, message) => {
    const reading = readSettings(variables);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(UnusableSetting);
  });

  test.each([
    ['set to nothing', { DATABSE_URL: '' }, []],
    ['that stands beside the setting', { DATABSE_URL: 'x', DATABASE_URL: 'postgres://x' }, []],
    ['near a short name', { HOSTS: 'x', PORTS: '1', POT: '2' }, []],
    ['of an orchestrator', { DATA_PORT_DIR: 'x', PLATFORM_PORT_: 'x', BASE_SERVICE_URL: 'x' }, []],
    ['of Postgres', { PGDATABASE_URL: 'x' }, []],
    ['of another program', { HOSTNAME: 'x', HOME: '/', DATABASE_HOST: 'x', NODE_ENV: 'x' }, []],
    [
      'two edits away',
      { DATABS_URL: 'x' },
      ['DATABS_URL isn’t a setting. Did you mean DATABASE_URL?'],
    ],
    ['three edits away', { DATAB_URL: 'x' }, []],
  ])('start with a variable %s, which may be named', async (_what, variables, lines) => {
    await expect(readSettings(variables)).resolves.toBeDefined();
    expect(describeDoubtfulVariables(variables)).toEqual(lines);
  });

  test('name the language model of the assistant', async () => {
    const model = {
      ASSISTANT_URL: 'https://models.example.com/v1',
      ASSISTANT_KEY: 'secret',
      ASSISTANT_MODEL: 'small',
    };
    const { languageModel } = await readSettings(model);
    expect(languageModel).toEqual({
      ...{ url: 'https://models.example.com/v1', key: 'secret', model: 'small' },
    });
    const incomplete = readSettings({ ...model, ASSISTANT_KEY: '' });
    await expect(incomplete).rejects.toThrow('or none of them');
    await expect(incomplete).rejects.not.toThrow('small');
  });

  test('take apps, framing pages and those who create workspaces from a file', async () => {
    const settings = await readWith({
      version: 1,
      oauthClients: [client],
      frameAncestors: ['https://example.atlassian.net'],
      workspaceCreators: ['ada@example.com'],
    });
    expect(settings.clients).toEqual([{ ...client, redirectUris: [] }]);
    expect(settings.embeddingOrigins).toEqual(['https://example.atlassian.net']);
    expect(settings.workspaceCreators).toEqual(['ada@example.com']);
  });

  test('take no client that the authorization server would refuse', async () => {
    const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join(
      '',
    );
    const { clients = [] } = await readWith({
      version: 1,
      oauthClients: [
        { clientId: printable, clientSecret: ` ${printable} `, name: 'Jörg’s app' },
        {
          ...client,
          redirectUris: ['HTTPS://a.example', 'https://ü.example/ü?a=b', 'http://a:b@[::1]:1/?a'],
        },
      ],
    });
    const database = await openTestDatabase();
    const server = await createAuthorizationServer({
      database,
      issuer: 'https://objects.example.com',
      clients,
      clock: () => new Date(),
      reportError: () => undefined,
    });
    for (const { clientId } of clients) {
      expect((await server.Client.find(clientId))?.clientId).toBe(clientId);
    }
    await database.close();
  });

  test.each([
    ['other machines could reach it', { HOST: '0.0.0.0' }, 'BASE_URL: Other machines can reach'],
    ['it would not be encrypted', { BASE_URL: 'http://example.com' }, 'BASE_URL: Write an origin'],
    ['a port is none', { PORT: '99999' }, 'PORT: Write a whole number from 0 to 65535.'],
    ['a port is no number', { PORT: 'abc' }, 'PORT: Write a whole number from 0 to 65535.'],
    [
      'the database would have no room',
      { DATABASE_CACHE_MB: '8' },
      'DATABASE_CACHE_MB: Write a whole number of megabytes, from 16 to 1024.',
    ],
    [
      'nothing would be kept',
      { HISTORY_DAYS: '0' },
      'HISTORY_DAYS: Write a whole number of days, from 1 to 36500.',
    ],
    [
      'one file doesn’t fit',
      { UNUSED_FILES_MB_PER_PERSON: '99' },
      'UNUSED_FILES_MB_PER_PERSON: Write a whole number of megabytes, at least 100.',
    ],
    [
      'a size has a unit',
      { UNUSED_FILES_MB_PER_WORKSPACE: '5 GB' },
      'UNUSED_FILES_MB_PER_WORKSPACE: Write a whole number of megabytes, at least 100.',
    ],
    [
      'a workspace would take nothing',
      { WORKSPACE_STORAGE_GB: '0' },
      'WORKSPACE_STORAGE_GB: Write a whole number of gigabytes, from 1 to 1000000.',
    ],
    [
      'one bundle doesn’t fit',
      { BUILDS_MB_PER_PERSON: '599' },
      'BUILDS_MB_PER_PERSON: Write a whole number of megabytes, at least 600.',
    ],
    ['it is no Postgres', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: Write postgres://'],
    [
      'a file is not there',
      { CONFIG_FILE: '/nowhere.json' },
      '/nowhere.json can’t be read: it isn’t there.',
    ],
    [
      'apps would be served without encryption',
      {
        BASE_URL: 'https://a.example',
        PLATFORM_PORT: '1',
        PLATFORM_BASE_URL: 'https://p.example',
        BUNDLE_BASE_URL: 'http://localhost:1',
      },
      'PLATFORM_BASE_URL: An app platform over https names no http address',
    ],
    [
      'apps would be registered without encryption',
      { PLATFORM_PORT: '1', PLATFORM_BASE_URL: 'https://p.example' },
      'PLATFORM_BASE_URL: An app platform over https names no http address',
    ],
    [
      'bundles would run beside cookies',
      {
        BASE_URL: 'https://a.example',
        PLATFORM_PORT: '1',
        PLATFORM_BASE_URL: 'https://p.example',
        BUNDLE_BASE_URL: 'https://a.example:444',
      },
      'BUNDLE_BASE_URL: Apps run here',
    ],
  ])('are refused where %s', async (_, variables, message) => {
    await expect(readSettings(variables)).rejects.toThrow(message);
  });

  test.each([
    ['is no JSON', `{"clientSecret": "${secret}`, 'isn’t valid JSON'],
    ['has no version', {}, '  version has to be 1.'],
    [
      'has a field that nobody knows',
      { version: 1, frameAncestor: [] },
      '  frameAncestor isn’t a known field.',
    ],
    [
      'has several fields that nobody knows',
      { version: 1, frameAncestor: [], clients: [] },
      '  frameAncestor isn’t a known field.\n  clients isn’t a known field.',
    ],
    [
      'has a client id with a space',
      { version: 1, oauthClients: [{ ...client, clientId: 'my app' }] },
      'oauthClients.0.clientId: Use 1 to 100 ASCII letters, digits and symbols, without spaces.',
    ],
    [
      'has a short secret',
      { version: 1, oauthClients: [{ ...client, clientSecret: 'demo' }] },
      'oauthClients.0.clientSecret: Use at least 32',
    ],
    [
      'has a secret that can’t be sent',
      { version: 1, oauthClients: [{ ...client, clientSecret: `${secret}ü` }] },
      'oauthClients.0.clientSecret: The client "jira" has a secret that can’t be sent. Use only ASCII',
    ],
    [
      'has a return address with a fragment',
      { version: 1, oauthClients: [{ ...client, redirectUris: ['https://a.example/#x'] }] },
      'oauthClients.0.redirectUris.0: The client "jira" has a return address with a fragment.',
    ],
    ['names a client twice', { version: 1, oauthClients: [client, client] }, 'oauthClients: Two'],
    [
      'creators without an address',
      { version: 1, workspaceCreators: ['Ada'] },
      'workspaceCreators.0: Write an email',
    ],
    ['frames by a wildcard', { version: 1, frameAncestors: ['*'] }, 'frameAncestors.0: Write an'],
  ])('are refused where the file %s, without repeating a secret', async (_, written, message) => {
    const reading = readWith(written);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.not.toThrow(secret);
  });
});
