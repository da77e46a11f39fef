import { describe, expect, it } from 'vitest';
import * as attribute from '../../src/api/attribute';
import type { Endpoint } from '../../src/api/endpoint';
import * as object from '../../src/api/object';
import * as site from '../../src/api/site';
import * as token from '../../src/api/token';
import * as type from '../../src/api/type';
import * as user from '../../src/api/user';
import * as workspace from '../../src/api/workspace';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'onlyReads' in value;

const endpoints = Object.entries({
  ...attribute,
  ...object,
  ...site,
  ...token,
  ...type,
  ...user,
  ...workspace,
}).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : []));

describe.each(endpoints)('$name', ({ name, endpoint }) => {
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
  const addresses = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(15);
});
