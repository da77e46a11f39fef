import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { startServiceProcess } from '../support/service-process';
import { attributeId, fillFleet, ids } from '../service/fleet';
import { postToFleet } from '../service/fleet-service';

/** At night: only a disk of the test's own can be filled, and only root gets one. */
const canMount =
  process.env['FULL_DISK'] !== undefined &&
  process.platform === 'linux' &&
  process.getuid?.() === 0;

let disk: string;
beforeAll(async () => {
  if (!canMount) return;
  disk = await mkdtemp(join(tmpdir(), 'full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]);
});
afterAll(async () => {
  if (!canMount) return;
  execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true });
});

const leftBytes = 256 * 1024;

async function fillUp(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(path, Buffer.alloc(bavail * bsize - leftBytes));
}

test.skipIf(!canMount)(
  'keeps what it acknowledged on a disk that gets full, and goes on once there is room',
  { timeout: 240_000 },
  async () => {
    const directory = join(disk, 'data');
    const database = await openDatabase(directory);
    await fillFleet(database);
    await database.close();
    const service = await startServiceProcess({ DATA_DIR: directory });
    const call = (path: string, body: unknown) => postToFleet(service.url, path, body);
    const write = () =>
      call('/object', {
        typeId: ids.city,
        attributes: [
          { attributeId: attributeId('City', 'Name'), values: [`written ${'x'.repeat(900)}`] },
        ],
      });
    const acknowledged: unknown[] = [];
    const refusals = new Set<string>();
    await fillUp(join(disk, 'filler'));
    for (let attempt = 0; attempt < 400 && refusals.size === 0; attempt += 1) {
      const { status, body } = await write();
      if (status === 200) acknowledged.push(body['id']);
      else refusals.add(`${status} ${String(body['message'])}`);
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    expect([...refusals]).toEqual([expect.stringMatching(/^503 The service/)]);
    await rm(join(disk, 'filler'));
    expect((await write()).status).toBe(200);
    const written = new Set<unknown>();
    for (let isLast = false; !isLast;) {
      const search = { query: 'Label ~ "written"', typeId: ids.city, limit: 200 };
      const { body } = await call('/object/search', { ...search, offset: written.size });
      for (const { id } of body['result'] as { id: string }[]) written.add(id);
      isLast = body['isLast'] === true;
    }
    expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
    await service.stop();
  },
);
