import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { createFormats } from '../../../src/app/object-display/formats';
import { rowsOf } from '../../../src/app/object-display/object-rows';
import fc from '../../support/property-testing';

const formats = createFormats('en-GB', 'UTC');

/** With a text attribute for each value; its id begins with the eight digits. */
function objectOf(label: string, values: readonly string[] = [], start = '1a0c0d0e') {
  return {
    objectId: `${start}-0000-4000-8000-000000000021`,
    label,
    attributes: values.map((value, index) => ({
      attributeId: String(index),
      attributeTypeCode: 'TEXT',
      name: `Attribute ${index}`,
      values: [{ value }],
    })),
  };
}

const rowOf = (label: string, ...values: string[]) => rowsOf([objectOf(label, values)], formats)[0];

const a = (length: number) => 'a'.repeat(length);

describe('A row', () => {
  test.each([
    [
      'has the label and the details in their order',
      ['Dock', 'In use', 'C02'],
      'Dock · In use · C02',
    ],
    ['keeps a label of 40 columns', [a(40)], a(40)],
    [
      'keeps the beginning and the end of a longer label',
      [`Dell${a(50)}27"`],
      `Dell${a(16)}…${a(16)}27"`,
    ],
    ['counts a wide character twice', ['東'.repeat(21)], `${'東'.repeat(10)}…${'東'.repeat(9)}`],
    [
      'keeps what is drawn as one character',
      ['👩🏽‍🔬'.repeat(21)],
      `${'👩🏽‍🔬'.repeat(10)}…${'👩🏽‍🔬'.repeat(9)}`,
    ],
    ['cuts the last detail that has room', ['Dock', a(60), a(60), 'C02'], `Dock · ${a(60)}`],
    ['cuts no detail to nothing', ['Dock', a(51), a(13), 'C02'], `Dock · ${a(51)}`],
    [
      'has as many details as there is room for',
      ['Dock', a(50), 'C02', 'In repair'],
      `Dock · ${a(50)} · C02`,
    ],
    ['is one line', ['Dock\n\tand  cable', 'In\r\nuse'], 'Dock and cable · In use'],
    ['isolates what runs from right to left', ['מחשב', '7'], '\u2068מחשב\u2069 · 7'],
  ])('%s', (_, [label = '', ...values], row) => {
    expect(rowOf(label, ...values)).toBe(row);
  });

  test('begins with the symbol of its type', () => {
    const row = (label: string) =>
      rowsOf([{ ...objectOf(label, [a(40)]), symbol: '👩🏽‍🔬' }], formats)[0];
    expect(row('Dock')).toBe(`👩🏽‍🔬 Dock · ${a(40)}`);
    expect(row('מחשב')).toBe(`👩🏽‍🔬 \u2068מחשב\u2069 · ${a(40)}`);
    expect(row(a(60))).toBe(`👩🏽‍🔬 ${a(20)}…${a(19)} · ${a(13)}…${a(12)}`);
  });

  test('that was cut from right to left ends what it isolates', () => {
    const row = rowOf('מחשב'.repeat(20), 'נייד'.repeat(20)) ?? '';
    expect([...row.matchAll(/\u2068[^\u2068\u2069]*\u2069/gu)]).toHaveLength(2);
    expect(row.replaceAll(/\u2068[^\u2068\u2069]*\u2069/gu, '')).toBe(' · ');
    expect(stringWidth(row)).toBe(72);
  });
});

describe('Rows that would look the same', () => {
  const rows = (...objects: readonly ReturnType<typeof objectOf>[]) => rowsOf(objects, formats);

  test('have what tells them apart before what they share', () => {
    const shared = a(30);
    expect(rows(objectOf(a(60), [shared, 'C01']), objectOf(a(60), [shared, 'C02']))).toEqual([
      `${a(20)}…${a(19)} · C01 · ${a(11)}…${a(11)}`,
      `${a(20)}…${a(19)} · C02 · ${a(11)}…${a(11)}`,
    ]);
  });

  test('have the beginning of their ids where only what is cut away differs', () => {
    const [one, other] = rows(
      objectOf(`${a(30)}1${a(30)}`),
      objectOf(`${a(30)}2${a(30)}`, [], '2b0c0d0e'),
    );
    expect(one).toBe(`${a(20)}…${a(19)} · 1a0c0d0e (ID)`);
    expect(other).toBe(`${a(20)}…${a(19)} · 2b0c0d0e (ID)`);
  });

  test('have it last, behind as many details as there is room for', () => {
    const values = ['In use', a(60)];
    const [one] = rows(objectOf('Dock', values), objectOf('Dock', values, '2b0c0d0e'));
    expect(one).toBe(`Dock · In use · ${a(20)}…${a(19)} · 1a0c0d0e (ID)`);
  });

  test('differ in what people see', () => {
    const [one, other] = rows(objectOf('Café'), objectOf('Cafe\u0301\u200b', [], '2b0c0d0e'));
    expect([one, other]).toEqual(['Café · 1a0c0d0e (ID)', 'Cafe\u0301\u200b · 2b0c0d0e (ID)']);
  });

  test('have whole ids where their beginnings are the same, or where another looks like that', () => {
    const twin = { ...objectOf('Dock'), objectId: '1a0c0d0e-0000-4000-8000-000000000022' };
    const mimic = objectOf('Dock', [`${twin.objectId} (ID)`], '2b0c0d0e');
    expect(rows(objectOf('Dock'), twin, mimic)).toEqual([
      'Dock · 1a0c0d0e-0000-4000-8000-000000000021 (ID)',
      'Dock · 1a0c0d0e-0000-4000-8000-000000000022 (ID)',
      expect.stringMatching(/^Dock · .*2b0c0d0e-0000-4000-8000-000000000021 \(ID\)$/),
    ]);
  });
});

const pieces = [
  'a',
  'Dock ',
  ' · ',
  '東',
  'ｱ',
  '👩🏽‍🔬',
  '🇮🇸',
  'e\u0301',
  'क्षि',
  'נ',
  'ع',
  '\u2068',
  '\u202e',
  '\u200b',
  '…',
  '\n',
  '1a0c0d0e (ID)',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const attribute = fc.record({
  attributeId: fc.constantFrom('1', '2', '3'),
  name: text,
  attributeTypeCode: fc.constantFrom('TEXT', 'INTEGER', 'DATETIME', 'RICH_TEXT', 'OTHER'),
  values: fc.array(fc.record({ value: text }), { minLength: 1, maxLength: 4 }),
});
const objects = fc.uniqueArray(
  fc.record({
    objectId: fc.oneof(
      fc.uuid(),
      fc.constantFrom('0', '1', '2').map((end) => `1a0c0d0e-0000-4000-8000-00000000000${end}`),
    ),
    symbol: fc.constantFrom(undefined, '💻', '👩🏽‍🔬', '🇮🇸'),
    label: fc.oneof(text, fc.constant('Dock')),
    attributes: fc.array(attribute, { maxLength: 3 }),
  }),
  { selector: ({ objectId }) => objectId, maxLength: 6 },
);

const graphemes = new Intl.Segmenter();
const graphemesOf = (whole: string) => [...graphemes.segment(whole)].map(({ segment }) => segment);

test('Rows of any objects in any language take at most 72 columns, and differ', () => {
  const locale = fc.constantFrom(
    'en-US',
    'de-DE',
    'ar-EG',
    'he-IL',
    'ja-JP',
    'hi-IN',
    'fa-IR',
    'xx',
    undefined,
  );
  fc.assert(
    fc.property(objects, locale, (some, language) => {
      const rows = rowsOf(some, createFormats(language, 'UTC'));
      for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(72);
      expect(new Set(rows).size).toBe(some.length);
    }),
  );
});

test('A row holds no half of a character', () => {
  const whole = fc.array(fc.constantFrom('東', '👩🏽‍🔬', '🇮🇸', 'e\u0301', 'क्षि', 'ﷺ', 'x'), {
    maxLength: 90,
  });
  fc.assert(
    fc.property(whole, whole, (label, value) => {
      const row = rowOf(label.join(''), value.join('')) ?? '';
      const known = new Set([...label, ...value, ' ', '·', '…', '\u2068', '\u2069']);
      expect(graphemesOf(row).filter((grapheme) => !known.has(grapheme))).toEqual([]);
    }),
  );
});
