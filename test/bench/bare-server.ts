import fastify from 'fastify';
import { demoAttributeId, demoObjectId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { createIdentity } from '../../src/service/accounts/identity';
import type { Database, Parameter } from '../../src/service/base/database/database';

const workspaceId = demoWorkspaceId('Geography');
const country = demoObjectId('Geography', 'Country', 'IS');
const countryAttribute = demoAttributeId('Geography', 'City', 'Country');

/** An object of the demo's, by which servers are compared. */
export const readPath = `/object/${demoObjectId('Geography', 'Region', 'IS.39')}`;

/** A search by which they are. */
export const filter = {
  query: `Country = objectId("${country}")`,
  typeId: demoTypeId('Geography', 'City'),
  limit: 20,
};

export interface BareServer {
  readonly url: string;
  /** Sends one statement for somebody who says who they are, as the service asks them. */
  readonly byHand: (sql: string, parameters: readonly Parameter[]) => Promise<void>;
  close(): Promise<void>;
}

/** What the least that could answer takes: a handler for each request, with one statement. */
export async function startBareServer(database: Database): Promise<BareServer> {
  const app = fastify();
  app.post<{ Body: typeof filter }>('/object/search', async ({ body }, reply) => {
    const parameters = [workspaceId, body.typeId, countryAttribute, country, body.limit];
    const [row] = await database.queryPrepared<{ json: string }>(searchStatement, parameters);
    return reply.type('application/json').send(row?.json);
  });
  app.get<{ Params: { id: string } }>('/object/:id', async ({ params }, reply) => {
    const parameters = [workspaceId, params.id];
    const [row] = await database.queryPrepared<{ json: string }>(objectStatement, parameters);
    return reply.type('application/json').send(row?.json);
  });
  const identity = createIdentity({
    ...{ database, issuer: 'http://bare', clients: [], clock: () => new Date() },
  });
  app.post<{ Body: Statement }>('/by-hand', async ({ body, headers }, reply) => {
    const bearer = await identity.authenticateIn(headers.authorization, workspaceId);
    if (bearer === undefined) return reply.code(401).send();
    return database.query(body.sql, body.parameters);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    byHand: (sql, parameters) => askByHand(url, { sql, parameters }),
    close: () => app.close(),
  };
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

async function askByHand(url: string, statement: Statement): Promise<void> {
  const response = await fetch(`${url}/by-hand`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-admin-token', 'content-type': 'application/json' },
    body: JSON.stringify(statement),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The statement was answered ${response.status}: ${text}`);
}

/** In SQL: the values of an object, each with the label of what it refers to. */
const valuesOf = (row: string) => `
  select json_agg(json_build_object('id', value.id, 'attributeId', attribute_id,
    'value', value, 'objectId', target.id, 'label', target.label) order by position)
  from object_value as value left join object as target
    on target.workspace_id = $1 and target.id = reference_id
  where value.workspace_id = $1 and object_id = ${row}.id`;

/** The object with its values and the labels of what they refer to, without asking who reads. */
const objectStatement = `
  select json_build_object(
    'id', object.id, 'typeId', object.type_id, 'label', object.label,
    'createdAt', object.created_at, 'updatedAt', object.updated_at, 'values', (
      ${valuesOf('object')}
    )
  )::text as json
  from object where object.workspace_id = $1 and object.id = $2`;

/** The first page of the cities of a country with their values, and how many there are. */
const searchStatement = `
  with page as (
    select *, count(*) over () as total from (
      select * from object
      where workspace_id = $1 and type_id = $2 and exists (
        select from object_value as value where value.workspace_id = $1
          and value.object_id = object.id and attribute_id = $3 and reference_id = $4
      )
      offset 0
    ) as match
    order by label_key, id limit $5
  )
  select json_build_object('total', max(total), 'result', json_agg(json_build_object(
    'id', page.id, 'typeId', page.type_id, 'label', page.label,
    'createdAt', page.created_at, 'updatedAt', page.updated_at, 'values', (
      ${valuesOf('page')}
    )
  ) order by label_key, page.id))::text as json
  from page`;
