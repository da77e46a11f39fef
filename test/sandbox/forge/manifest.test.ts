import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseManifest } from '../../../src/sandbox/forge/manifest';
import { findModule, findUnattendedModule, timeLimitOf } from '../../../src/sandbox/forge/modules';
import { backgroundManifest } from '../support/background-sandbox';
import { changedManifestText, testManifest } from '../support/test-manifest';
import { loadHandlers, type AppCode } from '../../../src/sandbox/forge/app-code';
import { buildApp, type AppBuild } from '../../../src/sandbox/forge/build-app';

describe('The sandbox, reading a manifest,', () => {
  test('fills in its variables, given or by default', () => {
    expect(testManifest().remotes[0]?.baseUrl).toBe('https://wds.example.com');
    const given = { WDS_ORIGIN: 'https://objects.example.org' };
    const manifest = parseManifest(
      changedManifestText(() => undefined),
      given,
    );
    expect(manifest.remotes[0]?.baseUrl).toBe('https://objects.example.org');
  });

  test('hands what else the deployment sets to the app’s functions', () => {
    const text = changedManifestText(() => undefined);
    const { environment } = parseManifest(text, { WDS_EXPECTED_SITES: '4' });
    expect(environment).toMatchObject({ WDS_EXPECTED_SITES: '4' });
    expect(Object.keys(environment).sort()).toEqual([
      'WDS_CLIENT_ID',
      'WDS_EXPECTED_SITES',
      'WDS_ORIGIN',
    ]);
  });

  test('refuses an origin that the platform would not take', () => {
    const given = { WDS_ORIGIN: 'http://127.0.0.1:8081' };
    expect(() =>
      parseManifest(
        changedManifestText(() => undefined),
        given,
      ),
    ).toThrow('baseUrl');
  });

  test('refuses what it does not model, naming it', () => {
    expect(() => testManifest(({ modules }) => (modules['jira:dashboardGadget'] = []))).toThrow(
      'jira:dashboardGadget',
    );
  });

  test('finds the function behind a module', () => {
    expect(findModule(testManifest(), 'connect')).toEqual({
      key: 'connect',
      type: 'jira:personalSettingsPage',
      functionKey: 'field-resolver',
      unlicensedAccess: [],
    });
    expect(findModule(testManifest(), 'constructor')).toBeUndefined();
  });

  const projectPage = (key: string) => ({
    key,
    resource: 'page',
    resolver: { function: 'run' },
    title: 'Page',
  });
  const trigger = (key: string, interval = 'day') => ({ key, function: 'run', interval });

  test.each<[string, Record<string, unknown>, string]>([
    ['an interval that there is not', { scheduledTrigger: [trigger('a', 'minute')] }, 'interval'],
    [
      'more than five schedules',
      { scheduledTrigger: ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => trigger(key)) },
      'scheduledTrigger',
    ],
    [
      'two schedules every five minutes',
      { scheduledTrigger: ['a', 'b'].map((key) => trigger(key, 'fiveMinute')) },
      'One scheduled trigger may run every five minutes.',
    ],
    [
      'an event that the sandbox does not deliver',
      { trigger: [{ key: 'a', function: 'run', events: ['avi:jira:created:issue'] }] },
      'events',
    ],
    [
      'two project pages',
      { 'jira:projectPage': ['a', 'b'].map((key) => projectPage(key)) },
      'An app has at most one project page.',
    ],
    [
      'a project page in UI Kit',
      { 'jira:projectPage': [{ ...projectPage('a'), render: 'native' }] },
      'render',
    ],
    [
      'a queue of a name that there cannot be',
      { consumer: [{ key: 'a', queue: 'my queue', function: 'run' }] },
      'queue',
    ],
    [
      'a consumer with a resolver',
      { consumer: [{ key: 'a', queue: 'a', resolver: { function: 'run', method: 'x' } }] },
      'resolver',
    ],
    [
      'a JQL function without operators',
      { 'jira:jqlFunction': [{ key: 'a', name: 'a', arguments: [], types: [], function: 'run' }] },
      'operators',
    ],
    [
      'a time limit of more than 15 minutes',
      { function: [{ key: 'run', handler: 'index.run', timeoutSeconds: 901 }] },
      'timeoutSeconds',
    ],
  ])('and refuses %s', (_, modules, message) => {
    expect(() => testManifest((raw) => Object.assign(raw.modules, modules))).toThrow(message);
  });

  test('finds an admin page among what a person can open', () => {
    const page = { key: 'admin', resource: 'x', render: 'native', title: 'Admin' };
    const manifest = testManifest(({ modules }) => {
      modules['jira:adminPage'] = [{ ...page, resolver: { function: 'field-resolver' } }];
    });
    expect(findModule(manifest, 'admin')).toMatchObject({ type: 'jira:adminPage' });
    expect(findUnattendedModule(manifest, 'admin')).toBeUndefined();
  });

  test('keeps what the platform calls apart from what people open', () => {
    const manifest = backgroundManifest();
    for (const [key, type] of [
      ['objects', 'jira:jqlFunction'],
      ['daily', 'scheduledTrigger'],
      ['worker', 'consumer'],
      ['uninstall', 'preUninstall'],
    ] as const) {
      expect(findUnattendedModule(manifest, key)).toMatchObject({ key, type });
      expect(findModule(manifest, key)).toBeUndefined();
    }
  });

  test.each([
    ['daily', 300],
    ['worker', 300],
    ['objects', 25],
    ['uninstall', 55],
  ])('and gives the function of %s %i seconds', (key, seconds) => {
    const manifest = backgroundManifest({ timeoutSeconds: 300 });
    const module = findUnattendedModule(manifest, key);
    expect(module && timeLimitOf(manifest, module)).toBe(seconds);
  });
});

/** A file whose functions count their calls in a memory that they share. */
function countingCode() {
  const loaded: string[] = [];
  const code: AppCode = {
    load: (fileName) => {
      loaded.push(fileName);
      let calls = 0;
      const count = () => (calls += 1);
      return Promise.resolve({ one: count, other: count });
    },
  };
  return { code, loaded };
}

const functions = [
  { key: 'first', handler: 'index.one' },
  { key: 'second', handler: 'index.other' },
];

async function call(handlers: Awaited<ReturnType<typeof loadHandlers>>, key: string) {
  const handler = await handlers.get(key)?.();
  return handler?.({}, {});
}

describe('The app’s code', () => {
  test('keeps what a function remembers for its next call, and from every other function', async () => {
    const handlers = await loadHandlers(countingCode().code, functions);
    expect(await call(handlers, 'second')).toBe(1);
    expect(await call(handlers, 'second')).toBe(2);
    expect(await call(handlers, 'first')).toBe(1);
    expect(await Promise.all([call(handlers, 'first'), call(handlers, 'second')])).toEqual([2, 3]);
  });

  test('runs once until a second function of it is called', async () => {
    const { code, loaded } = countingCode();
    const handlers = await loadHandlers(code, functions);
    await call(handlers, 'first');
    await call(handlers, 'first');
    expect(loaded).toEqual(['index']);
    await call(handlers, 'second');
    expect(loaded).toEqual(['index', 'index']);
  });

  test('is refused where it lacks a handler, before any function is called', async () => {
    const missing = [...functions, { key: 'third', handler: 'index.absent' }];
    await expect(loadHandlers(countingCode().code, missing)).rejects.toThrow(
      'The app exports no function "absent" from index (index.absent).',
    );
  });
});

describe('The build', () => {
  let root: string;
  let built: AppBuild;

  const resolverSource = `
import Resolver from '@forge/resolver';
const resolver = new Resolver();
resolver.define('hello', () => 'hello');
export const handler = resolver.getDefinitions();
`;
  const screenSource = `
import ForgeReconciler, { Text } from '@forge/react';
ForgeReconciler.render(<Text>hello</Text>);
`;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'build-app-'));
    await mkdir(join(root, 'src'));
    await symlink(resolve('node_modules'), join(root, 'node_modules'));
    const manifest = changedManifestText((raw) => {
      raw.modules.function = [{ key: 'field-resolver', handler: 'index.resolver' }];
      Object.assign(raw, { resources: [{ key: 'connect-page', path: 'src/screen.tsx' }] });
    });
    await writeFile(join(root, 'manifest.yml'), manifest);
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(root, 'src/index.ts'),
      "export { handler as resolver } from './resolver';",
    );
    await writeFile(join(root, 'src/resolver.ts'), resolverSource);
    await writeFile(join(root, 'src/screen.tsx'), screenSource);
    built = await buildApp({ root, outputDirectory: join(root, 'build') });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('makes a CommonJS bundle with one export per handler, and its metafile', async () => {
    const require = createRequire(import.meta.url);
    const bundle = require(join(built.functionsDirectory, 'index.cjs')) as object;
    expect(Object.keys(bundle)).toEqual(['resolver']);
    const metafile: unknown = JSON.parse(
      await readFile(join(built.functionsDirectory, 'metafile.json'), 'utf8'),
    );
    expect(metafile).toHaveProperty(['inputs', 'src/resolver.ts']);
  });

  test('gives each UI Kit resource one script and a page that takes the bridge first', async () => {
    const page = await readFile(join(built.uiDirectory, 'connect-page/index.html'), 'utf8');
    expect(page.indexOf('window.__bridge = parent.__bridgeFor(window)')).toBeLessThan(
      page.indexOf('connect-page.js'),
    );
    const script = await readFile(join(built.uiDirectory, 'connect-page/connect-page.js'), 'utf8');
    expect(script).toContain('hello');
    expect(script).not.toMatch(/^import /m);
  });
});
