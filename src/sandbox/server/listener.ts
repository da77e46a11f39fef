import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { followRequests } from '../../service';

/** An open port that answers "starting" until it is given its handler. */
export interface Listener {
  /** `http://127.0.0.1:8080` */
  url: string;
  handleWith(handler: RequestListener): void;
  /** Lets replies under way end, within a few seconds. */
  close(): Promise<void>;
}

/** The port is taken; the message says by what setting to choose another. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';

  /** Returns undefined if the error says something else, or is about another port. */
  static from(error: unknown, port: number, setting: string): PortInUse | undefined {
    if (!(error instanceof Error && 'code' in error && 'port' in error)) return undefined;
    if (error.code !== 'EADDRINUSE' || error.port !== port) return undefined;
    return new PortInUse(
      `Port ${port} is in use. End what runs there, or choose another port: ${setting}=0 takes a free one.`,
      { cause: error },
    );
  }
}

/** An address holds the query of a search: as long as Chromium sends one, 2 MiB, and other headers. */
const maxHeaderSize = 3 * 1024 * 1024;

/**
 * Opens a port of this machine only; 0 picks a free one.
 * @throws {PortInUse}
 */
export async function openListener(port: number, setting: string): Promise<Listener> {
  let handler: RequestListener = (_, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' });
    response.end('The sandbox is starting. Try again in a moment.');
  };
  const server = createServer({ maxHeaderSize }, (request, response) => handler(request, response));
  const close = followRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(PortInUse.from(error, port, setting) ?? error));
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was opened.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    handleWith: (next) => {
      handler = next;
    },
    close,
  };
}

/** Ports that are tried one after the other. */
const maximumPortsTried = 20;

/**
 * As {@link openListener}; takes the next free port where the port is in use. For what nobody opens by
 * its address.
 * @throws {PortInUse} about the first port, if none of the next ones is free either
 */
export async function openNextListener(port: number, setting: string): Promise<Listener> {
  let taken: unknown;
  for (let tried = port; tried < port + maximumPortsTried && tried <= 65_535; tried += 1) {
    try {
      return await openListener(tried, setting);
    } catch (error) {
      if (!(error instanceof PortInUse)) throw error;
      taken ??= error;
    }
  }
  throw taken;
}
