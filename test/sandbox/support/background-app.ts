import { asUser, fetch as externalFetch, route } from '@forge/api';
import { InvocationError, InvocationErrorCode, Queue } from '@forge/events';
import type { AsyncEvent, PushEvent } from '@forge/events';
import { kvs } from '@forge/kvs';
import { makeResolver } from '@forge/resolver';

/**
 * An app whose functions do what the test tells them to: a test holds the SDKs as the app's own
 * code would, and is called where the platform calls the app.
 */
export const script: {
  /** The function `run` of the resolver. */
  run: (sdk: Sdk) => unknown;
  schedule: (request: { context: { moduleKey: string } }, context: unknown) => unknown;
  consume: (event: AsyncEvent, context: unknown) => unknown;
  jqlFunction: (payload: unknown, context: unknown) => unknown;
  uninstall: (payload: unknown) => unknown;
  jiraEvent: (event: unknown, context: unknown) => unknown;
} = {
  run: () => undefined,
  schedule: () => undefined,
  consume: () => undefined,
  jqlFunction: () => undefined,
  uninstall: () => undefined,
  jiraEvent: () => undefined,
};

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
export const onSchedule: typeof script.schedule = (request, context) =>
  script.schedule(request, context);
export const onEvent: typeof script.consume = (event, context) => script.consume(event, context);
export const jqlFunction: typeof script.jqlFunction = (payload, context) =>
  script.jqlFunction(payload, context);
export const beforeUninstall: typeof script.uninstall = (payload) => script.uninstall(payload);
export const onJiraEvent: typeof script.jiraEvent = (event, context) =>
  script.jiraEvent(event, context);
