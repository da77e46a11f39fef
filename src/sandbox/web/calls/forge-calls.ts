import * as z from 'zod';
import type { ExtensionPoint } from '../../forge/extension-point';
import type { TrackerClient } from './request';

const contextSchema = z.looseObject({});

const invokeSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      serviceKey: z.string().optional(),
      authorizeUrl: z.string().optional(),
    }),
  }),
]);

const pageSchema = z.object({ path: z.string() });

const productReplySchema = z.looseObject({ status: z.number() });

type InvokeReply = z.infer<typeof invokeSchema>;

/** @returns the `FullContext` of `@forge/bridge`, without the theme */
export function readContext(tracker: TrackerClient, point: ExtensionPoint) {
  return tracker.request(contextSchema, 'POST', '/sandbox/bridge/context', point);
}

/** Runs a function of the app's resolver as the client's account. */
export function invokeFunction(
  tracker: TrackerClient,
  point: ExtensionPoint,
  functionKey: string,
  payload: unknown,
): Promise<InvokeReply> {
  const body = { ...point, functionKey, payload };
  return tracker.request(invokeSchema, 'POST', '/sandbox/bridge/invoke', body);
}

/** @throws {ServerError} if the platform's router doesn't know the page */
export async function getPagePath(tracker: TrackerClient, moduleKey: string): Promise<string> {
  const body = { moduleKey };
  const { path } = await tracker.request(pageSchema, 'POST', '/sandbox/bridge/getUrl', body);
  return path;
}

/** Calls Jira's REST as the client's account, in the shape of the bridge's `fetchProduct`. */
export function fetchProduct(tracker: TrackerClient, restPath: string, fetchRequestInit: unknown) {
  const body = { restPath, fetchRequestInit };
  return tracker.request(productReplySchema, 'POST', '/sandbox/bridge/fetchProduct', body);
}
