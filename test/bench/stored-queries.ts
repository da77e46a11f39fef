import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTimers, VirtualClock } from '../../src/sandbox/forge/clock';
import { jsonLinesRecordFile } from '../../src/sandbox/state-files/record-file';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { jsonStateFile } from '../../src/sandbox/state-files/state-file';
import { hostApp, searchByQuery, setAccessToken, storeQueries } from './hosted-app';
import { atMost, told, type Row } from './row';
import { startServiceStandIn, worstWindow, type ServiceStandIn } from './service-stand-in';

const sizes = [500, 2_000, 10_000];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Of the queries one in so many finds another object each day. */
const changingOneIn = 100;

/** How the daily refresh grows with the number of stored queries, all different: the built app on the sandbox. */
export async function measureStoredQueries(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await measureTwoDays(size)));
  return rows;
}

/** On the first day every result is new to the app, on the second few have changed. */
async function measureTwoDays(size: number): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'stored-queries-'));
  const clock = await VirtualClock.open(systemTimers);
  const service = await startServiceStandIn(() => clock.now().getTime());
  const complaints: string[] = [];
  try {
    const sandbox = await hostApp(service.url, {
      clock,
      files: {
        jira: jsonStateFile(join(directory, 'jira.json')),
        precomputations: jsonLinesRecordFile(join(directory, 'precomputations.jsonl')),
        storage: jsonLinesRecordFile(join(directory, 'storage.jsonl')),
        queue: jsonStateFile(join(directory, 'queue.json')),
      },
      onConsole: ({ level, text }) => level === 'error' && complaints.push(text),
    });
    await setAccessToken(sandbox, 'access-token');
    await searchByQuery(sandbox, queryOf(0));
    storeQueries(
      sandbox,
      Array.from({ length: size - 1 }, (_, index) => queryOf(index + 1)),
    );
    const name = `${size.toLocaleString('en')} stored queries`;
    return [
      ...(await measureDay(sandbox, service, `${name}, first day`)),
      ...(await measureDay(sandbox, service, `${name}, later day`)),
      atMost(`${name}: errors that the app or the host told`, complaints.length, 'errors', 0),
    ];
  } finally {
    for (const complaint of new Set(complaints)) console.error(complaint);
    await service.close();
    await rm(directory, { recursive: true });
  }
}

async function measureDay(sandbox: Sandbox, service: ServiceStandIn, name: string): Promise<Row[]> {
  const { host, jira, clock } = sandbox;
  const before = host.storage.use;
  const firstCall = service.seen.length;
  const beganMs = clock.now().getTime();
  await host.advance(dayMs, { schedules: true });
  const calls = service.seen.slice(firstCall);
  const { use } = host.storage;
  const lastCallMs = calls.at(-1)?.at ?? beganMs;
  const written = jira.functions.entries.filter(({ updatedMs }) => updatedMs > beganMs);
  return [
    told(`${name}: service calls`, calls.length, 'calls'),
    atMost(`${name}: in the worst 300 s`, worstWindow(calls), 'calls', 200),
    atMost(`${name}: refused`, calls.filter(({ status }) => status === 429).length, 'calls', 0),
    told(`${name}: until all are fresh`, (lastCallMs - (calls[0]?.at ?? beganMs)) / hourMs, 'h'),
    told(`${name}: results written`, written.length, 'results'),
    told(`${name}: storage written`, (use.bytesWritten - before.bytesWritten) / 1e6, 'MB'),
    told(`${name}: storage read`, (use.bytesRead - before.bytesRead) / 1e6, 'MB'),
    told(
      `${name}: storage requests`,
      use.writes + use.reads - before.writes - before.reads,
      'requests',
    ),
  ];
}

function queryOf(index: number): string {
  return `Status = "State ${index}${index % changingOneIn === 0 ? ' daily' : ''}"`;
}
