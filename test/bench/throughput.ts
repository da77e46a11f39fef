import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { createDemoData } from '../support/kept-demo-data';
import { createDatabase, startPostgres } from '../support/postgres-server';
import { filter, readPath } from './bare-server';
import { answersPerSecond, startServer, type OwnServer } from './own-process';
import { atLeast, told, type Row } from './row';
import { percentile } from './timing';

/** What runs often is made fast by and by: the first turns of each do not count. */
const warmUpTurns = 3;
const turns = 5;

/** Where a service keeps its data. */
type Engine = 'embedded' | 'Postgres';

/** An engine, and on equal data of it what is compared, each in a process of its own. */
interface Servers {
  readonly engine: Engine;
  /** The service as it starts, and what it answers without limits, log and metrics. */
  readonly listener: OwnServer;
  readonly application: OwnServer;
  readonly bare: OwnServer;
  /** Another process on the same database; undefined where that takes one only. */
  readonly startAnother: (() => Promise<OwnServer>) | undefined;
  close(): Promise<void>;
}

/** Starts the servers on the embedded database and on Postgres, if that is installed, or on one of them; with the small demo data. */
export async function startServers(engine: string | undefined) {
  const started: Servers[] = [];
  if (engine !== 'Postgres') started.push(await startEmbedded());
  const programs = findPostgresPrograms();
  if (engine !== 'embedded' && programs !== undefined)
    started.push(await startOnPostgres(programs));
  const measureEach = async (measure: (servers: Servers) => Promise<readonly Row[]>) => {
    const rows: Row[] = [];
    for (const servers of started) {
      const measured = await measure(servers);
      rows.push(...measured.map((row) => ({ ...row, row: `${servers.engine}: ${row.row}` })));
    }
    return rows;
  };
  return {
    measureEach,
    close: async () => {
      for (const servers of started) await servers.close();
    },
  };
}

type World = Awaited<ReturnType<typeof startServers>>;

/** An embedded database is one process's alone: each gets a copy. */
async function startEmbedded(): Promise<Servers> {
  const folders = [await createDemoData(), await createDemoData(), await createDemoData()] as const;
  const servers = await startAll(folders);
  return {
    ...servers,
    engine: 'embedded',
    startAnother: undefined,
    close: async () => {
      await servers.close();
      for (const folder of folders) await rm(dirname(folder), { recursive: true });
    },
  };
}

async function startOnPostgres(programs: string): Promise<Servers> {
  // As it comes, since what is counted is written.
  const server = await startPostgres(programs, { settings: [] });
  const { url } = await createDatabase(server.url);
  const servers = await startAll([url, url, url]).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    ...servers,
    engine: 'Postgres',
    startAnother: () => startServer('application', url),
    close: async () => {
      await servers.close();
      await server.stop();
    },
  };
}

/** One after the other: on one database the first fills it. */
async function startAll([ofListener, ofApplication, ofBare]: readonly [string, string, string]) {
  const listener = await startServer('listener', ofListener);
  const application = await startServer('application', ofApplication);
  const bare = await startServer('bare', ofBare);
  return {
    ...{ listener, application, bare },
    close: async () => {
      for (const server of [listener, application, bare]) await server.stop();
    },
  };
}

/** What the service takes as long as nobody has asked it for anything. */
export function measureMemory({ measureEach }: World): Promise<Row[]> {
  return measureEach(async ({ listener }) => [
    told('memory of the service at rest, small demo data', await listener.memoryMb(), 'MB'),
  ]);
}

/** `GET /object/{id}` of one object, beside a bare handler that sends the one statement for the same answer. */
export function measureObjectReading({ measureEach }: World): Promise<Row[]> {
  const name = 'GET /object/{id}, 16 connections, beside a bare handler with one statement';
  return measureEach(async ({ engine, listener, application, bare }) => {
    const path = `/public/v1${readPath}`;
    const [ofApplication, ofListener] = await timesAsMany(bare.url + readPath, [
      application.url + path,
      listener.url + path,
    ]);
    const title = `${name}, through the listener with limits, log and metrics`;
    return [
      atLeast(name, ofApplication, unit, engine === 'Postgres' ? 0.48 : 0.7),
      engine === 'Postgres'
        ? atLeast(title, ofListener, unit, 0.22)
        : told(title, ofListener, unit),
    ];
  });
}

/** A search for what refers to one object, beside the same. */
export function measureFilteredSearch({ measureEach }: World): Promise<Row[]> {
  const path = '/object/search';
  const name = 'a filtered search, 16 connections, beside a bare handler with one statement';
  return measureEach(async ({ application, bare }) => {
    const ours = [`${application.url}/public/v1${path}`] as const;
    const [ratio] = await timesAsMany(bare.url + path, ours, JSON.stringify(filter));
    return [atLeast(name, ratio, unit, 0.45)];
  });
}

const unit = 'times as many/s';

/** How many times as many answers as the bare server gives each address gives; turn by turn, the one in the middle. */
async function timesAsMany<Urls extends readonly string[]>(
  bareUrl: string,
  urls: readonly [...Urls],
  body?: string,
): Promise<{ [Url in keyof Urls]: number }> {
  const ratios = urls.map(() => [] as number[]);
  for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
    const bareAnswers = await answersPerSecond({ url: bareUrl, body });
    for (const [index, url] of urls.entries()) {
      const ratio = (await answersPerSecond({ url, body })) / bareAnswers;
      if (turn >= warmUpTurns) ratios[index]?.push(ratio);
    }
  }
  return ratios.map((each) => percentile(each, 0.5)) as { [Url in keyof Urls]: number };
}

const processes = 3;
/** Each process has one, the database two, and so has what asks them. */
const neededCores = 6;

/** How many objects three processes on one database answer, beside one. */
export function measureProcesses({ measureEach }: World): Promise<Row[]> {
  return measureEach(async ({ application, startAnother }) => {
    if (startAnother === undefined) return [];
    const others = [await startAnother(), await startAnother()];
    const urls = [application, ...others].map(({ url }) => `${url}/public/v1${readPath}`);
    const [one = ''] = urls;
    const ratios: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const ofOne = await answersPerSecond({ url: one });
      const ofAll = await Promise.all(urls.map((url) => answersPerSecond({ url })));
      ratios.push(ofAll.reduce((sum, each) => sum + each) / ofOne);
    }
    await Promise.all(others.map((other) => other.stop()));
    const name = `GET /object/{id} by ${processes} processes, beside one`;
    const ratio = percentile(ratios, 0.5);
    const cores = availableParallelism();
    if (cores >= neededCores) return [atLeast(name, ratio, unit, 2)];
    const here = `at least 2 where there are ${neededCores} cores, and here are ${cores}`;
    return [told(`${name} (${here})`, ratio, unit)];
  });
}
