import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { SandboxControl } from '../../support/sandbox-control';
import { BrowserSession } from './browser-session';

/**
 * The sandbox that all files of this folder share, in its demo state before each test, and a
 * browser of this file. A script error on a page fails its test.
 */
export function useSharedSandbox() {
  const control = new SandboxControl(inject('trackerUrl'));
  let session: BrowserSession | undefined;
  beforeAll(async () => {
    session = await BrowserSession.start(inject('trackerUrl'));
  });
  afterAll(() => session?.end());
  beforeEach(() => control.reset());
  afterEach(async () => expect(await session?.closePages()).toEqual([]));
  return {
    control,
    get session() {
      if (session === undefined) throw new Error('The browser is there once the tests run.');
      return session;
    },
  };
}
