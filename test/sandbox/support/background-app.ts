import { asUser, fetch as externalFetch, route } from '@forge/api';
import { InvocationError, InvocationErrorCode, Queue } from '@forge/events';
import type { AsyncEvent, PushEvent } from '@forge/events';
import { kvs } from '@forge/kvs';
import { makeResolver } from '@forge/resolver';

/**
 * An app whose functions do what the test tells them to: a test holds the SDKs as the app's own
 * code would, and is called where the platform calls the app.
 */
interface Script {
  /** The function `run` of the resolver. */
  run: (sdk: Sdk) => unknown;
  schedule: (request: { context: { moduleKey: string } }, context: unknown, sdk: Sdk) => unknown;
  consume: (event: AsyncEvent, context: unknown, sdk: Sdk) => unknown;
  jqlFunction: (payload: unknown, context: unknown, sdk: Sdk) => unknown;
  uninstall: (payload: unknown) => unknown;
  jiraEvent: (event: unknown, context: unknown) => unknown;
}

const nothing = () => undefined;
export const idleScript: Readonly<Script> = {
  run: nothing,
  schedule: nothing,
  consume: nothing,
  jqlFunction: nothing,
  uninstall: nothing,
  jiraEvent: nothing,
};
export const script: Script = { ...idleScript };

const queue = new Queue({ key: 'work' });
export const sdk = {
  kvs,
  queue,
  push: (event: PushEvent | PushEvent[]) => queue.push(event),
  Queue,
  InvocationError,
  InvocationErrorCode,
  asUser,
  route,
  fetch: externalFetch,
};
export type Sdk = typeof sdk;

export const resolver = makeResolver({ run: () => script.run(sdk) });
type Handler<Key extends keyof Script> = (
  first: Parameters<Script[Key]>[0],
  context: unknown,
) => unknown;
export const onSchedule: Handler<'schedule'> = (...call) => script.schedule(...call, sdk);
export const onEvent: Handler<'consume'> = (...call) => script.consume(...call, sdk);
export const jqlFunction: Handler<'jqlFunction'> = (...call) => script.jqlFunction(...call, sdk);
export const beforeUninstall: Script['uninstall'] = (payload) => script.uninstall(payload);
export const onJiraEvent: Script['jiraEvent'] = (...call) => script.jiraEvent(...call);
