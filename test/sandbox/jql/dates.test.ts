import { describe, expect, test } from 'vitest';
import { readDate } from '../../../src/sandbox/jql/dates';

const at = (text: string) => new Date(text);

describe('A date of a query', () => {
  const now = at('2026-01-15T09:00:00Z');

  test.each([
    ['2026-01-15', '2026-01-14T23:00:00Z'],
    ['2026/7/1 08:30', '2026-07-01T06:30:00Z'],
    ['-1w 2d', '2026-01-06T09:00:00Z'],
    ['+90m', '2026-01-15T10:30:00Z'],
    ['3h', '2026-01-15T12:00:00Z'],
    ['2026-03-29 02:30', '2026-03-29T01:30:00Z'],
    ['2026-10-24 12:30', '2026-10-24T10:30:00Z'],
  ])('%s', (text, moment) => {
    expect(readDate(text, now, 'Europe/Stockholm')).toEqual(at(moment));
  });

  test.each(['', '2026-01/15', '2026-02-29', '2026-1-1 24:00', '-5', '5y', '1d2h', 'today'])(
    'is none: "%s"',
    (text) => {
      expect(readDate(text, now, 'Europe/Stockholm')).toBeUndefined();
    },
  );
});
