import * as z from 'zod';
import type { Database } from '../database';

/** The requests that count, as they are kept between two starts: by subject, in epoch milliseconds. */
type KeptRequests = ReadonlyMap<string, readonly number[]>;

const times = z.array(z.number());

/** What {@link storeRequests} stored; it is there once. */
export async function takeRequests(database: Database): Promise<KeptRequests> {
  const rows = await database.query<{ subject: string; times: unknown }>(
    'delete from request_log returning subject, times',
  );
  return new Map(rows.map((row) => [row.subject, times.parse(row.times)]));
}

/** Stores what the limits have counted, so that a restart gives nobody more. */
export async function storeRequests(database: Database, requests: KeptRequests): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const [subject, counted] of requests) {
      if (counted.length === 0) continue;
      await transaction.query('insert into request_log (subject, times) values ($1, $2::jsonb)', [
        subject,
        JSON.stringify(counted),
      ]);
    }
  });
}
