import type { Server, ServerResponse } from 'node:http';

/** Shorter than what process managers wait before they end a process by force. */
const standardLimitMs = 4_000;

/**
 * Follows the requests of a server. Returns what ends it: no connection is taken any more, and
 * replies that are under way may end within the limit.
 */
export function followRequests(server: Server, limitMs = standardLimitMs): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  const endWhenDone = () => {
    if (isEnding && underWay.size === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      endWhenDone();
    });
  });

  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const limit = setTimeout(() => server.closeAllConnections(), limitMs);
    isEnding = true;
    endWhenDone();
    await closed;
    clearTimeout(limit);
  };
}
