/** The properties of general rules at their full length: too long for `npm test`, right for a night. */
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

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...files],
  { stdio: 'inherit', env: { ...fullLength, ...process.env } },
);
process.exit(status ?? 1);
