import { expect, test } from 'vitest';
import { attributeId, ids } from '../service/fleet';
import { postToFleet } from '../service/fleet-service';
import { useFleetBehindLine } from './use-fleet-behind-line';

const stage = useFleetBehindLine();

const call = (path: string, body: unknown) => postToFleet(stage.serviceUrl, path, body);

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
    stage.line.cut();
    for (const { status, body } of [...(await replies), await writeCity()]) {
      if (status === 200) acknowledged.push(body['id']);
      else refusals.add(`${status} ${String(body['message'])}`);
    }
    stage.line.mend();
    expect((await writeCity()).status).toBe(200);
  }
  expect([...refusals]).toEqual([
    '503 The service can’t reach its database right now. Wait a few seconds, then try again.',
  ]);
  const written = await readWritten();
  expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
});
