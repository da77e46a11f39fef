/** Builds the packages that others install, and lets the tools that know npm's rules look at them. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { installPackagesOf } from './install.mjs';

const toolsFolder = '.cache/package-check';

installPackagesOf('scripts/package-check', toolsFolder);
for (const build of ['build-client', 'build-cli']) run('--import', 'tsx', `scripts/${build}.ts`);
for (const folder of ['dist/client', 'dist/cli'])
  run(tool('publint/src/cli.js'), folder, '--strict');
// The client is an ECMAScript module alone: an older `require` can't load it, which its README says.
run(tool('@arethetypeswrong/cli/dist/index.js'), '--pack', 'dist/client', '--profile', 'esm-only');

function tool(path) {
  return resolve(toolsFolder, 'node_modules', path);
}

/** Ends the program where it fails, with what it says. */
function run(...nodeArguments) {
  try {
    execFileSync(process.execPath, nodeArguments, { stdio: 'inherit' });
  } catch {
    process.exit(1);
  }
}
