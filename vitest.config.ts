import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { hasPostgres } from './scripts/postgres.mjs';
import { LongestFirst } from './test/support/longest-first';

// What tests and the processes that they start leave there goes with it. Postgres runs as a user of its own.
const temporaryFolder = mkdtempSync(join(tmpdir(), 'wds-tests-'));
chmodSync(temporaryFolder, 0o755);
process.env['TMPDIR'] = temporaryFolder;
process.on('exit', () => {
  rmSync(temporaryFolder, { recursive: true, force: true });
});

// Anew for another compiler or other options: the names of compiled modules tell only their sources apart.
const compiler = ['package-lock.json', 'tsconfig.json'].map((file) => readFileSync(file));
const compilerHash = createHash('sha256').update(Buffer.concat(compiler)).digest('hex');
const compiledModules = join('test-results/modules', compilerHash.slice(0, 16));

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
const appInSandbox = [
  'test/app/site-check/platform.test.ts',
  'test/app/**/with-sandbox.test.ts',
  'test/docs/{calls,kept}.test.ts',
];
const sharedSandbox = ['test/e2e/*.test.ts'];
/** With whatever they look at of their own. A process that runs several of these loads the browser's driver once. */
const inBrowser = ['test/{project-page,service-pages}/*.test.ts', 'test/sandbox-web/pages.test.ts'];
/** These neither replace globals nor keep module state, so that modules are loaded once. */
const stateless = [
  'query',
  'api',
  'bundle',
  'manifest',
  'sandbox/bundling',
  'sandbox/state-files',
  'sandbox-web',
  'scripts',
  'app/jql',
  'app/object-display',
  'app/platform',
  'app/refresh',
  'app/stored-queries',
].map((folder) => `test/${folder}/**/*.test.ts`);
/** As the stateless ones, but for the globals of the platform, which the sandbox puts in place. */
const sandboxParts = ['test/sandbox/{jira,jql,server}/**/*.test.ts'];

/** Starts a Postgres server where there is one; the service of a test keeps its data there. */
const globalSetup = ['test/support/provide-postgres.ts'];
const service = ['test/service/**/*.test.ts', 'test/contract/*.test.ts'];
/** Which start a service too, so that its modules are loaded once. */
const besideService = ['test/cli/*.test.ts', 'test/docs/*.test.ts'];
const onPostgresAlone = ['test/service-on-postgres/*.test.ts'];
const onEmbeddedAlone = ['test/service-on-embedded-database/*.test.ts'];
const isNight = process.env['BOTH_ENGINES'] !== undefined;
/** What the engines could answer differently; all of the service where a night has the time. */
const onBothEngines = isNight
  ? service
  : [
      'test/contract/*.test.ts',
      'test/service/base/database/{earlier-databases,workspace-tables}.test.ts',
      'test/service/model/search/{same-answers,search-semantics,sorted-pages}.test.ts',
    ];

const onCitusAlone = ['test/service-on-citus/*.test.ts'];
/** As on both engines, where CITUS_DATABASE_URL names a cluster; a night runs all that has to do with its tables. */
const onCitus = [
  ...onCitusAlone,
  'test/contract/contract.test.ts',
  'test/service-on-postgres/several-processes.test.ts',
  'test/service/model/search/search-semantics.test.ts',
  'test/service/pages/account/sign-in-and-consent.test.ts',
  ...(isNight
    ? [
        'test/contract/*.test.ts',
        'test/service/{accounts,api/embedding,model}/**/*.test.ts',
        'test/service/api/tokens.test.ts',
        'test/service/base/request-limits/*.test.ts',
        'test/service/run/demo/*.test.ts',
      ]
    : []),
];

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait, for a browser, another process, or time to pass.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // A module is compiled once for all projects, and for later runs until it changes.
    experimental: { fsModuleCache: true, fsModuleCachePath: compiledModules },
    projects: [
      {
        test: {
          ...patience,
          name: 'stateless',
          include: stateless,
          exclude: inBrowser,
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          ...patience,
          name: 'service',
          include: [...service, ...besideService, ...(hasPostgres() ? onPostgresAlone : [])],
          exclude: appInSandbox,
          isolate: false,
          setupFiles,
          globalSetup,
        },
      },
      {
        test: {
          ...patience,
          name: 'embedded-database',
          include: [...onEmbeddedAlone, ...(hasPostgres() ? onBothEngines : [])],
          isolate: false,
          setupFiles,
          provide: { engine: 'embedded' },
        },
      },
      ...(process.env['CITUS_DATABASE_URL']
        ? [
            {
              test: {
                ...patience,
                name: 'citus',
                include: onCitus,
                isolate: false,
                setupFiles,
                globalSetup,
                provide: { engine: 'citus' as const },
              },
            },
          ]
        : []),
      {
        test: { ...patience, name: 'sandbox-parts', include: sandboxParts, isolate: false },
      },
      {
        // A thread starts for less than a process, and these change nothing of the process.
        test: {
          ...patience,
          name: 'app-parts',
          setupFiles,
          globalSetup,
          include: appParts,
          exclude: [...stateless, ...appInSandbox],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'app-in-sandbox',
          setupFiles,
          globalSetup,
          include: appInSandbox,
        },
      },
      {
        test: {
          ...patience,
          name: 'in-browser',
          setupFiles,
          globalSetup: [...globalSetup, 'test/support/provide-browser.ts'],
          include: inBrowser,
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'own-parts',
          setupFiles,
          globalSetup,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            ...sharedSandbox,
            ...inBrowser,
            ...stateless,
            ...service,
            ...besideService,
            ...onPostgresAlone,
            ...onEmbeddedAlone,
            ...onCitusAlone,
            ...sandboxParts,
            ...appParts,
          ],
        },
      },
      {
        test: {
          ...patience,
          name: 'shared-sandbox',
          include: sharedSandbox,
          isolate: false,
          globalSetup: ['test/support/provide-browser.ts', 'test/e2e/support/start-sandboxes.ts'],
        },
      },
    ],
  },
});
