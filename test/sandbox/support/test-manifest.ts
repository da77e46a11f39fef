import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { parseManifest, type Manifest } from '../../../src/sandbox/forge/manifest';

interface RawManifest {
  permissions: { scopes: string[]; external: { fetch: { backend: { remote: string }[] } } };
  modules: Record<string, unknown> & {
    function: { key: string; handler: string; providers?: { auth: string[] } }[];
    'jira:customFieldType': {
      view: { experience: string[] };
      edit: { experience: string[] };
      unlicensedAccess?: readonly string[];
    }[];
    'jira:personalSettingsPage': Record<string, unknown>[];
  };
  resources: { key: string; path: string }[];
}

/** The one function that the fixture app has. */
const fixtureFunction = 'field-resolver';

/** The repository's manifest without what no person opens and the admin page, changed by the test. */
export function testManifest(change: (raw: RawManifest) => void = () => undefined): Manifest {
  return parseManifest(changedManifestText(change));
}

export function changedManifestText(change: (raw: RawManifest) => void): string {
  const raw = load(readFileSync('manifest.yml', 'utf8')) as RawManifest;
  raw.modules = {
    'jira:customFieldType': raw.modules['jira:customFieldType'],
    'jira:personalSettingsPage': raw.modules['jira:personalSettingsPage'],
    function: raw.modules.function.filter(({ key }) => key === fixtureFunction),
  };
  change(raw);
  return JSON.stringify(raw);
}
