import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceObject } from '../../../../src/api/object';
import { attributeId, ids, objects } from '../../fleet';
import { setRole } from '../../rights';
import { readError, startFleetService, testTime } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';
import { refusalOf } from '../../../support/refused-calls';
import { writtenValues } from '../../../support/written-values';

const service = duringTests(() => startFleetService());
const api = (account: 'ann' | 'ben' = 'ann') => service.as(account);

/** By the names of the attributes. */
type Values = Readonly<Record<string, string[]>>;
const written = (values: Values) =>
  writtenValues(
    Object.fromEntries(
      Object.entries(values).map(([name, list]) => [attributeId('Laptop', name), list]),
    ),
  );
const createLaptop = (values: Values, as?: 'ben') =>
  api(as).objects.create({ typeId: ids.laptop, attributes: written(values) });
const patch = (id: string, values: Values, as?: 'ben') =>
  api(as).objects.update(id, { attributes: written(values) });

function valuesOf({ attributes }: WorkspaceObject, name: string): string[] | undefined {
  const entry = attributes.find((each) => each.attributeId === attributeId('Laptop', name));
  return entry?.values.map(({ value }) => value);
}

async function findByLabel(label: string): Promise<string[]> {
  const request = { query: `Label ~ "${label}"`, typeId: ids.laptop };
  return (await api().objects.search(request)).result.map(({ id }) => id);
}

describe('an object', () => {
  test('is created with values of every kind, read back as the API shows them', async () => {
    const label = 'Ünïcode "quoted" \\ {{x}} 🦄 مختبر';
    const created = await createLaptop({
      Name: [label],
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
    });
    expect(created).toMatchObject({
      typeId: ids.laptop,
      label,
      createdAt: testTime.toISOString(),
    });
    const shown = {
      Name: [label],
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
    };
    const names = Object.keys(shown);
    expect(Object.fromEntries(names.map((name) => [name, valuesOf(created, name)]))).toEqual(shown);
    expect(await api().objects.get(created.id)).toEqual(created);
  });

  test('takes a label of 10,000 characters and is found by each of its words', async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `word${index}`);
    const label = words.join(' ').slice(0, 10_000);
    const { id } = await createLaptop({ Name: [label] });
    expect(await findByLabel(label.split(' ').slice(-100).join(' '))).toEqual([id]);
    expect(await findByLabel('word1200 word7')).toEqual([id]);
  });

  test('keeps on a change what the change leaves out, and loses what it clears', async () => {
    const { id } = await createLaptop({ Name: ['Keeper'], Memory: ['8'], Serial: ['s-1'] });
    const changed = await patch(id, { Memory: [] });
    expect([valuesOf(changed, 'Memory'), valuesOf(changed, 'Serial')]).toEqual([[], ['s-1']]);
    expect(changed.label).toBe('Keeper');
    expect((await service.api('PATCH', `/object/${id}`, {})).body).toEqual(changed);
  });

  test('is found by its new label at once, and no longer by the old one', async () => {
    const { id } = await createLaptop({ Name: ['Before renaming'] });
    expect((await patch(id, { Name: ['After renaming'] })).label).toBe('After renaming');
    expect(await findByLabel('after renaming')).toEqual([id]);
    expect(await findByLabel('before renaming')).toEqual([]);
  });

  test('keeps a reference that the caller may not read when they send it back', async () => {
    const { id } = await createLaptop({ Name: ['Leased'], Contract: [objects.lease] });
    const changed = await patch(id, { Contract: [objects.lease] }, 'ben');
    expect(valuesOf(changed, 'Contract')).toEqual([objects.lease]);
    const refused = await refusalOf(
      createLaptop({ Name: ['x'], Contract: [objects.lease] }, 'ben'),
    );
    expect(refused.violations).toMatchObject([{ violationType: 'NOT_FOUND' }]);
  });

  test('is gone once deleted, with the references to it', async () => {
    const { id: person } = await api().objects.create({
      typeId: ids.person,
      attributes: writtenValues({ [attributeId('Person', 'Name')]: ['Leaver'] }),
    });
    const { id } = await createLaptop({ Name: ['Left behind'], Holder: [person] });
    const deleted = await service.api('DELETE', `/object/${person}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await refusalOf(api().objects.get(person))).status).toBe(404);
    expect((await refusalOf(api().objects.delete(person))).status).toBe(404);
    expect(valuesOf(await api().objects.get(id), 'Holder')).toEqual([]);
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
    const { types, attributes, objects } = api();
    const { id: typeId } = await types.create({ name: 'Printer', description: 'Prints' });
    const year = await attributes.create({ typeId, name: 'Year', attributeTypeCode: 'INTEGER' });
    const text = { typeId, attributeTypeCode: 'TEXT' } as const;
    const model = await attributes.create({ ...text, name: 'Model', description: 'As sold' });
    const nick = await attributes.create({ ...text, name: 'Nickname' });
    expect([year.isLabel, model.isLabel, nick.isLabel]).toEqual([false, true, false]);

    const values = writtenValues({ [model.id]: ['LaserJet'], [nick.id]: ['Smudge'] });
    const { id, label } = await objects.create({ typeId, attributes: values });
    expect(label).toBe('LaserJet');
    const moved = await attributes.update(nick.id, { isLabel: true });
    expect(moved).toMatchObject({ isLabel: true, name: 'Nickname' });
    expect(await attributes.get(model.id)).toMatchObject({
      isLabel: false,
      description: 'As sold',
    });
    expect((await objects.get(id)).label).toBe('Smudge');
    expect((await objects.search({ query: 'Label ~ "smu"', typeId })).total).toBe(1);
  });

  test('takes a configuration whole: what is left out returns to its default', async () => {
    const tags = attributeId('Laptop', 'Tags');
    const configure = async (configuration: Record<string, unknown> | null) =>
      (await api().attributes.update(tags, { attributeTypeCode: 'TEXT', configuration }))
        .configuration;
    expect(await configure({ isRequired: true })).toEqual({ isRequired: true, isMultiple: false });
    expect(await configure(null)).toBeNull();
    expect(await configure({ isMultiple: true })).toEqual({ isRequired: false, isMultiple: true });
  });
});

describe('a text that mentions people', () => {
  const mention = (userId: string) => `{{@userId:${userId}}}`;
  const detailsOf = ({ attributes }: WorkspaceObject, name: string) =>
    attributes.find((each) => each.attributeId === attributeId('Laptop', name))?.values[0]?.details;
  const document = (text: string) =>
    JSON.stringify({ type: 'doc', content: [{ type: 'text', text }] });

  test('is kept as it was written, and says their names', async () => {
    const texts = [`Ask ${mention(ids.ben.toUpperCase())} or ${mention(ids.ann)}.`];
    const { id } = await createLaptop({ Name: ['Mentioning'] });
    const changed = await patch(id, { Serial: texts, Notes: texts.map(document) });
    const text = 'Ask @Ben Ödegaard or @Ann Ödegaard.';
    expect(valuesOf(changed, 'Serial')).toEqual(texts);
    expect(['Serial', 'Notes'].map((name) => detailsOf(changed, name))).toEqual([
      { text },
      { text },
    ]);
  });

  test.each([
    ['who is no member', ids.cat],
    ['whom nobody knows', attributeId('City', 'Name')],
    ['who can be none', 'x'],
    ['without an id', ''],
  ])('is refused where it mentions someone %s', async (_who, userId) => {
    const { id: objectId } = await createLaptop({ Name: ['Mentioning'] });
    for (const [name, text] of [
      ['Serial', mention(userId)],
      ['Notes', document(`${mention(ids.ann)} and ${mention(userId)}`)],
    ] as const) {
      const patched = { objectOperationType: 'patch', objectId } as const;
      const operations = [
        { ...patched, attributes: [] },
        { ...patched, attributes: written({ [name]: [text] }) },
      ];
      expect((await refusalOf(api().objects.change({ operations }))).violations).toEqual([
        {
          fieldIdentifier: attributeId('Laptop', name),
          violationType: 'NOT_FOUND',
          invalidValue: mention(userId),
          domain: 'OBJECT',
          index: 1,
        },
      ]);
    }
  });

  test('survives that someone leaves, without their name', async () => {
    const { id } = await createLaptop({ Name: ['Mentioning'] });
    await patch(id, { Serial: [`By ${mention(ids.ben)}`] });
    const membership = [ids.fleet, ids.ben];
    const leave = 'delete from membership where workspace_id = $1 and user_id = $2';
    await service.database.query(leave, membership);
    try {
      const again = [`Once by ${mention(ids.ben)}`];
      const changed = await patch(id, { Serial: again });
      expect(valuesOf(changed, 'Serial')).toEqual(again);
      expect(detailsOf(changed, 'Serial')).toEqual({ text: 'Once by @former member' });
    } finally {
      await service.database.query(
        'insert into membership (workspace_id, user_id) values ($1, $2)',
        membership,
      );
    }
  });
});
