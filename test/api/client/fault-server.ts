import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '../../support/local-server';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FaultServer {
  url: string;
  seen: SeenRequest[];
  /** Answers every request from now on, and forgets those seen so far. */
  answerWith(listener: RequestListener): void;
  close(): Promise<void>;
}

/** A real HTTP server on a free port whose answers are switched by the test. */
export async function startFaultServer(): Promise<FaultServer> {
  let listener: RequestListener = (_, response) => response.end();
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      seen.push({ method, path, headers, body });
      listener(request, response);
    });
  });
  const { port } = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answerWith: (next) => {
      listener = next;
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer that never differs. */
export function answer(
  status: number,
  body = '',
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
