import type { TestProject } from 'vitest/node';
import { launchSharedBrowser } from './browser';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests of the run find their browser; undefined where it could not be launched. */
    browserAddress?: string;
  }
}

/** Launches one browser for all projects of the run, since each launch takes seconds on a busy machine. */
export default async function provideBrowser({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project's setup was here before.
  if (vitest.getRootProject().getProvidedContext().browserAddress !== undefined) return undefined;
  // A test that needs one says what to install; the others still run.
  const browser = await launchSharedBrowser().catch(() => undefined);
  if (browser === undefined) return undefined;
  vitest.provide('browserAddress', browser.wsEndpoint());
  return () => browser.close();
}
