import { describe, expect, test } from 'vitest';
import { parseQuery, parseTemplate, printQuery } from '../../src/query';
import invalidQueries from '../corpus/invalid-queries.json';
import validQueries from '../corpus/valid-queries.json';
import { errorOf } from './read';
import { withoutLocations } from './without-locations';

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
