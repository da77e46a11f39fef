import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { keepEvidenceOfFailure } from '../../support/evidence';
import { SandboxControl } from '../../support/sandbox-control';
import { BrowserSession } from './browser-session';
import { leaseSandbox } from './sandbox-leases';

/** Held by the file that runs in this process, which is its only one. */
const lease = await leaseSandbox(inject('sandboxLeases'));

/**
 * A sandbox that no other file uses meanwhile, in its demo state before each test, and a browser of
 * this file. A script error on a page fails its test.
 */
export function useSharedSandbox() {
  const { trackerUrl, serviceUrl } = lease;
  const control = new SandboxControl(trackerUrl);
  const calls = async (): Promise<unknown> => (await fetch(`${trackerUrl}/sandbox/calls`)).json();
  let session: BrowserSession | undefined;
  beforeAll(async () => {
    session = await BrowserSession.start(trackerUrl);
  });
  afterAll(async () => {
    await session?.end();
    lease.end();
  });
  beforeEach(() => control.reset());
  afterEach(async ({ task }) => {
    if (session === undefined) return;
    await keepEvidenceOfFailure(task, { ...session.opened, output: lease.output, calls });
    expect(await session.closePages()).toEqual([]);
  });
  return {
    trackerUrl,
    serviceUrl,
    control,
    get session() {
      if (session === undefined) throw new Error('The browser is there once the tests run.');
      return session;
    },
  };
}
