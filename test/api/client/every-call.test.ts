import { expect, test } from 'vitest';
import { ownEndpoints, workspaceEndpoints } from '../../../src/api/client/client';
import { everyEndpoint } from '../../../src/api/every-endpoint';

test('The client has a call for every endpoint of the public API', () => {
  const resources = [...Object.values(ownEndpoints), ...Object.values(workspaceEndpoints)];
  const called = new Set<unknown>(resources.flatMap((calls) => Object.values<unknown>(calls)));
  const missing = everyEndpoint.filter(({ endpoint }) => !called.has(endpoint));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
