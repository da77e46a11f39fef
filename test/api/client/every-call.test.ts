import { expect, test, vi } from 'vitest';
import { createClient } from '../../../src/api/client';
import { everyEndpoint } from '../../../src/api/every-endpoint';
import { response, workspaceId } from './samples';

const called = vi.hoisted(() => new Set<unknown>());
vi.mock('../../../src/api/client/call', () => ({
  createExchange: () => (endpoint: unknown) => {
    called.add(endpoint);
    return Promise.resolve({ value: undefined, version: null });
  },
}));

test('The client has a call for every endpoint of the public API', async () => {
  const client = createClient({ transport: () => Promise.resolve(response(204)) });
  const { inWorkspace, ...own } = client;
  const resources = [...Object.values(own), ...Object.values(inWorkspace(workspaceId))];
  const calls = resources.flatMap((resource): (() => Promise<unknown>)[] =>
    Object.values(resource as object),
  );
  await Promise.all(calls.map((call) => call()));
  const missing = everyEndpoint.filter(({ endpoint }) => !called.has(endpoint));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
