/**
 * Everything that must pass before a change lands: format, lint, types and all tests.
 * Arguments are handed to Vitest and skip the static checks: `npm test -- test/query`.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { findOrInstallFastBrowser } from './browser.mjs';
import { enginesFile } from './engine-reporter.mjs';
import { hasPostgres } from './postgres.mjs';

const reportFile = 'test-results/report.json';
/** What failed browser tests leave. */
const evidenceFolder = 'test-results/failures';
const slowestFiles = 10;
const checks = [
  ['types and lint', 'node_modules/oxlint/bin/oxlint', '--config=oxlint.config.js', '.'],
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'],
];

const selection = process.argv.slice(2);
// Beside the tests, which often wait: for a browser, or for time to pass.
const checking = selection.length === 0 ? runChecks() : [];
const tests = await runTests(selection);
const outcomes = await checking;
for (const { report } of outcomes) console.log(report);
if (tests.slowest.length > 0) console.log(`The slowest files:\n${tests.slowest.join('\n')}`);
for (const line of describeEngines()) console.log(line);
const cpuSeconds = readCpuSeconds();
if (cpuSeconds !== undefined) console.log(`CPU: ${cpuSeconds.toFixed(0)} s, user and system.`);
const passed = outcomes.filter(({ isPassed }) => isPassed).length + tests.passed;
const failed = outcomes.filter(({ isPassed }) => !isPassed).length + tests.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && tests.passed > 0 ? 0 : 1);

/** One after the other: each takes a whole core. */
async function runChecks() {
  const outcomes = [];
  for (const check of checks) outcomes.push(await runCheck(check));
  return outcomes;
}

/** What a check has to say is printed after the tests, where it isn't lost among them. */
function runCheck([name, ...nodeArguments]) {
  return new Promise((resolve) => {
    execFile(process.execPath, nodeArguments, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      const report = `${name}: ${error ? 'failed' : 'passed'}\n${stdout}${stderr}`.trimEnd();
      resolve({ isPassed: error === null, report });
    });
  });
}

async function runTests(vitestArguments) {
  mkdirSync('test-results', { recursive: true });
  for (const file of [reportFile, enginesFile]) rmSync(file, { force: true });
  rmSync(evidenceFolder, { recursive: true, force: true });
  const exitCode = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/engine-reporter.mjs',
      `--outputFile.json=${reportFile}`,
      ...vitestArguments,
    ],
    { CHROMIUM: findBrowser() },
  );
  return readReport(exitCode);
}

/** An empty path makes the browser tests fail with a sentence; the others still run. */
function findBrowser() {
  try {
    return findOrInstallFastBrowser();
  } catch (error) {
    console.error(error.message);
    return '';
  }
}

/** How many tests of the service ran on which engine, and what is missing for the others. */
function describeEngines() {
  const counts = existsSync(enginesFile) ? JSON.parse(readFileSync(enginesFile, 'utf8')) : {};
  const ran = Object.entries(counts).map(([engine, count]) => `${count} on ${engine}`);
  return [
    ...(ran.length > 0 ? [`Tests of the service: ${ran.join(', ')}.`] : []),
    ...(hasPostgres() ? [] : ['Postgres: not found. Install it, or set TEST_DATABASE_URL.']),
    ...(process.env.CITUS_DATABASE_URL
      ? []
      : ['Citus: left out. Set CITUS_DATABASE_URL to a database of a cluster.']),
  ];
}

/** A run that fails outside any test counts as one failure. */
function readReport(exitCode) {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const failed = report.numTotalTests - report.numPassedTests - report.numPendingTests;
    return {
      passed: report.numPassedTests,
      failed: exitCode === 0 ? failed : Math.max(failed, 1),
      slowest: listSlowest(report.testResults),
    };
  } catch {
    return { passed: 0, failed: 1, slowest: [] };
  }
}

/** One line each, with the seconds from the first test of the file to the end of its last. */
function listSlowest(files) {
  return files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestFiles)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative('.', name)}`);
}

/**
 * Of this process and all that ended below it, browsers and databases included; undefined where the
 * system isn't Linux. What a process left behind when it ended first isn't counted: of a browser,
 * sometimes a few of its processes.
 */
function readCpuSeconds() {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync('/proc/self/stat', 'utf8');
  // They follow the name, which stands in brackets and may hold anything.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const [user, system, userBelow, systemBelow] = fields.slice(11, 15).map(Number);
  const ticksPerSecond = 100;
  return (user + system + userBelow + systemBelow) / ticksPerSecond;
}

async function runNode(nodeArguments, environment) {
  const child = spawn(process.execPath, nodeArguments, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
