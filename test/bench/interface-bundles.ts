import { statSync } from 'node:fs';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { measured, type Row } from './row';

/** Size of each script that the platform loads for a screen of UI Kit. */
export async function measureInterfaceBundles(): Promise<Row[]> {
  const { resources } = await readManifest('manifest.yml');
  return resources.map(({ key }) =>
    measured(`UI bundle ${key}, minified`, statSync(`build/ui/${key}/${key}.js`).size / 1000, 'kB'),
  );
}
