import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { publicPathPrefix } from '../../api/endpoint';
import type { OAuthClient } from '../accounts/authorization-server';
import { normalizeStoredAddresses } from '../accounts/stored-addresses';
import type { LanguageModel } from '../api/assistant/language-model';
import { getEmbedKey } from '../api/embedding';
import { getThumbnailKey } from '../api/thumbnails';
import { startAppPlatform } from '../app-platform/start-app-platform';
import { onlyRow } from '../base/database/database';
import type { Database, DatabaseOptions } from '../base/database/database';
import { openDatabase } from '../base/database/open-database';
import { openDiskFiles } from '../base/files/file-store';
import { defaultStorageBudgets } from '../base/files/storage-budgets';
import type { StorageBudgets } from '../base/files/storage-budgets';
import { ThumbnailMaker } from '../base/files/thumbnail-maker';
import { followRequests, createHttpServer, listen } from '../base/http/http-server';
import { UnsentAnswers } from '../base/http/unsent-answers';
import { createMetrics } from '../base/monitoring/health-and-metrics';
import { describeFault, createLog } from '../base/monitoring/log';
import type { Log } from '../base/monitoring/log';
import { openRequestLimits } from '../base/request-limits/open-request-limits';
import type { RateLimits } from '../base/request-limits/request-limits';
import { keepRefolding } from '../model/resources/refold-texts';
import { fillTakenNames, readWorkspaceDoubles } from '../model/resources/taken-names';
import { accountPaths } from '../pages/account-paths';
import { createAdministration } from './administration';
import { createListener } from './application';
import { GeographyImport } from './demo/import-geography';
import type { ImportObserver } from './demo/import-geography';
import { refuseDemoData, resetDemo, seedDemo, storeDemoFiles } from './demo/seed';
import { keepTidying } from './keep-tidying';

export interface ServiceOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The address that it listens at; this machine only if absent. */
  readonly host?: string;
  /** The origin under which people and apps reach it; `http://127.0.0.1:<port>` if absent. */
  readonly baseUrl?: string | undefined;
  /** Where developers deploy apps to. There is no app platform if absent. */
  readonly platform?: PlatformAddress | undefined;
  /** Where files live, and the embedded database; `memory` keeps nothing. */
  readonly dataDirectory: string;
  /** The address of a Postgres server; the embedded database if absent. */
  readonly databaseUrl?: string | undefined;
  /** How much of the embedded database is kept in memory; 128 if absent. */
  readonly databaseCacheMegabytes?: number | undefined;
  /** What a database without demo data is filled with; `full` is completed by `completeDemo`. */
  readonly demo?: 'full' | 'small' | 'none';
  /** How long changes stay in the history; a year if absent. */
  readonly historyDays?: number;
  /** Requests in any 300 seconds: 1,000 per token and 10,000 per workspace if absent. */
  readonly rateLimits?: RateLimits;
  /** The time of this machine if absent. */
  readonly clock?: () => Date;
  /** Only its own faults, on standard output, if absent. */
  readonly log?: Log;
  /** The apps that people may let read for them; none if absent. */
  readonly clients?: readonly OAuthClient[];
  /** Origins whose pages may show a page of a site inside them, such as `https://example.com`; every
   * page around it counts. None if absent. */
  readonly embeddingOrigins?: readonly string[];
  /** The email addresses of those who create and rename workspaces; nobody's if absent. */
  readonly workspaceCreators?: readonly string[];
  /** How much room on the disk people can take up; the default ones if absent. */
  readonly storageBudgets?: StorageBudgets;
  /** What answers the assistant's plain questions; it offers queries where this is absent. */
  readonly languageModel?: LanguageModel;
}

interface PlatformAddress {
  /** 0 picks a free one. */
  readonly port: number;
  /** The origin under which developers reach it; `http://127.0.0.1:<port>` if absent. */
  readonly baseUrl?: string | undefined;
  /** The origin of the bundles, on another host than anything that has cookies; `http://localhost:<port>` if absent. */
  readonly bundleUrl?: string | undefined;
}

export type Service = Awaited<ReturnType<typeof startService>>;

const thisMachine = '127.0.0.1';

/**
 * Starts the Workspace Data Service; it answers when the promise is kept.
 * @throws UnusableDatabase, DatabaseUnavailable, DemoDataRefusal, and whatever keeps it from listening
 */
export async function startService(options: ServiceOptions) {
  const { clock = () => new Date(), host = thisMachine } = options;
  const { log = createLog({ level: 'error' }) } = options;
  const demo = { demo: options.demo ?? 'none', clock };
  const report = (fault: Error) => log.error(describeFault(fault), 'The database was lost.');
  const database = await openOwnDatabase(options, { report, say: (line) => log.warn(line) });
  const closers = [() => database.close()];
  try {
    const metrics = createMetrics(database);
    const requestLimits = metrics.watchLimits(
      await openRequestLimits(database, { limits: options.rateLimits, clock: options.clock }),
    );
    closers.push(() => requestLimits.close());
    for (const line of await prepareData(database, demo)) log.warn(line);
    const { files, ...openFiles } = await openDiskFiles(options.dataDirectory);
    closers.push(() => openFiles.close());
    const storeFiles = () => storeDemoFiles(database, files, demo);
    await storeFiles();
    closers.push(keepRefolding({ database, log }));
    closers.push(keepTidying({ ...options, database, files, clock, log }));
    await analyze(database, report);
    let answer: RequestListener = answerNotYet;
    const server = createHttpServer((request, response) => answer(request, response), {
      clock,
      publicUrls: [options.baseUrl],
      apiPath: publicPathPrefix,
    });
    const signing = await prepareSigning(database);
    closers.push(() => signing.thumbnailMaker.close(), followRequests(server));
    // With a free port, only then its own address is known.
    const port = await listen(server, host, options.port);
    const { baseUrl: url = `http://${thisMachine}:${port}` } = options;
    const running = { database, files, requestLimits, ...signing, clock, log, metrics };
    const parts = { ...running, ...readAnswerOptions(options), serviceUrl: url };
    const { identity, listener } = await createListener(parts);
    answer = listener;
    const platform = await startPlatform(options.platform, { ...parts, identity, host });
    if (platform !== undefined) closers.push(() => platform.close());
    const data = await describeData(database, options);
    const geography = new GeographyImport(database);
    closers.push(() => geography.halt());
    return {
      /** Without a path: `http://127.0.0.1:8081`. */
      url,
      /** Where it listens. */
      port,
      /** The app platform's, without a path; undefined if there is none. */
      platformUrl: platform?.url,
      /** Where its data is, and how much. */
      data,
      administration: createAdministration({
        database,
        requestLimits,
        resetData: () => geography.pauseFor(() => resetDemo(database, demo).then(storeFiles)),
      }),
      /**
       * Imports behind the scenes what the full demo data has beyond the small one, as far as it is
       * not there. Does nothing if another size was asked for. A reset that takes it away brings it
       * back in the same way.
       */
      completeDemo: (observer: ImportObserver) => {
        if (demo.demo === 'full') geography.start(observer);
      },
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** Prepares what signs the pages and pictures that others show, and what makes the pictures. */
async function prepareSigning(database: Database) {
  return {
    thumbnailMaker: new ThumbnailMaker(),
    embedKey: await getEmbedKey(database),
    thumbnailKey: await getThumbnailKey(database),
  };
}

function openOwnDatabase(
  { databaseUrl, dataDirectory, databaseCacheMegabytes: cacheMegabytes }: ServiceOptions,
  told: Pick<DatabaseOptions, 'report' | 'say'>,
): Promise<Database> {
  return openDatabase(databaseUrl ?? dataDirectory, { ...told, cacheMegabytes });
}

interface ServiceData {
  readonly engine: 'embedded' | 'Postgres' | 'Citus';
  /** The folder of the files and of the embedded database; `memory` where nothing is kept. */
  readonly folder: string;
  /** The address of the database server, with its port if that is set; undefined for the embedded database. */
  readonly host?: string | undefined;
  /** The name of the database on the server; undefined for the embedded one. */
  readonly database?: string;
  readonly people: number;
  readonly workspaces: number;
  readonly hasAdministrator: boolean;
}

/** Returns what tells whether this is the data that is meant, without anything secret. */
async function describeData(
  database: Database,
  { databaseUrl, dataDirectory }: ServiceOptions,
): Promise<ServiceData> {
  const { isCitus, name, ...counts } = onlyRow(
    await database.query<DataRow>(
      `select (select count(*) from account)::integer as people,
         (select count(*) from workspace)::integer as workspaces,
         exists (select from membership where role = 'administrator') as "hasAdministrator",
         exists (select from pg_extension where extname = 'citus') as "isCitus",
         current_database() as name`,
    ),
  );
  const folder = dataDirectory;
  if (databaseUrl === undefined) return { engine: 'embedded', folder, ...counts };
  const engine = isCitus ? 'Citus' : 'Postgres';
  return { engine, folder, host: hostOf(databaseUrl), database: name, ...counts };
}

type DataRow = Pick<ServiceData, 'people' | 'workspaces' | 'hasAdministrator'> & {
  readonly isCitus: boolean;
  readonly name: string;
};

/** As libpq reads it: the folder of a socket is a parameter. */
function hostOf(databaseUrl: string): string | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const { host, searchParams } = new URL(databaseUrl);
  return searchParams.get('host') ?? (host === '' ? 'localhost' : host);
}

/** The embedded database does not look at its tables by itself, as a server does, and plans badly without. */
async function analyze(database: Database, report: (fault: Error) => void): Promise<void> {
  if (!database.isShared) await database.runScript('analyze').catch(report);
}

/**
 * Prepares the data for this version. If several processes start at once, one of them does it.
 * @returns what whoever runs the service should know, in one line each
 */
function prepareData(database: Database, demo: Parameters<typeof seedDemo>[1]): Promise<string[]> {
  return database.exclusively('start', async () => {
    if (demo.demo === 'none') await refuseDemoData(database);
    else await seedDemo(database, demo);
    await fillTakenNames(database);
    const workspaces = await readWorkspaceDoubles(database);
    return [...(await normalizeStoredAddresses(database)), ...workspaces.map(describeDouble)];
  });
}

function describeDouble(alike: readonly { readonly id: string; readonly name: string }[]): string {
  const ids = alike.map(({ id }) => id).join(', ');
  return `Several workspaces are called ${JSON.stringify(alike[0]?.name)}: ${ids}. Rename them.`;
}

async function startPlatform(
  address: PlatformAddress | undefined,
  parts: Omit<Parameters<typeof startAppPlatform>[0], 'port' | 'registerUrl'> & {
    readonly serviceUrl: string;
  },
) {
  const registerUrl = parts.serviceUrl + accountPaths.apps;
  return address && startAppPlatform({ ...parts, ...address, registerUrl });
}

/** What decides about the service's answers, with the defaults. */
function readAnswerOptions({
  clients = [],
  embeddingOrigins = [],
  workspaceCreators = [],
  storageBudgets = defaultStorageBudgets,
  languageModel: model,
}: ServiceOptions) {
  const unsentAnswers = new UnsentAnswers();
  return { clients, embeddingOrigins, workspaceCreators, storageBudgets, model, unsentAnswers };
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

/** Whoever calls before the service is up is told to come back. */
function answerNotYet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1' }).end();
}
