import type { TestProject } from 'vitest/node';
import { type SandboxProcess, startSandboxProcess } from '../../support/sandbox-process';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker, in the order of their pool ids. */
    sandboxes: SandboxAddresses[];
  }
}

export type SandboxAddresses = Pick<SandboxProcess, 'trackerUrl' | 'serviceUrl'>;

/** Starts a sandbox for each worker; each test brings its demo state back by itself. */
export default async function startSandboxes(project: TestProject): Promise<() => Promise<void>> {
  const sandboxes: SandboxProcess[] = [];
  // One after the other: what the first one builds is kept for the others.
  while (sandboxes.length < project.config.maxWorkers) sandboxes.push(await startSandboxProcess());
  const addresses = sandboxes.map(({ trackerUrl, serviceUrl }) => ({ trackerUrl, serviceUrl }));
  project.provide('sandboxes', addresses);
  return async () => {
    await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
  };
}
