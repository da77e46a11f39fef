import { demoObjectId } from '../../src/service';
import { attributeId } from '../../src/service/run/demo/schema';
import { referringByHand, referringThroughByHand } from './by-hand';
import type { Geography } from './geography';
import { city, geography } from './geography-service';
import { beside, besideAt, type Row } from './row';
import { percentile, timeBoth, timeInTurns, timeMs } from './timing';

const countryOfCity = attributeId('Geography', 'City', 'Country');
const regionOfCity = attributeId('Geography', 'City', 'Region');
const countryOfRegion = attributeId('Geography', 'Region', 'Country');
const limit = 20;
const rounds = 15;
/** With about 17,000 cities, 9,000 and 35. */
const countries = [
  ['a common country', 'US'],
  ['one in the middle', 'FR'],
  ['a rare one', 'IS'],
] as const;

/** The cities of a country, beside a handler that asks who calls and sends one statement for the same. */
export async function measureCommonReference(service: Geography): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, code] of countries) {
    const country = demoObjectId('Geography', 'Country', code);
    const query = `Country = objectId("${country}")`;
    const parameters = [city, countryOfCity, country, limit, geography];
    const [searchMs, byHandMs] = await timeBoth(
      rounds,
      () => service.search({ query, typeId: city, limit }),
      () => service.byHand(referringByHand, parameters),
    );
    const title = `cities of ${name}, beside a handler with one statement`;
    rows.push(besideAt(0.5, title, searchMs, byHandMs, 1.5));
    rows.push(await measurePath(service, name, country));
  }
  return rows;
}

/** The same through the regions of the country, beside the best of the statements for it. */
async function measurePath(service: Geography, name: string, country: string): Promise<Row> {
  const query = `Region.Country = objectId("${country}")`;
  const parameters = [city, regionOfCity, country, limit, geography, countryOfRegion];
  const [searchMs, ...byHandMs] = await timeInTurns(rounds, [
    () => timeMs(() => service.search({ query, typeId: city, limit })),
    ...referringThroughByHand.map((sql) => () => timeMs(() => service.byHand(sql, parameters))),
  ]);
  const best = Math.min(...byHandMs.map((ms) => percentile(ms, 0.5)));
  const title = `cities in regions of ${name}, beside a handler with one statement (p50)`;
  return beside(title, percentile(searchMs, 0.5), best, 2.2);
}
