import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 90_000 };
const sharedSandbox = ['test/e2e/*.test.ts'];
/** These neither replace globals nor keep module state, so that modules are loaded once. */
const stateless = ['query', 'api', 'service', 'contract', 'docs', 'manifest', 'scripts'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: { ...timeouts, name: 'stateless', include: stateless, isolate: false },
      },
      {
        test: {
          ...timeouts,
          name: 'own-parts',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...sharedSandbox, ...stateless],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'shared-sandbox',
          include: sharedSandbox,
          globalSetup: ['test/e2e/support/start-sandbox.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
