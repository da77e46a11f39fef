import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { demoWorkspaceId, startService } from '../../src/service';
import { createDatabase } from '../support/postgres-server';

test('runs the demo data of the sandbox on a Postgres server, and brings it back', async () => {
  const { url: databaseUrl, drop } = await createDatabase(inject('postgresUrl') ?? '');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'demo-on-postgres-'));
  const service = await startService({ port: 0, dataDirectory, databaseUrl, demo: 'small' });
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${service.url}/public/v1${path}`, {
      method,
      headers: {
        authorization: 'Bearer demo-admin-token',
        'wds-workspace-id': demoWorkspaceId('IT'),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const countLaptops = async () => {
    const reply = await call('POST', '/object/search', { query: 'Type = "Laptop"', limit: 200 });
    return (await reply.json()) as { total: number; result: { id: string }[] };
  };
  const { total, result } = await countLaptops();
  expect(total).toBeGreaterThan(0);
  for (const { id } of result.slice(0, 3)) {
    expect((await call('DELETE', `/object/${id}`)).ok).toBe(true);
  }
  expect((await countLaptops()).total).toBe(total - 3);
  await service.administration.reset();
  expect((await countLaptops()).total).toBe(total);
  await service.close();
  await rm(dataDirectory, { recursive: true });
  await drop();
});
