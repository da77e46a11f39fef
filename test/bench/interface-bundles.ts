import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleResource } from '../../src/sandbox/forge/build-app';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { customUiResources, uiKitResources } from '../../src/sandbox/forge/modules';
import { getBuiltApp } from './hosted-app';
import { atMost, told, type Row } from './row';

const empty = { key: 'empty-page', path: 'test/bench/empty-page.tsx' };

/** Size of each script that the platform loads: for a screen of UI Kit, above an empty one. */
export async function measureInterfaceBundles(): Promise<Row[]> {
  const { uiDirectory, customUiDirectory } = await getBuiltApp();
  await bundleResource('.', uiDirectory, empty);
  const sizeOf = (key: string) => statSync(`${uiDirectory}/${key}/${key}.js`).size / 1000;
  const emptySize = sizeOf(empty.key);
  const manifest = await readManifest('manifest.yml');
  return [
    told('empty UI Kit app, minified', emptySize, 'kB'),
    ...uiKitResources(manifest).map(({ key }) =>
      atMost(`UI bundle ${key}, above an empty app`, sizeOf(key) - emptySize, 'kB', barOf(key)),
    ),
    ...customUiResources(manifest).map(({ key }) =>
      atMost(
        `Custom UI ${key}, first load`,
        sizeOfFirstLoad(join(customUiDirectory, key)),
        'kB',
        customUiBar,
      ),
    ),
  ];
}

/** Of Atlaskit, React and the bridge nearly all. */
const customUiBar = 1_000;

/** The scripts and styles that its page names; themes are loaded as they are needed. */
function sizeOfFirstLoad(directory: string): number {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file ?? '',
  );
  return files.reduce((sum, file) => sum + statSync(join(directory, file)).size, 0) / 1000;
}

/** Views and editors load with every work item. */
function barOf(key: string): number {
  return /-(?:view|edit)$/.test(key) ? 85 : 135;
}
