import { beforeEach, describe, expect, test } from 'vitest';
import { demoAttributeId, demoTypeId, demoWorkspaceId } from '../../src/service';
import type { ShownAttribute } from '../../src/app/objects/objects-contract';
import type { PlatformCall } from './support/forge-runtime';
import { createFixture, onIssue, type Fixture } from './support/resolver-fixture';
import { demoClient, startDemoService } from '../support/demo-service';
import { writtenValues } from '../support/written-values';
import { duringTests } from '../support/during-tests';

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
/** What the configuration screen tries out, without a query. */
const source = { workspaceId, typeId: laptops.typeId, attributes: [] };

interface Found {
  kind: string;
  value: {
    objects: { objectId: string; label: string; attributes: ShownAttribute[] }[];
  };
}

const service = duringTests(() => startDemoService());
let fixture: Fixture;

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
    headers: { ...call.headers, authorization: `Bearer demo-${accountId ?? ''}-token` },
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
  test('finds the same laptops for words in any order', async () => {
    const labels = labelsOf(await search('pro mac'));
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.every((label) => label.startsWith('MacBook Pro'))).toBe(true);
    expect(labels).toEqual(labelsOf(await search('mac pro')));
  });

  test('shows status and person of a laptop as text', async () => {
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

  test('looks picked objects up with the person’s own permissions', async () => {
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

  test('tells of an object’s surroundings what each person may read', async () => {
    const covered = await coveredLaptop();
    const counted = async (accountId: string) =>
      (await call('referrers', { objectId: covered.laptopId }, accountId)) as {
        value: { counted?: { count: number; address: string } };
      };
    const forAdmin = (await counted('admin')).value.counted;
    expect(forAdmin?.count).toBeGreaterThan(0);
    expect(forAdmin?.address).toContain(`/object/${covered.laptopId}/referrers`);
    expect((await counted('member')).value.counted?.count).toBe(0);
    expect(await counted('outsider')).toEqual({ kind: 'ok', value: {} });
    const changes = (accountId: string) =>
      call('lastChanges', { objectId: covered.contractId }, accountId, contracts);
    expect(await changes('admin')).toMatchObject({ value: { changes: [{ action: 'change' }] } });
    for (const account of ['member', 'outsider'])
      expect(await changes(account)).toEqual({ kind: 'ok', value: { changes: [] } });
  });

  /** A contract that admins alone read, just changed, and a laptop that it covers. */
  async function coveredLaptop() {
    const it = demoClient(service, 'admin');
    const coversId = demoAttributeId('IT', 'Contract', 'Covers');
    const { result } = await it.objects.search({ query: 'Covers is not empty', limit: 1 });
    const contract = result[0];
    const covers = contract?.attributes.find(({ attributeId }) => attributeId === coversId);
    const contractId = contract?.id ?? '';
    const supplier = { [demoAttributeId('IT', 'Contract', 'Supplier')]: ['Another one'] };
    await it.objects.update(contractId, { attributes: writtenValues(supplier) });
    return { contractId, laptopId: covers?.values[0]?.value ?? '' };
  }

  test('shows a picked object again, with its link, once it was deleted and is restored', async () => {
    const objectId = (await search('')).value.objects[0]?.objectId ?? '';
    const change = (method: string, path: string) =>
      fetch(`${service.url}/public/v1/object/${path}`, {
        method,
        headers: { authorization: 'Bearer demo-member-token', 'wds-workspace-id': workspaceId },
      });
    const view = () => call('view', { objectIds: [objectId] });
    const before = await view();
    expect(before).toMatchObject({ value: { objects: [{ objectId }] } });
    await change('DELETE', objectId);
    expect(await view()).toEqual({ kind: 'ok', value: { objects: [] } });
    expect((await change('POST', `${objectId}/restore`)).status).toBe(200);
    expect(await view()).toEqual(before);
  });

  test('tells someone who is no member that the workspace is not for them', async () => {
    expect(await search('', 'outsider')).toMatchObject({
      kind: 'problem',
      code: 'WORKSPACE_NOT_ACCESSIBLE',
    });
  });

  test('takes a token that the service does not know for no connection', async () => {
    fixture.forge.grants.add('stranger');
    expect(await search('', 'stranger')).toEqual({ kind: 'consent' });
  });

  test.each(['"quoted" \\ back', '{{x}} ${emailCurrentUser}', '%_*?', '💻', 'מחשב', '\u0000', '('])(
    'searches for %j without an error',
    async (text) => {
      expect(await search(text)).toMatchObject({ kind: 'ok' });
    },
  );

  test('lists workspaces and types with their attributes to an admin', async () => {
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

  test('tells how many laptops a query finds', async () => {
    const reply = await call('check', { ...source, query: 'Status = "In use"' }, 'admin');
    expect(reply).toMatchObject({
      value: { kind: 'matches', total: expect.any(Number) as number },
    });
  });

  test('shows in the query where an attribute is unknown', async () => {
    const query = 'Label ~ "mac"\nand Colour = red';
    expect(await call('check', { ...source, query }, 'admin')).toMatchObject({
      value: { kind: 'queryError', line: 2, column: 5, excerpt: 'and Colour = red\n    ^' },
    });
  });

  test.each(['Contract', 'contract'])(
    'says which objects can be found where the query names another type: %s',
    async (name) => {
      expect(await call('check', { ...source, query: `Type = ${name}` }, 'admin')).toMatchObject({
        value: {
          kind: 'queryError',
          message: expect.stringContaining('Only objects of the type "Laptop"') as string,
          line: 1,
          column: 8,
        },
      });
    },
  );

  test('says all that the service says of a value with a line break', async () => {
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

  test('asks for the person’s own laptops by their email address', async () => {
    fixture.jira.emailAddresses.set('admin', 'admin@example.com');
    const query = 'Owner = user("${emailCurrentUser}")';
    expect(await call('check', { ...source, query }, 'admin')).toMatchObject({
      value: { kind: 'matches' },
    });
  });
});

describe('a configuration that names what is no longer there', () => {
  const gone = '00000000-0000-4000-8000-000000000009';

  test('leaves an attribute out, and shows everything else', async () => {
    const [status] = laptops.attributes;
    const attributes = [{ attributeId: gone, name: 'Gone' }, status!];
    const configuration = { ...laptops, attributes };
    const found = await search('macbook', 'member', configuration);
    const names = found.value.objects.flatMap(({ attributes }) =>
      attributes.map(({ name }) => name),
    );
    expect(new Set(names)).toEqual(new Set(['Status']));
    const objectIds = found.value.objects.map(({ objectId }) => objectId);
    expect(await call('view', { objectIds }, 'member', configuration)).toEqual({
      kind: 'ok',
      value: { objects: expect.arrayContaining(found.value.objects) as unknown },
    });
  });

  test.each([
    ['workspace', { workspaceId: gone }],
    ['type', { typeId: gone }],
  ])('says so to who picks where the %s is gone', async (_, more) => {
    expect(await search('', 'member', { ...laptops, ...more })).toMatchObject({
      code: 'WORKSPACE_NOT_ACCESSIBLE',
    });
  });

  test('treats objects as gone while another workspace is configured, and finds them again after', async () => {
    const found = await search('macbook');
    const objectIds = found.value.objects.map(({ objectId }) => objectId);
    const elsewhere = { ...laptops, workspaceId: demoWorkspaceId('Geography') };
    const labels = async (configuration: typeof laptops) =>
      labelsOf((await call('view', { objectIds }, 'member', configuration)) as Found);
    expect(await labels(elsewhere)).toEqual([]);
    expect((await labels(laptops)).sort()).toEqual(labelsOf(found).sort());
  });
});

describe('all of one object', () => {
  test('is shown with the names of its attributes and its type', async () => {
    const [object] = (await search('macbook')).value.objects;
    const reply = (await call('object', { objectId: object?.objectId })) as {
      value: { typeName: string; attributes: ShownAttribute[] };
    };
    expect(reply.value.typeName).toBe('Laptop');
    const names = reply.value.attributes.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Serial number', 'Status', 'Memory']));
    expect(names).not.toContain('Name');
  });
});

describe('a cascade over countries, regions and cities', () => {
  const levelId = (index: number) => `00000000-0000-4000-8000-00000000080${index}`;
  const level = (index: number, name: string, condition = '') => ({
    ...{ levelId: levelId(index), name, isMultiple: true },
    query: `Type = ${name}${condition}`,
  });
  const workspaceId = demoWorkspaceId('Geography');
  const levels = [
    level(1, 'Country'),
    level(2, 'Region', ' and Country = {{Country}}'),
    level(3, 'City', ' and Region = {{Region}} and Region.Country = "{{Country.label}}"'),
  ];
  const configuration = { version: 1, workspaceId, levels };
  const onLevels = (functionKey: string, payload: unknown) =>
    fixture.call(functionKey, payload, {
      accountId: 'admin',
      moduleKey: 'workspace-cascade',
      extension: { ...onIssue, configuration },
    });
  const pick = async (index: number, selections: readonly unknown[], nth = 0) => {
    const payload = { levelId: levelId(index), text: '', selections };
    const { value } = (await onLevels('cascadeSearch', payload)) as Found;
    const { objectId, label } = value.objects[nth] as Found['value']['objects'][number];
    return { levelId: levelId(index), objects: [{ objectId, label }] };
  };
  const allowed = (...selections: readonly unknown[]) =>
    onLevels('cascadeAllowed', { changedLevelId: levelId(1), selections });

  test('narrows each level by the ones above it, and takes away what another country does not have', async () => {
    const country = await pick(1, []);
    const region = await pick(2, [country]);
    const city = await pick(3, [country, region]);
    expect(await allowed(country, region, city)).toEqual({
      kind: 'ok',
      value: {
        levels: [region, city].map(({ levelId, objects }) => ({
          levelId,
          objectIds: objects.map(({ objectId }) => objectId),
        })),
      },
    });
    const other = await pick(1, [], 1);
    expect(other).not.toEqual(country);
    expect(await allowed(other, region, city)).toMatchObject({
      value: { levels: [{ objectIds: [] }, { objectIds: [] }] },
    });
  });

  test('is checked with samples, by the service itself', async () => {
    expect(await onLevels('cascadeCheck', { workspaceId, levels, attributes: [] })).toMatchObject({
      value: {
        levels: [
          { kind: 'matches', total: expect.any(Number) as number },
          { kind: 'matches', first: [] },
          { kind: 'matches', first: [] },
        ],
      },
    });
    const [country, region] = levels;
    const query = 'Country = {{Country}}\nand Colour = 1';
    const wrong = { workspaceId, levels: [country, { ...region, query }], attributes: [] };
    expect(await onLevels('cascadeCheck', wrong)).toMatchObject({
      value: { levels: [{}, { kind: 'queryError', line: 2, column: 5 }] },
    });
  });
});
