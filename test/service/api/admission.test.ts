import { afterEach, expect, test, vi } from 'vitest';
import { startFleetService } from '../fleet-service';
import { duringTests } from '../../support/during-tests';

const service = duringTests(() => startFleetService());
afterEach(() => vi.restoreAllMocks());

/** What a call has the database read. */
async function statementsOf(method: string, path: string, body?: object): Promise<string[]> {
  // After it the types of the workspace are known.
  await service.api('GET', '/type');
  const sent: string[] = [];
  const { database } = service;
  for (const name of ['query', 'queryPrepared'] as const) {
    const send = database[name].bind(database);
    vi.spyOn(database, name).mockImplementation((sql, parameters) => {
      sent.push(sql);
      return send(sql, parameters);
    });
  }
  expect((await service.call(method, path, { body })).status).toBe(200);
  return sent;
}

test('reads who calls and what they may see in one statement, also before a search', async () => {
  const body = { query: 'Label ~ "zo"' };
  const statements = await statementsOf('POST', '/public/v1/object/search', body);
  const expected = ['from find_bearer', 'from object', 'from shown'];
  expect(statements).toEqual(expected.map((table) => expect.stringContaining(table) as string));
});
