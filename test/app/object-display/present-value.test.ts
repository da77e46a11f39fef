import { describe, expect, test } from 'vitest';
import { createDistanceFormat, createFormats } from '../../../src/app/object-display/formats';
import {
  attributeText,
  avatarOf,
  presentValue,
  shortPart,
} from '../../../src/app/object-display/present-value';
import type { ShownValue } from '../../../src/app/objects/objects-contract';

const english = createFormats('en-US', 'Europe/Stockholm');
const german = createFormats('de_DE', 'America/New_York');
const someId = '0b0c0d0e-0000-4000-8000-000000000001';
const known = (details: ShownValue['details']): ShownValue => ({ value: someId, details });
const hidden = '(not visible to you)';

/** Intl puts spaces of other kinds between numbers and units. */
const plain = (text: string) => text.replace(/\s/gu, ' ');

function present(attributeTypeCode: string | undefined, shown: ShownValue, formats = english) {
  const { text, ...rest } = presentValue(shown, { attributeTypeCode }, formats);
  return { ...rest, text: plain(text) };
}

describe('A value', () => {
  test.each<[string, ShownValue, string, string]>([
    ['INTEGER', { value: '1234567' }, '1,234,567', '1.234.567'],
    ['DECIMAL', { value: '-1899.5' }, '-1,899.5', '-1.899,5'],
    ['DECIMAL', { value: '2199.00' }, '2,199.00', '2.199,00'],
    [
      'DECIMAL',
      { value: '12345678901234567890.12' },
      '12,345,678,901,234,567,890.12',
      '12.345.678.901.234.567.890,12',
    ],
    ['DATE', { value: '2026-03-31' }, 'Mar 31, 2026', '31.03.2026'],
    ['DATETIME', { value: '2026-03-31T23:30:00Z' }, 'Apr 1, 2026, 1:30 AM', '31.03.2026, 19:30'],
    [
      'SYSTEM_CREATED',
      { value: '2026-01-01T00:00:00.123Z' },
      'Jan 1, 2026, 1:00 AM',
      '31.12.2025, 19:00',
    ],
    [
      'MEDIA',
      { value: 'key', details: { fileName: 'a.pdf', fileSize: 1_234_567 } },
      'a.pdf (1.2 MB)',
      'a.pdf (1,2 MB)',
    ],
    [
      'MEDIA',
      { value: 'key', details: { fileName: 'a.pdf', fileSize: 0 } },
      'a.pdf (0 byte)',
      'a.pdf (0 Byte)',
    ],
  ])('of type %s, %j, is %s, and %s elsewhere', (type, value, here, elsewhere) => {
    expect(present(type, value).text).toBe(here);
    expect(present(type, value, german).text).toBe(elsewhere);
  });

  test.each<[string | undefined, ShownValue, object]>([
    ['TEXT', { value: 'C02' }, { text: 'C02' }],
    ['BOOLEAN', { value: 'true' }, { text: 'Yes' }],
    ['BOOLEAN', { value: 'false' }, { text: 'No' }],
    [
      'EMAIL',
      { value: 'a.b@example.com' },
      { text: 'a.b@example.com', address: 'mailto:a.b@example.com' },
    ],
    [
      'URL',
      { value: 'https://example.com/a' },
      { text: 'https://example.com/a', address: 'https://example.com/a' },
    ],
    ['OPTION', known({ name: 'In use' }), { text: 'In use', lozenge: 'default' }],
    [
      'WORKFLOW',
      known({ name: 'Active', isEndState: false }),
      { text: 'Active', lozenge: 'inprogress' },
    ],
    ['WORKFLOW', known({ name: 'Ended', isEndState: true }), { text: 'Ended', lozenge: 'success' }],
    [
      'OPTION',
      known({ name: 'In repair', color: 'yellow' }),
      { text: 'In repair', lozenge: 'moved' },
    ],
    [
      'WORKFLOW',
      known({ name: 'Lost', isEndState: true, color: 'red' }),
      { text: 'Lost', lozenge: 'removed' },
    ],
    [
      'WORKFLOW',
      known({ name: 'Ended', isEndState: true, color: 'no color yet' }),
      { text: 'Ended', lozenge: 'success' },
    ],
    [
      'REFERENCE',
      known({ label: 'Riga', url: 'https://x.example/1' }),
      { text: 'Riga', address: 'https://x.example/1' },
    ],
    ['REFERENCE', known({ label: 'Riga' }), { text: 'Riga' }],
    [
      'USER',
      known({ name: 'Ann', email: 'ann@example.com' }),
      { text: 'Ann', address: 'mailto:ann@example.com', isPerson: true },
    ],
    ['USER', known({ name: 'Ann' }), { text: 'Ann', isPerson: true }],
    ['RICH_TEXT', { value: '{}', details: { text: ' First.\n\nSecond.' } }, { text: 'First. …' }],
    ['TEXT', { value: 'As it is' }, { text: 'As it is' }],
    ['TEXT', { value: '{{@userId:1}}', details: { text: '@Ann' } }, { text: '@Ann' }],
    ['RICH_TEXT', { value: '{}', details: { text: 'Only one' } }, { text: 'Only one' }],
  ])('of type %s, %j, is shown as %j', (type, value, presented) => {
    expect(present(type, value)).toEqual(presented);
  });

  test.each(['REFERENCE', 'USER', 'MEDIA', 'OPTION', 'WORKFLOW'])(
    'of type %s whose details are withheld is said to be hidden',
    (type) => {
      expect(present(type, { value: someId })).toEqual({ text: hidden });
    },
  );

  test.each<[ShownValue, string]>([
    [known({ label: 'Riga' }), 'Riga'],
    [known({ name: 'Ended', isEndState: true }), 'Ended'],
    [known({ name: 'In use' }), 'In use'],
    [{ value: 'key', details: { fileName: 'a.pdf' } }, 'a.pdf'],
    [known({ name: 'Ann', email: 'ann@example.com' }), 'Ann'],
    [{ value: someId }, hidden],
    [{ value: '32' }, '32'],
  ])('of unknown type, %j, is read by its details', (value, text) => {
    expect(present(undefined, value).text).toBe(text);
  });

  test.each([
    ['INTEGER', 'many'],
    ['DECIMAL', '1e3'],
    ['DATE', 'soon'],
    ['DATE', '2026-99-99'],
    ['DATETIME', 'soon'],
    ['BOOLEAN', 'perhaps'],
    ['BOOLEAN', 'constructor'],
    ['EMAIL', 'ann@example.com?subject=x'],
    ['URL', 'javascript:alert(1)'],
    ['URL', 'https://'],
    ['FUTURE_TYPE', 'x'],
    ['toString', 'x'],
  ])('of type %s that is %j is shown as it is, without a link', (type, value) => {
    expect(present(type, { value })).toEqual({ text: value });
  });

  test('joins several to one text where only text can be shown', () => {
    const values = [{ value: '1000' }, { value: '2000' }];
    const attribute = { attributeId: 'a', name: 'Memory', attributeTypeCode: 'INTEGER', values };
    expect(attributeText(attribute, english)).toBe('1,000, 2,000');
  });
});

describe('An attribute in a line', () => {
  const short = (attributeTypeCode: string, ...values: ShownValue[]) =>
    shortPart({ attributeId: 'a', name: 'Size', attributeTypeCode, values }, english);

  test.each([
    ['INTEGER', '1000', 'Size: 1,000'],
    ['BOOLEAN', 'true', 'Size: Yes'],
    ['DATE', '2026-03-31', 'Size: Mar 31, 2026'],
    ['TEXT', 'Large', 'Large'],
    ['FUTURE_TYPE', 'x', 'x'],
  ])('of type %s has its name only where its value says nothing without', (type, value, text) => {
    expect(short(type, { value })).toEqual({ text, people: [] });
  });

  test('names people, and leaves out those whom the person may not see', () => {
    const ann = known({ name: 'Ann' });
    expect(short('USER', { value: someId }, ann)).toEqual({ text: 'Ann', people: ['Ann'] });
    expect(short('USER', { value: someId })).toBeUndefined();
  });
});

test.each([[undefined], ['x y'], ['not-a-locale-at-all-no']])(
  'formats also where the host names the locale %j and no time zone',
  (locale) => {
    expect(createFormats(locale, 'Mars/Olympus').number('7')).toBe('7');
  },
);

test.each([
  ['Lena Fischer', 'LF'],
  ['Siobhán Ní Bhriain', 'SB'],
  ['ann', 'A'],
  ['(Acme) ann.lee@example.com', 'A'],
  ['ann.lee@example.com', 'A'],
  ['渡辺 葵', '渡葵'],
  ['יעל כהן', 'יכ'],
  ['👩🏽‍💻', ''],
  ['', ''],
])('the avatar of %j has the initials %j', (name, initials) => {
  expect(avatarOf(name).initials).toBe(initials);
});

test('a person has the same color everywhere, and others have other ones', () => {
  const names = ['Lena Fischer', 'Amara Okafor', 'Mateo Álvarez', 'Oskar Nowak', 'Ann', 'Bob'];
  const colors = names.map((name) => avatarOf(name).color);
  expect(names.map((name) => avatarOf(name).color)).toEqual(colors);
  expect(new Set(colors).size).toBeGreaterThan(2);
});

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
