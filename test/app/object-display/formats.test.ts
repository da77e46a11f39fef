import { expect, test } from 'vitest';
import { createDistanceFormat, createFormats } from '../../../src/app/object-display/formats';

const minute = 60_000;
const hour = 60 * minute;

test.each([
  [0, 'now'],
  [-20_000, 'now'],
  [-minute, '1 minute ago'],
  [-59 * minute, '59 minutes ago'],
  [-3.9 * hour, '3 hours ago'],
  [20 * hour, 'in 20 hours'],
  [20 * hour - minute, 'in 20 hours'],
  [24 * hour - minute, 'tomorrow'],
  [12 * hour, 'in 12 hours'],
  [7 * 24 * hour - 5_000, 'in 7 days'],
  [6.4 * 24 * hour, 'in 6 days'],
  [-30 * hour, 'yesterday'],
  [13 * 24 * hour, 'in 13 days'],
])('writes a distance of %d ms as %j', (distance, text) => {
  expect(createDistanceFormat('en-GB')(distance)).toBe(text);
});

test('writes a distance in the language of the person', () => {
  expect(createDistanceFormat('de-DE')(-3 * hour)).toBe('vor 3 Stunden');
});

test.each([undefined, null, 5, {}, 'no locale'])(
  'what the host tells of the person is unchecked: %j leaves the browser’s own',
  (told) => {
    expect(createFormats(told, told).number('1')).toBe(
      createFormats(undefined, undefined).number('1'),
    );
    expect(() => createFormats(told, told).dateTime('2026-03-31T23:30:00Z')).not.toThrow();
  },
);
