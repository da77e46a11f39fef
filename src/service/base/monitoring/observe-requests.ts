import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './health-and-metrics';
import type { Log } from './log';

/** What is known of a request by now. Nothing of it is as the client wrote it. */
interface KnownRequest {
  readonly id: string;
  route: string;
  workspaceId?: string;
}

const requests = new WeakMap<IncomingMessage, KnownRequest>();

/** Made up for each request; what it says of itself isn't believed. */
export function requestIdOf(request: IncomingMessage): string {
  return knownOf(request).id;
}

/** @param route the address with names in place of ids, which may be secrets */
export function nameRoute(request: IncomingMessage, route: string): void {
  knownOf(request).route = route;
}

/** @param workspaceId of a workspace whose member sent the request */
export function nameWorkspace(request: IncomingMessage, workspaceId: string): void {
  knownOf(request).workspaceId = workspaceId;
}

function knownOf(request: IncomingMessage): KnownRequest {
  const known = requests.get(request) ?? { id: randomUUID(), route: 'none' };
  requests.set(request, known);
  return known;
}

/** Tells the client the id of its request, and counts and logs the request once it is over. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): void {
  const startedAt = performance.now();
  response.setHeader('X-Request-Id', requestIdOf(request));
  response.once('close', () => {
    const { id: requestId, route, workspaceId } = knownOf(request);
    const observed = {
      method: request.method ?? '',
      route,
      status: response.headersSent ? response.statusCode : 0,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    metrics.observe(observed);
    log.info({ ...observed, requestId, workspaceId }, 'answered');
  });
}
