import { describe, expect, test } from 'vitest';
import {
  combineWithLabelMatch,
  parseQuery,
  parseTemplate,
  printQuery,
  queryLimits,
  templateLimits,
} from '../../src/query';
import { hostileText } from './arbitrary-query';
import { errorOf, readQuery, readTemplate } from './read';
import { withoutLocations } from './without-locations';
import fc from '../support/property-testing';

const word = (text: string) => ({ kind: 'word', text });
const path = (...names: string[]) => ({ names: names.map((text) => ({ text, isQuoted: false })) });
const equals = (name: string, value: string) => ({
  kind: 'comparison',
  path: path(name),
  operator: '=',
  operand: word(value),
});

describe('the tree of a query', () => {
  test('binds "not" before "and", and "and" before "or"', () => {
    expect(withoutLocations(readQuery('not a = x and b = y or c = z').condition)).toEqual({
      kind: 'or',
      operands: [
        { kind: 'and', operands: [{ kind: 'not', operand: equals('a', 'x') }, equals('b', 'y')] },
        equals('c', 'z'),
      ],
    });
  });

  test('takes conditions of the same kind out of their parentheses', () => {
    expect(withoutLocations(readQuery('a = x and ((b = y) and c = z)').condition)).toEqual({
      kind: 'and',
      operands: [equals('a', 'x'), equals('b', 'y'), equals('c', 'z')],
    });
  });

  test('tells a negated list from a negated condition', () => {
    expect(readQuery('a not in (x)').condition).toMatchObject({
      kind: 'membership',
      isNegated: true,
    });
    expect(readQuery('not a in (x)').condition).toMatchObject({
      kind: 'not',
      operand: { kind: 'membership', isNegated: false },
    });
  });

  test('never splits a quoted name at its dots', () => {
    expect(withoutLocations(readQuery('Region."St. Gallen.x" is empty').condition)).toEqual({
      kind: 'emptiness',
      isNegated: false,
      path: {
        names: [
          { text: 'Region', isQuoted: false },
          { text: 'St. Gallen.x', isQuoted: true },
        ],
      },
    });
  });

  test.each([
    ['-1.50', { kind: 'number', value: -1.5, text: '-1.50' }],
    ['9007199254740993', { kind: 'number', text: '9007199254740993' }],
    ['2xlarge', word('2xlarge')],
    ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', word('3f2504e0-4f89-41d3-9a0c-0305e82c3301')],
    ['2026-09-01', word('2026-09-01')],
    ['"\\u0022\\ud83d\\ude00"', { kind: 'string', value: '"😀' }],
    ['currentUser()', { kind: 'call', name: 'currentUser', arguments: [] }],
    ['now("-7d")', { kind: 'call', name: 'now', arguments: [{ kind: 'string', value: '-7d' }] }],
  ])('reads the value %s', (text, operand) => {
    expect(readQuery(`a = ${text}`).condition).toMatchObject({ operand });
  });

  test('leaves the condition out where there is none', () => {
    expect(readQuery(' ')).toEqual({ orderBy: [] });
    expect(withoutLocations(readQuery('order by a, b.c desc'))).toEqual({
      orderBy: [
        { path: path('a'), direction: 'asc' },
        { path: path('b', 'c'), direction: 'desc' },
      ],
    });
  });

  test('locates every part in the text', () => {
    const text = '(a = x or not (b."c d" in (1, f("y")))) and e is empty order by g desc';
    const query = readQuery(text);
    const seen: string[] = [];
    collectLocated(query, (start, end) => seen.push(text.slice(start, end)));
    expect(seen).toEqual([
      '(a = x or not (b."c d" in (1, f("y")))) and e is empty',
      'a = x or not (b."c d" in (1, f("y")))',
      ...['a = x', 'a', 'a', 'x'],
      ...['not (b."c d" in (1, f("y")))', 'b."c d" in (1, f("y"))'],
      ...['b."c d"', 'b', '"c d"', '1', 'f("y")', '"y"'],
      ...['e is empty', 'e', 'e', 'g desc', 'g', 'g'],
    ]);
  });

  test('locates an operator without the space around it', () => {
    expect(readQuery('a  !~  x').condition).toMatchObject({
      operator: '!~',
      operatorLocation: { start: 3, end: 5 },
    });
  });
});

describe('the two readings', () => {
  test.each(['{{Country}}', '<<Country>>', '"{{Country}}"', '"<<Country>>"', '{{ Country }}'])(
    'a template takes %s for a level',
    (text) => {
      expect(readTemplate(`a = ${text}`).condition).toMatchObject({
        operand: { kind: 'levelPlaceholder', levelName: 'Country', part: 'id' },
      });
    },
  );

  test.each([
    '${emailCurrentUser}',
    '$<emailCurrentUser>',
    '"${emailCurrentUser}"',
    '"$<emailCurrentUser>"',
  ])('a template takes %s for the email address', (text) => {
    expect(readTemplate(`a = user(${text})`).condition).toMatchObject({
      operand: { arguments: [{ kind: 'emailPlaceholder' }] },
    });
  });

  test('a template knows the labels of a level by their suffix', () => {
    expect(readTemplate('a = {{St. Gallen.label}}').condition).toMatchObject({
      operand: { kind: 'levelPlaceholder', levelName: 'St. Gallen', part: 'label' },
    });
  });

  test.each(['{{x}}', '<<x>>', '${emailCurrentUser}', '$<emailCurrentUser>'])(
    'a query takes %s in quotes for text and refuses it bare',
    (text) => {
      expect(readQuery(`a = "${text}"`).condition).toMatchObject({
        operand: { kind: 'string', value: text },
      });
      expect(errorOf(parseQuery(`a = ${text}`)).message).toContain('only in the configuration');
    },
  );
});

describe('the limits', () => {
  test('a text that is too long is refused where the limit is', () => {
    const text = `a = "${'x'.repeat(templateLimits.maximumLength)}"`;
    expect(errorOf(parseTemplate(text))).toMatchObject({
      message: 'This query has 20,006 characters; at most 20,000 are allowed. Shorten it.',
      location: { start: 20_000, end: 20_006 },
    });
    expect(parseQuery(text).ok).toBe(true);
  });

  test.each(['(', 'not (', 'a = x or (b = y and ('])('%s without end is refused', (opening) => {
    const text = opening.repeat(templateLimits.maximumLength / opening.length);
    expect(errorOf(parseTemplate(text)).message).toBe(
      'Parentheses are nested more than 50 levels deep. Remove those that you don’t need.',
    );
    expect(errorOf(parseQuery(text)).message).toContain('more than 60 levels deep');
  });

  test('parentheses side by side are not nested', () => {
    const groups = Array.from({ length: 200 }, () => '(a = x or b = y)');
    expect(parseTemplate(groups.join(' and ')).ok).toBe(true);
  });

  test('a query of too many parts is refused', () => {
    const text = `a in (${Array.from({ length: templateLimits.maximumNodes }, () => 1).join()})`;
    expect(errorOf(parseTemplate(text)).message).toBe(
      'This query has more than 5,000 conditions, names and values. Shorten it.',
    );
    expect(parseQuery(text).ok).toBe(true);
  });

  test('a template at its limits can be combined with a long typed text and read back', () => {
    const { maximumDepth, maximumLength } = templateLimits;
    const nested = `${'a = x or not ('.repeat(maximumDepth)}b = y${')'.repeat(maximumDepth)}`;
    const template = readTemplate(nested.padEnd(maximumLength));
    const combined = combineWithLabelMatch(template, '\0'.repeat(10_000));
    const text = printQuery(combined);
    expect(text.length).toBeLessThan(queryLimits.maximumLength);
    expect(withoutLocations(readQuery(text))).toEqual(withoutLocations(combined));
  });
});

test('no text makes the parser throw', () => {
  const tokens = fc.constantFrom(
    ...[
      'a',
      '"b"',
      '1',
      '-1.5',
      '1.',
      'and',
      'or',
      'not',
      'in',
      'is',
      'empty',
      'order',
      'by',
      'asc',
    ],
    ...['desc', '(', ')', ',', '.', '=', '~', '<', '<<', '>>', '{{x}}', '${', '}', '"', '\\', ' '],
  );
  const text = fc.oneof(
    hostileText,
    fc.array(tokens, { maxLength: 20 }).map((parts) => parts.join(' ')),
    fc.array(tokens, { maxLength: 20 }).map((parts) => parts.join('')),
  );
  const check = fc.property(text, (written) => {
    for (const result of [parseQuery(written), parseTemplate(written)]) {
      if (result.ok) continue;
      const { location, line, column, excerpt } = result.error;
      expect(location.start).toBeLessThanOrEqual(location.end);
      expect(location.end).toBeLessThanOrEqual(written.length);
      expect(Math.min(line, column)).toBeGreaterThan(0);
      expect(excerpt.split('\n')).toHaveLength(2);
    }
  });
  fc.assert(check, { numRuns: 3000 });
});

/** Calls `visit` with each location in the tree, outer ones before those they hold. */
function collectLocated(tree: unknown, visit: (start: number, end: number) => void): void {
  if (typeof tree !== 'object' || tree === null) return;
  if ('location' in tree) {
    const { start, end } = tree.location as { start: number; end: number };
    visit(start, end);
  }
  for (const [key, value] of Object.entries(tree)) {
    if (key !== 'location') collectLocated(value, visit);
  }
}
