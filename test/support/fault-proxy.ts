import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenLocally } from './local-server';

export const faults = {
  'refuses the connection': (response: ServerResponse) => response.destroy(),
  'never answers': () => undefined,
  'answers HTML': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
  },
  'breaks off in the middle of its JSON': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"total":1,"result":[{"i');
  },
  'fails with a 500': (response: ServerResponse) => {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"no"}');
  },
  'has too many requests': (response: ServerResponse) => {
    response.writeHead(429, { 'retry-after': '60' }).end();
  },
} as const;
export type Fault = keyof typeof faults;

const passedOn = ['authorization', 'content-type', 'wds-workspace-id'];

/** Stands in front of the real service, and can make it fail. */
export class FaultProxy {
  fault: Fault | undefined;
  readonly #server = createServer((request, response) => {
    // Whoever asked may be gone before all of it has come.
    this.#answer(request, response).catch(() => response.destroy());
  });

  constructor(private readonly serviceUrl: string) {}

  async start(): Promise<string> {
    return (await listenLocally(this.#server)).url;
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.fault !== undefined) return void faults[this.fault](response);
    const { method = 'GET', url = '/', headers } = request;
    const body = await buffer(request);
    const answer = await fetch(this.serviceUrl + url, {
      method,
      headers: passedOn.flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value] as [string, string]] : [];
      }),
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}
