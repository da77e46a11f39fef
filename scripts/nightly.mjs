/**
 * What is too long for `npm test` and right for a night: the check of a deployment, and the properties
 * of general rules at their full length.
 */
import { spawnSync } from 'node:child_process';

const files = [
  'test/app/jql/jql-text.test.ts',
  'test/search-by-query/model.test.ts',
  'test/service/search/same-answers.test.ts',
];
const fullLength = {
  JQL_RUNS: '100000',
  SEARCH_BY_QUERY_RUNS: '2000',
  SEARCH_RUNS: '100000',
};

const isDeployable = runNode(['--import', 'tsx', 'scripts/check-deploy.ts']);
const hold = runNode(['node_modules/vitest/vitest.mjs', 'run', ...files]);
process.exit(isDeployable && hold ? 0 : 1);

function runNode(nodeArguments) {
  const env = { ...fullLength, ...process.env };
  return spawnSync(process.execPath, nodeArguments, { stdio: 'inherit', env }).status === 0;
}
