import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { startAppPlatform } from './app-platform';
import type { AppPlatform } from './app-platform';
import { createAdministration } from './administration';
import type { Administration } from './administration';
import { openDatabase } from './database';
import type { Database } from './database';
import { GeographyImport } from './demo/import-geography';
import type { ImportObserver } from './demo/import-geography';
import { resetDemo, seedDemo } from './demo/seed';
import type { LanguageModel } from './assistant/language-model';
import { openDiskFiles } from './files/disk-files';
import type { FileStore } from './files/file-store';
import { createApplication } from './http/application';
import { getEmbedKey } from './embedding';
import type { EmbedKey } from './embedding';
import { describeFault } from './http/error-reply';
import { followRequests } from './http/end-server';
import { createHttpServer } from './http/http-server';
import { createIdentity } from './identity';
import type { Identity } from './identity';
import {
  createRequestLimits,
  defaultRateLimits,
  storeRequests,
  takeRequests,
} from './request-limits';
import type { RateLimits, RequestLimits } from './request-limits';
import { refoldTexts } from './resources/refold-texts';

export { NotKnown } from './administration';
export type { AccessChange, Administration } from './administration';
export { EarlierDemoData } from './demo/import-geography';
export type { ImportObserver } from './demo/import-geography';
export { UnusableDatabase } from './database';
export { followRequests } from './http/end-server';
export { demoAccounts } from './demo/accounts';
export { getDemoObject } from './demo/inventory';
export {
  attributeId as demoAttributeId,
  objectId as demoObjectId,
  typeId as demoTypeId,
  workspaceId as demoWorkspaceId,
} from './demo/schema';
export { pageId as demoPageId, siteId as demoSiteId } from './demo/sites';

export interface ServiceOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** Where developers deploy apps to; 0 picks a free one. There is no app platform where absent. */
  readonly platformPort?: number;
  /** Where the database lives; `memory` keeps nothing. */
  readonly dataDirectory: string;
  /** What a database without demo data is filled with; `full` is completed by `completeDemo`. */
  readonly demo?: 'full' | 'small' | 'none';
  /** Where OAuth may send people back to, besides the platform's own address. */
  readonly redirectUris?: readonly string[];
  /** The one app that people may let read for them. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origins whose pages may show a page of a site inside them, such as `https://example.com`; every
   * page around it counts. None where absent. */
  readonly embeddingOrigins?: readonly string[];
  /** Requests in any 300 seconds: 1,000 per token and 10,000 per workspace where absent. */
  readonly rateLimits?: RateLimits;
  /** What answers the assistant's plain questions; it offers queries where this is absent. */
  readonly languageModel?: LanguageModel;
  /** The time of this machine where absent. */
  readonly clock?: () => Date;
}

/** The service is for this machine only. */
const host = '127.0.0.1';

export interface Service {
  /** Without a path: `http://127.0.0.1:8081`. */
  readonly url: string;
  /** The app platform's, without a path; undefined where there is none. */
  readonly platformUrl: string | undefined;
  readonly administration: Administration;
  /**
   * Imports behind the scenes what the full demo data has beyond the small one, as far as it is
   * not there. Does nothing where another size was asked for. A reset that takes it away brings it
   * back in the same way.
   */
  completeDemo(observer: ImportObserver): void;
  close(): Promise<void>;
}

/** Starts the Workspace Data Service; it answers when the promise is kept. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { clock = () => new Date() } = options;
  const demo = { demo: options.demo ?? 'none', clock };
  const database = await openDatabase(options.dataDirectory, { report: reportLoss });
  const requestLimits = createRequestLimits({
    limits: options.rateLimits ?? defaultRateLimits,
    clock,
    kept: await takeRequests(database).catch(async (error: unknown) => {
      await database.close();
      throw error;
    }),
  });
  const geography = new GeographyImport(database);
  let answer: RequestListener = answerNotYet;
  const server = createHttpServer((request, response) => answer(request, response), clock);
  const endServer = followRequests(server);
  // What was counted outlives the end of the service, and is lost where it breaks off.
  const closers = [() => database.close(), () => storeRequests(database, requestLimits.keep())];
  try {
    await refoldTexts(database);
    await seedDemo(database, demo);
    const embedKey = await getEmbedKey(database);
    const { files, ...openFiles } = await openDiskFiles(options.dataDirectory);
    closers.push(() => openFiles.close(), endServer);
    // The embedded database does not look at its tables by itself, and plans badly without.
    // Whoever calls now waits for it; the start does not.
    const analyzed = database.runScript('analyze');
    analyzed.catch(reportLoss);
    const url = await listen(server, options.port);
    const parts = { database, files, requestLimits, embedKey, url, clock };
    const { identity, listener } = await createListener(options, parts);
    answer = listener;
    const platform = await startPlatform(options.platformPort, { ...parts, identity });
    if (platform !== undefined) closers.push(() => platform.close());
    return {
      url,
      platformUrl: platform?.url,
      administration: createAdministration({
        database,
        requestLimits,
        resetData: () => geography.pauseFor(() => resetDemo(database, demo)),
      }),
      completeDemo: (observer) => {
        if (demo.demo === 'full') geography.start(observer);
      },
      close: async () => {
        await geography.halt();
        await closeAll(closers);
      },
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function startPlatform(
  port: number | undefined,
  parts: Omit<Parameters<typeof startAppPlatform>[0], 'port'>,
): Promise<AppPlatform | undefined> {
  return port === undefined ? undefined : startAppPlatform({ ...parts, port });
}

/**
 * Closes the latest opened first, and everything, whatever fails on the way.
 * @throws what failed first
 */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** The service goes on; whoever runs it should know. */
function reportLoss(fault: Error): void {
  console.error('The service opens its database anew:', fault);
}

/** Listens before anything answers: with a free port, only then its own address is known. */
async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://${host}:${address.port}`;
}

/** Whoever calls before the service is up is told to come back. */
function answerNotYet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1' }).end();
}

interface RunningParts {
  readonly database: Database;
  readonly files: FileStore;
  readonly requestLimits: RequestLimits;
  readonly embedKey: EmbedKey;
  readonly url: string;
  readonly clock: () => Date;
}

async function createListener(
  options: ServiceOptions,
  { database, files, requestLimits, embedKey, url, clock }: RunningParts,
): Promise<{ identity: Identity; listener: RequestListener }> {
  const {
    clientId,
    clientSecret,
    redirectUris = [],
    embeddingOrigins = [],
    languageModel,
  } = options;
  const identity = createIdentity({
    database,
    issuer: url,
    clientId,
    clientSecret,
    redirectUris,
    clock,
    reportError: (error) => {
      application.log.error(describeFault(error), 'The identity part failed.');
    },
  });
  const application = await createApplication({
    database,
    files,
    identity,
    requestLimits,
    serviceUrl: url,
    embedKey,
    embeddingOrigins: embeddingOrigins.map(assertOrigin),
    clock,
    ...(languageModel !== undefined && { model: languageModel }),
  });
  return {
    identity,
    listener: (request: IncomingMessage, response: ServerResponse) => {
      const [path = '/'] = (request.url ?? '/').split('?');
      if (identity.handles(path)) identity.handle(request, response);
      else application.routing(request, response);
    },
  };
}

/**
 * Origins go into a header, and are compared as browsers write them.
 * @throws Error for anything else: a path, a wildcard, several in one text
 */
function assertOrigin(text: string): string {
  if (
    URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol) &&
    new URL(text).origin === text
  ) {
    return text;
  }
  throw new Error(`"${text}" isn't an origin. Write one such as https://example.com.`);
}
