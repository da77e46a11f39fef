/**
 * What is too long for `npm test` and right for a night: the checks of a deployment and of the packages
 * that others install, and the properties
 * of general rules at their full length and with a seed of the night's own, a service that is killed
 * again and again, one whose disk gets full (as root, on Linux), the documented backups with real data, and all of its
 * tests on all engines.
 */
import { spawnSync } from 'node:child_process';
import { hasPostgres } from './postgres.mjs';

const files = [
  'test/api/client',
  'test/app/cascade-field',
  'test/app/jql',
  'test/app/objects',
  'test/docs/backups.test.ts',
  'test/query',
  'test/sandbox/jira',
  'test/sandbox/jql',
  'test/search-by-query/model.test.ts',
  'test/service/api/description',
  'test/service/base/request-limits',
  'test/service/model/search/same-answers.test.ts',
  'test/service-on-embedded-database/killed-while-writing.test.ts',
  'test/service-on-embedded-database/full-disk.test.ts',
  'test/service-on-postgres/full-disk.test.ts',
];
const fullLength = {
  PROPERTY_SEED: String(Math.floor(Date.now() / 1000)),
  FUZZ_RUNS: '1000',
  JQL_RUNS: '100000',
  SEARCH_BY_QUERY_RUNS: '150',
  SEARCH_RUNS: '100000',
  KILLS: '20',
  WRITES_PER_KILL: '50',
  FULL_DISK: '1',
  BACKUPS: '1',
};

console.log(`PROPERTY_SEED=${process.env.PROPERTY_SEED ?? fullLength.PROPERTY_SEED}`);
const isDeployable = runNode(['--import', 'tsx', 'scripts/check-deploy.ts']);
const arePackages = runNode(['scripts/check-packages.mjs']);
const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const hold = runNode([...vitest, ...files]);
const onCitus = process.env.CITUS_DATABASE_URL ? ['--project=citus'] : [];
const engines = ['--project=service', '--project=embedded-database', ...onCitus];
const holdOnBoth = hasPostgres() && runNode([...vitest, ...engines], { BOTH_ENGINES: '1' });
if (!hasPostgres()) console.error('Postgres: not found. Install it, or set TEST_DATABASE_URL.');
if (onCitus.length === 0) console.error('Citus: left out. Set CITUS_DATABASE_URL.');
process.exit(isDeployable && arePackages && hold && holdOnBoth ? 0 : 1);

function runNode(nodeArguments, length = fullLength) {
  const env = { ...length, ...process.env };
  return spawnSync(process.execPath, nodeArguments, { stdio: 'inherit', env }).status === 0;
}
