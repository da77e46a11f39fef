import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { hasPostgres } from './scripts/postgres.mjs';
import { LongestFirst } from './test/support/longest-first';

/**
 * For a machine that does other work as well. What is waited for comes in a fraction of these: they end
 * a test that hangs.
 */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  // As long as Playwright waits for an element.
  expect: { poll: { timeout: 30_000 } },
};
/** Where tests call a service of their own. */
const setupFiles = ['test/support/check-answers.ts'];
const appParts = ['test/app/**/*.test.{ts,tsx}'];
/** These run the app in a sandbox, which puts globals of its own in place. */
const appInSandbox = ['test/app/site-check/*.test.ts', 'test/app/**/with-sandbox.test.ts'];
const sharedSandbox = ['test/e2e/*.test.ts'];
/** These neither replace globals nor keep module state, so that modules are loaded once. */
const stateless = [
  'query',
  'api',
  'service',
  'contract',
  'manifest',
  'scripts',
  'app/jql',
  'app/object-display',
  'app/platform',
  'app/refresh',
  'app/stored-queries',
].map((folder) => `test/${folder}/**/*.test.ts`);
/** As the stateless ones, but for the globals of the platform, which the sandbox puts in place. */
const sandboxParts = ['jira', 'jql', 'server'].map(
  (folder) => `test/sandbox/${folder}/**/*.test.ts`,
);

/** What speaks HTTP to the service, or needs several processes: once more, or only, on Postgres. */
const contractCore = [
  'test/service/model/resources/*.test.ts',
  'test/service/model/search/search-semantics.test.ts',
  'test/service/api/tokens.test.ts',
  'test/service/accounts/authorization-code.test.ts',
  'test/service/accounts/token-lifetime.test.ts',
  'test/service/api/embedding/sessions.test.ts',
  'test/service/base/database/earlier-databases.test.ts',
  'test/service/base/database/workspace-tables.test.ts',
  'test/contract/contract.test.ts',
];
const onlyOnPostgres = ['test/service-on-postgres/**/*.test.ts'];
const onPostgres = {
  test: {
    ...patience,
    name: 'on-postgres',
    include: [
      ...(process.env['WHOLE_CONTRACT']
        ? ['test/service/**/*.test.ts', 'test/contract/*.test.ts']
        : contractCore),
      ...onlyOnPostgres,
    ],
    globalSetup: ['test/support/provide-postgres.ts'],
    setupFiles,
    isolate: false,
  },
};

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait, for a browser, another process, or time to pass.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...patience, name: 'stateless', include: stateless, isolate: false, setupFiles },
      },
      {
        test: { ...patience, name: 'sandbox-parts', include: sandboxParts, isolate: false },
      },
      {
        // A thread starts for less than a process, and these change nothing of the process.
        test: {
          ...patience,
          name: 'app-parts',
          setupFiles,
          include: appParts,
          exclude: [...stateless, ...appInSandbox],
          pool: 'threads',
          isolate: false,
        },
      },
      { test: { ...patience, name: 'app-in-sandbox', setupFiles, include: appInSandbox } },
      {
        test: {
          ...patience,
          name: 'own-parts',
          setupFiles,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            ...sharedSandbox,
            ...stateless,
            ...sandboxParts,
            ...appParts,
            ...onlyOnPostgres,
          ],
        },
      },
      {
        test: {
          ...patience,
          name: 'shared-sandbox',
          include: sharedSandbox,
          globalSetup: ['test/e2e/support/start-sandboxes.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      ...(hasPostgres() ? [onPostgres] : []),
    ],
  },
});
