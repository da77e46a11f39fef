import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getBuiltApp } from './hosted-app';
import { atMost, beside, type Row } from './row';
import { percentile, timeInTurns } from './timing';

const runs = 9;

/** Size of the functions bundle, and how long a cold process takes to load it. */
export async function measureFunctionsBundle(): Promise<Row[]> {
  const bundle = join((await getBuiltApp()).functionsDirectory, 'index.cjs');
  const [ours, theirs] = await timeInTurns(runs, [
    () => loadMs(bundle),
    () => loadMs('@forge/api'),
  ]);
  const name = 'loading the functions bundle, beside @forge/api alone';
  return [
    atMost('functions bundle, minified', statSync(bundle).size / 1000, 'kB', 400),
    beside(name, percentile(ours, 0.5), percentile(theirs, 0.5), 3),
  ];
}

/** In a process of its own. */
async function loadMs(path: string): Promise<number> {
  const script = `
    const startedAt = performance.now();
    require(${JSON.stringify(path)});
    console.log(performance.now() - startedAt);
    process.exit();`;
  return Number((await execute(process.execPath, ['-e', script])).stdout);
}

const execute = promisify(execFile);
