import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 30_000, hookTimeout: 90_000 };
const sharedSandbox = ['test/e2e/*.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...timeouts,
          name: 'own-parts',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: sharedSandbox,
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
