import { describe, expect, test } from 'vitest';
import { everyEndpoint } from '../../src/api/every-endpoint';

describe.each(everyEndpoint)('$name', ({ name, endpoint }) => {
  test('is sent again only where it reads', () => {
    expect(endpoint.onlyReads).toBe(/^(get|list|search)/.test(name));
  });

  test('has a body only where its method carries one', () => {
    expect(endpoint.body !== undefined).toBe(['POST', 'PUT', 'PATCH'].includes(endpoint.method));
  });
});

test('no two endpoints share method and path', () => {
  const addresses = everyEndpoint.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(15);
});
