import { describe, expect, test } from 'vitest';
import { startFleetService, readError } from '../../fleet-service';
import { attributeId, ids, objects } from '../../fleet';
import { matches, orders, refusals } from './cases';
import { duringTests } from '../../../support/during-tests';
import { refusalOf } from '../../../support/refused-calls';

const service = duringTests(() => startFleetService());

function search(query: string, options: { as?: 'ann' | 'ben'; typeId?: string } = {}) {
  const { as = 'ann', typeId = ids.laptop } = options;
  return service.as(as).objects.search({ query, ...(typeId !== '' && { typeId }) });
}

const keys = new Map(Object.entries(objects).map(([key, id]) => [id, key]));
const keysOf = (result: readonly { id: string }[]) => result.map(({ id }) => keys.get(id));

describe('a search for laptops', () => {
  test.each(matches)('%j finds %j', async (query, laptops) => {
    const { result, total } = await search(query);
    expect(keysOf(result).sort().join('')).toBe(laptops);
    expect(total).toBe(laptops.length);
  });
});

describe('the order of results', () => {
  test.each(orders)('%j answers %j', async (query, laptops) => {
    const { result } = await search(query);
    expect(keysOf(result).join('')).toBe(laptops);
  });

  test('stays the same from page to page, also among equal values', async () => {
    const all = await search('order by Type');
    const paged: string[] = [];
    for (let offset = 0; offset < 5; offset += 2) {
      const request = { query: 'order by Type', typeId: ids.laptop, offset, limit: 2 };
      const { result, total, pageSize, isLast } = await service.as('ann').objects.search(request);
      expect({ total, pageSize, isLast }).toEqual({ total: 5, pageSize: 2, isLast: offset === 4 });
      paged.push(...result.map(({ id }) => id));
    }
    expect(paged).toEqual(all.result.map(({ id }) => id));
  });

  test.each([
    [0, 'b'],
    [1, 'a'],
    [2, ''],
  ])('counts all labels with a typed text on the page from %i on', async (offset, page) => {
    const request = { query: 'Label *= "pro"', typeId: ids.laptop, offset, limit: 1 };
    const { result, total } = await service.as('ann').objects.search(request);
    expect({ page: keysOf(result).join(''), total }).toEqual({ page, total: 2 });
  });

  test('answers an empty last page behind the end, with the whole total', async () => {
    const body = { query: '', typeId: ids.laptop, offset: 1_000_000_000_000 };
    const answer = await service.api('POST', '/object/search', body);
    expect(answer.body).toEqual({ total: 5, pageSize: 50, isLast: true, result: [] });
  });
});

describe('a search over all types', () => {
  test('finds objects of each type that has the name', async () => {
    const { result } = await search('Name ~ "z" or Name ~ "k"', { typeId: '' });
    expect(keysOf(result)).toEqual(['koeln', 'zoe']);
  });

  test('takes a name that only one type has', async () => {
    const { result } = await search('Founded > 100', { typeId: '' });
    expect(keysOf(result)).toEqual(['etienne']);
  });

  test.each([
    ['Memory = long', ['lease']],
    ['Memory > 8', ['a', 'b']],
    ['Memory ~ "lo" or Memory < 9', ['lease', 'c']],
    ['Memory is not empty order by Memory', ['lease', 'c', 'a', 'b']],
    ['Bought > now("-7d") or Memory = 16', ['a', 'c']],
  ])('takes a name for a text in one type and a number in another: %s', async (query, found) => {
    const { result } = await search(query, { typeId: '' });
    expect(keysOf(result)).toEqual(found);
  });

  test('refuses a value that fits none of the attributes of a name', async () => {
    const body = { query: 'Memory = now()' };
    const answer = await service.api('POST', '/object/search', body);
    expect(readError(answer).position).toMatchObject({ column: 10 });
  });

  test('never leaves the workspace', async () => {
    expect((await search('Label ~ "macbook"', { typeId: '' })).total).toBe(1);
    expect((await search(`Id = "${objects.archived}"`, { typeId: '' })).total).toBe(0);
  });
});

describe('what the caller may not read', () => {
  test('is not found, neither by id nor among everything', async () => {
    expect((await search(`Id = "${objects.lease}"`, { as: 'ben', typeId: '' })).total).toBe(0);
    const everything = await search('', { as: 'ben', typeId: '' });
    expect(keysOf(everything.result)).not.toContain('lease');
    expect(everything.total).toBe((await search('', { typeId: '' })).total - 1);
  });

  test.each([
    'Contract = "Lease 2024"',
    'Contract ~ "lease"',
    `Contract = objectId("${objects.lease}")`,
    'Contract.Number = 7',
    'Contract.Label is not empty',
    'Contract."Signed by".City = "Köln"',
    'Contract.Nothing = 1',
    'Contract.Type = "Contract"',
    'Contract.Type = toString()',
    'Contract is not empty',
    'not (Contract is empty)',
  ])('matches nothing through a reference: %s', async (query) => {
    expect((await search(query, { as: 'ben' })).total).toBe(0);
  });

  test.each(['order by Contract.Number desc, Label', 'order by Contract desc, Label'])(
    'sorts as if it had no value: %s',
    async (query) => {
      const { result } = await search(query, { as: 'ben' });
      expect(keysOf(result).join('')).toBe('dabce');
    },
  );

  test('is known by name and email only among the members of the workspace', async () => {
    const owner = attributeId('Laptop', 'Owner');
    await service.database.query(
      `insert into object_value
         (workspace_id, id, object_id, attribute_id, position, value, user_id)
       values ($1, gen_random_uuid(), $2, $3, 0, $4, $5)`,
      [ids.fleet, objects.d, owner, ids.cat, ids.cat],
    );
    for (const query of ['Owner = user("cat@example.com")', 'Owner ~ "cat"']) {
      expect((await search(query)).total).toBe(0);
    }
    const { result } = await search(`Owner = userId("${ids.cat}")`);
    const shown = result[0]!.attributes.find(({ attributeId }) => attributeId === owner);
    expect(shown?.values).toEqual([{ valueId: expect.any(String) as string, value: ids.cat }]);
  });

  test('leaves a reference without details, and shows them to who may read it', async () => {
    const contractOf = async (as: 'ann' | 'ben') => {
      const [object] = (await search(`Id = "${objects.a}"`, { as })).result;
      return object!.attributes.find(
        (entry) => entry.attributeId === attributeId('Laptop', 'Contract'),
      )?.values;
    };
    expect(await contractOf('ben')).toEqual([
      { valueId: expect.any(String) as string, value: objects.lease },
    ]);
    expect(await contractOf('ann')).toMatchObject([{ details: { label: 'Lease 2024' } }]);
  });

  test('cannot be named as a type', async () => {
    const refused = search('', { as: 'ben', typeId: ids.contract });
    expect((await refusalOf(refused)).status).toBe(404);
  });
});

describe('attributeIds', () => {
  test('selects what comes back and passes over ids of no attribute', async () => {
    const price = attributeId('Laptop', 'Price');
    const request = { query: `Id = "${objects.a}"`, attributeIds: [price, ids.cat] };
    const { result } = await service.as('ann').objects.search(request);
    expect(result[0]!.attributes).toEqual([
      { attributeId: price, values: [{ valueId: expect.any(String) as string, value: '1999.90' }] },
    ]);
  });

  test('brings back everything where absent, with the details that a reader needs', async () => {
    const [object] = (await search(`Id = "${objects.a}"`)).result;
    const values = Object.fromEntries(
      object!.attributes.map((entry) => [entry.attributeId, entry.values]),
    );
    expect(object!.url).toBe(`${service.url}/workspace/${ids.fleet}/object/${objects.a}`);
    expect(values[attributeId('Laptop', 'Status')]).toMatchObject([
      { value: 'in-use', details: { name: 'In use' } },
    ]);
    expect(values[attributeId('Laptop', 'Owner')]).toMatchObject([
      { value: ids.ann, details: { name: 'Ann Ödegaard', email: 'ann@example.com' } },
    ]);
    const valuesOf = (name: string) =>
      values[attributeId('Laptop', name)]?.map(({ value }) => value);
    expect(valuesOf('Added')).toEqual(['2026-01-01T00:00:00.000Z']);
    expect(valuesOf('Tags')).toEqual(['red wine', 'blue']);
  });
});

describe('a value that is an email address', () => {
  const email = attributeId('Person', 'Email');

  test.each([
    ['r&d@example.com', ['r&d@EXAMPLE.com', 'mailto:r&d@example.com']],
    ['first/last@example.com', ['First/Last@example.com']],
    ['jörg@example.com', ['JÖRG@example.com']],
    ['ann@müller.de', ['ann@xn--mller-kva.de', 'ann@MÜLLER.de']],
    ['ann@xn--mller-kva.de', ['ann@müller.de', 'ann@XN--MLLER-KVA.DE']],
  ])('is %s, and is found by it and as %j', async (address, spellings) => {
    const attributes = [{ attributeId: email, values: [` <${address}>\u200b`] }];
    const { attributes: shown } = await service
      .as('ann')
      .objects.update(objects.zoe, { attributes });
    const values = shown.find(({ attributeId }) => attributeId === email)?.values;
    expect(values).toMatchObject([{ value: address }]);
    for (const spelling of [address, ...spellings]) {
      const query = `Email = "${spelling}"`;
      expect(keysOf((await search(query, { typeId: ids.person })).result)).toEqual(['zoe']);
    }
    expect((await search('Email = "nobody@müller.de"', { typeId: ids.person })).total).toBe(0);
  });
});

describe('a query that has no meaning', () => {
  test.each(refusals)('%j is refused at column %j', async (query, column, message) => {
    const answer = await service.api('POST', '/object/search', { query, typeId: ids.laptop });
    const error = readError(answer);
    expect(answer.status).toBe(400);
    expect(error.position).toEqual({ offset: column - 1, line: 1, column });
    expect(error.message).toContain(message);
    expect(error.message.split('\n').at(-1)).toBe(`${' '.repeat(column - 1)}^`);
  });

  test('is located by line in a query of several lines', async () => {
    const { position } = await refusalOf(search('Memory = 1\nand Nothing = 2'));
    expect(position).toEqual({ offset: 15, line: 2, column: 5 });
  });

  test('compares a reference with a person, which names the path to one where there is one', async () => {
    const messageOf = async (query: string) => (await refusalOf(search(query))).reason;
    expect(await messageOf('Holder = currentUser()')).not.toContain('To compare with a person');
    for (const name of ['Account', 'Line manager']) {
      const person = { name, typeId: ids.person, attributeTypeCode: 'USER' as const };
      await service.as('ann').attributes.create(person);
    }
    const advice =
      'Compare "Holder" with objectId("...") or the label of an object. To compare with a person, use "Holder".Account or "Holder"."Line manager".\n';
    expect(await messageOf('"Holder" = user("a@example.com")')).toContain(advice);
    expect(await messageOf('Contract."Signed by" in (currentUser())')).toContain(
      'use Contract."Signed by".Account or ',
    );
    expect(await messageOf('Holder = now()')).not.toContain('To compare with a person');
  });

  test('has too many conditions, which says how to write it with fewer', async () => {
    const query = Array.from({ length: 201 }, (_, index) => `Memory = ${index}`).join(' or ');
    expect((await refusalOf(search(query))).reason).toContain('up to 200 conditions');
  });
});
