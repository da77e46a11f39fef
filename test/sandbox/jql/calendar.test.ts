import { describe, expect, test } from 'vitest';
import { readDate } from '../../../src/sandbox/jql/dates';
import { calendar } from './jql-site';

const at = (text: string) => new Date(text);

describe('The calendar of a place', () => {
  test.each([
    ['d', '2026-01-14T23:00:00.000Z'],
    ['w', '2026-01-10T23:00:00.000Z'],
    ['M', '2025-12-31T23:00:00.000Z'],
    ['y', '2025-12-31T23:00:00.000Z'],
  ] as const)('begins a %s at its own midnight', (unit, start) => {
    expect(calendar.startOf(at('2026-01-15T09:00:00Z'), unit)).toEqual(at(start));
  });

  test.each([
    ['into summer time', '2026-03-28T11:30:00Z', 1, 'd', '2026-03-29T10:30:00Z'],
    ['out of summer time', '2026-10-24T10:30:00Z', 1, 'd', '2026-10-25T11:30:00Z'],
    ['by hours, whatever the clocks do', '2026-03-28T12:00:00Z', 24, 'h', '2026-03-29T12:00:00Z'],
    ['back by months', '2026-01-15T09:00:00Z', -3, 'M', '2025-10-15T08:00:00Z'],
    ['by weeks', '2026-01-15T09:00:00Z', 2, 'w', '2026-01-29T09:00:00Z'],
  ] as const)('moves a moment %s', (_, from, amount, unit, to) => {
    expect(calendar.add(at(from), amount, unit)).toEqual(at(to));
  });
});

describe('A date of a query', () => {
  const now = at('2026-01-15T09:00:00Z');

  test.each([
    ['2026-01-15', '2026-01-14T23:00:00Z'],
    ['2026/7/1 08:30', '2026-07-01T06:30:00Z'],
    ['-1w 2d', '2026-01-06T09:00:00Z'],
    ['+90m', '2026-01-15T10:30:00Z'],
    ['3h', '2026-01-15T12:00:00Z'],
  ])('%s', (text, moment) => {
    expect(readDate(text, now, calendar)).toEqual(at(moment));
  });

  test.each(['', '2026-01/15', '2026-02-29', '2026-1-1 24:00', '-5', '5y', '1d2h', 'today'])(
    'is none: "%s"',
    (text) => {
      expect(readDate(text, now, calendar)).toBeUndefined();
    },
  );
});
