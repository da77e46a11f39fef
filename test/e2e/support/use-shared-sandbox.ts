import { afterEach, beforeEach, expect, inject } from 'vitest';
import { duringTests } from '../../support/during-tests';
import { keepEvidenceOfFailure } from '../../support/evidence';
import { SandboxControl } from '../../support/sandbox-control';
import { BrowserSession } from './browser-session';
import { leaseSandbox } from './sandbox-leases';

/**
 * A sandbox that no other file uses meanwhile, in its demo state before each test, and a browser of
 * this file. A script error on a page fails its test.
 */
export function useSharedSandbox() {
  const lease = duringTests(() => leaseSandbox(inject('sandboxLeases')));
  const session = duringTests(() => BrowserSession.start(lease.trackerUrl));
  const control = new SandboxControl(lease);
  const calls = async (): Promise<unknown> =>
    (await fetch(`${lease.trackerUrl}/sandbox/calls`)).json();
  beforeEach(() => control.reset());
  afterEach(async ({ task }) => {
    await keepEvidenceOfFailure(task, { ...session.opened, output: lease.output, calls });
    expect(await session.closePages()).toEqual([]);
  });
  return { lease, session, control };
}
