import { beforeAll, describe, expect, test } from 'vitest';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoPageId,
  demoSiteId,
  demoTypeId,
  demoWorkspaceId,
} from '../../src/service';
import { clientWith } from '../support/api-client';
import { ownParentOrigin, present } from './target';
import type { Answer, Call, Request, Target } from './target';
import { createOwnType } from './own-data';
import { embedAudience } from '../../src/api/site-page';
import { nowhere } from './bad-input';

/** What a person may not read is to them as if it were not there. */
export function describePermissions(target: Target): void {
  describe('whoever may not read something', () => {
    const authorization = 'Bearer demo-member-token';
    const member: Call = ({ headers, ...request }) =>
      target.call({ ...request, headers: { authorization, ...headers } });

    const outsider = demoAccounts.find(({ account }) => account === 'outsider')?.id ?? '';

    const admin = clientWith(target.url, target.token);
    const inGeography = admin.inWorkspace(demoWorkspaceId('Geography'));
    let deleted: readonly string[] = [];
    beforeAll(async () => {
      const elsewhere = await createOwnType(inGeography, 'Deleted elsewhere');
      const hidden = await createOwnType(target.client, 'Deleted and hidden');
      deleted = [
        await elsewhere.createDeletedObject('Elsewhere'),
        await hidden.createDeletedObject('Hidden'),
      ];
      const onlyAdmin = { userIds: [target.facts.userId], groupIds: [] };
      const { types } = target.client;
      await types.setAccess(hidden.typeId, { read: onlyAdmin, write: onlyAdmin });
      return async () => {
        await types.delete(hidden.typeId, { confirm: 1 });
        await inGeography.types.delete(elsewhere.typeId, { confirm: 1 });
      };
    });

    test.each(idPlaces())('is told nothing of ids: $where', async (place) => {
      const ofLead = await clientWith(target.url, 'demo-lead-token').tokens.list();
      const hidden = [
        demoTypeId('IT', 'Contract'),
        demoAttributeId('IT', 'Contract', 'Supplier'),
        demoObjectId('IT', 'Contract', 'C-001'),
        demoSiteId('IT', 'Purchasing'),
        demoPageId('IT', 'Purchasing', 'Contracts that end soon'),
        ...deleted,
        demoTypeId('Geography', 'City'),
        demoAttributeId('Geography', 'City', 'Name'),
        demoSiteId('Geography', 'Atlas'),
        present(ofLead.result[0]).id,
        outsider,
      ];
      await expectUnknown(member, place, hidden);
    });

    test.each([
      ['Supplier', 'Nonsense', (name: string) => `${name} = "x"`],
      ['Supplier', 'Nonsense', (name: string) => `order by ${name}`],
      ['Contract', 'Nonsense', (name: string) => `Type = "${name}"`],
      ['Yearly cost', 'No such name', (name: string) => `"${name}" > 1`],
    ])('reads of the hidden name %s what it would of %s', async (hidden, nowhere, query) => {
      const [one, other] = await Promise.all(
        [hidden, nowhere.slice(0, hidden.length)].map(async (name) => {
          const body = { query: query(name) };
          const answer = await member({ method: 'POST', path: '/object/search', body });
          const text = answer.text.replaceAll(name, '…').replace(/"timestamp":"[^"]*"/, '');
          return { status: answer.status, text };
        }),
      );
      expect(one).toEqual(other);
    });
  });
}

/** A place of a request in which an id can go. */
interface IdPlace {
  readonly where: string;
  readonly request: (id: string) => Request;
}

/** Every place of the API in which an id can go, whatever the id is of. */
function idPlaces(): IdPlace[] {
  const [typeId, objectId] = [demoTypeId('IT', 'Laptop'), demoObjectId('IT', 'Laptop', 'LT-0001')];
  const [labelId = '', referenceId = '', userAttributeId = ''] = [
    'Name',
    'Assigned to',
    'Owner',
  ].map((name) => demoAttributeId('IT', 'Laptop', name));
  const siteId = demoSiteId('IT', 'Fleet');
  const search = (where: string, body: (id: string) => object) =>
    send(where, 'POST', '/object/search', (id) => ({ query: '', ...body(id) }));
  const query = (where: string, text: (id: string) => string) =>
    search(where, (id) => ({ query: text(id) }));
  const change = (where: string, body: (id: string) => object) =>
    send(where, 'PATCH', `/object/${objectId}`, body);
  const define = (where: string, body: (id: string) => object) => {
    const defined = { name: 'A new one', typeId, attributeTypeCode: 'TEXT' };
    return send(where, 'POST', '/attribute', (id) => ({ ...defined, ...body(id) }));
  };
  const ofValue = (attributeId: string) => (id: string) => ({
    attributes: [{ attributeId, values: [id] }],
  });
  const named = () => ({ name: 'x' });
  return [
    ...['object', 'type', 'attribute', 'user', 'group', 'workflow', 'site'].map((name) =>
      read(`/${name}/…`),
    ),
    read('/object/…/history'),
    read('/object/…/referrer'),
    read('/site/…/page'),
    read(`/site/${siteId}/page/…`),
    ...sitePlaces(siteId),
    read('/attribute?typeId=…'),
    read('/object/deleted?typeId=…'),
    send('a restored object', 'POST', '/object/…/restore'),
    send('a deleted object', 'DELETE', '/object/…'),
    send('a revoked token', 'DELETE', '/token/…'),
    send('a renamed workspace', 'PATCH', '/workspace/…', named),
    send('a blocked token', 'PUT', '/token/…/block'),
    send('an unblocked token', 'DELETE', '/token/…/block'),
    send('a changed object', 'PATCH', '/object/…', () => ({ attributes: [] })),
    send('a changed attribute', 'PATCH', '/attribute/…', named),
    send('a changed workflow', 'PATCH', '/workflow/…', named),
    send('a deleted workflow', 'DELETE', '/workflow/…'),
    send('the type of an object', 'POST', '/object', (id) => ({ typeId: id, attributes: [] })),
    {
      where: 'the workspace',
      request: (id) => ({ method: 'GET', path: '/type', headers: { 'wds-workspace-id': id } }),
    },
    change('the attribute of a value', (id) => ({ attributes: [{ attributeId: id, values: [] }] })),
    change('a referenced object', ofValue(referenceId)),
    change('a person as value', ofValue(userAttributeId)),
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
  const block = (where: string, described: (id: string) => object) =>
    send(where, 'POST', `/site/${siteId}/page`, (id) => {
      return { name: 'A new one', blocks: [described(id)] };
    });
  return [
    send('a deleted site', 'DELETE', '/site/…'),
    send('a changed site', 'PATCH', '/site/…', () => ({ name: 'x' })),
    send('a reader of a site', 'PATCH', `/site/${siteId}`, (id) => ({ userIds: [id] })),
    send('the page of an embed token', 'POST', `/site/${siteId}/page/…/embed-token`, () => {
      return { audience: embedAudience, parentOrigin: ownParentOrigin };
    }),
    block('the type of a table', (id) => ({ kind: 'table', typeId: id, columns: [id] })),
    block('the object of a record', (id) => ({ kind: 'record', objectId: id })),
    block('what a chart counts', (id) => ({ kind: 'chart', typeId: id, attributeId: id })),
  ];
}

/** The id goes into the path where `…` stands, and into the body. */
function send(where: string, method: string, path: string, body?: (id: string) => object): IdPlace {
  return { where, request: (id) => ({ method, path: path.replace('…', id), body: body?.(id) }) };
}

const read = (path: string) => send(path, 'GET', path);

/** The ids of something are answered as if there were nothing of them at all. */
async function expectUnknown(
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
