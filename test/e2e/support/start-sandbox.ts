import type { TestProject } from 'vitest/node';
import { startSandboxProcess } from '../../support/sandbox-process';

declare module 'vitest' {
  export interface ProvidedContext {
    trackerUrl: string;
    serviceUrl: string;
  }
}

/** Starts one sandbox for all browser tests; each test brings its demo state back by itself. */
export default async function startSandbox(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandboxProcess();
  project.provide('trackerUrl', sandbox.trackerUrl);
  project.provide('serviceUrl', sandbox.serviceUrl);
  return () => sandbox.stop();
}
