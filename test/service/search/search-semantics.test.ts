import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchObjects } from '../../../src/api/object';
import { startFleetService, readError } from '../fleet-service';
import type { FleetService } from '../fleet-service';
import { attributeId, ids, objects } from '../fleet';

let service: FleetService;
beforeAll(async () => {
  service = await startFleetService();
});
afterAll(() => service.close());

const page = searchObjects.reply!;

async function search(query: string, options: { as?: 'ann' | 'ben'; typeId?: string } = {}) {
  const { as = 'ann', typeId = ids.laptop } = options;
  const answer = await service.call('POST', '/public/v1/object/search', {
    as,
    body: { query, ...(typeId !== '' && { typeId }) },
  });
  expect(answer.body).toMatchObject({ total: expect.any(Number) });
  return page.parse(answer.body);
}

const keys = new Map(Object.entries(objects).map(([key, id]) => [id, key]));
const keysOf = (result: readonly { id: string }[]) => result.map(({ id }) => keys.get(id));

/** Queries over laptops as ann, and the laptops that match, ordered by key. */
const matches: readonly [query: string, laptops: string][] = [
  ['', 'abcde'],
  ['  ', 'abcde'],
  // the label, as typed in a picker
  ['Label ~ "mac"', 'ab'],
  ['Label ~ "pro mac"', 'ab'],
  ['label ~ "MAC pr"', 'ab'],
  ['Label ~ "acbook"', ''],
  ['Label ~ "elan"', 'd'],
  ['Label ~ "ÉLAN VIT"', 'd'],
  ['Label ~ "\\"vital\\" \\\\"', 'd'],
  ['Label ~ "\\\\"', 'd'],
  ['Label ~ "c++"', 'cd'],
  ['Label ~ "🚀"', 'e'],
  ['Label ~ "{{x}}"', 'ce'],
  ['Label ~ "{{"', 'e'],
  ['Label ~ ""', 'abcde'],
  ['Label ~ "%"', ''],
  ['Label ~ "mac\' | \'think"', ''],
  ['Label ~ "mac:* & ! thinkpad"', ''],
  ['Label ~ "\\u0000"', ''],
  ['Label ~ "\\ud800"', ''],
  ['Label !~ "mac"', 'cde'],
  ['Label = "pro mac"', 'b'],
  ['Label = "mac"', 'b'],
  ['Label != "mac"', 'acde'],
  ['Label == "MacBook Pro 14"', 'a'],
  ['Label == "macbook pro 14"', ''],
  ['Label = "!?"', ''],
  ['Label is empty', ''],
  ['Label is not empty', 'abcde'],
  // text
  ['Serial = "xy"', 'a'],
  ['Serial = C02', 'ab'],
  ['Serial == "c02"', 'b'],
  ['Serial == "\\u0000"', ''],
  ['Serial != C02', 'cde'],
  ['Serial ~ "c0 x"', 'a'],
  ['Serial !~ c', 'cde'],
  ['serial is empty', 'de'],
  ['"Serial" is not empty', 'abc'],
  ['Serial in ("c02", "pf 9")', 'abc'],
  ['Serial not in ("c02", "pf 9")', 'de'],
  ['Page ~ "example"', 'a'],
  ['Tags = "wine"', 'a'],
  ['Tags = "red blue"', ''],
  ['Tags = red and Tags = blue', 'a'],
  ['"Label" = "first"', 'a'],
  ['Name = "x1"', 'c'],
  // numbers
  ['Memory = 16', 'a'],
  ['Memory == 16', 'a'],
  ['Memory = "16"', 'a'],
  ['Memory = 16.0', 'a'],
  ['Memory > 8', 'ab'],
  ['Memory >= 8', 'abc'],
  ['Memory < 16', 'c'],
  ['Memory <= 16', 'ac'],
  ['Memory != 16', 'bcde'],
  ['not Memory > 8', 'cde'],
  ['Memory in (8, 32)', 'bc'],
  ['Price = 1999.9', 'a'],
  ['Price < 0', 'c'],
  ['Price > 99999999999999999999', ''],
  ['Price is empty', 'de'],
  // booleans
  ['Encrypted = true', 'a'],
  ['Encrypted = FALSE', 'b'],
  ['Encrypted = "true"', 'a'],
  ['Encrypted != true', 'bcde'],
  // days
  ['Bought = "2025-03-01"', 'a'],
  ['Bought > "2025-03-01"', 'c'],
  ['Bought >= "2025-03-01"', 'ac'],
  ['Bought < "2025-03-01"', 'b'],
  ['Bought <= "2025-03-01"', 'ab'],
  ['Bought = "2025-03-01T23:00:00Z"', 'a'],
  ['Bought >= now("-7d")', 'c'],
  ['Bought < now("-1y")', 'ab'],
  ['Bought > now()', ''],
  ['Bought in ("2025-03-01", "2024-12-31")', 'ab'],
  // times: a day is the whole day, UTC
  ['Checked = "2026-09-01"', 'abc'],
  ['Checked > "2026-09-01"', ''],
  ['Checked >= "2026-09-01"', 'abc'],
  ['Checked <= "2026-09-01"', 'abc'],
  ['Checked < "2026-09-01"', ''],
  ['Checked = "2026-09-01T10:00:00Z"', 'a'],
  ['Checked = "2026-09-01T12:00:00+02:00"', 'a'],
  ['Checked > "2026-09-01T10:00:00Z"', 'bc'],
  ['Created >= "2026-03-01"', 'cde'],
  ['Created = "2026-03-01"', 'c'],
  ['Updated < "2026-02-01"', 'a'],
  ['Added > "2026-04-01"', 'e'],
  ['Changed <= "2026-01-01"', 'a'],
  ['Created is empty', ''],
  // options
  ['Status = "In use"', 'a'],
  ['Status = "in USE"', 'a'],
  ['Status = "in-use"', 'a'],
  ['Status == "In use"', 'a'],
  ['Status = Retired', 'c'],
  ['Status ~ "in"', 'ab'],
  ['Status ~ "nothing"', ''],
  ['Status != Retired', 'abde'],
  ['Status in (Retired, "In stock")', 'bc'],
  ['Status is empty', 'de'],
  // references
  [`Holder = objectId("${objects.zoe}")`, 'a'],
  [`Holder = objectId("${objects.zoe.toUpperCase()}")`, 'a'],
  [`Holder in (objectId("${objects.zoe}"), objectId("${objects.bob}"))`, 'ac'],
  ['Holder = objectId("no uuid")', ''],
  ['Holder = "zoe angstrom"', 'a'],
  ['Holder = "zoe"', ''],
  ['Holder == "Zoë Ångström"', 'a'],
  ['Holder == "zoe angstrom"', ''],
  ['Holder ~ "ang z"', 'a'],
  ['Holder != "zoe angstrom"', 'bcde'],
  ['Holder is empty', 'bde'],
  ['Holder.City = "Köln"', 'a'],
  ['Holder.City.Founded > 100', 'c'],
  ['Holder.City.Label ~ "etienne"', 'c'],
  ['Holder.City = objectId("' + objects.koeln + '")', 'a'],
  ['Holder."E-mail" = "zoe"', 'a'],
  ['Holder.City is empty', 'bde'],
  ['Holder.City is not empty and not (Holder.City = "Köln")', 'c'],
  ['Contract.Number = 7', 'ac'],
  ['Contract."Signed by".City = Koln', 'ac'],
  // people
  ['Owner = currentUser()', 'a'],
  [`Owner = userId("${ids.ben}")`, 'b'],
  ['Owner = userId("nobody")', ''],
  ['Owner = user("BEN@example.com")', 'b'],
  ['Owner = user("nobody@example.com")', ''],
  ['Owner = user("\\u0000")', ''],
  ['Owner = "ben odegaard"', 'b'],
  ['Owner = "Ben"', ''],
  ['Owner ~ "be"', 'b'],
  ['Owner != currentUser()', 'bcde'],
  ['Owner in (currentUser(), user("ben@example.com"))', 'ab'],
  // ids and types
  [`Id = "${objects.a}"`, 'a'],
  [`Id in ("${objects.a}", "${objects.c}", "${objects.zoe}", "gone")`, 'ac'],
  [`Id not in ("${objects.a}")`, 'bcde'],
  [`Id = objectId("${objects.b}")`, 'b'],
  ['Id is empty', ''],
  ['Type = Laptop', 'abcde'],
  ['Type != laptop', ''],
  // logic
  ['Memory = 16 or Memory = 32 and Price < 0', 'a'],
  ['(Memory = 16 or Memory = 8) and Price < 0', 'c'],
  ['not (Memory = 16 or Status = Retired)', 'bde'],
];

describe('a search for laptops', () => {
  it.each(matches)('%j finds %j', async (query, laptops) => {
    const { result, total } = await search(query);
    expect(keysOf(result).sort().join('')).toBe(laptops);
    expect(total).toBe(laptops.length);
  });
});

/** Queries over laptops as ann, and the laptops in the order they come. */
const orders: readonly [query: string, laptops: string][] = [
  // by label: "elan", "macbook", "pro display", "thinkpad", the emoji
  ['', 'dabce'],
  // labels that start with what was typed come first
  ['Label ~ "pro"', 'ba'],
  ['Label ~ "mac"', 'ab'],
  ['Memory > 0 and Label ~ "pro"', 'ba'],
  ['Label ~ "pro" order by Label', 'ab'],
  ['order by Memory', 'cabde'],
  ['order by Memory desc', 'bacde'],
  ['order by Price asc', 'cabde'],
  ['order by Status', 'abcde'],
  ['order by Status desc, Label', 'cbade'],
  ['order by Created desc', 'edcba'],
  ['order by Added', 'abcde'],
  ['order by Bought', 'bacde'],
  ['order by Holder desc', 'acdbe'],
  ['order by Holder.City.Founded desc', 'cadbe'],
  ['order by Owner desc', 'badce'],
  ['order by Encrypted', 'badce'],
  ['order by Id desc', 'edcba'],
  ['order by Type, Label desc', 'ecbad'],
  ['order by Tags', 'abdce'],
];

describe('the order of results', () => {
  it.each(orders)('%j answers %j', async (query, laptops) => {
    const { result } = await search(query);
    expect(keysOf(result).join('')).toBe(laptops);
  });

  it('stays the same from page to page, also among equal values', async () => {
    const all = await search('order by Type');
    const paged: string[] = [];
    for (let offset = 0; offset < 5; offset += 2) {
      const answer = await service.call('POST', '/public/v1/object/search', {
        body: { query: 'order by Type', typeId: ids.laptop, offset, limit: 2 },
      });
      const { result, total, pageSize, isLast } = page.parse(answer.body);
      expect({ total, pageSize, isLast }).toEqual({ total: 5, pageSize: 2, isLast: offset === 4 });
      paged.push(...result.map(({ id }) => id));
    }
    expect(paged).toEqual(all.result.map(({ id }) => id));
  });

  it('answers an empty last page behind the end, with the whole total', async () => {
    const body = { query: '', typeId: ids.laptop, offset: 1_000_000_000_000 };
    const answer = await service.call('POST', '/public/v1/object/search', { body });
    expect(answer.body).toEqual({ total: 5, pageSize: 50, isLast: true, result: [] });
  });
});

describe('a search over all types', () => {
  it('finds objects of each type that has the name', async () => {
    const { result } = await search('Name ~ "z" or Name ~ "k"', { typeId: '' });
    expect(keysOf(result)).toEqual(['koeln', 'zoe']);
  });

  it('takes a name that only one type has', async () => {
    const { result } = await search('Founded > 100', { typeId: '' });
    expect(keysOf(result)).toEqual(['etienne']);
  });

  it('never leaves the workspace', async () => {
    expect((await search('Label ~ "macbook"', { typeId: '' })).total).toBe(1);
    expect((await search(`Id = "${objects.archived}"`, { typeId: '' })).total).toBe(0);
  });
});

describe('what the caller may not read', () => {
  it('is not found, neither by id nor among everything', async () => {
    expect((await search(`Id = "${objects.lease}"`, { as: 'ben', typeId: '' })).total).toBe(0);
    const everything = await search('', { as: 'ben', typeId: '' });
    expect(keysOf(everything.result)).not.toContain('lease');
    expect(everything.total).toBe((await search('', { typeId: '' })).total - 1);
  });

  it.each([
    'Contract = "Lease 2024"',
    'Contract ~ "lease"',
    `Contract = objectId("${objects.lease}")`,
    'Contract.Number = 7',
    'Contract.Label is not empty',
    'Contract."Signed by".City = "Köln"',
    'Contract.Nothing = 1',
  ])('matches nothing through a reference: %s', async (query) => {
    expect((await search(query, { as: 'ben' })).total).toBe(0);
  });

  it('sorts as if it had no value', async () => {
    const { result } = await search('order by Contract.Number desc, Label', { as: 'ben' });
    expect(keysOf(result).join('')).toBe('dabce');
  });

  it('leaves a reference without details, and shows them to who may read it', async () => {
    const contractOf = async (as: 'ann' | 'ben') => {
      const [object] = (await search(`Id = "${objects.a}"`, { as })).result;
      return object!.attributes.find(
        (entry) => entry.attributeId === attributeId('Laptop', 'Contract'),
      )?.values;
    };
    expect(await contractOf('ben')).toEqual([
      { valueId: expect.any(String), value: objects.lease },
    ]);
    expect(await contractOf('ann')).toMatchObject([{ details: { label: 'Lease 2024' } }]);
  });

  it('cannot be named as a type', async () => {
    const answer = await service.call('POST', '/public/v1/object/search', {
      as: 'ben',
      body: { query: '', typeId: ids.contract },
    });
    expect(answer.status).toBe(404);
  });
});

describe('attributeIds', () => {
  it('selects what comes back and passes over ids of no attribute', async () => {
    const price = attributeId('Laptop', 'Price');
    const answer = await service.call('POST', '/public/v1/object/search', {
      body: { query: `Id = "${objects.a}"`, attributeIds: [price, ids.cat] },
    });
    expect(page.parse(answer.body).result[0]!.attributes).toEqual([
      { attributeId: price, values: [{ valueId: expect.any(String), value: '1999.90' }] },
    ]);
  });

  it('brings back everything where absent, with the details that a reader needs', async () => {
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
    expect(values[attributeId('Laptop', 'Added')]).toMatchObject([
      { value: '2026-01-01T00:00:00.000Z' },
    ]);
    expect(values[attributeId('Laptop', 'Tags')]).toMatchObject([
      { value: 'red wine' },
      { value: 'blue' },
    ]);
  });
});

/** Queries that the service refuses, and where: 1-based column, and a part of the message. */
const refusals: readonly [query: string, column: number, message: string][] = [
  ['Label ~', 8, 'Expected a value'],
  ['Label ~ "open', 9, ''],
  ['(Memory = 1', 12, ''],
  ['Memory = = 1', 10, ''],
  ['Holder = {{Level}}', 10, ''],
  ['Nothing = 1', 1, 'no attribute "Nothing"'],
  ['Memory = 1 and Nothing is empty', 16, 'no attribute "Nothing"'],
  ['"Created" = "2026-01-01"', 1, 'no attribute "Created"'],
  ['constructor = 1', 1, 'no attribute'],
  ['"__proto__" = 1', 1, 'no attribute'],
  ['Memory.Name = 1', 1, 'no reference'],
  ['Label.Name = 1', 1, 'no reference'],
  ['Holder.Nothing = 1', 8, 'no attribute "Nothing"'],
  ['Holder.City.Founded.X = 1', 13, 'no reference'],
  ['Holder.City.Name.a.b.c = 1', 1, 'at most'],
  ['order by Nothing', 10, 'no attribute "Nothing"'],
  ['Serial > "a"', 1, '">" does not compare text'],
  ['Memory ~ 1', 1, '"~" does not compare numbers'],
  ['Memory = many', 10, 'a number'],
  ['Memory = objectId("x")', 10, 'a number'],
  ['Memory in (1, many)', 15, 'a number'],
  ['Encrypted = perhaps', 13, 'true or false'],
  ['Encrypted > true', 1, 'true and false'],
  ['Bought = "yesterday"', 10, 'a date'],
  ['Bought = "2025-02-30"', 10, 'a date'],
  ['Bought ~ "2025"', 1, 'dates'],
  ['Bought > now("-7 days")', 10, 'now("-7d")'],
  ['Bought > now("-99999y")', 10, 'now("-7d")'],
  ['Bought > now("-1d", "-1d")', 10, 'one text'],
  ['Status = "Lost"', 10, 'In stock'],
  ['Status > "In use"', 1, 'names'],
  ['Holder > "a"', 1, 'references'],
  ['Holder = currentUser()', 10, 'objectId'],
  ['Holder = objectId()', 10, 'one text'],
  ['Owner = objectId("x")', 9, 'userId'],
  ['Owner = currentUser("x")', 9, 'no argument'],
  ['Owner = toString()', 9, 'no function "toString"'],
  ['Id ~ "6"', 1, 'ids'],
  ['Id = now()', 6, 'id of an object'],
  ['Type = Lorry', 8, 'no type "Lorry"'],
  ['Label = now()', 9, 'a text'],
  ["Serial = 'x'", 10, ''],
  ['Serial = "x"; drop table object', 13, ''],
  ['"Serial\\" or true --" = 1', 1, 'no attribute'],
];

describe('a query that has no meaning', () => {
  it.each(refusals)('%j is refused at column %j', async (query, column, message) => {
    const answer = await service.call('POST', '/public/v1/object/search', {
      body: { query, typeId: ids.laptop },
    });
    const error = readError(answer);
    expect(answer.status).toBe(400);
    expect(error.position).toEqual({ offset: column - 1, line: 1, column });
    expect(error.message).toContain(message);
    expect(error.message.split('\n').at(-1)).toBe(`${' '.repeat(column - 1)}^`);
  });

  it('is located by line in a query of several lines', async () => {
    const answer = await service.call('POST', '/public/v1/object/search', {
      body: { query: 'Memory = 1\nand Nothing = 2', typeId: ids.laptop },
    });
    expect(readError(answer).position).toEqual({ offset: 15, line: 2, column: 5 });
  });

  it('has too many conditions, which says how to write it with fewer', async () => {
    const query = Array.from({ length: 201 }, (_, index) => `Memory = ${index}`).join(' or ');
    const answer = await service.call('POST', '/public/v1/object/search', {
      body: { query, typeId: ids.laptop },
    });
    expect(readError(answer).message).toContain('at most 200 conditions');
  });
});
