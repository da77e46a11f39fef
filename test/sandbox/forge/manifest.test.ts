import { describe, expect, test } from 'vitest';
import { parseManifest } from '../../../src/sandbox/forge/manifest';
import { findModule } from '../../../src/sandbox/forge/modules';
import { changedManifestText, testManifest } from '../support/test-manifest';

describe('The sandbox reads a manifest', () => {
  test('and fills in its variables, given or by default', () => {
    expect(testManifest().remotes[0]?.baseUrl).toBe('https://wds.example.com');
    const given = { WDS_ORIGIN: 'https://objects.example.org' };
    const manifest = parseManifest(
      changedManifestText(() => undefined),
      given,
    );
    expect(manifest.remotes[0]?.baseUrl).toBe('https://objects.example.org');
  });

  test('and refuses an origin that the platform would not take', () => {
    const given = { WDS_ORIGIN: 'http://127.0.0.1:8081' };
    expect(() =>
      parseManifest(
        changedManifestText(() => undefined),
        given,
      ),
    ).toThrow('baseUrl');
  });

  test('and refuses what it does not model, naming it', () => {
    expect(() => testManifest(({ modules }) => (modules['jira:dashboardGadget'] = []))).toThrow(
      'jira:dashboardGadget',
    );
  });

  test('and finds the function behind a module', () => {
    expect(findModule(testManifest(), 'connect')).toEqual({
      key: 'connect',
      type: 'jira:personalSettingsPage',
      functionKey: 'field-resolver',
    });
    expect(findModule(testManifest(), 'constructor')).toBeUndefined();
  });
});
