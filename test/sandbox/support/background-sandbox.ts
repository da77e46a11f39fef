import { afterEach } from 'vitest';
import { sourceAppCode } from './source-app-code';
import type { Manifest } from '../../../src/sandbox/forge/manifest';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/server/sandbox';
import type { script as appScript, sdk as appSdk } from './background-app';
import { createFixtureSandbox, invoke } from './fixture-sandbox';
import type { ManualTimers } from './manual-timers';
import { testManifest } from './test-manifest';

type Script = typeof appScript;
export type Sdk = typeof appSdk;

interface ManifestChanges {
  scopes?: string[];
  /** Of the schedule's and the consumer's function. */
  timeoutSeconds?: number;
  schedules?: { key: string; interval: string }[];
}

/** A manifest with each module that the platform itself calls, for the app of `background-app.ts`. */
export function backgroundManifest({
  scopes = ['storage:app'],
  timeoutSeconds,
  schedules = [{ key: 'daily', interval: 'day' }],
}: ManifestChanges = {}): Manifest {
  const timeout = timeoutSeconds === undefined ? {} : { timeoutSeconds };
  return testManifest((raw) => {
    raw.permissions.scopes = scopes;
    raw.modules = {
      ...raw.modules,
      'jira:jqlFunction': [
        {
          key: 'objects',
          name: 'objects',
          arguments: [{ name: 'query', required: true }],
          types: ['issue'],
          operators: ['in', 'not in'],
          function: 'jql-function',
        },
      ],
      scheduledTrigger: schedules.map((one) => ({ ...one, function: 'schedule' })),
      consumer: [{ key: 'worker', queue: 'work', function: 'work' }],
      trigger: [{ key: 'deletion', function: 'jira-event', events: ['avi:jira:deleted:project'] }],
      preUninstall: [{ key: 'uninstall', function: 'before-uninstall' }],
      function: [
        ...raw.modules.function,
        { key: 'jql-function', handler: 'index.jqlFunction' },
        { key: 'schedule', handler: 'index.onSchedule', ...timeout },
        { key: 'work', handler: 'index.onEvent', ...timeout },
        { key: 'jira-event', handler: 'index.onJiraEvent' },
        { key: 'before-uninstall', handler: 'index.beforeUninstall' },
      ],
    };
  });
}

export function createBackgroundSandbox(
  options: Partial<SandboxOptions> & { timers: ManualTimers },
): Promise<Sandbox> {
  return createFixtureSandbox({
    manifest: backgroundManifest(),
    code: sourceAppCode({ index: () => import('./background-app') }),
    ...options,
  });
}

/** Sets what the app's functions do; afterwards they do nothing again. */
export async function play(changes: Partial<Script>): Promise<void> {
  const { script } = await import('./background-app');
  Object.assign(script, changes);
}

afterEach(async () => {
  const { idleScript } = await import('./background-app');
  await play(idleScript);
});

/** Runs the test's code within the app's resolver, and returns what it returned. */
export async function inApp<Result>(
  sandbox: Sandbox,
  run: (sdk: Sdk) => Result | Promise<Result>,
): Promise<Result> {
  await play({ run });
  return (await invoke(sandbox, 'run')) as Result;
}

/** As {@link inApp}, and returns what it threw, with its name, message and code. */
export function failureInApp(sandbox: Sandbox, run: (sdk: Sdk) => unknown) {
  return inApp(sandbox, async (sdk) => {
    try {
      await run(sdk);
      return undefined;
    } catch (error) {
      const { name, message, code } = error as { name: string; message: string; code?: string };
      return { name, message, ...(code !== undefined && { code }) };
    }
  });
}
