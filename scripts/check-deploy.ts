/**
 * All that `forge deploy` does before it uploads, without an account: `npm run check:deploy`. The
 * manifest and the sources are checked and bundled by Atlassian's own packages, and the functions
 * that come out are run in the sandbox. WDS_ORIGIN and WDS_CLIENT_ID fill the manifest's variables,
 * or else their defaults do.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as z from 'zod';
import { findUnknownKeys } from './deploy-check/unknown-keys';
import { walkSandbox } from './deploy-check/walk-sandbox';
import { installPackagesOf } from './install.mjs';

interface Step {
  readonly name: string;
  /** Returns what there is to say about a step that passed. @throws {Error} where it failed */
  readonly run: () => string | Promise<string>;
}

const toolsFolder = '.cache/deploy-check';
const bundleFolder = join(toolsFolder, 'build');
/** Each takes a whole core, and about a gigabyte for the type check. */
const stepsAtOnce = 2;

const manifest: unknown = load(readFileSync('manifest.yml', 'utf8'));

installPackagesOf('scripts/deploy-check', toolsFolder);
rmSync(bundleFolder, { recursive: true, force: true });
const isBuilt = await runStep({ name: 'build', run: build });
const areChecked = await runSteps([
  { name: 'manifest and sources', run: () => runTool('lint.cjs') },
  { name: 'keys of the manifest', run: refuseUnknownKeys },
  ...['functions', ...uiKitResources()].map((name) => ({
    name: `bundle ${name}`,
    run: () => runTool('bundle.cjs', join(bundleFolder, name), name),
  })),
]);
const isWalked =
  isBuilt &&
  areChecked &&
  (await runStep({ name: 'path through the sandbox', run: walkWithBundle }));
console.log(
  isWalked ? 'The app is ready to deploy.' : 'The app can’t be deployed: see what failed above.',
);
process.exit(isWalked ? 0 : 1);

/** Custom UI is deployed as it was built last: a fresh clone has none. */
async function build(): Promise<string> {
  await import('./build');
  return '';
}

async function runSteps(steps: readonly Step[]): Promise<boolean> {
  const waiting = [...steps];
  let arePassed = true;
  async function work() {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) arePassed = false;
    }
  }
  await Promise.all(Array.from({ length: stepsAtOnce }, work));
  return arePassed;
}

async function runStep({ name, run }: Step): Promise<boolean> {
  const startedMs = performance.now();
  const { isPassed, output } = await Promise.resolve()
    .then(run)
    .then(
      (said) => ({ isPassed: true, output: said }),
      (error: unknown) => ({ isPassed: false, output: String(error) }),
    );
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${seconds.padStart(5)} s  ${name}`);
  if (output.trim() !== '') console.log(output.trimEnd());
  return isPassed;
}

/** Runs a script with Atlassian's packages in a process of its own; what it prints is the outcome. */
function runTool(script: string, ...given: string[]): Promise<string> {
  const nodeArguments = [join('scripts/deploy-check', script), ...given];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, nodeArguments, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout + stderr);
      else reject(new Error(`${stdout}${stderr}`.trim() || error.message));
    });
  });
}

function refuseUnknownKeys(): string {
  const unknownKeys = findUnknownKeys(manifest);
  if (unknownKeys.length === 0) return '';
  throw new Error(`The platform ignores keys that it doesn’t know: ${unknownKeys.join(', ')}`);
}

/** A UI Kit resource is a source file; a Custom UI resource is a folder, and is uploaded as it is. */
function uiKitResources(): string[] {
  const shape = z.object({ resources: z.array(z.object({ key: z.string(), path: z.string() })) });
  return shape
    .parse(manifest)
    .resources.filter(({ path }) => /\.[jt]sx?$/.test(path))
    .map(({ key }) => key);
}

async function walkWithBundle(): Promise<string> {
  await walkSandbox(join(bundleFolder, 'functions'));
  return '';
}
