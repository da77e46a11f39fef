import { describe, expect, test } from 'vitest';
import { everyEndpoint, type EndpointName } from '../../src/api/every-endpoint';

/** A block is there or not, and what is restored is as it was: there is nothing more to say of it. */
const needNoBody: readonly EndpointName[] = ['blockToken', 'restoreObject'];

describe.each(everyEndpoint)('$name', ({ name, endpoint }) => {
  test('is sent again only where it reads', () => {
    expect(endpoint.onlyReads).toBe(/^(get|list|search)/.test(name));
  });

  test('has a body only where its method carries one', () => {
    const carriesOne = ['POST', 'PUT', 'PATCH'].includes(endpoint.method);
    expect(endpoint.body !== undefined).toBe(carriesOne && !needNoBody.includes(name));
  });
});

test('no two endpoints share method and path', () => {
  const addresses = everyEndpoint.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(15);
});
