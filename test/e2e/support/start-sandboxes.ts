import type { TestProject } from 'vitest/node';
import { type SandboxProcess, startSandboxProcess } from '../../support/sandbox-process';
import { SandboxLeases } from './sandbox-leases';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port where the files of this folder lease a sandbox. */
    sandboxLeases: number;
  }
}

/** Of the files at once; more would take the other tests' time. */
const sandboxCount = 2;

/** Starts the sandboxes that files lease; each test brings its demo state back by itself. */
export default async function startSandboxes(project: TestProject): Promise<() => Promise<void>> {
  const sandboxes: SandboxProcess[] = [];
  // One after the other: what the first one builds is kept for the others.
  while (sandboxes.length < sandboxCount) sandboxes.push(await startSandboxProcess());
  const leases = await SandboxLeases.open(sandboxes);
  project.provide('sandboxLeases', leases.port);
  return async () => {
    leases.close();
    await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
  };
}
