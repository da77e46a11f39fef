import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/api/client';
import { everyEndpoint, type EndpointName } from '../../src/api/every-endpoint';

/** Of no version that RFC 9562 knows. */
const foreignId = '01234567-89ab-0def-0123-456789abcdef';

test('A service that names things by ids of another version is understood', async () => {
  const sent: string[] = [];
  const reply = {
    id: foreignId,
    typeId: foreignId,
    label: 'MacBook Pro 14',
    url: 'https://service.example.com/1',
    attributes: [{ attributeId: foreignId, values: [] }],
    createdAt: '2026-01-15T09:00:00Z',
    updatedAt: '2026-01-15T09:00:00Z',
  };
  const client = createClient({
    transport: (path, { body }) => {
      sent.push(body ?? path);
      return Promise.resolve({
        status: 200,
        headers: new Headers(),
        text: () => Promise.resolve(JSON.stringify(reply)),
      });
    },
  });
  const { objects } = client.inWorkspace(foreignId);
  expect(await objects.get(foreignId)).toEqual(reply);
  await objects.create({ typeId: foreignId, attributes: [] });
  expect(sent).toEqual([
    `/public/v1/object/${foreignId}`,
    JSON.stringify({ typeId: foreignId, attributes: [] }),
  ]);
});

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
