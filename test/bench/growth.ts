import { demoTypeId } from '../../src/service';
import { quoteString } from '../../src/query';
import { startGeographyService } from './geography-service';
import type { GeographyService } from './geography-service';
import { beside, type Row } from './row';
import { percentile } from './timing';

const city = demoTypeId('Geography', 'City');
const fewest = 17_000;
const sizes = [171_000, 1_000_000];
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

/** How a label match over HTTP grows with the number of cities; most of them are made up. */
export async function measureGrowth(): Promise<Row[]> {
  const service = await startGeographyService();
  try {
    const rows: Row[] = [];
    await growTo(service, fewest);
    const few = await timeSearches(service);
    for (const size of sizes) {
      await growTo(service, size);
      const many = await timeSearches(service);
      const name = `label match of ${size.toLocaleString('en')} cities, beside ${fewest.toLocaleString('en')}`;
      for (const share of [0.5, 0.95]) {
        const row = `${name} (p${share * 100})`;
        rows.push(beside(row, percentile(many, share), percentile(few, share)));
      }
    }
    return rows;
  } finally {
    await service.close();
  }
}

/** Few enough for one statement to end in time. */
const citiesPerStatement = 50_000;

/** Adds copies of the cities that are there, each with a number of its own behind its name. */
async function growTo({ database }: GeographyService, size: number): Promise<void> {
  const count = async () =>
    (
      await database.query<{ count: number }>(
        'select count(*)::integer as count from object where type_id = $1',
        [city],
      )
    )[0]?.count ?? 0;
  for (let missing = size - (await count()); missing > 0; missing = size - (await count())) {
    await database.query(
      `insert into object
       select gen_random_uuid(), workspace_id, type_id, label || ' ' || number,
         label_key || ' ' || number, label_words || array_to_tsvector(array[number::text]),
         created_at, updated_at
       from (select * from object where type_id = $1 order by created_at, length(label), id limit 2000),
         generate_series($2::integer, $2::integer + 25) as number
       limit $3`,
      [city, Math.floor((size - missing) / 2000), Math.min(missing, citiesPerStatement)],
    );
  }
  await database.runScript('vacuum (analyze) object');
}

async function timeSearches(service: GeographyService): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const text of typed) {
      const startedAt = performance.now();
      await service.search({ query: `Label ~ ${quoteString(text)}`, typeId: city, limit: 20 });
      if (round > 0) times.push(performance.now() - startedAt);
    }
  }
  return times;
}
