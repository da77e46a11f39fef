import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as attributeApi from '../../../../src/api/attribute';
import * as objectApi from '../../../../src/api/object';
import * as typeApi from '../../../../src/api/type';
import { attributeId, ids, objects } from '../../fleet';
import { setRole } from '../../rights';
import { readError, startFleetService, strictly, testTime } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startFleetService());

const api = '/public/v1';
const name = attributeId('Laptop', 'Name');

async function createLaptop(...attributes: { attributeId: string; values: string[] }[]) {
  const answer = await service.api('POST', '/object', { typeId: ids.laptop, attributes });
  expect(answer.status).toBe(200);
  return objectApi.workspaceObject.parse(answer.body);
}

async function patch(
  id: string,
  attributes: { attributeId: string; values: string[] }[],
  as?: 'ben',
) {
  const answer = await service.call('PATCH', `${api}/object/${id}`, {
    body: { attributes },
    ...(as && { as }),
  });
  expect(answer.body).toHaveProperty('id');
  return objectApi.workspaceObject.parse(answer.body);
}

function valuesOf(object: objectApi.WorkspaceObject, attribute: string): string[] {
  const entry = object.attributes.find(
    (one) => one.attributeId === attributeId('Laptop', attribute),
  );
  return entry!.values.map(({ value }) => value);
}

async function findByLabel(label: string): Promise<string[]> {
  const answer = await service.api('POST', '/object/search', {
    query: `Label ~ "${label}"`,
    typeId: ids.laptop,
  });
  return objectApi.searchObjects.reply!.parse(answer.body).result.map(({ id }) => id);
}

describe('an object', () => {
  test('is created with values of every kind, read back as the API shows them', async () => {
    const written: Record<string, string[]> = {
      Name: ['Ünïcode "quoted" \\ {{x}} 🦄 مختبر'],
      Memory: ['0016'],
      Price: ['-0012.50'],
      Encrypted: ['TRUE'],
      Bought: ['2024-02-29'],
      Checked: ['2024-02-29T10:00:00+01:00'],
      Status: ['In stock'],
      Holder: [objects.bob.toUpperCase()],
      Owner: [ids.ben],
      Page: [' https://example.com/x '],
      Tags: ['b', 'a', 'b', ' '],
      Serial: [''],
    };
    const created = await createLaptop(
      ...Object.entries(written).map(([attribute, values]) => ({
        attributeId: attributeId('Laptop', attribute),
        values,
      })),
    );
    expect(created).toMatchObject({
      typeId: ids.laptop,
      label: written.Name![0],
      createdAt: testTime.toISOString(),
    });
    expect(
      Object.fromEntries(Object.keys(written).map((key) => [key, valuesOf(created, key)])),
    ).toEqual({
      Name: written.Name,
      Memory: ['16'],
      Price: ['-12.50'],
      Encrypted: ['true'],
      Bought: ['2024-02-29'],
      Checked: ['2024-02-29T09:00:00.000Z'],
      Status: ['in-stock'],
      Holder: [objects.bob],
      Owner: [ids.ben],
      Page: ['https://example.com/x'],
      Tags: ['b', 'a'],
      Serial: [],
    });
    const read = await service.api('GET', `/object/${created.id}`);
    expect(read.body).toEqual(created);
  });

  test('takes a label of 10,000 characters and is found by each of its words', async () => {
    const label = Array.from({ length: 1500 }, (_, index) => `word${index}`)
      .join(' ')
      .slice(0, 10_000);
    const { id } = await createLaptop({ attributeId: name, values: [label] });
    expect(await findByLabel(label.split(' ').slice(-100).join(' '))).toEqual([id]);
    expect(await findByLabel('word1200 word7')).toEqual([id]);
  });

  test('keeps on a change what the change leaves out, and loses what it clears', async () => {
    const { id } = await createLaptop(
      { attributeId: name, values: ['Keeper'] },
      { attributeId: attributeId('Laptop', 'Memory'), values: ['8'] },
      { attributeId: attributeId('Laptop', 'Serial'), values: ['s-1'] },
    );
    const changed = await patch(id, [{ attributeId: attributeId('Laptop', 'Memory'), values: [] }]);
    expect(valuesOf(changed, 'Memory')).toEqual([]);
    expect(valuesOf(changed, 'Serial')).toEqual(['s-1']);
    expect(changed.label).toBe('Keeper');
    expect((await service.api('PATCH', `/object/${id}`, {})).body).toEqual(changed);
  });

  test('is found by its new label at once, and no longer by the old one', async () => {
    const { id } = await createLaptop({ attributeId: name, values: ['Before renaming'] });
    const changed = await patch(id, [{ attributeId: name, values: ['After renaming'] }]);
    expect(changed.label).toBe('After renaming');
    expect(await findByLabel('after renaming')).toEqual([id]);
    expect(await findByLabel('before renaming')).toEqual([]);
  });

  test('keeps a reference that the caller may not read when they send it back', async () => {
    const contract = attributeId('Laptop', 'Contract');
    const { id } = await createLaptop(
      { attributeId: name, values: ['Leased'] },
      { attributeId: contract, values: [objects.lease] },
    );
    const changed = await patch(id, [{ attributeId: contract, values: [objects.lease] }], 'ben');
    expect(valuesOf(changed, 'Contract')).toEqual([objects.lease]);
    const fresh = await service.api(
      'POST',
      '/object',
      {
        typeId: ids.laptop,
        attributes: [
          { attributeId: name, values: ['x'] },
          { attributeId: contract, values: [objects.lease] },
        ],
      },
      'ben',
    );
    expect(readError(fresh).violations).toMatchObject([{ violationType: 'NOT_FOUND' }]);
  });

  test('is gone once deleted, with the references to it', async () => {
    const person = await service.api('POST', '/object', {
      typeId: ids.person,
      attributes: [{ attributeId: attributeId('Person', 'Name'), values: ['Leaver'] }],
    });
    const { id: personId } = objectApi.workspaceObject.parse(person.body);
    const { id } = await createLaptop(
      { attributeId: name, values: ['Left behind'] },
      { attributeId: attributeId('Laptop', 'Holder'), values: [personId] },
    );
    const deleted = await service.api('DELETE', `/object/${personId}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await service.api('GET', `/object/${personId}`)).status).toBe(404);
    expect((await service.api('DELETE', `/object/${personId}`)).status).toBe(404);
    const laptop = await service.api('GET', `/object/${id}`);
    expect(valuesOf(objectApi.workspaceObject.parse(laptop.body), 'Holder')).toEqual([]);
  });
});

describe('the name of a new type', () => {
  const ben = { workspaceId: ids.fleet, userId: ids.ben };
  beforeAll(() => setRole(service.database, ben, 'administrator'));
  afterAll(() => setRole(service.database, ben, 'editor'));

  test.each([
    ['laptop', 'A type in this workspace is already called "laptop": choose another name.'],
    ['contract', 'This name can’t be used. Choose another.'],
  ])('tells of no type that the caller may not read: %s', async (typeName, message) => {
    const answer = await service.api('POST', '/type', { name: typeName }, 'ben');
    expect(answer.status).toBe(400);
    expect(readError(answer)).toMatchObject({
      message,
      violations: [{ violationType: 'CONFLICT', fieldIdentifier: 'name' }],
    });
  });
});

describe('a type of one’s own', () => {
  test('gets its label from its first text, moves it, and relabels its objects', async () => {
    const post = async (path: string, body: unknown) =>
      (await service.api('POST', path, body)).body;
    const { id: typeId } = typeApi.objectType.parse(
      await post('/type', { name: 'Printer', description: 'Prints' }),
    );
    const create = async (fields: object) =>
      strictly(attributeApi.attribute).parse(await post('/attribute', { typeId, ...fields }));
    const year = await create({ name: 'Year', attributeTypeCode: 'INTEGER' });
    const model = await create({
      name: 'Model',
      attributeTypeCode: 'TEXT',
      description: 'As sold',
    });
    const nick = await create({ name: 'Nickname', attributeTypeCode: 'TEXT' });
    expect([year.isLabel, model.isLabel, nick.isLabel]).toEqual([false, true, false]);

    const created = objectApi.workspaceObject.parse(
      await post('/object', {
        typeId,
        attributes: [
          { attributeId: model.id, values: ['LaserJet'] },
          { attributeId: nick.id, values: ['Smudge'] },
        ],
      }),
    );
    expect(created.label).toBe('LaserJet');
    const moved = await service.api('PATCH', `/attribute/${nick.id}`, { isLabel: true });
    expect(moved.body).toMatchObject({ isLabel: true, name: 'Nickname' });
    expect((await service.api('GET', `/attribute/${model.id}`)).body).toMatchObject({
      isLabel: false,
      description: 'As sold',
    });
    expect((await service.api('GET', `/object/${created.id}`)).body).toMatchObject({
      label: 'Smudge',
    });
    const found = await post('/object/search', { query: 'Label ~ "smu"', typeId });
    expect(found).toMatchObject({ total: 1 });
  });

  test('takes a configuration whole: what is left out returns to its default', async () => {
    const tags = attributeId('Laptop', 'Tags');
    const configure = async (configuration: object | null) => {
      const answer = await service.api('PATCH', `/attribute/${tags}`, {
        attributeTypeCode: 'TEXT',
        configuration,
      });
      return (answer.body as { configuration: unknown }).configuration;
    };
    expect(await configure({ isRequired: true })).toEqual({ isRequired: true, isMultiple: false });
    expect(await configure(null)).toBeNull();
    expect(await configure({ isMultiple: true })).toEqual({ isRequired: false, isMultiple: true });
  });
});

describe('a text that mentions people', () => {
  const serial = attributeId('Laptop', 'Serial');
  const notes = attributeId('Laptop', 'Notes');
  const mention = (userId: string) => `{{@userId:${userId}}}`;
  const detailsOf = (object: objectApi.WorkspaceObject, id: string) =>
    object.attributes.find((entry) => entry.attributeId === id)?.values[0]?.details;
  const document = (text: string) =>
    JSON.stringify({ type: 'doc', content: [{ type: 'text', text }] });

  test('is kept as it was written, and says their names', async () => {
    const texts = [`Ask ${mention(ids.ben.toUpperCase())} or ${mention(ids.ann)}.`];
    const { id } = await createLaptop({ attributeId: name, values: ['Mentioning'] });
    const changed = await patch(id, [
      { attributeId: serial, values: texts },
      { attributeId: notes, values: texts.map(document) },
    ]);
    const text = 'Ask @Ben Ödegaard or @Ann Ödegaard.';
    expect(valuesOf(changed, 'Serial')).toEqual(texts);
    expect([detailsOf(changed, serial), detailsOf(changed, notes)]).toEqual([{ text }, { text }]);
  });

  test.each([
    ['who is no member', ids.cat],
    ['whom nobody knows', attributeId('City', 'Name')],
    ['who can be none', 'x'],
    ['without an id', ''],
  ])('is refused where it mentions someone %s', async (_who, userId) => {
    const { id } = await createLaptop({ attributeId: name, values: ['Mentioning'] });
    for (const [attribute, text] of [
      [serial, mention(userId)],
      [notes, document(`${mention(ids.ann)} and ${mention(userId)}`)],
    ] as const) {
      const patched = { objectOperationType: 'patch', objectId: id };
      const attributes = [{ attributeId: attribute, values: [text] }];
      const answer = await service.api('POST', '/object/bulk', {
        operations: [
          { ...patched, attributes: [] },
          { ...patched, attributes },
        ],
      });
      expect(readError(answer).violations).toEqual([
        {
          fieldIdentifier: attribute,
          violationType: 'NOT_FOUND',
          invalidValue: mention(userId),
          domain: 'OBJECT',
          index: 1,
        },
      ]);
    }
  });

  test('survives that someone leaves, without their name', async () => {
    const { id } = await createLaptop({ attributeId: name, values: ['Mentioning'] });
    await patch(id, [{ attributeId: serial, values: [`By ${mention(ids.ben)}`] }]);
    const membership = [ids.fleet, ids.ben];
    const leave = 'delete from membership where workspace_id = $1 and user_id = $2';
    await service.database.query(leave, membership);
    try {
      const again = [`Once by ${mention(ids.ben)}`];
      const changed = await patch(id, [{ attributeId: serial, values: again }]);
      expect(valuesOf(changed, 'Serial')).toEqual(again);
      expect(detailsOf(changed, serial)).toEqual({ text: 'Once by @former member' });
    } finally {
      await service.database.query(
        'insert into membership (workspace_id, user_id) values ($1, $2)',
        membership,
      );
    }
  });
});
