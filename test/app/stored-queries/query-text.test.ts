import { expect, test } from 'vitest';
import { queryText, withVisibleSpaces } from '../../../src/app/stored-queries/query-text';

test.each([
  ['a direction override', '\u202E', '\\u202e'],
  ['a space without width', '\u200B', '\\u200b'],
  ['a mark of direction', '\u200F', '\\u200f'],
  ['a byte order mark', '\uFEFF', '\\ufeff'],
  ['a soft hyphen', '\u00AD', '\\u00ad'],
  ['a joiner', '\u200D', '\\u200d'],
  ['a filler', '\u3164', '\\u3164'],
  ['an empty pattern of Braille', '\u2800', '\\u2800'],
  ['a tag, which takes two code units', '\u{E0041}', '\\udb40\\udc41'],
  ['a control character', '\u0007', '\\u0007'],
  ['half of a surrogate pair', '\uD83D', '\\ud83d'],
  ['a separator of lines', '\u2028', '\\u2028'],
])('shows %s as it can be written in a query', (_, hidden, shown) => {
  expect(queryText(`Status = "a${hidden}b"`)).toBe(`Status = "a${shown}b"`);
});

test('leaves what people see, with line breaks and tabs', () => {
  const query = 'Label = "Þórshöfn 東京 😀 מחשב"\n\tand Status = "x"';
  expect(queryText(query)).toBe(query);
});

test('shows an empty query in words', () => {
  expect(queryText(' ')).toBe('(every object)');
});

test.each([
  ['a  b', 'a b'],
  ['a   b', 'a  b'],
  ['a ', 'a'],
  [' a', 'a'],
  ['a\nb', 'a b'],
  ['a\tb', 'a b'],
])('shows %j as another text than %j where a line draws spaces as one', (one, other) => {
  const drawn = (text: string) =>
    withVisibleSpaces(text)
      .replace(/[ \t\n]+/g, ' ')
      .replace(/^ | $/g, '');
  expect(drawn(one)).not.toBe(drawn(other));
});
