import { statSync, mkdirSync } from 'node:fs';
import { bundleResource } from '/work/wt/app-portal/src/sandbox/forge/build-app';
const dir = '/tmp/app-portal-sizes'; mkdirSync(dir, { recursive: true });
const all = [['empty-page','test/bench/empty-page.tsx'],['cascade-edit','src/app/cascade-field/edit.tsx'],['cascade-config','src/app/cascade-field/config.tsx']];
let empty = 0;
for (const [key, path] of all) { await bundleResource('.', dir, { key, path }); const size = statSync(`${dir}/${key}/${key}.js`).size / 1000; if (key === 'empty-page') empty = size; console.log(key, (size - empty).toFixed(1)); }
