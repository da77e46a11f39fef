import { describe, expect, test } from 'vitest';
import {
  createClient,
  ServiceError,
  type Client,
  type TransportRequest,
} from '../../../src/api/client';
import {
  attributeId,
  errorOf,
  objectId,
  pageOfEntries,
  response,
  sampleObject,
  typeId,
  userId,
  workspaceId,
} from './samples';
import fc from '../../support/property-testing';
import { ownEndpoints, workspaceEndpoints } from '../../../src/api/client/client';
import { everyEndpoint } from '../../../src/api/every-endpoint';

interface Sent {
  path: string;
  request: TransportRequest;
}

function recordingClient(reply: unknown, workspaceHeader?: string) {
  const sent: Sent[] = [];
  const client = createClient({
    workspaceHeader,
    transport: (path, request) => {
      sent.push({ path, request });
      return Promise.resolve(reply === undefined ? response(204) : response(200, reply));
    },
  });
  return { client, sent };
}

const workspace = { id: workspaceId, name: 'IT' };
const type = { id: typeId, name: 'Laptop', isReadByEveryMember: true };
const summary = { id: attributeId, name: 'Name', attributeTypeCode: 'TEXT', isLabel: true };
const attribute = { ...summary, typeId, configuration: null };
const user = { id: userId, name: 'Ada', email: 'ada@example.com' };
const member = { ...user, role: 'editor' };
const newMember = { email: 'ada@example.com', name: 'Ada', role: 'editor' } as const;
const enriched = { ...type, attributes: [summary] };
const attributeType = { code: 'TEXT', name: 'Text', isReadOnly: false };
const firstPage = 'offset=0&limit=50';

interface Row {
  run: (client: Client) => Promise<unknown>;
  sends: string;
  body?: unknown;
  reply: unknown;
}

const inWorkspace = (client: Client) => client.inWorkspace(workspaceId);
const rows: Row[] = [
  {
    run: (client) => client.workspaces.list(),
    sends: `GET /workspace?${firstPage}`,
    reply: pageOfEntries([workspace]),
  },
  { run: (client) => client.users.current(), sends: 'GET /user/me', reply: user },
  {
    run: (client) => inWorkspace(client).types.list({ offset: 20, limit: 10 }),
    sends: 'GET /type?offset=20&limit=10',
    reply: pageOfEntries([type]),
  },
  {
    run: (client) => inWorkspace(client).types.listEnriched(),
    sends: `GET /type/enriched?${firstPage}`,
    reply: pageOfEntries([enriched]),
  },
  {
    run: (client) => inWorkspace(client).types.get(typeId),
    sends: `GET /type/${typeId}`,
    reply: type,
  },
  {
    run: (client) => inWorkspace(client).types.create({ name: ' Laptop ' }),
    sends: 'POST /type',
    body: { name: 'Laptop' },
    reply: type,
  },
  {
    run: (client) => inWorkspace(client).attributes.list({ typeId }),
    sends: `GET /attribute?${firstPage}&typeId=${typeId}`,
    reply: pageOfEntries([attribute]),
  },
  {
    run: (client) => inWorkspace(client).attributes.get(attributeId),
    sends: `GET /attribute/${attributeId}`,
    reply: attribute,
  },
  {
    run: (client) =>
      inWorkspace(client).attributes.create({ name: 'Name', typeId, attributeTypeCode: 'TEXT' }),
    sends: 'POST /attribute',
    body: { name: 'Name', typeId, attributeTypeCode: 'TEXT' },
    reply: attribute,
  },
  {
    run: (client) => inWorkspace(client).attributes.update(attributeId, { name: 'Title' }),
    sends: `PATCH /attribute/${attributeId}`,
    body: { name: 'Title' },
    reply: attribute,
  },
  {
    run: (client) => inWorkspace(client).attributes.listTypes(),
    sends: `GET /attribute/type?${firstPage}`,
    reply: pageOfEntries([attributeType]),
  },
  {
    run: (client) => inWorkspace(client).objects.get(objectId),
    sends: `GET /object/${objectId}`,
    reply: sampleObject,
  },
  {
    run: (client) =>
      inWorkspace(client).objects.create({
        typeId,
        attributes: [{ attributeId, values: ['"x"\n💻'] }],
      }),
    sends: 'POST /object',
    body: { typeId, attributes: [{ attributeId, values: ['"x"\n💻'] }] },
    reply: sampleObject,
  },
  {
    run: (client) =>
      inWorkspace(client).objects.update(objectId, { attributes: [{ attributeId, values: [] }] }),
    sends: `PATCH /object/${objectId}`,
    body: { attributes: [{ attributeId, values: [] }] },
    reply: sampleObject,
  },
  {
    run: (client) => inWorkspace(client).objects.delete(objectId),
    sends: `DELETE /object/${objectId}`,
    reply: undefined,
  },
  {
    run: (client) =>
      inWorkspace(client).objects.search({ query: 'Label ~ "mac"', typeId, limit: 20 }),
    sends: 'POST /object/search',
    body: { query: 'Label ~ "mac"', typeId, limit: 20 },
    reply: pageOfEntries([sampleObject]),
  },
  {
    run: (client) => inWorkspace(client).users.list(),
    sends: `GET /user?${firstPage}`,
    reply: pageOfEntries([member]),
  },
  {
    run: (client) => inWorkspace(client).users.get(userId),
    sends: `GET /user/${userId}`,
    reply: member,
  },
  {
    run: (client) => inWorkspace(client).users.add(newMember),
    sends: 'POST /user',
    body: newMember,
    reply: { ...member, invitationUrl: 'https://service.example.com/account/invitation/x' },
  },
  {
    run: (client) => inWorkspace(client).users.addAll({ users: [newMember] }),
    sends: 'POST /user/bulk',
    body: { users: [newMember] },
    reply: { result: [member] },
  },
  {
    run: (client) => inWorkspace(client).users.setRole(userId, { role: 'reader' }),
    sends: `PUT /user/${userId}/role`,
    body: { role: 'reader' },
    reply: member,
  },
  {
    run: (client) => inWorkspace(client).users.remove(userId),
    sends: `DELETE /user/${userId}`,
    reply: undefined,
  },
];

describe('a call', () => {
  test.each(rows)('sends $sends and answers what returns', async ({ run, sends, body, reply }) => {
    const { client, sent } = recordingClient(reply);
    await expect(run(client)).resolves.toEqual(reply);
    const { path, request } = sent[0]!;
    expect(`${request.method} ${path}`).toBe(sends.replace(' /', ' /public/v1/'));
    expect(request.body && (JSON.parse(request.body) as unknown)).toEqual(body);
  });

  test('names the workspace in the header, except where none is needed', async () => {
    const { client, sent } = recordingClient(pageOfEntries([]), 'acme-workspace-id');
    await client.workspaces.list();
    await inWorkspace(client).types.list();
    expect(sent.map(({ request }) => request.headers)).toEqual([
      { accept: 'application/json' },
      { accept: 'application/json', 'acme-workspace-id': workspaceId },
    ]);
  });

  test('of a service that doesn’t say who reads a type takes no for an answer', async () => {
    const older = { id: typeId, name: 'Laptop', attributes: [summary] };
    const { client } = recordingClient(pageOfEntries([older]));
    const { result } = await inWorkspace(client).types.listEnriched();
    expect(result).toEqual([{ ...older, isReadByEveryMember: false }]);
  });

  test('ignores keys that it does not know, at every depth', async () => {
    const attributes = [{ attributeId, values: [{ valueId: 'v', value: 'x', hue: 1 }], hue: 1 }];
    const { client } = recordingClient({ ...sampleObject, attributes, hue: 1 });
    await expect(inWorkspace(client).objects.get(objectId)).resolves.toEqual({
      ...sampleObject,
      attributes: [{ attributeId, values: [{ valueId: 'v', value: 'x' }] }],
    });
  });
});

describe('a call that cannot be right is refused before anything is sent', () => {
  const calls: Record<string, (client: Client) => Promise<unknown>> = {
    'an empty id': (client) => inWorkspace(client).objects.get(''),
    'a blank id': (client) => inWorkspace(client).objects.get(' \t'),
    'a step up': (client) => inWorkspace(client).objects.get('..'),
    'a path as id': (client) => inWorkspace(client).objects.delete('x/../../user/me'),
    'an escaped path as id': (client) => inWorkspace(client).objects.get('%2e%2e%2f'),
    'a backslash path as id': (client) => inWorkspace(client).objects.get('..\\user'),
    'half a surrogate pair': (client) => inWorkspace(client).objects.get('\ud800'),
    'a line break in the id': (client) => inWorkspace(client).objects.get('a\r\nb'),
    'an empty workspace id': (client) => client.inWorkspace('').types.list(),
    'a workspace id with a line break': (client) => client.inWorkspace('a\r\nx: y').types.list(),
    'a limit above the most': (client) => client.workspaces.list({ limit: 201 }),
    'a negative offset': (client) => client.workspaces.list({ offset: -1 }),
    'a type id that is none': (client) =>
      inWorkspace(client).objects.search({ query: '', typeId: 'secret-value' }),
  };

  test.each(Object.entries(calls))('%s', async (_, run) => {
    const { client, sent } = recordingClient(sampleObject);
    const error = await errorOf(run(client));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toHaveProperty('code', 'cannotSend');
    expect(sent).toEqual([]);
  });

  test('names the place that is wrong and not its value', async () => {
    const { client } = recordingClient(sampleObject);
    const request = { query: '', typeId: 'secret-value' };
    await expect(inWorkspace(client).objects.search(request)).rejects.toThrow(
      'The request was not sent: it is not valid at body.typeId. This is a fault of the app; report it.',
    );
  });

  test('an id reaches exactly the resource that it names, or nothing is sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string(),
          fc.webPath(),
          fc.constantFrom('.', '..'),
        ),
        async (id) => {
          const { client, sent } = recordingClient(sampleObject);
          await inWorkspace(client)
            .objects.get(id)
            .catch((error: unknown) => {
              expect(error).toHaveProperty('code', 'cannotSend');
            });
          for (const { path } of sent) {
            const url = new URL(path, 'https://wds.example.com');
            expect(url.search + url.hash).toBe('');
            const [, ...segments] = url.pathname.split('/');
            expect(segments.map(decodeURIComponent)).toEqual(['public', 'v1', 'object', id]);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

test('The client has a call for every endpoint of the public API', () => {
  const resources = [...Object.values(ownEndpoints), ...Object.values(workspaceEndpoints)];
  const called = new Set<unknown>(resources.flatMap((calls) => Object.values<unknown>(calls)));
  const missing = everyEndpoint.filter(({ endpoint }) => !called.has(endpoint));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
