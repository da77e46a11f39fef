import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import { fillFleet } from '../service/fleet';
import { startServiceProcess } from '../support/service-process';
import { hasSmallDisk, mountSmallDisk, type SmallDisk } from '../support/small-disk';
import { reservedBytes, useFullDisk } from '../service/full-disk';

let disk: SmallDisk;
beforeAll(async () => {
  if (hasSmallDisk) disk = await mountSmallDisk('400m');
});
afterAll(async () => {
  if (hasSmallDisk) await disk.remove();
});

test.skipIf(!hasSmallDisk)(
  'keeps what it acknowledged on a disk that gets full, reads on, and writes again once there is room',
  { timeout: 240_000 },
  async () => {
    const directory = join(disk.folder, 'data');
    const database = await openDatabase(directory);
    await fillFleet(database);
    await database.close();
    const service = await startServiceProcess({ DATA_DIR: directory });
    await useFullDisk(service.url, disk, reservedBytes + 256 * 1024);
    await service.stop();
  },
);
