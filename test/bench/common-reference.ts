import { demoObjectId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { attributeId } from '../../src/service/run/demo/schema';
import { referringByHand } from './by-hand';
import type { GeographyService } from './geography-service';
import { besideAt, type Row } from './row';
import { timeInTurns, timeMs } from './timing';

const geography = demoWorkspaceId('Geography');
const city = demoTypeId('Geography', 'City');
const countryOfCity = attributeId('Geography', 'City', 'Country');
const limit = 20;
const rounds = 15;
/** With about 17,000 cities, 9,000 and 35. Of the last, most of the time goes to the request itself: it has no bar. */
const countries = [
  ['a common country', 'US', 1.5],
  ['one in the middle', 'FR', 1.5],
  ['a rare one', 'IS', undefined],
] as const;

/** The cities of a country, beside the same by hand. */
export async function measureCommonReference(service: GeographyService): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, code, bar] of countries) {
    const country = demoObjectId('Geography', 'Country', code);
    const query = `Country = objectId("${country}")`;
    const parameters = [city, countryOfCity, country, limit, geography];
    const [searchMs, byHandMs] = await timeInTurns(rounds, [
      () => timeMs(() => service.search({ query, typeId: city, limit })),
      () => timeMs(() => service.database.query(referringByHand, parameters)),
    ]);
    rows.push(besideAt(0.5, `cities of ${name}, beside by hand`, searchMs, byHandMs, bar));
  }
  return rows;
}
