import { demoObjectId } from '../../src/service';
import { attributeId } from '../../src/service/run/demo/schema';
import { countByHand, sortedByHand, sortedReferringByHand } from './by-hand';
import type { Geography } from './geography';
import { city, geography } from './geography-service';
import { beside, told, type Row } from './row';
import { percentile, timeInTurns, timeMs } from './timing';

const limit = 25;
const rounds = 12;
/** The attribute and the page change from request to request. Few cities have the first. */
const attributes = ['Population', 'Latitude'];
const offsets = [0, 25, 50];
const countryOfCity = attributeId('Geography', 'City', 'Country');
/** With about 17,000 cities, 9,000 and 35. */
const countries = [
  ['of a common country', 'US'],
  ['of a country in the middle', 'FR'],
  ['of a rare country', 'IS'],
] as const;

/** Pages by a number, beside a handler that sends the best of the statements for the same; and what their count takes. */
export async function measureSortedPages(service: Geography): Promise<Row[]> {
  const [countMs] = await timeInTurns(rounds, [
    () => timeMs(() => service.byHand(countByHand, [city, geography])),
  ]);
  const rows = [told('an exact count of 171,075 cities (p50)', percentile(countMs, 0.5), 'ms')];
  rows.push(await measure(service, 'all cities', '', [sortedByHand], []));
  for (const [name, code] of countries) {
    const country = demoObjectId('Geography', 'Country', code);
    const condition = `Country = objectId("${country}") `;
    const parameters = [countryOfCity, country];
    rows.push(
      await measure(service, `cities ${name}`, condition, sortedReferringByHand, parameters),
    );
  }
  return rows;
}

async function measure(
  service: Geography,
  name: string,
  condition: string,
  statements: readonly string[],
  parameters: readonly string[],
): Promise<Row> {
  const askedIn = (round: number) => ({
    attribute: attributes[round % attributes.length] ?? '',
    offset: offsets[round % offsets.length] ?? 0,
  });
  const [searchMs, ...byHandMs] = await timeInTurns(rounds, [
    (round) => {
      const { attribute, offset } = askedIn(round);
      const query = `${condition}order by ${attribute} desc`;
      return timeMs(() => service.search({ query, typeId: city, limit, offset }));
    },
    ...statements.map((sql) => (round: number) => {
      const { attribute, offset } = askedIn(round);
      const sorted = attributeId('Geography', 'City', attribute);
      const bound = [city, sorted, limit, offset, geography, ...parameters];
      return timeMs(() => service.byHand(sql, bound));
    }),
  ]);
  const title = `a page of ${name} by a number, beside a handler with one statement (p50)`;
  const best = Math.min(...byHandMs.map((ms) => percentile(ms, 0.5)));
  return beside(title, percentile(searchMs, 0.5), best, 1.5);
}
