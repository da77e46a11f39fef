import { describe, expect, test } from 'vitest';
import {
  combineWithLabelMatch,
  combineWithObjectIds,
  everything,
  matchObjectIds,
  parseQuery,
  printQuery,
} from '../../src/query';
import { anyQuery, hostileText } from './arbitrary-query';
import { readQuery } from './read';
import { withoutLocations } from './without-locations';
import fc from '../support/property-testing';

describe('the configured query combined with the typed text', () => {
  test.each([
    ['Status = "In use"', 'mac', 'Status = "In use" and Label ~ "mac"'],
    ['a = 1 or b = 2', 'mac', '(a = 1 or b = 2) and Label ~ "mac"'],
    ['a = 1 and b = 2', 'mac', 'a = 1 and b = 2 and Label ~ "mac"'],
    ['not a = 1', 'mac', 'not a = 1 and Label ~ "mac"'],
    ['a = 1 order by b desc', 'mac', 'a = 1 and Label ~ "mac" order by b desc'],
    ['order by b', 'mac', 'Label ~ "mac" order by b'],
    ['', 'mac', 'Label ~ "mac"'],
    ['a = 1 order by b', ' \t', 'a = 1 order by b'],
    ['', '', ''],
    [
      'a = 1',
      '" or Id is not empty or Label ~ "',
      'a = 1 and Label ~ "\\" or Id is not empty or Label ~ \\""',
    ],
  ])('%j with %j typed is %s', (configured, typed, combined) => {
    expect(printQuery(combineWithLabelMatch(readQuery(configured), typed))).toBe(combined);
  });

  test.each([
    ['', 'c02', ['Serial number'], 'Label ~ "c02" or "Serial number" *= "c02"'],
    ['a = 1', 'c0', ['Tag', 'Id'], 'a = 1 and (Label ~ "c0" or "Tag" *= "c0" or "Id" *= "c0")'],
    ['a = 1', 'c', ['Tag'], 'a = 1 and Label ~ "c"'],
    ['a = 1', '', ['Tag'], 'a = 1'],
    ['', 'c0', ['" ~ "" or "'], 'Label ~ "c0" or "\\" ~ \\"\\" or \\"" *= "c0"'],
  ])('%j with %j typed also searches %j: %s', (configured, typed, names, combined) => {
    const query = combineWithLabelMatch(readQuery(configured), typed, names);
    expect(printQuery(query)).toBe(combined);
    expect(withoutLocations(parseQuery(combined))).toEqual({
      ok: true,
      query: withoutLocations(query),
    });
  });

  test('without a configured query is the label match alone, or everything', () => {
    expect(printQuery(combineWithLabelMatch(undefined, 'mac'))).toBe('Label ~ "mac"');
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
        operator: '~',
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

test('everything is the empty query', () => {
  expect(printQuery(everything())).toBe('');
});
