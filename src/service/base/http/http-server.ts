import { STATUS_CODES, createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { maximumFileBytes } from '../../../api/content';
import type { ErrorBody } from '../../../api/error-body';
import { arrivalLimitMs } from '../files/file-store';
import { renderErrorPage } from '../html/error-page';
import { pageHeaders } from '../html/layout';
import { isForPage, pathOf } from './error-reply';

const headersTimeoutMs = 20_000;
/** Longer than clients keep a connection, so that none sends into one that is just closing. */
const keepAliveTimeoutMs = 75_000;
/** How long a connection that gets its last reply stays to have it read, once nothing more comes in. */
const lingerMs = 2_000;
const secondsPerYear = 365 * 24 * 60 * 60;

/** Status and message. */
type RawRefusal = readonly [number, string];

const tooLate: RawRefusal = [408, 'The request took too long to arrive.'];
const rawRefusals: Partial<Record<string, RawRefusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large: send at most 16 kB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: tooLate,
};
const unknownExpectation: RawRefusal = [417, 'The only expectation that is met is 100-continue.'];
const notHttp: RawRefusal = [400, 'The request is not valid HTTP.'];

interface HttpServerOptions {
  readonly clock: () => Date;
  /** The addresses that it is reached by, besides those of this machine. */
  readonly publicUrls?: readonly (string | undefined)[];
  /** Everything below this path is for programs. */
  readonly apiPath: string;
}

/**
 * A server that does not listen yet. What is no readable request gets the service's error body
 * and ends its connection; the listener is not told. It answers to the names of this machine and to
 * those that it is reached by: a web page whose own host name leads here can't call it. Where it is reached
 * by https, browsers use nothing else for a year.
 */
export function createHttpServer(
  listener: RequestListener,
  { clock, publicUrls = [], apiPath }: HttpServerOptions,
): Server {
  const urls = publicUrls.flatMap((url) => (url === undefined ? [] : [new URL(url)]));
  const hosts = urls.map(({ host }) => host);
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    ...(urls.some(({ protocol }) => protocol === 'https:') && {
      'Strict-Transport-Security': `max-age=${secondsPerYear}`,
    }),
  };
  const timeouts = {
    requestTimeout: maximumArrivalMs,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  };
  const server = createServer(timeouts, (request, response) => {
    request.url = originForm(request.url ?? '/');
    response.setHeaders(new Map(Object.entries(headers)));
    limitArrival(request, () => {
      if (response.headersSent) request.socket.destroy();
      else refuse(request.socket, tooLate);
    });
    // Nobody reads an answer to what comes after the last reply.
    if (endingConnections.has(request.socket)) return;
    endUnlessWhole(request, response);
    if (isMeant(request, hosts)) listener(request, response);
    else if (isForPage(request, apiPath)) showWrongHost(response);
    else refuseHost(request, response, clock());
  });
  // Node.js would leave the body on the connection.
  server.on('checkExpectation', ({ socket }) => refuse(socket, unknownExpectation));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') {
      refuse(socket, rawRefusals[error.code ?? ''] ?? notHttp);
    } else if (!socket.writableEnded) socket.destroy();
  });
  return server;

  function refuse(socket: Socket, [status, message]: RawRefusal): void {
    const body = { timestamp: clock().toISOString(), message, path: '' };
    endWith(socket, rawReply(status, body, headers));
  }
}

/** What monitors the service calls it by whatever address it has. */
const monitoredPaths = ['/health', '/metrics'];

function isMeant({ url, headers: { host = '' } }: IncomingMessage, hosts: readonly string[]) {
  return (
    thisMachine.test(host) ||
    hosts.includes(host.toLowerCase()) ||
    monitoredPaths.includes(url ?? '')
  );
}

/** Listens, and returns the port. @throws what keeps it from listening, such as a port that is taken */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

const thisMachine = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

function showWrongHost(response: ServerResponse): void {
  response.writeHead(421, pageHeaders()).end(renderErrorPage({ error: 'wrong_host' }));
}

function refuseHost(request: IncomingMessage, response: ServerResponse, now: Date): void {
  const body: ErrorBody = {
    timestamp: now.toISOString(),
    message:
      'The service doesn’t answer to this host name. Call it by its published address, or as localhost.',
    path: pathOf(request.url ?? '/'),
  };
  response.writeHead(421, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** Closing at once, while more comes in, would take the reply from whoever has not read it yet. */
function endWith(socket: Socket, reply: string): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  socket.end(reply);
}

/**
 * Has a reply end its connection where part of the request is still to come or to be read. A proxy sends the requests
 * of many people through one connection: the next one would wait until somebody reads the rest of this one.
 */
function endUnlessWhole(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  // Node.js calls it for each reply, also where nobody else does.
  response.writeHead = (...head: unknown[]) => {
    if (!isBehind(request)) {
      response.setHeader('Connection', 'close');
      readOnBeforeEnd(socket);
    }
    return writeHead(...head);
  };
}

/** Whether nothing of a request is left on its connection. Where nobody has begun to read the body, Node.js drops it. */
function isBehind(request: IncomingMessage): boolean {
  return request.readableEnded || (request.complete && !request.readableDidRead);
}

const endingConnections = new WeakSet<Socket>();

/** Has the end of a connection wait while more comes in. Nothing becomes of that, and no request is taken. */
function readOnBeforeEnd(socket: Socket): void {
  endingConnections.add(socket);
  socket.destroySoon = () => {
    socket.end();
    socket.on('pause', () => socket.resume());
    socket.resume();
    socket.setTimeout(lingerMs, () => socket.destroy());
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/** A target with scheme and host, as to a proxy, means its path. @see RFC 9112, section 3.2.2 */
function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (absolute === undefined) return target;
  return absolute.startsWith('/') ? absolute : `/${absolute}`;
}

function rawReply(
  status: number,
  body: ErrorBody,
  headers: Readonly<Record<string, string>>,
): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}

/** No request may take longer to arrive. */
const maximumArrivalMs = arrivalLimitMs(maximumFileBytes);

/** @param refuse ends the request whose body isn't there in time */
function limitArrival(request: IncomingMessage, refuse: () => void): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(
    () => {
      if (!request.complete) refuse();
    },
    arrivalLimitMs(Number(request.headers['content-length'] ?? 0)),
  );
  request.once('close', () => clearTimeout(timer));
}

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
