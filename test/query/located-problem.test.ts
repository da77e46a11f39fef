import { expect, test } from 'vitest';
import { describeProblem, parseQuery } from '../../src/query';
import { errorOf } from './read';

test('a caret below the line at fault marks the place', () => {
  expect(errorOf(parseQuery('a = 1\r\nand b = = 2\r\norder by c')).excerpt).toBe(
    ['and b = = 2', '        ^'].join('\n'),
  );
});

test('the caret keeps its place behind tabs and emoji', () => {
  expect(errorOf(parseQuery('\ta = "😀" )')).excerpt).toBe(
    ['\ta = "😀" )', '\t        ^'].join('\n'),
  );
});

test('the caret stands behind the last word where the end is at fault', () => {
  expect(errorOf(parseQuery('a =\n\n  '))).toMatchObject({
    line: 1,
    column: 4,
    location: { start: 3, end: 3 },
    excerpt: ['a =', '   ^'].join('\n'),
  });
});

test('a long line is cut on both sides', () => {
  const long = 'x'.repeat(200);
  expect(errorOf(parseQuery(`${long} = = ${long}`)).excerpt).toBe(
    [`…${'x'.repeat(47)} = = ${'x'.repeat(28)}…`, `${' '.repeat(51)}^`].join('\n'),
  );
});

test.each([
  '\u202e',
  '\0',
  '\ud800',
  '\u200b',
  '\ufeff',
  '\u3164',
  '\u034f',
  '\u2800',
  '\u{e0041}',
])('a character that would not be seen, or turns the text around, is replaced: %j', (character) => {
  expect(errorOf(parseQuery(`"${character}" = =`)).excerpt).toBe(
    ['"\ufffd" = =', '      ^'].join('\n'),
  );
});

test('a line separator within quotes begins no new line', () => {
  expect(errorOf(parseQuery('a = "\u2028" =')).line).toBe(1);
});

test('a heart that is drawn as an emoji stays one, and the caret behind it keeps its place', () => {
  expect(errorOf(parseQuery('a = "❤️" )')).excerpt).toBe(['a = "❤️" )', '        ^'].join('\n'));
});

test('an emoji that is joined of several stays one, and the caret behind it keeps its place', () => {
  expect(errorOf(parseQuery('a = "👩‍💻" )')).excerpt).toBe(['a = "👩‍💻" )', '         ^'].join('\n'));
});

test('a joiner where none belongs is named by its number', () => {
  expect(errorOf(parseQuery('a = \u200d')).message).toContain('U+200D');
});

test('a fault that was found after parsing is described as the parser describes its own', () => {
  const text = 'a = "😀"\r\nand b = = 2';
  const { message, location } = errorOf(parseQuery(text));
  expect(describeProblem(text, message, location)).toEqual(errorOf(parseQuery(text)));
});
