import type { TransportResponse } from '../../../src/api/client';

export const workspaceId = '0c4d4f0e-6f0f-4c5c-9a35-5a4a3c3f1d01';
export const typeId = '5b0a9bd4-3c59-4d5e-8d0e-0d6a8b0a7e02';
export const attributeId = '7e6d5c4b-2a19-4f0e-9d8c-7b6a59483703';
export const objectId = '9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b04';
export const userId = '1a2b3c4d-5e6f-4708-9a0b-1c2d3e4f5a05';

export const sampleObject = {
  id: objectId,
  typeId,
  label: 'MacBook Pro 14 "blue" \\ 💻',
  url: 'https://wds.example.com/object',
  attributes: [{ attributeId, values: [{ valueId: 'v1', value: 'In use' }] }],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

export function pageOfEntries<Entry>(result: Entry[], isLast = true, total = result.length) {
  return { total, pageSize: 50, isLast, result };
}

export function errorReply(message: string, more: object = {}): string {
  return JSON.stringify({
    timestamp: '2026-01-01T00:00:00.000Z',
    message,
    path: '/public/v1/object',
    ...more,
  });
}

/** What a transport answers, without a server. */
export function response(
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
): TransportResponse {
  return {
    status,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    text: () => Promise.resolve(typeof body === 'string' ? body : JSON.stringify(body)),
  };
}

/** The error that work rejects with. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error: unknown) => error,
  );
}
