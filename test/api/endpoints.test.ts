import { describe, expect, it } from 'vitest';
import { everyEndpoint } from '../../src/api/every-endpoint';

describe.each(everyEndpoint)('$name', ({ name, endpoint }) => {
  it('names the parameters of its path', () => {
    const placeholders = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, inner]) => inner);
    expect(endpoint.pathParameters).toEqual(placeholders);
  });

  it('is sent again only where it reads', () => {
    expect(endpoint.onlyReads).toBe(/^(get|list|search)/.test(name));
  });

  it('has a body only where its method carries one', () => {
    expect(endpoint.body !== undefined).toBe(['POST', 'PATCH'].includes(endpoint.method));
  });
});

it('no two endpoints share method and path', () => {
  const addresses = everyEndpoint.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(15);
});
