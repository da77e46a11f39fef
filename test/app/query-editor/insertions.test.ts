import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../../src/query';
import {
  findAttributeToValue,
  insertionGroups,
  withInsertion,
} from '../../../src/app/query-editor/insertions';

const vocabulary = {
  attributes: [
    { name: 'Status', attributeTypeCode: 'OPTION' },
    { name: 'Serial number', attributeTypeCode: 'TEXT' },
    { name: 'Purchased', attributeTypeCode: 'DATE' },
    { name: 'Owner', attributeTypeCode: 'USER' },
    { name: 'Location', attributeTypeCode: 'REFERENCE', typeNames: ['Laptop', 'Person'] },
  ].map((attribute) => ({ ...attribute, attributeIds: [] })),
  typeNames: ['Laptop'],
  earlierLevels: ['Country'],
};
const groups = (query: string) => insertionGroups(query, vocabulary);
const textsOf = (query: string, index: number) =>
  groups(query)[index]!.insertions.map(({ text }) => text);

describe('what can be inserted begins with what fits at the end', () => {
  test.each([
    ['', 'Attributes'],
    ['Status = "In use" and', 'Attributes'],
    ['(not', 'Attributes'],
    ['Status = "In use" order by', 'Attributes'],
    ['Status', 'Operators for Status'],
    ['(Purchased > now() and "serial number"', 'Operators for Serial number'],
    ['Location.Status', 'Operators for Status'],
    ['Unheard', 'Operators'],
    ['created', 'Operators for Created'],
    ['Purchased >', 'Functions and values'],
    ['Owner in (', 'Functions and values'],
    ['Location =', 'Earlier levels'],
    ['Location in ({{Country}},', 'Earlier levels'],
    ['Location in ({{Country}}', 'Continue with'],
    ['Status = "In use"', 'Continue with'],
    ['Status = "In use" order by Status', 'Continue with'],
    ['Status = = and', 'Attributes'],
    ['Location.', 'Attributes'],
  ])('%s', (query, first) => {
    expect(groups(query)[0]!.name).toBe(first);
  });

  test.each([
    ['Status', ['=', '!=', 'in (', 'not in (', '~', '!~', 'is empty', 'is not empty']],
    ['Purchased', ['=', '!=', '<', '<=', '>', '>=', 'is empty', 'is not empty']],
    [
      '"Serial number"',
      ['~', '!~', '=', '!=', '==', 'in (', 'not in (', 'is empty', 'is not empty'],
    ],
    ['(Status = "a"', [')', 'and', 'or']],
    ['Status = "a"', ['and', 'or', 'order by']],
    ['Status = "a" order by Status', ['and', 'or']],
  ])('of operators and conjunctions those that fit: %s', (query, texts) => {
    expect(textsOf(query, 0)).toEqual(texts);
  });

  test('offers names as a query writes them, with their type, and of which types they are', () => {
    expect(groups('')[0]!.insertions.slice(0, 2)).toEqual([
      { text: 'Status', meaning: 'option' },
      { text: '"Serial number"', meaning: 'text' },
    ]);
    expect(groups('')[0]!.insertions[4]!.meaning).toBe('reference, of Laptop, Person');
    expect(textsOf('', 0).slice(5)).toEqual(['Label', 'Created', 'Updated']);
    expect(textsOf('', 1)).toEqual(['Type = "Laptop"']);
  });

  test.each(['Location.', 'not (Location. ', 'Status = "a" order by Location.'])(
    'offers after a dot only what the objects of every type have: %s',
    (query) => {
      expect(groups(query)).toHaveLength(1);
      expect(textsOf(query, 0)).toEqual(['Label', 'Created', 'Updated']);
    },
  );

  test.each([
    ['Status =', 'Status'],
    ['Status in (', 'Status'],
    ['Status in ("a",', 'Status'],
    ['Location.Status !=', 'Status'],
    ['Status', undefined],
    ['Status = "a"', undefined],
    ['', undefined],
  ])('knows whose options to offer: %s', (query, name) => {
    expect(findAttributeToValue(query, vocabulary)?.name).toBe(name);
  });

  test('offers the options of an attribute before all other values, quoted', () => {
    const [first] = insertionGroups('Status =', vocabulary, ['In use', 'the "odd" one']);
    expect(first!.name).toBe('Functions and values');
    expect(first!.insertions.slice(0, 2).map(({ text }) => text)).toEqual([
      '"In use"',
      '"the \\"odd\\" one"',
    ]);
  });

  test('offers earlier levels by their objects and their labels, and none where there is none', () => {
    expect(textsOf('Location =', 0)).toEqual(['{{Country}}', '{{Country.label}}']);
    const names = insertionGroups('', { ...vocabulary, earlierLevels: [] }).map(({ name }) => name);
    expect(names).not.toContain('Earlier levels');
  });
});

describe('inserting', () => {
  test.each([
    ['', 'Status', 'Status '],
    ['Status', '=', 'Status = '],
    ['Status = "a"\n', 'Owner', 'Status = "a" and Owner '],
    ['Status = "a"', 'Type = "Laptop"', 'Status = "a" and Type = "Laptop" '],
    ['Status = "a" and', 'Owner', 'Status = "a" and Owner '],
    ['Status in (', '"a"', 'Status in ("a" '],
    ['Status in ("a"', ')', 'Status in ("a") '],
    ['Status = "a" order by Status', 'Owner', 'Status = "a" and Owner order by Status'],
    ['order by Status desc', 'Owner', 'Owner order by Status desc'],
    ['Status = "a" order by', 'Owner', 'Status = "a" order by Owner '],
    ['Status = = ', 'Owner', 'Status = = Owner '],
    ['Location.', 'Label', 'Location.Label '],
    ['Status = "a" and Location. ', 'Label', 'Status = "a" and Location.Label '],
  ])('into %j puts %s where it belongs', (query, text, result) => {
    expect(withInsertion(query, text, vocabulary)).toBe(result);
  });

  test('leads step by step to a query that can be read', () => {
    const steps = ['Status', 'in (', '"a"', ',', '"b"', ')', 'Owner', '=', 'currentUser()'];
    const query = [...steps, 'Location', '=', '{{Country}}', 'order by', 'Purchased'].reduce(
      (written, text) => withInsertion(written, text, vocabulary),
      '',
    );
    expect(query).toBe(
      'Status in ("a", "b") and Owner = currentUser() and Location = {{Country}} order by Purchased ',
    );
    expect(parseTemplate(query).ok).toBe(true);
  });

  test('offers nothing that cannot be read where it fits', () => {
    const ends = { Status: ['=', '"a"'], Purchased: ['>', 'now()'] };
    for (const [name, [operator, value]] of Object.entries(ends)) {
      for (const { text } of groups(`${name} ${operator}`)[0]!.insertions) {
        const parsed = parseTemplate(withInsertion(`${name} ${operator}`, text, vocabulary));
        expect([text, parsed.ok]).toEqual([text, true]);
      }
      for (const { text } of groups(name)[0]!.insertions) {
        const end = text.startsWith('is') ? '' : text.endsWith('(') ? `${value})` : value!;
        const parsed = parseTemplate(withInsertion(name, text, vocabulary) + end);
        expect([text, parsed.ok]).toEqual([text, true]);
      }
    }
  });
});
