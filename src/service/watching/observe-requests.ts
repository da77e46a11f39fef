import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from './log';
import type { Metrics } from './metrics';

/** Which route a request took, as far as it is known by now. */
const routes = new WeakMap<IncomingMessage, string>();

/** @param route the address with names in place of ids, which may be secrets */
export function nameRoute(request: IncomingMessage, route: string): void {
  routes.set(request, route);
}

/** Counts and logs a request once it is over. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): void {
  const startedAt = performance.now();
  response.once('close', () => {
    const observed = {
      method: request.method ?? '',
      route: routes.get(request) ?? 'none',
      status: response.headersSent ? response.statusCode : 0,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    metrics.observe(observed);
    log.info(observed, 'answered');
  });
}
