/**
 * Whether the tests would notice: Stryker changes the sources of a folder one place at a time and runs
 * the tests that reach the place. `npm run mutate -- src/app/access` does it for one folder.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackagesOf } from './install.mjs';

const toolsFolder = '.cache/mutation';
/** By folder, the tests that are to notice, and how many of the changes at least, in percent. */
const folderGoals = {
  'src/app/access': { tests: ['test/app/{access,bulk-edit}/*.test.ts'], lowestScore: 90 },
  'src/service/model/permissions': {
    tests: [
      'test/service/model/permissions/*.test.ts',
      'test/service/model/resources/{managing,reading,sites}.test.ts',
      'test/service/api/tokens.test.ts',
      'test/service/api/embedding/sessions.test.ts',
      'test/contract/roles.test.ts',
    ],
    lowestScore: 95,
  },
  'src/query': { tests: ['test/query/*.test.ts'], lowestScore: 90 },
};

const chosen = process.argv.slice(2);
const folders = chosen.length > 0 ? chosen : Object.keys(folderGoals);
const unknown = folders.filter((folder) => !Object.hasOwn(folderGoals, folder));
if (unknown.length > 0) {
  console.error(`Usage: npm run mutate -- [${Object.keys(folderGoals).join('|')}]`);
  process.exit(2);
}

// Without what Stryker's packages ask of those around them: the repository's own Vitest is to run.
process.env.npm_config_legacy_peer_deps = 'true';
installPackagesOf('scripts/mutation', toolsFolder);
const installed = createRequire(resolve(toolsFolder, 'package.json'));
const { Stryker } = await import(pathToFileURL(installed.resolve('@stryker-mutator/core')).href);
for (const folder of folders) await mutate(folder);

/** Sets the exit code where fewer mutants are noticed than there should be. */
async function mutate(folder) {
  const { tests, lowestScore } = folderGoals[folder];
  // Not Stryker's `testFiles`: for what is evaluated on loading it would run no test at all.
  process.env.MUTATION_TESTS = tests.join(' ');
  const report = join('test-results/mutation', folder.replaceAll('/', '-'));
  await new Stryker({
    mutate: [`${folder}/**/*.ts`],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: availableParallelism(),
    // For a machine that does other work as well.
    dryRunTimeoutMinutes: 30,
    timeoutMS: 15_000,
    thresholds: { high: 96, low: lowestScore, break: lowestScore },
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
    tempDirName: '.cache/mutants',
    ignorePatterns: ['.cache', 'build', 'dist', 'test-results', '.sandbox'],
    allowConsoleColors: false,
  }).runMutationTest();
}
