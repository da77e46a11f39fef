import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { demoAttributeId, demoObjectId, demoTypeId, demoWorkspaceId } from '../../src/service';
import type { Database } from '../../src/service/base/database/database';
import { headersFor, type GeographyService } from './geography-service';
import { addWorkspaceOfTypes } from './other-workspaces';
import { atLeast, besideAt, type Row } from './row';
import { percentile, timeInTurns, timeMs } from './timing';

const workspaceId = demoWorkspaceId('Geography');
const region = demoObjectId('Geography', 'Region', 'IS.39');
const country = demoObjectId('Geography', 'Country', 'IS');
/** What runs often is made fast by and by: the first turns of each do not count. */
const warmUpTurns = 3;
const turns = 5;
const turnMs = 1_000;
const rounds = 60;

/** `GET /object/{id}`: beside the least that could answer it, and where a workspace has many types. */
export async function measureObjectReading(service: GeographyService): Promise<Row[]> {
  return [...(await measureThroughput(service)), await measureManyTypes(service)];
}

/** Each beside a bare handler that sends the one statement for the same answer. */
async function measureThroughput({ url, database }: GeographyService): Promise<Row[]> {
  const bare = await startBareServer(database);
  const rows: Row[] = [];
  for (const [name, path, bareRequest] of asked) {
    const ratios: number[] = [];
    for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
      const ours = await answersPerSecond({ ...bareRequest, url: `${url}/public/v1${path}` });
      const bareAnswers = { ...bareRequest, url: `${bare.url}${path}` };
      const ratio = ours / (await answersPerSecond(bareAnswers));
      if (turn >= warmUpTurns) ratios.push(ratio);
    }
    const title = `${name}, 16 connections, beside a bare handler with one statement`;
    rows.push(atLeast(title, percentile(ratios, 0.5), 'times as many/s', 0.7));
  }
  await bare.close();
  return rows;
}

const filter = {
  query: `Country = objectId("${country}")`,
  typeId: demoTypeId('Geography', 'City'),
  limit: 20,
};
const asked: readonly (readonly [name: string, path: string, request: object])[] = [
  ['GET /object/{id}', `/object/${region}`, {}],
  ['a filtered search', '/object/search', { body: JSON.stringify(filter) }],
];

/** How many answers a server gives in a second. */
export async function answersPerSecond(request: {
  readonly url: string;
  /** Sent by POST; the address is read where absent. */
  readonly body?: string;
}): Promise<number> {
  const headers = { ...headersFor(workspaceId), 'content-type': 'application/json' };
  const worker = new Worker(new URL('load-client.mjs', import.meta.url), {
    workerData: { ...request, headers, connections: 16, durationMs: turnMs },
  });
  const [perSecond] = (await once(worker, 'message')) as [number];
  return perSecond;
}

/** What it asks for to compare several servers. */
export const readPath = `/public/v1/object/${region}`;

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

/** The first page of the cities of a country with their values, and how many there are. */
const searchStatement = `
  with page as (
    select *, count(*) over () as total from object
    where workspace_id = $1 and type_id = $2 and exists (
      select from object_value as value where value.workspace_id = $1
        and value.object_id = object.id and attribute_id = $3 and reference_id = $4
    )
    order by label_key, id limit $5
  )
  select json_build_object('total', max(total), 'result', json_agg(json_build_object(
    'id', page.id, 'typeId', page.type_id, 'label', page.label,
    'createdAt', page.created_at, 'updatedAt', page.updated_at, 'values', (
      select json_agg(json_build_object('id', value.id, 'attributeId', attribute_id,
        'value', value, 'objectId', target.id, 'label', target.label) order by position)
      from object_value as value left join object as target
        on target.workspace_id = $1 and target.id = reference_id
      where value.workspace_id = $1 and object_id = page.id
    )
  ) order by label_key, page.id))::text as json
  from page`;
const countryAttribute = demoAttributeId('Geography', 'City', 'Country');

async function startBareServer(database: Database) {
  const app = fastify();
  app.post<{ Body: typeof filter }>('/object/search', async ({ body }, reply) => {
    const parameters = [workspaceId, body.typeId, countryAttribute, country, body.limit];
    const [row] = await database.queryPrepared<{ json: string }>(searchStatement, parameters);
    return reply.type('application/json').send(row?.json);
  });
  app.get<{ Params: { id: string } }>('/object/:id', async (request, reply) => {
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
  const read = async (types: number, attributes: number) => {
    const { objectId, ...placed } = await addWorkspaceOfTypes(database, { types, attributes });
    const init = { headers: headersFor(placed.workspaceId) };
    return () =>
      timeMs(async () => {
        const response = await fetch(`${url}/public/v1/object/${objectId}`, init);
        if (!response.ok) throw new Error(await response.text());
        await response.arrayBuffer();
      });
  };
  const [manyMs, oneMs] = await timeInTurns(rounds, [await read(300, 30), await read(1, 10)]);
  return besideAt(
    0.5,
    'GET /object/{id} with 300 types of 30 attributes, beside one of 10',
    manyMs,
    oneMs,
    1.5,
  );
}
