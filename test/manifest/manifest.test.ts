import { appendFile, mkdir } from 'node:fs/promises';
import { FullValidationProcessor } from '@forge/manifest';
import { beforeAll, describe, expect, test } from 'vitest';
import * as handlers from '../../src/index';
import { type Manifest, readManifest, readManifestSource } from './read-manifest';
import { findUnknownKeys } from '../../scripts/deploy-check/unknown-keys';

const viewExperiences = ['issue-view', 'portal-view'];
const editExperiences = [
  'issue-view',
  'issue-create',
  'issue-transition',
  'portal-request',
  'issue-bulk-edit',
];
const customUi = 'static/project-page/build';
const unlicensedPeople = ['customer', 'unlicensed', 'anonymous'];

describe('manifest.yml', () => {
  let manifest: Manifest;
  beforeAll(() => {
    manifest = readManifest();
  });

  test('is accepted by the platform’s own validator', async () => {
    await mkdir(customUi, { recursive: true });
    // The validator asks for what `npm run build` makes.
    await appendFile(`${customUi}/index.html`, '');
    const result = await new FullValidationProcessor({ deprecatedRuntimes: [] }).process(undefined);
    expect(result.errors ?? []).toEqual([]);
  });

  test('has no key that the platform would silently ignore', () => {
    expect(findUnknownKeys(readManifestSource())).toEqual([]);
  });

  test('is searched for unknown keys at every depth', () => {
    const misspelt = {
      modules: { 'jira:projectPage': [{ key: 'pages', title: 'Pages', layuot: 'blank' }] },
    };
    expect(findUnknownKeys(misspelt)).toEqual(['manifest.modules.jira:projectPage[0].layuot']);
  });

  test('names a provider that exists, wherever a function lists one', () => {
    const known = manifest.providers.auth.map((provider) => provider.key);
    const listed = manifest.modules.function.flatMap((entry) => entry.providers?.auth ?? []);
    expect(listed).not.toEqual([]);
    expect(known).toEqual(expect.arrayContaining(listed));
  });

  test('lists the provider on every function that resolves a field or the project page, and no scopes with it', () => {
    const resolvers = [
      ...manifest.modules['jira:customFieldType'],
      ...manifest.modules['jira:projectPage'],
    ].map((module) => module.resolver.function);
    const providersOf = (key: string) =>
      manifest.modules.function.find((entry) => entry.key === key)?.providers?.auth;
    for (const key of resolvers) expect(providersOf(key), key).toEqual(['wds']);
  });

  test('lists no provider on a function that no person calls: what it answers is everyone’s', () => {
    const unattended = [
      'jira:jqlFunction',
      'trigger',
      'scheduledTrigger',
      'consumer',
      'preUninstall',
    ] as const;
    const keys = unattended.flatMap((type) =>
      manifest.modules[type].map((entry) => entry.function),
    );
    expect(keys).toHaveLength(6);
    const listing = manifest.modules.function.filter((entry) => entry.providers !== undefined);
    expect(listing.map(({ key }) => key).filter((key) => keys.includes(key))).toEqual([]);
  });

  test.each([
    ['view', viewExperiences],
    ['edit', editExperiences],
  ] as const)('uses only documented experiences for %s', (place, documented) => {
    for (const type of manifest.modules['jira:customFieldType']) {
      expect(type[place].experience.filter((name) => !documented.includes(name))).toEqual([]);
    }
  });

  test('uses only documented values of unlicensedAccess', () => {
    for (const type of manifest.modules['jira:customFieldType']) {
      expect(unlicensedPeople).toEqual(expect.arrayContaining(type.unlicensedAccess));
    }
  });

  test('has one exported handler for each function and no export besides', () => {
    const named = manifest.modules.function.map((entry) => entry.handler.replace('index.', ''));
    expect(Object.keys(handlers).sort()).toEqual([...new Set(named)].sort());
  });
});
