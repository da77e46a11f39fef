import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createAdministration, refreshStatistics } from './administration';
import type { Administration } from './administration';
import { openDatabase } from './database';
import type { Database } from './database';
import { seedDemo } from './demo/seed';
import { createApplication } from './http/application';
import { describeFault } from './http/error-reply';
import { createIdentity } from './identity';

export type { AccessChange, Administration, KnownAccount } from './administration';
export {
  attributeId as demoAttributeId,
  objectId as demoObjectId,
  typeId as demoTypeId,
  workspaceId as demoWorkspaceId,
} from './demo/schema';

export interface ServiceOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host?: string;
  /** Where the database lives; `memory` keeps nothing. */
  readonly dataDirectory: string;
  /** What a database without demo data is filled with. */
  readonly demo?: 'small' | 'none';
  /** Where OAuth may send people back to, besides the platform's own address. */
  readonly redirectUris?: readonly string[];
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Begins the name of the workspace header: `wds` in `wds-workspace-id`. */
  readonly headerPrefix?: string;
  readonly clock?: () => Date;
  /** Logs requests and faults to stdout, never headers or bodies. */
  readonly logger?: boolean;
}

const defaults = {
  host: '127.0.0.1',
  demo: 'none',
  redirectUris: [],
  clientId: 'jira-forge-app',
  clientSecret: 'demo-client-secret',
  headerPrefix: 'wds',
  clock: () => new Date(),
  logger: false,
} as const satisfies Partial<ServiceOptions>;

export interface Service {
  /** Without a path: `http://127.0.0.1:8081`. */
  readonly url: string;
  readonly administration: Administration;
  close(): Promise<void>;
}

/** Starts the Workspace Data Service; it answers when the promise is kept. */
export async function startService(given: ServiceOptions): Promise<Service> {
  const options = { ...defaults, ...given };
  const database = await openDatabase(options.dataDirectory);
  let answer: RequestListener = answerNotYet;
  const server = createServer((request, response) => answer(request, response));
  try {
    await seedDemo(database, options);
    await refreshStatistics(database);
    const url = await listen(server, options);
    answer = await createListener(options, database, url);
    return {
      url,
      administration: createAdministration(database, options),
      close: () => close(server, database),
    };
  } catch (error) {
    await close(server, database);
    throw error;
  }
}

/** Listens before anything answers: with a free port, only then its own address is known. */
async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Whoever calls before the service is up is told to come back. */
function answerNotYet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1' }).end();
}

async function createListener(
  options: Required<Omit<ServiceOptions, 'dataDirectory'>>,
  database: Database,
  url: string,
): Promise<RequestListener> {
  const { clock, logger, headerPrefix } = options;
  const identity = createIdentity({
    ...options,
    database,
    issuer: url,
    reportError: (error) => {
      application.log.error(describeFault(error), 'The identity part failed.');
    },
  });
  const application = await createApplication({
    database,
    identity,
    serviceUrl: url,
    workspaceHeader: `${headerPrefix.toLowerCase()}-workspace-id`,
    clock,
    logger,
  });
  return (request: IncomingMessage, response: ServerResponse) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (identity.handles(path)) identity.handle(request, response);
    else application.routing(request, response);
  };
}

async function close(server: Server, database: Database): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
  await database.close();
}
