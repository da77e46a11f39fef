import * as z from 'zod';
import { demoObjectId, demoTypeId } from '../../src/service';
import { quoteString, wordsOf } from '../../src/query';
import { measureCascadeLevel } from './cascade-level';
import { startGeographyService } from './geography-service';
import type { GeographyService } from './geography-service';
import { atMost, measured, percentile, type Row } from './row';

const city = demoTypeId('Geography', 'City');
const country = demoObjectId('Geography', 'Country', 'US');
const region = demoObjectId('Geography', 'Region', 'US.CA');

/** What people type on the way to a city. */
const typed = [
  'lond',
  'san f',
  'ber',
  'new yo',
  'são p',
  'kyiv',
  'tok',
  'mosc',
  'par',
  'angeles los',
].concat(['istan', 'lag', 'cair', 'delh', 'mumb', 'shang', 'jakar', 'lim', 'bogo', 'reyk']);
const rounds = 20;
const limit = 20;

/** The figures of the service with the full demo data. */
export async function measureService(): Promise<Row[]> {
  const service = await startGeographyService();
  try {
    return [
      ...(await measureImport(service)),
      ...(await measureLabelMatch(service)),
      ...(await measureOneLetter(service)),
      ...(await measureQueries(service)),
      ...(await measureCascadeLevel(service)),
      ...(await measureThroughput(service)),
      ...(await measureReset(service)),
      atMost('second start with the full demo data', (await service.restart()) / 1000, 's', 10),
    ];
  } finally {
    await service.close();
  }
}

const betweenSearchesMs = 200;

/** The import, and how long a search takes meanwhile. */
async function measureImport(service: GeographyService): Promise<Row[]> {
  const startedAt = performance.now();
  const searchMs: number[] = [];
  const searching = setInterval(() => {
    void timeMs(() => search(service, labelMatch('reyk'))).then((ms) => searchMs.push(ms));
  }, betweenSearchesMs);
  await service.importAll();
  clearInterval(searching);
  return [
    measured('import of 175,190 places', (performance.now() - startedAt) / 1000, 's'),
    atMost('search during the import (p95)', percentile(searchMs, 0.95), 'ms', 150),
    measured('memory with the full demo data', process.memoryUsage().rss / 1e6, 'MB'),
  ];
}

async function measureLabelMatch(service: GeographyService): Promise<Row[]> {
  const overHttp: number[] = [];
  const byHand: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const text of typed) {
      const httpMs = await timeMs(() => search(service, labelMatch(text)));
      const handMs = await timeMs(() => searchByHand(service, text));
      if (round > 1) {
        overHttp.push(httpMs);
        byHand.push(handMs);
      }
    }
  }
  const p95 = percentile(overHttp, 0.95);
  const handP95 = percentile(byHand, 0.95);
  return [
    atMost('label match over HTTP (p95)', p95, 'ms', 8),
    measured('label match over HTTP (p50)', percentile(overHttp, 0.5), 'ms'),
    measured('the same SQL by hand (p95)', handP95, 'ms'),
    atMost('label match over HTTP, beside by hand (p95)', p95 / handP95, 'times', 2),
  ];
}

/** Page, total and values of a label match, as a person with a database shell would ask for them. */
async function searchByHand({ database }: GeographyService, text: string): Promise<void> {
  const words = wordsOf(text);
  const match = words.map((word) => `${word}:*`).join(' & ');
  const where = `type_id = $1 and label_words @@ to_tsquery('simple', $2)`;
  const objects = await database.query<{ id: string }>(
    `select id, label, created_at, updated_at from object where ${where}
     order by starts_with(label_key, $3) desc, label_key, id limit $4`,
    [city, match, words.join(' '), limit],
  );
  if (objects.length === limit) {
    await database.query(`select count(*) from object where ${where}`, [city, match]);
  }
  await database.query(
    `select value.object_id, attribute_id, value, target.id, target.label
     from object_value as value left join object as target on target.id = reference_id
     where object_id = any ($1::uuid[])`,
    [objects.map(({ id }) => id)],
  );
}

async function measureOneLetter(service: GeographyService): Promise<Row[]> {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const ms = await timesMs(letters.length * 3, (round) =>
    search(service, labelMatch(letters[round % letters.length] ?? '')),
  );
  return told('label match of one letter', ms);
}

async function measureQueries(service: GeographyService): Promise<Row[]> {
  const ids = await listIds(service, 200);
  const queries = {
    'Country = .. and Region = .. and Label ~ ".."': `Country = objectId("${country}") and Region = objectId("${region}") and Label ~ "san"`,
    'Region.Country = ..': `Region.Country = objectId("${country}")`,
    'search of 200 ids': `Id in (${ids.map(quoteString).join(', ')})`,
  };
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const body = { query, typeId: city, limit: name.includes('200') ? 200 : limit };
    rows.push(...told(name, await timesMs(60, () => service.search(body))));
  }
  return rows;
}

async function listIds(service: GeographyService, count: number): Promise<string[]> {
  const reply = await service.search({ query: 'Label ~ "new"', typeId: city, limit: count });
  return z
    .object({ result: z.array(z.object({ id: z.string() })) })
    .parse(JSON.parse(reply))
    .result.map(({ id }) => id);
}

async function measureThroughput(service: GeographyService): Promise<Row[]> {
  const filtered = { query: `Country = objectId("${country}") and Label ~ "spring"`, typeId: city };
  return [
    measured(
      'GET /object/{id}, 16 connections',
      await perSecond(() => service.get(`/object/${region}`)),
      'requests/s',
    ),
    measured(
      'filtered search, 16 connections',
      await perSecond(() => service.search({ ...filtered, limit })),
      'requests/s',
    ),
  ];
}

/** A reset after a person changed, added and deleted something. */
async function measureReset(service: GeographyService): Promise<Row[]> {
  const { database } = service;
  await database.query(`update object set label = 'Renamed' where label_key = 'springfield'`);
  await database.query('delete from object where id = $1', [region]);
  const ms = await timeMs(() => service.reset());
  return [atMost('reset with the full demo data', ms / 1000, 's', 3)];
}

function search(service: GeographyService, query: string): Promise<string> {
  return service.search({ query, typeId: city, limit });
}

function labelMatch(text: string): string {
  return `Label ~ ${quoteString(text)}`;
}

async function timesMs(
  count: number,
  work: (round: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push(await timeMs(() => work(round)));
  return times;
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function told(name: string, ms: readonly number[]): Row[] {
  return [
    measured(`${name} (p50)`, percentile(ms, 0.5), 'ms'),
    measured(`${name} (p95)`, percentile(ms, 0.95), 'ms'),
  ];
}

const connections = 16;
const throughputMs = 3_000;

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + throughputMs;
  let count = 0;
  const connect = async () => {
    while (performance.now() < end) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connect));
  return (count * 1000) / throughputMs;
}
