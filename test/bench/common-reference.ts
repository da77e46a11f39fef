import { demoObjectId } from '../../src/service';
import { attributeId } from '../../src/service/run/demo/schema';
import { referringByHand } from './by-hand';
import type { Geography } from './geography';
import { city, geography } from './geography-service';
import { besideAt, type Row } from './row';
import { timeBoth } from './timing';

const countryOfCity = attributeId('Geography', 'City', 'Country');
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
  }
  return rows;
}
