import { statSync } from 'node:fs';
import { bundleResource } from '../../src/sandbox/forge/build-app';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { getBuiltApp } from './hosted-app';
import { atMost, told, type Row } from './row';

const empty = { key: 'empty-page', path: 'test/bench/empty-page.tsx' };

/** Size of each script that the platform loads for a screen of UI Kit, above an empty one. */
export async function measureInterfaceBundles(): Promise<Row[]> {
  const { uiDirectory } = await getBuiltApp();
  await bundleResource('.', uiDirectory, empty);
  const sizeOf = (key: string) => statSync(`${uiDirectory}/${key}/${key}.js`).size / 1000;
  const emptySize = sizeOf(empty.key);
  const { resources } = await readManifest('manifest.yml');
  return [
    told('empty UI Kit app, minified', emptySize, 'kB'),
    ...resources.map(({ key }) =>
      atMost(`UI bundle ${key}, above an empty app`, sizeOf(key) - emptySize, 'kB', barOf(key)),
    ),
  ];
}

/** Views and editors load with every work item. */
function barOf(key: string): number {
  return /-(?:view|edit)$/.test(key) ? 75 : 120;
}
