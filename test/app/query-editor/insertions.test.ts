import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../../src/query';
import { insertionGroups, withInsertion } from '../../../src/app/query-editor/insertions';
import { endOfQuery } from '../../../src/app/query-editor/end-of-query';

const vocabulary = {
  attributes: [
    { name: 'Status', attributeTypeCode: 'OPTION' },
    { name: 'Serial number', attributeTypeCode: 'TEXT' },
    { name: 'Purchased', attributeTypeCode: 'DATE' },
    { name: 'Owner', attributeTypeCode: 'USER' },
    { name: 'Lent', attributeTypeCode: 'BOOLEAN' },
    { name: 'Memory', attributeTypeCode: 'INTEGER' },
    { name: 'Lifecycle', attributeTypeCode: 'WORKFLOW' },
    { name: 'Location', attributeTypeCode: 'REFERENCE', typeNames: ['Laptop', 'Person'] },
  ].map((attribute) => ({ ...attribute, attributeIds: [] })),
  typeNames: ['Laptop'],
  earlierLevels: ['Country'],
};
const groups = (query: string, optionNames: string[] = []) =>
  insertionGroups(endOfQuery(query), vocabulary, optionNames);
const textsOf = (query: string, optionNames: string[] = []) =>
  groups(query, optionNames).flatMap(({ insertions }) => insertions.map(({ text }) => text));

describe('what can be inserted is what fits at the end', () => {
  test.each([
    ['', ['Attributes', 'Types', 'Continue with']],
    ['Status = "In use" and', ['Attributes', 'Types', 'Continue with']],
    ['(not', ['Attributes', 'Types', 'Continue with']],
    ['Status = "In use" order by', ['Attributes']],
    ['Status', ['Operators for Status']],
    ['(Purchased > now() and "serial number"', ['Operators for Serial number']],
    ['Unheard', ['Operators']],
    ['created', ['Operators for Created']],
    ['Status is', ['Operators for Status']],
    ['Purchased not', []],
    ['Purchased >', ['Functions and values']],
    ['Owner in (', ['Functions and values']],
    ['Location =', ['Earlier levels', 'Functions and values']],
    ['Location in ({{Country}},', ['Earlier levels', 'Functions and values']],
    ['Location in ({{Country}}', ['Continue with']],
    ['Status = "In use"', ['Continue with']],
    ['Status = "In use" ', ['Continue with']],
    ['Status = "In use" order by Status', ['Continue with']],
    ['Status = = and', []],
  ])('%j: %j', (query, names) => {
    expect(groups(query).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['Status', ['=', '!=', 'in (', 'not in (', '~', '!~', '*=', 'is empty', 'is not empty']],
    ['Type', ['=', '!=', 'in (', 'not in (', '~', '!~', '*=', 'is empty', 'is not empty']],
    ['Purchased', ['=', '!=', '<', '<=', '>', '>=', 'is empty', 'is not empty']],
    [
      '"Serial number"',
      ['~', '!~', '*=', '=', '!=', '==', 'in (', 'not in (', 'is empty', 'is not empty'],
    ],
    ['Status = "a" and (not', ['not', '(']],
    ['(Status = "a"', [')', 'and', 'or']],
    ['Status = "a"', ['and', 'or', 'order by']],
    ['Status = "a" order by Status', ['desc', 'and', 'or']],
    ['Status = "a" order by Status desc', ['and', 'or']],
    ['Location', ['is empty', 'is not empty', '.']],
    ['Status in ("a"', [',', ')']],
    ['Status is', ['empty', 'not empty']],
    ['(Status is', ['empty', 'not empty']],
    ['Status is order by Status', ['empty', 'not empty']],
    ['Status IS NOT', ['empty']],
    ['Status not', ['in (']],
    ['Unheard not', ['in (']],
  ])('of operators and conjunctions those that fit: %j', (query, texts) => {
    expect(textsOf(query).slice(-texts.length)).toEqual(texts);
  });

  test('says what a begun operator means once it is complete', () => {
    const [{ insertions } = { insertions: [] }] = groups('Status is not');
    expect(insertions).toEqual([{ text: 'empty', meaning: '“is not empty”: has a value' }]);
  });

  const people = [
    'user(${emailCurrentUser})',
    'currentUser()',
    'user("name@example.com")',
    'userId("id")',
  ];
  test.each([
    ['Status =', ['"In use"', '"the \\"odd\\" one"', '{{Country.label}}']],
    ['Status in ("a",', ['"In use"', '"the \\"odd\\" one"', '{{Country.label}}']],
    ['Lifecycle !=', ['"In use"', '"the \\"odd\\" one"', '{{Country.label}}']],
  ])('of values the names of options and states first: %j', (query, texts) => {
    expect(textsOf(query, ['In use', 'the "odd" one'])).toEqual(texts);
  });

  test('of values the types for the type', () => {
    expect(textsOf('Type in (')).toEqual(['"Laptop"', '{{Country.label}}']);
  });

  test.each([
    ['Lent =', ['true', 'false']],
    ['Purchased >', ['now()', 'now("-7d")', 'now("7d")']],
    ['Updated >', ['now()', 'now("-7d")', 'now("7d")']],
    ['Owner =', people],
    ['Memory >=', []],
    ['Location =', ['{{Country}}', '{{Country.label}}', '"label"', 'objectId("id")']],
    ['"Serial number" ~', ['{{Country.label}}']],
    ['Unheard =', ['{{Country}}', '{{Country.label}}']],
  ])('of values those of the kind: %j', (query, texts) => {
    expect(textsOf(query)).toEqual(texts);
  });

  test('of an attribute that types have in different kinds, what fits any of them', () => {
    const [status] = vocabulary.attributes;
    const other = { ...status!, attributeTypeCode: 'BOOLEAN' };
    const known = { ...vocabulary, attributes: [status!, other], earlierLevels: [] };
    const offered = (query: string) =>
      insertionGroups(endOfQuery(query), known, ['In use']).flatMap(({ insertions }) =>
        insertions.map(({ text }) => text),
      );
    expect(offered('Status')).toContain('<');
    expect(offered('Status =')).toEqual(['"In use"', 'true', 'false']);
  });

  test('offers names as a query writes them, with their type, and of which types they are', () => {
    const [names, types] = groups('');
    expect(names!.insertions.slice(0, 2)).toEqual([
      { text: 'Status', meaning: 'option' },
      { text: '"Serial number"', meaning: 'text' },
    ]);
    expect(names!.insertions.at(-4)!.meaning).toBe('reference, of Laptop, Person');
    expect(names!.insertions.slice(-3).map(({ text }) => text)).toEqual([
      'Label',
      'Created',
      'Updated',
    ]);
    expect(types!.insertions.map(({ text }) => text)).toEqual(['Type = "Laptop"']);
  });

  test.each(['Location.', 'not (Location. ', 'Status = "a" order by Location.'])(
    'offers after a dot names alone: %s',
    (query) => {
      expect(groups(query).map(({ name }) => name)).toEqual(['Attributes']);
    },
  );

  test('offers no earlier level where there is none', () => {
    const known = { ...vocabulary, earlierLevels: [] };
    const names = insertionGroups(endOfQuery('Location ='), known).map(({ name }) => name);
    expect(names).toEqual(['Functions and values']);
  });
});

describe('the end of a query', () => {
  test.each([
    ['Location.', [], ['Location'], undefined],
    ['order by Location. "Part of" .', [], ['Location', 'Part of'], undefined],
    ['Status = 1 and Location.Status', 'operator', ['Location'], 'Status'],
    ['(Location.Status in (', 'value', ['Location'], 'Status'],
    ['Status =', 'value', [], 'Status'],
    ['Location.Status = "a" and', 'condition', [], undefined],
    ['Location.Status is', 'operator', ['Location'], 'Status'],
    ['Location.Status = order by Location', 'value', ['Location'], 'Status'],
    ['Location = = ', 'unknown', [], undefined],
  ])('%j names what is compared and the references to it', (query, expects, references, name) => {
    const end = endOfQuery(query);
    if (typeof expects === 'string') expect(end.expects).toBe(expects);
    expect([end.references, end.name]).toEqual([references, name]);
  });
});

describe('inserting', () => {
  test.each([
    ['', 'Status', 'Status '],
    ['Status', '=', 'Status = '],
    ['Status = "a"\n', 'and', 'Status = "a" and '],
    ['Status = "a" and', 'Owner', 'Status = "a" and Owner '],
    ['Status is', 'not empty', 'Status is not empty '],
    ['Status in (', '"a"', 'Status in ("a" '],
    ['Status in ("a"', ')', 'Status in ("a") '],
    ['Status = "a" order by Status', 'and', 'Status = "a" and order by Status'],
    ['Status = "a" and order by Status', 'Owner', 'Status = "a" and Owner order by Status'],
    ['"order by" = order by Status', '"a"', '"order by" = "a" order by Status'],
    ['order by Status desc', 'Owner', 'Owner order by Status desc'],
    ['Status = "a" order by', 'Owner', 'Status = "a" order by Owner '],
    ['Location ', '.', 'Location. '],
    ['Location.', 'Label', 'Location.Label '],
    ['order by Location.Label', 'desc', 'order by Location.Label desc '],
    ['Status = "a" and Location. ', 'Label', 'Status = "a" and Location.Label '],
    ['Status = "a" order by Location.', 'Label', 'Status = "a" order by Location.Label '],
  ])('into %j puts %s where it belongs', (query, text, result) => {
    expect(withInsertion(query, text)).toBe(result);
  });

  test('leads step by step to a query that can be read', () => {
    const steps = ['Status', 'in (', '"a"', ',', '"b"', ')', 'and', 'Owner', '=', 'currentUser()'];
    const query = [...steps, 'and', 'Location', '=', '{{Country}}', 'order by', 'Purchased'].reduce(
      (written, text) => withInsertion(written, text),
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
      for (const text of textsOf(`${name} ${operator}`)) {
        const parsed = parseTemplate(withInsertion(`${name} ${operator}`, text));
        expect([text, parsed.ok]).toEqual([text, true]);
      }
      for (const text of textsOf(name)) {
        const end = text.startsWith('is') ? '' : text.endsWith('(') ? `${value})` : value!;
        const parsed = parseTemplate(withInsertion(name, text) + end);
        expect([text, parsed.ok]).toEqual([text, true]);
      }
    }
  });
});
