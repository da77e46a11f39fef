import { beforeAll, describe, expect, test } from 'vitest';
import { searchObjects } from '../../../../src/api/object';
import { attributeId, ids, objects } from '../../fleet';
import { readError, startFleetService } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startFleetService());

const ask = (query: string, typeId?: string) =>
  service.api('POST', '/object/search', { query, ...(typeId !== undefined && { typeId }) });

async function find(query: string, typeId?: string): Promise<string[]> {
  const answer = await ask(query, typeId);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
  return searchObjects.reply!.parse(answer.body).result.map(({ id }) => id);
}

const many = <Item>(count: number, itemOf: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => itemOf(index));
const words = (count: number, prefix = 'q') =>
  many(count, (index) => `${prefix}${index}`).join(' ');
const list = (texts: readonly string[]) => `(${texts.map((text) => `"${text}"`).join(', ')})`;
const unknownIds = (count: number) =>
  many(count, (index) => `99999999-9999-4999-8999-${String(index).padStart(12, '0')}`);

/** Each of these characters stands for eighteen. */
const grows = (count: number) => '\ufdfa'.repeat(count);

describe('the largest query', () => {
  test.each([
    ['a text of 100 words', `Label !~ "${words(100)}" and Label ~ "macbook"`],
    ['a list of 1,000 words', `Label in ${list(['macbook', ...many(999, (n) => `q${n}`)])}`],
    [
      'ten texts of 100 words',
      `Label ~ "macbook" and not (${many(9, (n) => `Label ~ "${words(100, `w${n}x`)}"`).join(' or ')} or Label ~ "${words(99)}")`,
    ],
    ['1,000 ids', `Id in ${list([objects.a, ...unknownIds(999)])}`],
    ['1,000 ids and a text', `Id in ${list([objects.a, ...unknownIds(999)])} and Label ~ "mac"`],
    ['1,000 numbers', `Memory in (${many(1000, (n) => `${n + 9}`).join(', ')}) and Memory < 20`],
    [
      '1,000 days',
      `Created in ("2026-01-01", ${many(999, (n) => `"1${String(n).padStart(3, '0')}-01-01"`).join(', ')})`,
    ],
    ['a text that grows a little', `Label !~ "${grows(10_000)}" and Label ~ "macbook"`],
    ['1,000 texts without words', `Label in ("macbook", ${many(999, () => '"!"').join(', ')})`],
  ])('is answered: %s', async (_what, query) => {
    expect(await find(query, ids.laptop)).toEqual([objects.a]);
  });
});

describe('a larger query', () => {
  const textOf100 = `"${words(100)}"`;
  test.each([
    ['a text of 101 words', `Label ~ "${words(101)}"`, 9, 'up to 100 words, but this one has 101'],
    ['a text of 9,000 words', `Label ~ "${words(9000)}"`, 9, '9,000'],
    ['a list of 9,000 words', `Label in ${list(words(9000).split(' '))}`, 0, '1,000 values'],
    ['11 texts', many(11, () => `Label ~ ${textOf100}`).join(' or '), 0, '1,000 words'],
    ['11 listed texts', `Label in (${many(11, () => textOf100).join(', ')})`, 0, '1,000 words'],
    ['101 words of an option', `Status ~ "${words(101)}"`, 10, 'up to 100 words'],
    ['101 words of a person', `Owner ~ "${words(101)}"`, 9, 'up to 100 words'],
    ['101 words of a reference', `Holder ~ "${words(101)}"`, 10, 'up to 100 words'],
    ['1,001 ids', `Id in ${list(unknownIds(1001))}`, 0, '1,000 values'],
    [
      '1,001 values in two lists',
      `Id in ${list(unknownIds(1000))} or Memory in (1, 2)`,
      0,
      '1,000 values',
    ],
    ['201 conditions', many(201, (n) => `Memory = ${n}`).join(' or '), 0, '200 conditions'],
    ['a text that grows when folded', `Label ~ "${grows(190_000)}"`, 9, 'count as several'],
    ['a word that grows when folded', `Status = ${grows(190_000)}`, 10, 'count as several'],
    [
      'listed texts that grow when folded',
      `Label in ${list(many(100, (n) => `${n}${grows(1_800)}`))}`,
      0,
      'count as several',
    ],
  ])('is refused, with the place and the number: %s', async (_what, query, column, message) => {
    const answer = await ask(query, ids.laptop);
    const error = readError(answer);
    expect(answer.status).toBe(400);
    expect(error.message).toContain(message);
    if (column > 0) expect(error.position).toMatchObject({ column });
    expect(error.position?.offset).toBeGreaterThan(0);
    expect((await service.call('GET', '/health')).status).toBe(200);
  });

  test('points at the first value too many', async () => {
    const query = `Id in ${list(unknownIds(1000))} or Memory in (1, 2)`;
    expect(readError(await ask(query, ids.laptop)).position?.offset).toBe(query.indexOf('1, 2)'));
  });

  test('is refused also where another meaning of the name could be answered', async () => {
    const query = `Memory in (8, ${many(11, (n) => `"${words(100, `w${n}x`)}"`).join(', ')})`;
    const answer = await ask(query);
    expect(readError(answer).message).toContain('1,000 words');
  });
});

describe('a query on an attribute of 1,000 options', () => {
  const options = [
    { id: 'in-use', name: 'In use' },
    { id: 'in-stock', name: 'In stock' },
    { id: 'retired', name: 'Retired' },
    ...many(997, (n) => ({ id: `o${n}`, name: `Öption ${n} ${'é'.repeat(80)}` })),
  ];
  beforeAll(async () => {
    const path = `/public/v1/attribute/${attributeId('Laptop', 'Status')}`;
    const body = { attributeTypeCode: 'OPTION', configuration: { options } };
    expect((await service.call('PATCH', path, { body })).status).toBe(200);
  });

  const names = options.slice(3).map(({ name }) => name.toUpperCase());
  test.each([
    ['hundreds of values', `Status in ${list(['IN USE', ...names.slice(0, 800)])}`],
    [
      '200 conditions',
      `Status = "in use" and ${many(199, (n) => `Status != "${names[n]}"`).join(' and ')}`,
    ],
    ['100 words', `Status = "in-use" and Status !~ "${words(100)}"`],
  ])('takes little longer than as many conditions on a text: %s', async (_what, query) => {
    const plain = many(199, (n) => `Label != "${names[n]}"`).join(' and ');
    const plainMs = await timed(() => ask(plain, ids.laptop));
    const queryMs = await timed(async () => {
      expect(await find(query, ids.laptop)).toEqual([objects.a]);
    });
    expect(queryMs / plainMs).toBeLessThan(10);
  });
});

/** Milliseconds of the processor, since other tests take time at the same time. */
async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
