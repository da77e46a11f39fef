import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { startService } from '../../src/service';
import { openDatabase } from '../../src/service/base/database/open-database';
import { createPersonalAccessToken } from '../../src/service/accounts/personal-access-tokens';
import { beside, type Row } from './row';
import { percentile, timeMs } from './timing';
import { insertWorkspace } from '../../src/service/model/permissions/workspace-view';

const objects = 20_000;
const objectsPerBulk = 200;
const bulks = objects / objectsPerBulk;
const growthBar = 1.5;
/** Bulks that fill caches, and don't count. */
const warmUp = 2;
const token = 'token-of-ada';

/**
 * How long 200 new objects take while a workspace fills, and meanwhile what others ask for, on the
 * embedded database.
 */
export async function measureWorkspaceGrowth(): Promise<Row[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'filling-'));
  const workspaceId = await addWorkspace(dataDirectory);
  const rateLimits = { perToken: Infinity, perWorkspace: Infinity };
  const service = await startService({ port: 0, dataDirectory, rateLimits });
  try {
    const call = callerOf(`${service.url}/public/v1`, workspaceId);
    const { bulkAt, object } = await createTypes(call);
    const filling: number[] = [];
    const reading: number[] = [];
    const end = new AbortController();
    const read = () => call('GET', `/object/${object}`);
    const fill = async () => {
      for (let number = 0; number < bulks; number += 1) {
        filling.push(await timeMs(() => call('POST', '/object/bulk', bulkAt(number))));
      }
    };
    await Promise.all([fill().finally(() => end.abort()), timeUntil(end.signal, read, reading)]);
    return [
      compare('200 of 20,000 new objects of a workspace', filling.slice(warmUp), growthBar),
      compare('GET of an object meanwhile', reading),
    ];
  } finally {
    await service.close();
    await rm(dataDirectory, { recursive: true });
  }
}

/** The times of the last tenth beside those of the first. */
function compare(name: string, times: readonly number[], bar?: number): Row {
  const tenth = Math.ceil(times.length / 10);
  return beside(
    `embedded: ${name}, last tenth beside first (p50)`,
    percentile(times.slice(-tenth), 0.5),
    percentile(times.slice(0, tenth), 0.5),
    bar,
  );
}

/** Returns the id of a workspace of one person, in a new database that holds nothing else. */
async function addWorkspace(dataDirectory: string): Promise<string> {
  const database = await openDatabase(dataDirectory);
  const [workspaceId, accountId] = [randomUUID(), randomUUID()];
  await insertWorkspace(database, { id: workspaceId, name: 'Filling' });
  await database.runScript(`
    insert into account values ('${accountId}', 'ada@example.com', 'Ada', 'none');
    insert into membership (workspace_id, user_id) values ('${workspaceId}', '${accountId}')`);
  await createPersonalAccessToken(database, {
    ...{ accountId, name: 'Bench', token, createdAt: new Date() },
  });
  await database.close();
  return workspaceId;
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

function callerOf(url: string, workspaceId: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'wds-workspace-id': workspaceId,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
}

async function timeUntil(signal: AbortSignal, read: () => Promise<unknown>, times: number[]) {
  while (!signal.aborted) times.push(await timeMs(read));
}

/** A type with the kinds of values that most objects have, and one that it refers to. */
async function createTypes(call: Call) {
  const create = async (path: string, body: object) =>
    z.object({ id: z.string() }).parse(await call('POST', path, body)).id;
  const place = await create('/type', { name: 'Site' });
  const attribute = (
    typeId: string,
    name: string,
    attributeTypeCode: string,
    configuration?: object,
  ) =>
    create('/attribute', {
      typeId,
      name,
      attributeTypeCode,
      ...(configuration && { configuration }),
    });
  const placeName = await attribute(place, 'Name', 'TEXT');
  const site = await create('/object', {
    typeId: place,
    attributes: [{ attributeId: placeName, values: ['Rotterdam'] }],
  });
  const server = await create('/type', { name: 'Server' });
  const name = await attribute(server, 'Name', 'TEXT');
  const notes = await attribute(server, 'Notes', 'TEXT');
  const memory = await attribute(server, 'Memory', 'INTEGER');
  const bought = await attribute(server, 'Bought', 'DATE');
  const where = await attribute(server, 'Site', 'REFERENCE', { targetTypeId: place });
  const values = (attributeId: string, value: string) => ({ attributeId, values: [value] });
  const objectAt = (index: number) => ({
    objectOperationType: 'create',
    typeId: server,
    attributes: [
      values(name, `Server ${index}`),
      values(notes, `Rack ${index % 40}, shelf ${index % 7}`),
      values(memory, String(index % 512)),
      values(bought, `2026-0${1 + (index % 9)}-11`),
      values(where, site),
    ],
  });
  const bulkAt = (number: number) => ({
    operations: Array.from({ length: objectsPerBulk }, (_, place) =>
      objectAt(number * objectsPerBulk + place),
    ),
  });
  return { object: site, bulkAt };
}
