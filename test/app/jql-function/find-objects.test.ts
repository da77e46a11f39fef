import { expect, test } from 'vitest';
import { createClient, type Transport } from '../../../src/api/client';
import { findObjects } from '../../../src/app/jql-function/find-objects';

const guid = (index: number) => `0b1ec700-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** A service that has 1,000 objects at first, and 1,200 once the last page is asked for. */
const growing: Transport = async (_path, { body }) => {
  const { offset, limit } = JSON.parse(body ?? '') as { offset: number; limit: number };
  const result = Array.from({ length: limit }, (_, index) => ({
    ...{ id: guid(offset + index), typeId: guid(0), label: 'Laptop', url: '', attributes: [] },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  }));
  const total = offset < 800 ? 1_000 : 1_200;
  const page = { total, pageSize: limit, isLast: offset + limit >= total, result };
  return Promise.resolve({
    status: 200,
    headers: { get: () => null },
    text: () => Promise.resolve(JSON.stringify(page)),
  });
};

test('More objects than a search holds are refused also where they came while they were read', async () => {
  const found = findObjects({
    client: createClient({ transport: growing }),
    fieldName: 'Asset',
    sources: [{ workspaceId: guid(1), typeId: guid(0) }],
    query: 'Status = Active',
    signal: new AbortController().signal,
  });
  await expect(found).rejects.toMatchObject({
    message: expect.stringContaining('The query matches more than 1,000 objects') as string,
    detail: expect.stringContaining('The query matches 1,200 objects') as string,
  });
});
