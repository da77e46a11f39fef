/**
 * Begins every npm script. It uses nothing but Node, so that it works in a bare clone: it checks
 * the Node version, installs what is missing, and hands over to the task.
 */
import { spawn } from 'node:child_process';
import { installMissingPackages } from './install.mjs';
import { requireNode } from './node-version.mjs';

const withTypeScript = ['--import', 'tsx'];

/** Task name to the arguments of `node`. What follows on the command line is appended. */
const tasks = {
  start: [...withTypeScript, 'src/sandbox/main.ts'],
  dev: ['scripts/dev.mjs'],
  service: [...withTypeScript, 'src/service/run/main.ts'],
  test: ['scripts/test.mjs'],
  nightly: ['scripts/nightly.mjs'],
  mutate: ['scripts/mutate.mjs'],
  bench: [...withTypeScript, 'test/bench/main.ts'],
  pictures: [...withTypeScript, 'test/pictures/main.ts'],
  build: [...withTypeScript, 'scripts/build.ts'],
  'build:service': [...withTypeScript, 'scripts/build-service.ts'],
  'build:cli': [...withTypeScript, 'scripts/build-cli.ts'],
  'build:client': [...withTypeScript, 'scripts/build-client.ts'],
  'check:packages': ['scripts/check-packages.mjs'],
  'check:deploy': [...withTypeScript, 'scripts/check-deploy.ts'],
  deploy: [...withTypeScript, 'scripts/deploy.ts'],
  lint: ['node_modules/oxlint/bin/oxlint', '--config=oxlint.config.js', '.'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--write', '.'],
};

const [name, ...rest] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name ?? '') ? tasks[name] : undefined;
if (task === undefined) {
  console.error(`Usage: npm run <${Object.keys(tasks).join('|')}>`);
  process.exit(2);
}
requireNode();
installMissingPackages();
// Reading it takes a while on a machine that is busy.
if (name === 'start') console.error('Loading the sandbox ...');
runNode([...task, ...rest]);

/** Ends with the task's own exit code; signals reach the task, which decides when to end. */
function runNode(nodeArguments) {
  const child = spawn(process.execPath, nodeArguments, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) endWithParent(child);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** On SIGTERM npm ends its shell, which tells nobody: what the task belongs to is gone then. */
function endWithParent(child) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
}
