import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { atMost, percentile, type Row } from './row';

const bundle = 'build/functions/index.cjs';
const runs = 9;
const loadAndPrintMs = `
  const startedAt = performance.now();
  require(${JSON.stringify(resolve(bundle))});
  console.log(performance.now() - startedAt);`;

/** Size of the functions bundle, and how long a cold process takes to load it. */
export function measureFunctionsBundle(): Row[] {
  const loads = Array.from({ length: runs }, loadInNewProcessMs);
  return [
    atMost('functions bundle, minified', statSync(bundle).size / 1000, 'kB', 400),
    atMost('functions bundle, time to load', percentile(loads, 0.5), 'ms', 80),
  ];
}

function loadInNewProcessMs(): number {
  const result = spawnSync(process.execPath, ['-e', loadAndPrintMs], { encoding: 'utf8' });
  return Number(result.stdout);
}
