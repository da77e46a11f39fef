import * as z from 'zod';
import type { Connection } from './request';

/** What the host knows of the place where a resource renders; the server builds the rest. */
export interface ExtensionHint {
  fieldId?: string;
  issueKey?: string;
  projectKey?: string;
  issueTypeId?: string;
  fieldContextId?: string;
  fieldValue?: unknown;
  renderContext: string;
}

/** One place where a resource of the app renders. */
export interface ExtensionPoint {
  moduleKey: string;
  entryPoint: 'view' | 'edit' | 'contextConfig' | 'page';
  extensionHint: ExtensionHint;
}

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

const productReplySchema = z.looseObject({ status: z.number() });

export type InvokeReply = z.infer<typeof invokeSchema>;

/** @returns the `FullContext` of `@forge/bridge`, without the theme */
export function readContext(connection: Connection, point: ExtensionPoint) {
  return connection.request(contextSchema, 'POST', '/sandbox/bridge/context', point);
}

/** Runs a function of the app's resolver as the connection's account. */
export function invokeFunction(
  connection: Connection,
  point: ExtensionPoint,
  functionKey: string,
  payload: unknown,
): Promise<InvokeReply> {
  const body = { ...point, functionKey, payload };
  return connection.request(invokeSchema, 'POST', '/sandbox/bridge/invoke', body);
}

/** Calls Jira's REST as the connection's account, in the shape of the bridge's `fetchProduct`. */
export function fetchProduct(connection: Connection, restPath: string, fetchRequestInit: unknown) {
  const body = { restPath, fetchRequestInit };
  return connection.request(productReplySchema, 'POST', '/sandbox/bridge/fetchProduct', body);
}
