import { describe, expect, test } from 'vitest';
import {
  canBePart,
  combineWithLabelMatch,
  combineWithObjectIds,
  everything,
  kindOfObjects,
  leavesOf,
  matchObjectIds,
  operandsOf,
  parseQuery,
  parseTemplate,
  printAttributeName,
  printQuery,
  quoteString,
  wordsOf,
  type Query,
} from '../../src/query';
import { anyQuery, anyTemplate, hostileText } from './arbitrary-query';
import { withoutLocations } from './without-locations';
import fc from '../support/property-testing';
import { errorOf, readQuery } from './read';
import invalidQueries from '../corpus/invalid-queries.json';
import validQueries from '../corpus/valid-queries.json';

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

describe('the configured query combined with the typed text', () => {
  test.each([
    ['Status = "In use"', 'mac', 'Status = "In use" and Label *= "mac"'],
    ['a = 1 or b = 2', 'mac', '(a = 1 or b = 2) and Label *= "mac"'],
    ['a = 1 and b = 2', 'mac', 'a = 1 and b = 2 and Label *= "mac"'],
    ['not a = 1', 'mac', 'not a = 1 and Label *= "mac"'],
    ['a = 1 order by b desc', 'mac', 'a = 1 and Label *= "mac" order by b desc'],
    ['order by b', 'mac', 'Label *= "mac" order by b'],
    ['', 'mac', 'Label *= "mac"'],
    ['', 'ma', 'Label ~ "ma"'],
    ['', 'ma pro', 'Label *= "ma pro"'],
    ['', '港', 'Label ~ "港"'],
    ['a = 1', '港区', 'a = 1 and Label *= "港区"'],
    ['', 'dock 관리', 'Label *= "dock 관리"'],
    ['', 'सड़क', 'Label *= "सड़क"'],
    ['a = 1 order by b', ' \t', 'a = 1 order by b'],
    ['', '', ''],
    [
      'a = 1',
      '" or Id is not empty or Label ~ "',
      'a = 1 and Label *= "\\" or Id is not empty or Label ~ \\""',
    ],
  ])('%j with %j typed is %s', (configured, typed, combined) => {
    expect(printQuery(combineWithLabelMatch(readQuery(configured), typed))).toBe(combined);
  });

  test.each([
    ['', 'c02', ['Serial number'], 'Label *= "c02" or "Serial number" *= "c02"'],
    ['a = 1', 'c0', ['Tag', 'Id'], 'a = 1 and (Label ~ "c0" or "Tag" ~ "c0" or "Id" ~ "c0")'],
    ['a = 1', 'c', ['Tag'], 'a = 1 and Label ~ "c"'],
    ['', '葵', ['Owner'], 'Label ~ "葵" or "Owner" ~ "葵"'],
    ['a = 1', '', ['Tag'], 'a = 1'],
    ['', 'c0', ['" ~ "" or "'], 'Label ~ "c0" or "\\" ~ \\"\\" or \\"" ~ "c0"'],
    ['', 'mac s', ['Tag'], '(Label *= "mac" or "Tag" *= "mac") and (Label ~ "s" or "Tag" ~ "s")'],
    ['a = 1', '& mac', ['Tag'], 'a = 1 and (Label *= "mac" or "Tag" *= "mac")'],
    ['', 'm s', ['Tag'], 'Label ~ "m s"'],
  ])('%j with %j typed also searches %j: %s', (configured, typed, names, combined) => {
    const query = combineWithLabelMatch(readQuery(configured), typed, names);
    expect(printQuery(query)).toBe(combined);
    expect(withoutLocations(parseQuery(combined))).toEqual({
      ok: true,
      query: withoutLocations(query),
    });
  });

  test('without a configured query is the label match alone, or everything', () => {
    expect(printQuery(combineWithLabelMatch(undefined, 'mac'))).toBe('Label *= "mac"');
    expect(combineWithLabelMatch(undefined, '')).toEqual(everything());
  });

  test('keeps the configured condition and order as they are and is read back', () => {
    const check = fc.property(anyQuery, hostileText, (configured, typed) => {
      fc.pre(typed.trim() !== '');
      const combined = combineWithLabelMatch(configured, typed);
      expect(withoutLocations(parseQuery(printQuery(combined)))).toEqual({
        ok: true,
        query: withoutLocations(combined),
      });
      const { condition } = configured;
      const kept = condition?.kind === 'and' ? condition.operands : condition ? [condition] : [];
      const label = {
        kind: 'comparison',
        path: { names: [{ text: 'Label', isQuoted: false }] },
        operator: wordsOf(typed).some(canBePart) ? '*=' : '~',
        operand: { kind: 'string', value: typed },
      };
      const expected = [...kept.map(withoutLocations), label];
      expect(withoutLocations(combined)).toEqual({
        condition: expected.length > 1 ? { kind: 'and', operands: expected } : label,
        orderBy: withoutLocations(configured.orderBy),
      });
    });
    fc.assert(check, { numRuns: 1000 });
  });

  test('asks for each typed word under every name, and never for anything that was typed', () => {
    const check = fc.property(
      hostileText,
      fc.array(hostileText, { minLength: 1, maxLength: 3 }),
      (typed, names) => {
        const { condition } = combineWithLabelMatch(undefined, typed, names);
        const leaves = leavesOf(condition);
        const texts = leaves
          .flatMap(operandsOf)
          .map((operand) => operand.kind === 'string' && operand.value);
        expect(
          texts.every((text) => text !== false && typed.includes(text.split(' ')[0] ?? '')),
        ).toBe(true);
        const paths = new Set(leaves.map(({ path }) => path.names.map(({ text }) => text).join()));
        expect([...paths].every((path) => path === 'Label' || names.includes(path))).toBe(true);
      },
    );
    fc.assert(check, { numRuns: 300 });
  });
});

describe('a query for ids', () => {
  test('lists them as text', () => {
    expect(printQuery(matchObjectIds(['one', 't"wo']))).toBe('Id in ("one", "t\\"wo")');
  });

  test('matches nothing without ids, and never everything', () => {
    expect(printQuery(matchObjectIds([]))).toBe('Id is empty');
  });

  test('is read back by the service with a thousand of them', () => {
    const ids = Array.from({ length: 1000 }, () => '3f2504e0-4f89-41d3-9a0c-0305e82c3301');
    expect(parseQuery(printQuery(matchObjectIds(ids))).ok).toBe(true);
  });
});

test.each([
  ['a = 1 or b = 2 order by a', ['one'], '(a = 1 or b = 2) and Id in ("one")'],
  ['', ['one', 'two'], 'Id in ("one", "two")'],
  ['a = 1', [], 'a = 1 and Id is empty'],
])('%j narrowed to %j is %j', (query, ids, expected) => {
  expect(printQuery(combineWithObjectIds(readQuery(query), ids))).toBe(expected);
});

test.each([
  ['', ''],
  ['Type = "City" and Region = {{Region}} order by Label', 'Type = "City" and Region is not empty'],
  ['Region = {{Region}} or Country = {{Country}}', 'Region is not empty or Country is not empty'],
  ['Region = {{Region}} or Label ~ "a"', ''],
  ['type in ("City", "Town") and not (Id = "x")', 'type in ("City", "Town") and not Id = "x"'],
  ['Type = {{Region.label}} and Region.Country = "LV"', 'Region is not empty'],
  ['Type != "Secret" and not (Status = "Retired")', 'Type != "Secret"'],
  ['Status != "x" and Status not in ("y") and Status !~ "z" and Status is empty', ''],
  ['"Type" = "x" and Status is not empty', '"Type" is not empty and Status is not empty'],
  ['Label = "a" and Created > now("-7d") and Updated is not empty', ''],
  [
    'Owner = user(${emailCurrentUser}) and Owner in (currentUser())',
    'Owner is not empty and Owner is not empty',
  ],
  [
    '(Type = "A" and Label ~ "x") or (Type = "B" and (Label ~ "y" or Label ~ "z"))',
    'Type = "A" or Type = "B"',
  ],
  [
    'Type = "A" or ((Type = "B" or Type = "C") and Label ~ "x")',
    'Type = "A" or Type = "B" or Type = "C"',
  ],
])('of the kind of objects, %j says %j', (text, expected) => {
  const template = parseTemplate(text);
  expect(template.ok && printQuery(kindOfObjects(template.query))).toBe(expected);
});

test('what a template says of the kind of objects is a query without placeholders', () => {
  const check = fc.property(anyTemplate, (template) => {
    expect(parseQuery(printQuery(kindOfObjects(template))).ok).toBe(true);
  });
  fc.assert(check, { numRuns: 500 });
});

test('everything is the empty query', () => {
  expect(printQuery(everything())).toBe('');
});

const readings = new Map([
  ['query', parseQuery],
  ['template', parseTemplate],
]);

describe('a valid text is read and printed in one form', () => {
  test.each(validQueries)('$reading $text', ({ reading, text, printed }) => {
    const parse = readings.get(reading)!;
    const result = parse(text);
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    expect(printQuery(result.query)).toBe(printed);
    expect(withoutLocations(parse(printed))).toEqual(withoutLocations(result));
  });
});

describe('an invalid text is refused with the reason and the place', () => {
  test.each(invalidQueries)('$reading $text', ({ reading, text, message, line, column }) => {
    const error = errorOf(readings.get(reading)!(text));
    expect({ message: error.message, line: error.line, column: error.column }).toEqual({
      message,
      line,
      column,
    });
  });
});
