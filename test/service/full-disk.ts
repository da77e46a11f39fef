import { expect } from 'vitest';
import { attributeId, ids } from './fleet';
import { callFleet, postToFleet } from './fleet-service';
import type { SmallDisk } from '../support/small-disk';

/** What the service leaves free of the disk of its folder. */
export const reservedBytes = 64 * 1024 * 1024;

/**
 * Fills the disk of a service with the fleet, writes until it is refused, and expects the service to read on, to say
 * why it doesn't write, and to write again once there is room.
 * @param leftBytes on the disk as the writing begins
 */
export async function useFullDisk(url: string, disk: SmallDisk, leftBytes: number): Promise<void> {
  const write = () =>
    postToFleet(url, '/object', {
      typeId: ids.city,
      attributes: [
        { attributeId: attributeId('City', 'Name'), values: [`written ${'x'.repeat(900)}`] },
      ],
    });
  const search = (page: object) =>
    postToFleet(url, '/object/search', { query: 'Label ~ "written"', typeId: ids.city, ...page });
  const acknowledged: unknown[] = [];
  const refusals = new Set<string>();
  await disk.fill(leftBytes);
  for (let attempt = 0; attempt < 400 && refusals.size === 0; attempt += 1) {
    const { status, body } = await write();
    if (status === 200) acknowledged.push(body['id']);
    else refusals.add(`${status} ${String(body['message'])}`);
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  expect([...refusals]).toEqual([expect.stringMatching(/^503 The service has run out of disk/)]);
  await disk.fill(0);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    expect([(await write()).status, (await search({ limit: 1 })).status]).toEqual([503, 200]);
  }
  const health = await callFleet(url, 'GET', '/health');
  expect([health.status, health.body]).toEqual([
    200,
    { status: 'ok', database: 'ok', disk: 'full' },
  ]);
  await disk.makeRoom();
  expect((await write()).status).toBe(200);
  const written = new Set<unknown>();
  for (let isLast = false; !isLast;) {
    const { body } = await search({ limit: 200, offset: written.size });
    for (const { id } of body['result'] as { id: string }[]) written.add(id);
    isLast = body['isLast'] === true;
  }
  expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
}
