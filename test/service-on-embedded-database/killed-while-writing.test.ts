import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { createPersonalAccessToken } from '../../src/service/accounts/personal-access-tokens';
import { startServiceProcess } from '../support/service-process';
import { attributeId, fillFleet, ids } from '../service/fleet';

/** More at night: what is lost may need many tries to be seen. */
const kills = Number(process.env['KILLS'] ?? 1);
const writesPerKill = Number(process.env['WRITES_PER_KILL'] ?? 25);
const writers = 4;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'killed-'));
  const database = await openDatabase(directory);
  await fillFleet(database);
  for (let kill = 0; kill < kills; kill += 1) {
    // Each has its own limit on requests.
    await createPersonalAccessToken(database, {
      ...{ accountId: ids.ann, name: `${kill}`, token: tokenOf(kill), createdAt: new Date() },
    });
  }
  await database.close();
});
afterAll(() => rm(directory, { recursive: true }));

const tokenOf = (kill: number) => `token-of-kill-${kill}`;

function createCaller(url: string, kill: number) {
  return (path: string, body: unknown, method = 'POST') =>
    fetch(`${url}/public/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(kill)}`,
        'wds-workspace-id': ids.fleet,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
}
type Call = ReturnType<typeof createCaller>;

/** Writes until the service is gone, and adds to `acknowledged` what it said that it kept. */
async function writeUntilKilled(call: Call, acknowledged: Set<string>, kill: () => void) {
  const enough = acknowledged.size + writesPerKill;
  const write = async () => {
    for (;;) {
      const attributes = [{ attributeId: attributeId('City', 'Name'), values: ['written'] }];
      const reply = await call('/object', { typeId: ids.city, attributes });
      const { id } = (await reply.json()) as { id: string };
      expect(reply.status).toBe(200);
      acknowledged.add(id);
      const founded = [
        { attributeId: attributeId('City', 'Founded'), values: [`${acknowledged.size}`] },
      ];
      await call(`/object/${id}`, { attributes: founded }, 'PATCH');
      if (acknowledged.size >= enough) kill();
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: writers }, write));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TypeError);
  }
}

async function readWritten(call: Call): Promise<Set<string>> {
  const written = new Set<string>();
  for (let isLast = false; !isLast;) {
    const search = { query: 'Label = written order by Id', limit: 200, offset: written.size };
    const reply = await call('/object/search', { ...search, typeId: ids.city });
    const page = (await reply.json()) as { isLast: boolean; result: { id: string }[] };
    for (const { id } of page.result) written.add(id);
    isLast = page.isLast;
  }
  return written;
}

/** The objects whose values aren't those that their latest change in the history left, with both. */
async function findDisagreements(): Promise<unknown[]> {
  const database = await openDatabase(directory);
  const found = await database.query(
    `with recorded as (
       select subject_id, count(*) filter (where action = 'create') as creations, (
         array_agg(attribute -> 'values' -> 0 ->> 'value' order by number desc)
           filter (where attribute ->> 'id' = $3)
       )[1] as founded
       from history left join lateral jsonb_array_elements(detail -> 'after' -> 'attributes') as attribute on true
       where workspace_id = $1 and kind = 'object' group by subject_id
     ), stored as (
       select object.id::text, value.value as founded from object
       left join object_value as value on value.workspace_id = $1 and object_id = object.id
         and attribute_id = $3::uuid
       where object.workspace_id = $1 and type_id = $2 and label = 'written'
     )
     select * from stored full join recorded on subject_id = id
     where creations is distinct from 1 or stored.founded is distinct from recorded.founded`,
    [ids.fleet, ids.city, attributeId('City', 'Founded')],
  );
  await database.close();
  return found;
}

test(
  'keeps every write that it acknowledged, and its history with it, however often it is killed in the middle of others',
  { timeout: 120_000 + kills * 30_000 },
  async () => {
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const service = await startServiceProcess({ DATA_DIR: directory });
      const call = createCaller(service.url, kill);
      await writeUntilKilled(call, acknowledged, () => service.process.kill('SIGKILL'));
      await service.kill();
    }
    const service = await startServiceProcess({ DATA_DIR: directory });
    const written = await readWritten(createCaller(service.url, 0));
    await service.stop();
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills * writesPerKill);
    expect([...acknowledged].filter((id) => !written.has(id))).toEqual([]);
    expect(await findDisagreements()).toEqual([]);
  },
);
