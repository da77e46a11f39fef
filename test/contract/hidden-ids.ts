import { expect } from 'vitest';
import { embedAudience } from '../../src/api/site-page';
import { nowhere } from './bad-input';
import { ownParentOrigin } from './target';
import type { Answer, Call, Request } from './target';

/** A place of a request in which an id can go. */
interface IdPlace {
  readonly where: string;
  readonly request: (id: string) => Request;
}

interface KnownIds {
  readonly typeId: string;
  readonly objectId: string;
  readonly labelId: string;
  readonly referenceId: string;
  readonly userAttributeId: string;
  readonly siteId: string;
}

/** Every place of the API in which an id can go, whatever the id is of. */
export function idPlaces(known: KnownIds): IdPlace[] {
  const { typeId, objectId, labelId, referenceId, userAttributeId, siteId } = known;
  const search = (where: string, body: (id: string) => object): IdPlace => ({
    where,
    request: (id) => ({ method: 'POST', path: '/object/search', body: { query: '', ...body(id) } }),
  });
  const query = (where: string, text: (id: string) => string) =>
    search(where, (id) => ({ query: text(id) }));
  const change = (where: string, body: (id: string) => object): IdPlace => ({
    where,
    request: (id) => ({ method: 'PATCH', path: `/object/${objectId}`, body: body(id) }),
  });
  const define = (where: string, body: (id: string) => object): IdPlace => ({
    where,
    request: (id) => ({
      method: 'POST',
      path: '/attribute',
      body: { name: 'A new one', typeId, attributeTypeCode: 'TEXT', ...body(id) },
    }),
  });
  const read = (path: (id: string) => string): IdPlace => ({
    where: path('…'),
    request: (id) => ({ method: 'GET', path: path(id) }),
  });
  return [
    ...['object', 'type', 'attribute', 'user', 'workflow'].map((name) =>
      read((id) => `/${name}/${id}`),
    ),
    read((id) => `/site/${id}`),
    read((id) => `/site/${id}/page`),
    read((id) => `/site/${siteId}/page/${id}`),
    ...sitePlaces(siteId),
    read((id) => `/attribute?typeId=${id}`),
    {
      where: 'a deleted object',
      request: (id) => ({ method: 'DELETE', path: `/object/${id}` }),
    },
    { where: 'a revoked token', request: (id) => ({ method: 'DELETE', path: `/token/${id}` }) },
    {
      where: 'a changed object',
      request: (id) => ({ method: 'PATCH', path: `/object/${id}`, body: { attributes: [] } }),
    },
    {
      where: 'a changed attribute',
      request: (id) => ({ method: 'PATCH', path: `/attribute/${id}`, body: { name: 'x' } }),
    },
    {
      where: 'a changed workflow',
      request: (id) => ({ method: 'PATCH', path: `/workflow/${id}`, body: { name: 'x' } }),
    },
    {
      where: 'a deleted workflow',
      request: (id) => ({ method: 'DELETE', path: `/workflow/${id}` }),
    },
    {
      where: 'the type of an object',
      request: (id) => ({ method: 'POST', path: '/object', body: { typeId: id, attributes: [] } }),
    },
    {
      where: 'the workspace',
      request: (id) => ({ method: 'GET', path: '/type', headers: { 'wds-workspace-id': id } }),
    },
    change('the attribute of a value', (id) => ({ attributes: [{ attributeId: id, values: [] }] })),
    change('a referenced object', (id) => ({
      attributes: [{ attributeId: referenceId, values: [id] }],
    })),
    change('a person as value', (id) => ({
      attributes: [{ attributeId: userAttributeId, values: [id] }],
    })),
    change('the attribute of a transition', (id) => ({
      transitions: { [id]: { transitionId: id } },
    })),
    define('the type of an attribute', (id) => ({ typeId: id })),
    define('the target of a reference', (id) => ({
      attributeTypeCode: 'REFERENCE',
      configuration: { targetTypeId: id },
    })),
    define('the workflow of an attribute', (id) => ({
      attributeTypeCode: 'WORKFLOW',
      configuration: { workflowId: id },
    })),
    search('the type of a search', (id) => ({ typeId: id })),
    search('the attributes of a search', (id) => ({ attributeIds: [id, labelId], limit: 3 })),
    query('Id', (id) => `Id = objectId("${id}")`),
    query('Id in', (id) => `Id in (objectId("${id}"))`),
    query('Type', (id) => `Type = "${id}"`),
    query('a reference', (id) => `"Assigned to" = objectId("${id}")`),
    query('a path', (id) => `"Assigned to".Location = objectId("${id}")`),
    query('not a reference', (id) => `"Assigned to" != objectId("${id}")`),
    query('a person', (id) => `Owner = userId("${id}")`),
  ];
}

function sitePlaces(siteId: string): IdPlace[] {
  const block = (where: string, described: (id: string) => object): IdPlace => ({
    where,
    request: (id) => ({
      method: 'POST',
      path: `/site/${siteId}/page`,
      body: { name: 'A new one', blocks: [described(id)] },
    }),
  });
  return [
    { where: 'a deleted site', request: (id) => ({ method: 'DELETE', path: `/site/${id}` }) },
    {
      where: 'a changed site',
      request: (id) => ({ method: 'PATCH', path: `/site/${id}`, body: { name: 'x' } }),
    },
    {
      where: 'a reader of a site',
      request: (id) => ({
        method: 'PATCH',
        path: `/site/${siteId}`,
        body: { userIds: [id] },
      }),
    },
    {
      where: 'the page of an embed token',
      request: (id) => ({
        method: 'POST',
        path: `/site/${siteId}/page/${id}/embed-token`,
        body: { audience: embedAudience, parentOrigin: ownParentOrigin },
      }),
    },
    block('the type of a table', (id) => ({ kind: 'table', typeId: id, columns: [id] })),
    block('the object of a record', (id) => ({ kind: 'record', objectId: id })),
    block('what a chart counts', (id) => ({ kind: 'chart', typeId: id, attributeId: id })),
  ];
}

/** The ids of something are answered as if there were nothing of them at all. */
export async function expectUnknown(
  call: Call,
  { request }: IdPlace,
  ids: readonly string[],
): Promise<void> {
  const unknown = await call(request(nowhere));
  expect(unknown.status).toBeLessThan(500);
  for (const id of ids) {
    expect(withoutId(await call(request(id)), id)).toEqual(withoutId(unknown, nowhere));
  }
}

function withoutId({ status, text }: Answer, id: string) {
  const body = text.replaceAll(id, '…').replace(/"timestamp":"[^"]*"/, '');
  return { status, body };
}
