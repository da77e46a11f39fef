import { quoteString } from '../../src/query';
import { onlyRow, type Database } from '../../src/service/base/database/database';
import { city, geography, searchObjects, type GeographyService } from './geography-service';
import { addWorkspacesOfObjects, change, seedObjects } from './other-workspaces';
import { besideAt, told, type Row } from './row';
import { percentile, timeBoth } from './timing';

const [fewest, ...sizes] = [17_000, 171_000, 1_000_000] as const;
const growthBar = 2;
/** Few of them match at first, and as many times more as there are more cities. */
const typed = [
  'reykja 1',
  'riga 20',
  'ha noi 3',
  'valm 7',
  'akur 15',
  'hue 4',
  'jurm 9',
  'da lat 11',
];
const rounds = 25;

/** Two services at once, so that what the machine does meanwhile meets both. */
export interface Pair {
  readonly service: GeographyService;
  /** What it is held against. */
  readonly partner: GeographyService;
}

/** How a label match over HTTP grows with the number of cities; most of them are made up. */
export async function measureLabelGrowth({ service, partner }: Pair): Promise<Row[]> {
  const request = { typeId: city, limit: 20 };
  await growTo(partner.database, fewest);
  const rows: Row[] = [];
  for (const size of sizes) {
    await growTo(service.database, size);
    const times = await timeMatches(
      (query) => service.search({ ...request, query }),
      (query) => partner.search({ ...request, query }),
    );
    const name = `label match of ${size.toLocaleString('en')} cities, beside ${fewest.toLocaleString('en')}`;
    rows.push(...compare(name, times, size === sizes.at(-1) ? growthBar : undefined));
  }
  return rows;
}

const objectsPerWorkspace = 5_000;
const others = 200;
const crowdBar = 1.2;

/** A label match in a workspace of 5,000 objects, beside 200 others of that size and alone. */
export async function measureCrowd({ service, partner }: Pair): Promise<Row[]> {
  const matchIn = async ({ url, database }: GeographyService) => {
    const source = { typeId: city, workspaceId: geography, objects: objectsPerWorkspace };
    await growTo(database, objectsPerWorkspace);
    const [own] = await addWorkspacesOfObjects(database, source, 1);
    if (own === undefined) throw new Error('No workspace was added.');
    if (database === service.database) await addWorkspacesOfObjects(database, source, others);
    return (query: string) =>
      searchObjects(url, own.workspaceId, { query, typeId: own.typeId, limit: 20 });
  };
  const times = await timeMatches(await matchIn(service), await matchIn(partner));
  const name = `label match in a workspace of 5,000 objects beside ${others} others, beside alone`;
  return compare(name, times, crowdBar);
}

interface Times {
  readonly service: readonly number[];
  readonly partner: readonly number[];
}

function compare(name: string, { service, partner }: Times, bar: number | undefined): Row[] {
  return [besideAt(0.5, name, service, partner), besideAt(0.95, name, service, partner, bar)];
}

/** How much room objects, their values and the indexes take, on this schema. */
export async function measureRoom(database: Database): Promise<Row[]> {
  const rows = [];
  for (const table of ['object', 'object_value']) {
    const { bytes, count } = onlyRow(
      await database.query<{ bytes: number; count: number }>(
        `select pg_total_relation_size('${table}')::float8 as bytes, count(*)::integer as count
         from ${table}`,
      ),
    );
    rows.push(told(`a row of ${table} with its indexes`, bytes / count, 'bytes'));
  }
  return rows;
}

async function countCities(database: Database): Promise<number> {
  const counted = await database.query<{ count: number }>(
    'select count(*)::integer as count from object where workspace_id = $1 and type_id = $2',
    [geography, city],
  );
  return onlyRow(counted).count;
}

/** Of these, as many copies are made as it takes, each with a number of its own behind its name. */
const originals = 1_000;

/** Few enough for one statement to end in time. */
const citiesPerStatement = 50_000;

async function growTo(database: Database, size: number): Promise<void> {
  await seedObjects(database, async () => {
    for (let count = await countCities(database); count < size; count = await countCities(database))
      await change(
        database,
        `insert into object
         select gen_random_uuid(), workspace_id, type_id, label || ' ' || number,
           label_key || ' ' || number,
           label_words || array_to_tsvector(array[right(workspace_id::text, 8) || number]),
           created_at, updated_at
         from (
           select * from object
           where workspace_id = $4 and type_id = $1 and label !~ '[0-9]'
           order by created_at, length(label), id limit ${originals}
         ) as original, generate_series($2::integer, $2::integer + 49) as number
         limit $3`,
        [
          city,
          Math.floor(count / originals),
          Math.min(size - count, citiesPerStatement),
          geography,
        ],
      );
  });
}

/** Of each text the time in the middle of all rounds, turn by turn. */
async function timeMatches(
  matchService: (query: string) => Promise<void>,
  matchPartner: (query: string) => Promise<void>,
): Promise<Times> {
  const service: number[] = [];
  const partner: number[] = [];
  for (const label of typed) {
    const query = `Label ~ ${quoteString(label)}`;
    const [serviceMs, partnerMs] = await timeBoth(
      rounds,
      () => matchService(query),
      () => matchPartner(query),
    );
    service.push(percentile(serviceMs, 0.5));
    partner.push(percentile(partnerMs, 0.5));
  }
  return { service, partner };
}
