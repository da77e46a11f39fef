import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startService } from '../../src/service';
import type { Service } from '../../src/service';
import { openDatabase } from '../../src/service/database';
import { createDatabase } from '../support/postgres-server';
import { attributeId, fillFleet, ids, tokens } from '../service/fleet';

/** Stands between the service and its database, and can be cut. */
interface Line {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

async function layLine(databaseUrl: string): Promise<Line> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => (isCut = false),
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let folder: string;
let line: Line;
let drop: () => Promise<void>;
let service: Service;
beforeAll(async () => {
  const created = await createDatabase(inject('postgresUrl') ?? '');
  drop = created.drop;
  const database = await openDatabase(created.url);
  await fillFleet(database);
  await database.close();
  line = await layLine(created.url);
  folder = await mkdtemp(join(tmpdir(), 'goes-away-'));
  service = await startService({ port: 0, dataDirectory: folder, databaseUrl: line.url });
});
afterAll(async () => {
  await service.close();
  await line.close();
  await drop();
  await rm(folder, { recursive: true });
});

async function call(path: string, body: unknown) {
  const reply = await fetch(`${service.url}/public/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.ann}`,
      'wds-workspace-id': ids.fleet,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

const writeCity = () =>
  call('/object', {
    typeId: ids.city,
    attributes: [{ attributeId: attributeId('City', 'Name'), values: ['written'] }],
  });

async function readWritten(): Promise<Set<unknown>> {
  const query = { query: 'Label = "written"', typeId: ids.city, limit: 200 };
  const { status, body } = await call('/object/search', query);
  expect(status).toBe(200);
  return new Set((body['result'] as { id: string }[]).map(({ id }) => id));
}

test('keeps what it acknowledged, says so while its database is away, and goes on once it is back', async () => {
  const acknowledged: unknown[] = [];
  const refusals = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    // Some are under way when the line is cut.
    const replies = Promise.all(Array.from({ length: 8 }, () => writeCity()));
    acknowledged.push((await writeCity()).body['id']);
    line.cut();
    for (const { status, body } of [...(await replies), await writeCity()]) {
      if (status === 200) acknowledged.push(body['id']);
      else refusals.add(`${status} ${String(body['message'])}`);
    }
    line.mend();
    expect((await writeCity()).status).toBe(200);
  }
  expect([...refusals]).toEqual([
    '503 The service can’t reach its database right now. Wait a few seconds, then try again.',
  ]);
  const written = await readWritten();
  expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
});
