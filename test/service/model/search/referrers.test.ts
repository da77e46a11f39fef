import { expect, test } from 'vitest';
import { StatementCancelled } from '../../../../src/service/base/database/database';
import type { Database } from '../../../../src/service/base/database/database';
import type { WorkspaceView } from '../../../../src/service/model/permissions/workspace-view';
import { readReferrers } from '../../../../src/service/model/search/referrers';

const cityId = '7a0f6f0e-6f4f-4d8e-9d53-2f1c5a3b9e02';

test('A page of referrers takes its turn like a slow search, and is refused where it takes too long', async () => {
  let turns = 0;
  const database = {
    cancelsStatements: true,
    queryPrepared: () => Promise.resolve([{ typeId: cityId }]),
    query: () => Promise.reject(new StatementCancelled()),
    expensively: (work: () => Promise<unknown>) => {
      turns += 1;
      return work();
    },
  } as unknown as Database;
  const view = {
    workspaceId: '7a0f6f0e-6f4f-4d8e-9d53-2f1c5a3b9e01',
    types: [{ id: cityId, attributes: [{ id: 'twin', typeId: cityId, targetTypeId: cityId }] }],
  } as unknown as WorkspaceView;
  const range = { offset: 50_000, limit: 50 };
  await expect(
    readReferrers({ database, serviceUrl: '' }, view, 'id', range),
  ).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Ask for one of the first pages') as unknown,
  });
  expect(turns).toBe(1);
});
