/**
 * Everything that must pass before a change lands: format, lint, types, then all tests.
 * Arguments are handed to Vitest and skip the static checks: `npm test -- test/query`.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findOrInstallBrowser } from './browser.mjs';

const reportFile = 'test-results/report.json';
const checks = [
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
  ['lint', 'node_modules/eslint/bin/eslint.js', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
];

const selection = process.argv.slice(2);
const outcomes = selection.length === 0 ? await Promise.all(checks.map(runCheck)) : [];
const tests = runTests(selection);
const passed = outcomes.filter(Boolean).length + tests.passed;
const failed = outcomes.filter((isPassed) => !isPassed).length + tests.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && tests.passed > 0 ? 0 : 1);

/** Checks run side by side, so each prints all it has to say at its end. */
function runCheck([name, ...nodeArguments]) {
  return new Promise((resolve) => {
    execFile(process.execPath, nodeArguments, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      console.log(`${name}: ${error ? 'failed' : 'passed'}\n${stdout}${stderr}`.trimEnd());
      resolve(error === null);
    });
  });
}

function runTests(vitestArguments) {
  mkdirSync('test-results', { recursive: true });
  rmSync(reportFile, { force: true });
  const exitCode = runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...vitestArguments,
    ],
    { CHROMIUM: findBrowser() },
  );
  return countTests(exitCode);
}

/** An empty path makes the browser tests fail with a sentence; the others still run. */
function findBrowser() {
  try {
    return findOrInstallBrowser();
  } catch (error) {
    console.error(error.message);
    return '';
  }
}

/** A run that fails outside any test counts as one failure. */
function countTests(exitCode) {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const failed = report.numTotalTests - report.numPassedTests - report.numPendingTests;
    return { passed: report.numPassedTests, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function runNode(nodeArguments, environment) {
  const result = spawnSync(process.execPath, nodeArguments, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return result.status ?? 1;
}
