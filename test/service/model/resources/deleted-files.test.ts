import { expect, test } from 'vitest';
import { errorBody } from '../../../../src/api/error-body';
import { listDeletedObjects } from '../../../../src/api/object';
import { openDiskFiles } from '../../../../src/service/base/files/file-store';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import {
  announceContent,
  removeUnusedContents,
} from '../../../../src/service/model/resources/content-uploads';
import { removeOldDeletedObjects } from '../../../../src/service/model/resources/deleted-objects';
import { duringTests } from '../../../support/during-tests';
import { attributeId, ids, objects } from '../../fleet';
import { startFleetService, testTime } from '../../fleet-service';

let now = testTime;
const service = duringTests(() => startFleetService({ clock: () => now }));
const dayMs = 24 * 60 * 60_000;

const remove = async (id: string) =>
  expect((await service.api('DELETE', `/object/${id}`)).status).toBe(204);
const restore = async (id: string) => (await service.api('POST', `/object/${id}/restore`)).status;

test('The files of a deleted object count as unused until it is restored', async () => {
  const { database } = service;
  await database.query(
    `update content set file_size = case when key in ('front', 'back') then 1000 else 1 end`,
  );
  const storageBudgets = {
    unusedBytesPerPerson: 500,
    unusedBytesPerWorkspace: 500,
    bytesPerWorkspace: Number.MAX_SAFE_INTEGER,
    buildBytesPerPerson: 500,
  };
  const caller = {
    ...{ userId: ids.ann, name: '', email: '', via: 'token' as const },
    ...{ credentialId: ids.ann, credentialName: '', mayWrite: true, onlyWorkspaceId: null },
  };
  const view = await viewWorkspace(database, caller, ids.fleet);
  const announce = () =>
    announceContent(
      { database, clock: () => now, storageBudgets },
      { view, caller },
      {
        fileName: 'x.txt',
        fileSize: 1,
        contentType: 'text/plain',
      },
    );
  await announce();
  await remove(objects.a);
  await expect(announce()).rejects.toThrow('A workspace can have up to');
  expect(await restore(objects.a)).toBe(200);
  await announce();
});

test.each([
  ['attribute', () => `/attribute/${attributeId('Laptop', 'Photo')}`],
  ['type', () => `/type/${ids.laptop}`],
])('The files of a deleted %s count as unused', async (_name, pathOf) => {
  const own = await startFleetService();
  const readReleased = () =>
    own.database.query(
      `select key from content where key in ('front', 'back') and is_released order by key`,
    );
  expect(await readReleased()).toEqual([]);
  const refused = errorBody.parse((await own.api('DELETE', pathOf())).body);
  const [count] = /(?<=confirm=)\d+/.exec(refused.message) ?? [];
  expect((await own.api('DELETE', `${pathOf()}?confirm=${count}`)).status).toBe(204);
  expect(await readReleased()).toEqual([{ key: 'back' }, { key: 'front' }]);
  await own.close();
});

test('After 30 days a deleted object is gone with its files, and not before', async () => {
  const { files, ...opened } = await openDiskFiles('memory');
  const tidy = async () => {
    await removeOldDeletedObjects(service.database, now);
    await removeUnusedContents({ database: service.database, files, clock: () => now });
  };
  const photos = async () => {
    const rows = await service.database.query<{ key: string }>(
      `select key from content where key in ('front', 'back') order by key`,
    );
    return rows.map(({ key }) => key);
  };
  await remove(objects.a);
  now = new Date(now.getTime() + 30 * dayMs - 1);
  await tidy();
  expect(await photos()).toEqual(['back', 'front']);
  expect(await restore(objects.a)).toBe(200);
  await remove(objects.a);
  now = new Date(now.getTime() + 30 * dayMs);
  expect(await restore(objects.a)).toBe(404);
  const { body } = await service.api('GET', '/object/deleted');
  expect(listDeletedObjects.reply!.parse(body).result.map(({ id }) => id)).not.toContain(objects.a);
  await tidy();
  expect(await photos()).toEqual([]);
  expect(await service.database.query('select from deleted_object')).toEqual([]);
  await opened.close();
});
