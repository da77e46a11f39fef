import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  demoAttributeId,
  demoTypeId,
  demoWorkspaceId,
  startService,
  type Service,
} from '../../../src/service';
import type { ShownAttribute } from '../../../src/app/objects/replies';
import type { PlatformCall } from '../support/forge-runtime';
import { createFixture, onIssue, type Fixture } from '../support/resolver-fixture';

const workspaceId = demoWorkspaceId('IT');
const laptops = {
  version: 1,
  workspaceId,
  typeId: demoTypeId('IT', 'Laptop'),
  query: '',
  attributes: [
    { attributeId: demoAttributeId('IT', 'Laptop', 'Status'), name: 'Status' },
    { attributeId: demoAttributeId('IT', 'Laptop', 'Assigned to'), name: 'Assigned to' },
  ],
  cardinality: 'many',
};
const contracts = { ...laptops, typeId: demoTypeId('IT', 'Contract'), attributes: [] };
const source = { workspaceId, typeId: laptops.typeId };

interface Found {
  kind: string;
  value: {
    objects: { objectId: string; label: string; attributes: ShownAttribute[] }[];
  };
}

let service: Service;
let fixture: Fixture;

beforeAll(async () => {
  service = await startService({
    port: 0,
    dataDirectory: 'memory',
    demo: 'small',
    clientId: 'the-app',
    clientSecret: 'its-secret',
  });
});
afterAll(() => service.close());

beforeEach(() => {
  fixture = createFixture();
  for (const account of ['admin', 'member', 'outsider']) fixture.forge.grants.add(account);
  fixture.jira.administrators.add('admin');
  fixture.forge.service = sendToService;
});

/** Sends what the app sent, with the account's own token, as the platform's proxy would. */
function sendToService(call: PlatformCall, accountId: string | undefined) {
  return fetch(service.url + call.path, {
    method: call.method,
    headers: {
      authorization: `Bearer demo-${accountId ?? ''}-token`,
      'content-type': 'application/json',
      'wds-workspace-id': workspaceId,
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
  });
}

function call(
  functionKey: string,
  payload: unknown,
  accountId = 'member',
  configuration = laptops,
) {
  return fixture.call(functionKey, payload, {
    accountId,
    extension: { ...onIssue, configuration },
  });
}

async function search(text: string, accountId?: string, configuration?: typeof laptops) {
  return (await call('search', { text }, accountId, configuration)) as Found;
}

const labelsOf = ({ value }: Found) => value.objects.map(({ label }) => label);

describe('with the real service', () => {
  it('finds the same laptops for words in any order', async () => {
    const labels = labelsOf(await search('pro mac'));
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.every((label) => label.startsWith('MacBook Pro'))).toBe(true);
    expect(labels).toEqual(labelsOf(await search('mac pro')));
  });

  it('shows status and person of a laptop as text', async () => {
    const { value } = await search('macbook');
    const attributes = value.objects.flatMap((object) => object.attributes);
    const namesOf = (attribute: string) =>
      attributes
        .filter(({ name }) => name === attribute)
        .flatMap(({ values }) => values.map(({ details }) => details?.name ?? details?.label));
    expect(namesOf('Status')).toContain('In use');
    expect(namesOf('Status')).not.toContain(undefined);
    expect(namesOf('Assigned to')).not.toContain(undefined);
  });

  it('looks picked objects up with the person’s own permissions', async () => {
    const found = await search('', 'admin', contracts);
    const objectIds = found.value.objects.map(({ objectId }) => objectId);
    expect(objectIds.length).toBeGreaterThan(0);
    const forAdmin = (await call('view', { objectIds }, 'admin', contracts)) as Found;
    expect(labelsOf(forAdmin).sort()).toEqual(labelsOf(found).sort());
    expect(await call('view', { objectIds }, 'member', contracts)).toEqual({
      kind: 'ok',
      value: { objects: [] },
    });
  });

  it('tells someone who is no member that the workspace is not for them', async () => {
    expect(await search('', 'outsider')).toMatchObject({
      kind: 'problem',
      code: 'WORKSPACE_NOT_ACCESSIBLE',
    });
  });

  it('takes a token that the service does not know for no connection', async () => {
    fixture.forge.grants.add('stranger');
    expect(await search('', 'stranger')).toEqual({ kind: 'consent' });
  });

  it.each(['"quoted" \\ back', '{{x}} ${emailCurrentUser}', '%_*?', '💻', 'מחשב', '\u0000', '('])(
    'searches for %j without an error',
    async (text) => {
      expect(await search(text)).toMatchObject({ kind: 'ok' });
    },
  );

  it('lists workspaces and types with their attributes to an admin', async () => {
    expect(await call('workspaces', {}, 'admin')).toMatchObject({
      value: { workspaces: expect.arrayContaining([{ id: workspaceId, name: 'IT' }]) as unknown },
    });
    const reply = (await call('types', { workspaceId }, 'admin')) as {
      value: { types: { name: string; attributes: { name: string }[] }[] };
    };
    const laptop = reply.value.types.find(({ name }) => name === 'Laptop');
    expect(laptop?.attributes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Serial number', 'Status', 'Memory']),
    );
  });

  it('tells how many laptops a query finds', async () => {
    const reply = await call('check', { ...source, query: 'Status = "In use"' }, 'admin');
    expect(reply).toMatchObject({
      value: { kind: 'matches', total: expect.any(Number) as number },
    });
  });

  it('shows in the query where an attribute is unknown', async () => {
    const query = 'Label ~ "mac"\nand Colour = red';
    expect(await call('check', { ...source, query }, 'admin')).toMatchObject({
      value: { kind: 'queryError', line: 2, column: 5, excerpt: 'and Colour = red\n    ^' },
    });
  });

  it('says all that the service says of a value with a line break', async () => {
    const query = 'Status = "In\\nstock"';
    expect(await call('check', { ...source, query }, 'admin')).toMatchObject({
      value: {
        kind: 'queryError',
        message: expect.stringMatching(/"In stock".*\.$/) as unknown,
        line: 1,
        column: 10,
      },
    });
  });

  it('asks for the person’s own laptops by their e-mail address', async () => {
    fixture.jira.emailAddresses.set('admin', 'admin@example.com');
    const query = 'Owner = user("${emailCurrentUser}")';
    expect(await call('check', { ...source, query }, 'admin')).toMatchObject({
      value: { kind: 'matches' },
    });
  });
});
