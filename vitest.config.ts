import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/support/start-sandbox.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
