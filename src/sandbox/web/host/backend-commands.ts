import * as z from 'zod';
import type { ExtensionPoint } from '../../forge/extension-point';
import { fetchProduct, invokeFunction, readContext } from '../calls/sandbox-calls';
import type { TrackerClient } from '../calls/tracker-client';
import type { Activity } from './activity';
import type { Commands } from './bridge';
import { consentNeededCode, type ConsentRequest } from './consent';

interface Backend {
  tracker: TrackerClient;
  point: ExtensionPoint;
  activity: Activity;
  colorMode: () => 'light' | 'dark';
  /** The resource is replaced by a question for consent, so its call is never answered. */
  onConsentNeeded: (request: ConsentRequest) => void;
}

const invokeDataSchema = z.object({
  functionKey: z.string(),
  payload: z.unknown().optional(),
  metadata: z.unknown().optional(),
});

const productDataSchema = z.looseObject({
  product: z.literal('jira'),
  restPath: z.string(),
  fetchRequestInit: z.unknown().optional(),
});

/**
 * Commands that the server answers: the context, the app's functions, Jira's REST. Jira knows a
 * place before it shows the app there, so the context is read while the app starts.
 */
export function backendCommands(backend: Backend): Commands {
  const read = () => readContext(backend.tracker, backend.point);
  let first: ReturnType<typeof read> | undefined = read();
  // Whoever asks for it is told.
  first.catch(() => undefined);
  return {
    async getContext() {
      const context = first ?? read();
      first = undefined;
      return { ...(await context), theme: { colorMode: backend.colorMode() } };
    },
    invoke: (data) => backend.activity.track(invoke(backend, data)),
    fetchProduct: (data) => {
      const { restPath, fetchRequestInit } = productDataSchema.parse(data);
      return fetchProduct(backend.tracker, restPath, fetchRequestInit);
    },
  };
}

async function invoke(backend: Backend, data: unknown): Promise<unknown> {
  const { functionKey, payload, metadata } = invokeDataSchema.parse(data);
  const reply = await invokeFunction(backend.tracker, backend.point, functionKey, payload);
  if (reply.ok) return metadata === undefined ? reply.value : { body: reply.value, metadata };
  const { code, message, authorizeUrl } = reply.error;
  if (code === consentNeededCode && authorizeUrl !== undefined) {
    backend.onConsentNeeded({ authorizeUrl });
    return new Promise(() => undefined);
  }
  throw Object.assign(new Error(message), { code });
}
