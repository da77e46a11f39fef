import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readError, startFleetService, testTime } from '../fleet-service';
import type { FleetService } from '../fleet-service';
import { api, deep, search } from './bad-input';
import { badRequests } from './bad-requests';
import { badWrites } from './bad-writes';

const badInputs = [...badRequests, ...badWrites];

let service: FleetService;
let before: unknown;
const countRows = () =>
  service.database.query(
    `select (select count(*) from object) as objects, (select count(*) from object_value) as values,
       (select count(*) from type) as types, (select count(*) from attribute) as attributes`,
  );

beforeAll(async () => {
  service = await startFleetService();
  before = await countRows();
});
afterEach(async () => {
  expect(await countRows()).toEqual(before);
});
afterAll(() => service.close());

describe('a call that cannot be answered', () => {
  it.each(
    badInputs.map(
      (input) => [`${input.what} (${input.method} ${input.path.slice(0, 60)})`, input] as const,
    ),
  )(
    'is refused and changes nothing: %s',
    async (_title, { method, path, status, violations, ...options }) => {
      const answer = await service.call(method, path, options);
      const error = readError(answer);
      expect(`${answer.status} ${error.message}`).toMatch(new RegExp(`^${status} `));
      expect(error.timestamp).toBe(testTime.toISOString());
      expect(error.path).toBe(path.split('?')[0]);
      expect(JSON.stringify(error)).not.toMatch(
        /select |insert |node_modules|PGlite|postgres|FST_ERR|at \w+ \(/i,
      );
      const found = error.violations?.map(
        (entry) => `${entry.violationType} ${entry.fieldIdentifier}`,
      );
      expect(found).toEqual(violations);
    },
  );

  it('names the methods that an address has', async () => {
    const answer = await service.call('DELETE', `${api}/type`);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('asks for a token in the way that clients understand', async () => {
    const answer = await service.call('GET', `${api}/workspace`, {
      headers: { authorization: undefined },
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('tells nothing of what failed inside the service', async () => {
    await service.database.runScript('alter table membership rename to membership_gone');
    const answer = await service.call('GET', `${api}/type`);
    await service.database.runScript('alter table membership_gone rename to membership');
    expect(answer.status).toBe(500);
    expect(readError(answer)).toEqual({
      timestamp: testTime.toISOString(),
      message: 'The service failed to answer. Try again.',
      path: `${api}/type`,
    });
  });

  it.each([
    ['51 levels', `{"query": ${deep(50, '[', ']')}}`, 'nested too deep'],
    ['50 levels', `{"query": ${deep(49, '[', ']')}}`, 'query: '],
    ['brackets in a text', JSON.stringify({ query: '"['.repeat(60) }), 'Unexpected character'],
  ])('is told of its nesting where that is the fault: %s', async (_what, rawBody, message) => {
    const answer = await service.call('POST', search, { rawBody });
    expect(readError(answer).message).toContain(message);
  });

  it('may be cut off in the middle of its body', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST ${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"que`,
    );
    socket.destroy();
    expect((await service.call('GET', '/health')).status).toBe(200);
  });
});
