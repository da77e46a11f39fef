import { defineConfig } from 'vitest/config';
import type { RunnerTestSuite } from 'vitest';
import type { Plugin } from 'vitest/config';
import type { Reporter, Vitest } from 'vitest/node';

/**
 * Whoever changes a place seldom needs thousands of cases to break a property, and waits for each. How small a case
 * breaks it says nothing here, and takes long to find.
 */
const fewCases: Plugin = {
  name: 'few-cases',
  // Later, 1000 is written 1e3.
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.test.ts')
      ? code.replaceAll(/numRuns: [\d_]+/g, 'numRuns: 100, endOnFailure: true')
      : undefined,
};

let vitest: Vitest;
/** Stryker overlooks tests that never ran because a hook before them failed: they count as failed. */
const failWithHooks: Reporter = {
  onInit(started) {
    vitest = started;
  },
  onTestRunEnd() {
    for (const file of vitest.state.getFiles()) failUnrunTests(file);
  },
};

function failUnrunTests(suite: RunnerTestSuite) {
  for (const task of suite.tasks) {
    if (suite.result?.state === 'fail') task.result ??= suite.result;
    if (task.type === 'suite') failUnrunTests(task);
  }
}

/** The tests of a folder share a worker, which starts anew for each change. */
export default defineConfig({
  plugins: [fewCases],
  test: {
    include: process.env['MUTATION_TESTS']?.split(' '),
    isolate: false,
    reporters: [failWithHooks],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
