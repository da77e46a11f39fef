import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { SandboxControl } from '../../support/sandbox-control';
import { BrowserSession } from './browser-session';
import type { SandboxAddresses } from './start-sandboxes';

/**
 * The sandbox that the files of this folder share which run in one worker, in its demo state before
 * each test, and a browser of this file. A script error on a page fails its test.
 */
export function useSharedSandbox() {
  const { trackerUrl, serviceUrl } = getSandboxOfWorker();
  const control = new SandboxControl(trackerUrl);
  let session: BrowserSession | undefined;
  beforeAll(async () => {
    session = await BrowserSession.start(trackerUrl);
  });
  afterAll(() => session?.end());
  beforeEach(() => control.reset());
  afterEach(async () => expect(await session?.closePages()).toEqual([]));
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

/** The sandbox of the files that run in this worker, as the file before this one left it. */
export function getSandboxOfWorker(): SandboxAddresses {
  const sandbox = inject('sandboxes')[Number(process.env.VITEST_POOL_ID) - 1];
  if (sandbox === undefined) throw new Error('No sandbox was started for this worker.');
  return sandbox;
}
