import { describe, expect, test } from 'vitest';
import {
  parseQuery,
  parseTemplate,
  printAttributeName,
  printQuery,
  quoteString,
} from '../../src/query';
import type { Query } from '../../src/query';
import { anyQuery, anyTemplate, hostileText } from './arbitrary-query';
import { withoutLocations } from './without-locations';
import fc from '../support/property-testing';

const location = { start: 0, end: 0 };

describe('a printed tree read back is the same tree', () => {
  test('of a query', () => {
    const check = fc.property(anyQuery, (query) => {
      expect(withoutLocations(parseQuery(printQuery(query)))).toEqual(read(query));
    });
    fc.assert(check, { numRuns: 2000 });
  });

  test('of a template', () => {
    const check = fc.property(anyTemplate, (template) => {
      expect(withoutLocations(parseTemplate(printQuery(template)))).toEqual(read(template));
    });
    fc.assert(check, { numRuns: 2000 });
  });

  test('of a query, also when it is taken for a template', () => {
    const check = fc.property(anyQuery, (query) => {
      expect(withoutLocations(parseTemplate(printQuery(query)))).toEqual(read(query));
    });
    fc.assert(check, { numRuns: 1000 });
  });
});

test.each(['and', 'ORDER', 'empty', '2024', '-1', 'two words', 'a.b', ''])(
  'the name "%s" is quoted even where the tree has it unquoted',
  (text) => {
    const path = { names: [{ text, isQuoted: false, location }], location };
    const query: Query = { orderBy: [{ path, direction: 'asc', location }] };
    expect(printQuery(query)).toBe(`order by "${text}"`);
  },
);

test.each([
  ['Status', 'Status'],
  ['Serial number', '"Serial number"'],
  ['type', '"type"'],
  ['Order', '"Order"'],
  ['say "hi"', '"say \\"hi\\""'],
])('the attribute %s is named %s', (name, written) => {
  expect(printAttributeName(name)).toBe(written);
});

describe('quoting', () => {
  test('any text read back is the same text, in both readings', () => {
    const check = fc.property(hostileText, (text) => {
      const expected = { query: { condition: { operand: { kind: 'string', value: text } } } };
      expect(parseQuery(`a = ${quoteString(text)}`)).toMatchObject(expected);
      expect(parseTemplate(`a = ${quoteString(text)}`)).toMatchObject(expected);
    });
    fc.assert(check, { numRuns: 2000 });
  });

  test('any text stays the same on its way through UTF-8', () => {
    const check = fc.property(hostileText, (text) => {
      const quoted = quoteString(text);
      expect(Buffer.from(quoted, 'utf8').toString('utf8')).toBe(quoted);
    });
    fc.assert(check, { numRuns: 1000 });
  });

  test.each([
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['C:\\temp\\', '"C:\\\\temp\\\\"'],
    ['one\r\ntwo\t\0', '"one\\u000d\\ntwo\\t\\u0000"'],
    ['\u2028\ud800😀', '"\\u2028\\ud800😀"'],
    ['{{x}} {x}', '"\\u007b{x}} {x}"'],
  ])('writes %j as %s', (text, quoted) => {
    expect(quoteString(text)).toBe(quoted);
  });
});

function read(query: Query): unknown {
  return { ok: true, query: withoutLocations(query) };
}
