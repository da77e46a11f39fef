import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { demoObjectId, demoWorkspaceId } from '../../src/service';
import type { Database } from '../../src/service/database';
import { headersFor, type GeographyService } from './geography-service';
import { addWorkspaceOfTypes } from './other-workspaces';
import { atLeast, beside, type Row } from './row';
import { percentile, timeInTurns, timeMs } from './timing';

const workspaceId = demoWorkspaceId('Geography');
const region = demoObjectId('Geography', 'Region', 'US.CA');
const turns = 3;
const turnMs = 1_000;
const rounds = 60;

/** `GET /object/{id}`: beside the least that could answer it, and where a workspace has many types. */
export async function measureObjectReading(service: GeographyService): Promise<Row[]> {
  return [await measureThroughput(service), await measureManyTypes(service)];
}

async function measureThroughput({ url, database }: GeographyService): Promise<Row> {
  const bare = await startBareServer(database);
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const ours = await readsPerSecond(`${url}/public/v1/object/${region}`);
    ratios.push(ours / (await readsPerSecond(`${bare.url}/${region}`)));
  }
  await bare.close();
  const name = 'GET /object/{id}, 16 connections, beside a bare handler with one statement';
  return atLeast(name, percentile(ratios, 0.5), 'times as many/s', 0.7);
}

async function readsPerSecond(url: string): Promise<number> {
  const worker = new Worker(new URL('load-client.mjs', import.meta.url), {
    workerData: { url, headers: headersFor(workspaceId), connections: 16, durationMs: turnMs },
  });
  const [perSecond] = (await once(worker, 'message')) as [number];
  return perSecond;
}

/** The object with its values and the labels of what they refer to, without asking who reads. */
const objectStatement = `
  select json_build_object(
    'id', object.id, 'typeId', object.type_id, 'label', object.label,
    'createdAt', object.created_at, 'updatedAt', object.updated_at, 'values', (
      select json_agg(json_build_object('id', value.id, 'attributeId', attribute_id,
        'value', value, 'objectId', target.id, 'label', target.label) order by position)
      from object_value as value left join object as target
        on target.workspace_id = $1 and target.id = reference_id
      where value.workspace_id = $1 and object_id = object.id
    )
  )::text as json
  from object where object.workspace_id = $1 and object.id = $2`;

async function startBareServer(database: Database) {
  const app = fastify();
  app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
    const [row] = await database.queryPrepared<{ json: string }>(objectStatement, [
      workspaceId,
      request.params.id,
    ]);
    return reply.type('application/json').send(row?.json);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => app.close() };
}

async function measureManyTypes({ url, database }: GeographyService): Promise<Row> {
  const read = async (types: number) => {
    const { objectId, ...placed } = await addWorkspaceOfTypes(database, types);
    const init = { headers: headersFor(placed.workspaceId) };
    return () =>
      timeMs(async () => {
        const response = await fetch(`${url}/public/v1/object/${objectId}`, init);
        if (!response.ok) throw new Error(await response.text());
        await response.arrayBuffer();
      });
  };
  const [manyMs, oneMs] = await timeInTurns(rounds, [await read(300), await read(1)]);
  return beside(
    'GET /object/{id} with 300 types of 30 attributes, beside one type (p50)',
    percentile(manyMs, 0.5),
    percentile(oneMs, 0.5),
    1.5,
  );
}
