import { demoAttributeId, demoObjectId } from '../../src/service';
import type { Database, Queryable } from '../../src/service/base/database/database';
import { geography, headersFor, type GeographyService } from './geography-service';
import { atMost, type Row } from './row';

const region = demoObjectId('Geography', 'Region', 'IS.39');
const code = demoAttributeId('Geography', 'Region', 'Code');

/** How often a change of one text goes to the database and back, for somebody who was there before. */
export async function measureDatabaseTrips({ url, database }: GeographyService): Promise<Row[]> {
  await patchText(url, 'A');
  const trips = await countTrips(database, () => patchText(url, 'B'));
  return [atMost('PATCH /object/{id} of one text: trips to the database', trips, 'trips', 9)];
}

async function patchText(serviceUrl: string, text: string): Promise<void> {
  const response = await fetch(`${serviceUrl}/public/v1/object/${region}`, {
    method: 'PATCH',
    headers: { ...headersFor(geography), 'content-type': 'application/json' },
    body: JSON.stringify({ attributes: [{ attributeId: code, values: [text] }] }),
  });
  if (!response.ok) throw new Error(`The change was answered ${response.status}.`);
  await response.text();
}

/** How many statements are sent while `work` runs; a transaction begins and commits with one each. */
async function countTrips(database: Database, work: () => Promise<void>): Promise<number> {
  let trips = 0;
  const counted = (queryable: Queryable): Queryable => ({
    query: (...sent) => {
      trips += 1;
      return queryable.query(...sent);
    },
    queryPrepared: (...sent) => {
      trips += 1;
      return queryable.queryPrepared(...sent);
    },
  });
  const original = { ...database };
  Object.assign(database, counted(original), {
    transaction: <Result>(change: (transaction: Queryable) => Promise<Result>) => {
      trips += 2;
      return original.transaction((transaction) => change(counted(transaction)));
    },
  });
  try {
    await work();
  } finally {
    Object.assign(database, original);
  }
  return trips;
}
