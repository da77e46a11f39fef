import { describe, expect, test } from 'vitest';
import { parseManifest } from '../../../src/sandbox/forge/manifest';
import { findModule, findUnattendedModule, timeLimitOf } from '../../../src/sandbox/forge/modules';
import { backgroundManifest } from '../support/background-sandbox';
import { changedManifestText, testManifest } from '../support/test-manifest';

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
