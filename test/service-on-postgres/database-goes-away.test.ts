import { expect, test } from 'vitest';
import { attributeId, ids, tokens } from '../service/fleet';
import { useFleetBehindLine } from './use-fleet-behind-line';

const stage = useFleetBehindLine();

async function call(path: string, body: unknown) {
  const reply = await fetch(`${stage.serviceUrl}/public/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.ann}`,
      'wds-workspace-id': ids.fleet,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

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
