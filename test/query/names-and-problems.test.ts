import { describe, expect, test, vi } from 'vitest';
import {
  describeProblem,
  findNearName,
  foldBeginning,
  foldText,
  levelKey,
  parseQuery,
  parseTemplate,
  printQuery,
  refersToLevel,
  renameLevel,
  wordsOf,
} from '../../src/query';
import { anyTemplate, hostileText } from './arbitrary-query';
import fc from '../support/property-testing';
import { withoutLocations } from './without-locations';
import { errorOf } from './read';

test.each([
  ['MacBook PRO', 'macbook pro'],
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['İstanbul', 'istanbul'],
  ['ﬁle №4 ②', 'file no4 2'],
  ['ＦＵＬＬ', 'full'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ｶﾞｰﾄﾞ', 'ガード'],
  ['ﾊﾟﾝ パン ハ\u309aン', 'パン パン パン'],
  ['あ\u3099', 'あ'],
  ['शिक्षा शीक्षा', 'शिक्षा शीक्षा'],
  ['สำนัก ส\u0e4d\u0e32นัก', 'สำนัก สำนัก'],
  ['Ёлка й ἄλφα', 'елка и αλφα'],
  ['مُحَمَّد شـكر', 'محمد شكر'],
  ['שָׁלוֹם', 'שלום'],
  ['O’Brien, Hawaiʻi, Qurʼan', "o'brien, hawai'i, qur'an"],
  ['a\ud800\u0301\udc00b', 'ab'],
  ['Łódź', 'lodz'],
  ['København', 'kobenhavn'],
  ['Điện Biên', 'dien bien'],
  ['Straße GROẞ', 'strasse gross'],
  ['Diyarbakır', 'diyarbakir'],
  ['Reykjavík, Þórshöfn, Seyðisfjörður', 'reykjavik, thorshofn, seydisfjordur'],
  ['Ærø, Œuvre, Ǿ', 'aero, oeuvre, o'],
  ['Ħamrun, Ŧ, Ŋ, ĸ', 'hamrun, t, n, q'],
  ['Gəncə, Ɓɗƙƴ, Ɛwɔ', 'gence, bdky, ewo'],
  ['Қазақстан', 'қазақстан'],
  ['ⱥɑ ƈȼɕ ƒ ǥɠɡ ȷɉɟ ɱ ƥᵽ', 'aa ccc f ggg jjj m pp'],
  ['ɍɼɽɾ ʂȿ ʉ ʋⱱⱴ ⱳ ƶȥɀⱬ', 'rrrr ss u vvv w zzzz'],
  ['', ''],
])('%j is folded to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('folding twice is folding once', () => {
  const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary' }));
  const check = fc.property(anyText, (text) => {
    expect(foldText(foldText(text))).toBe(foldText(text));
  });
  fc.assert(check, { numRuns: 5000 });
});

test('folding takes off accents and decomposes, in whichever order', () => {
  const check = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    const decomposed = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
    const folded = decomposed.toLowerCase().replace(/ς/g, 'σ');
    fc.pre(!foldedOtherwise.test(folded));
    expect(foldText(text)).toBe(folded);
  });
  fc.assert(check, { numRuns: 2000 });
});
const foldedOtherwise =
  /(?![a-z])\p{Script=Latin}|[\p{M}\p{Default_Ignorable_Code_Point}ـ‘’‛ʻʼʽʾʿ׳]/u;

test('a text is folded alike wherever it stands in a longer one', () => {
  const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary' }));
  const check = fc.property(anyText, fc.nat(3000), (text, before) => {
    const wellFormed = text.replace(/\p{Surrogate}/gu, '') + cutTogether;
    const [long, end] = [`${'x'.repeat(before)} `, ` ${'y'.repeat(2000)}`];
    expect(foldText(long + wellFormed + end)).toBe(long + foldText(wellFormed) + end);
  });
  fc.assert(check, { numRuns: 1000 });
});

/** Each of these pairs folds as one, and stands across the end of a piece somewhere. */
const cutTogether = 'ハ\u309aก\u200bขส\u0e4d\u0e32'.repeat(130);

test('the beginning of a folded text is all that is folded of a long one', () => {
  const text = `${'\u0301'.repeat(5000)}Łódź ${'\ufdfa'.repeat(190_000)}`;
  expect(foldBeginning(text, 9)).toBe('lodz صلى ');
  expect(foldBeginning('Łódź', 9)).toBe('lodz');
  expect(foldBeginning('ab🚀c', 3)).toBe('ab');
  const normalize = vi.spyOn(String.prototype, 'normalize');
  foldBeginning(text, 200);
  const normalized = normalize.mock.contexts.join('').length;
  normalize.mockRestore();
  expect(normalized).toBeLessThan(2_000);
});

/** Runs whose marks stand in the wrong order: sorting one takes the square of its length. */
test.each([
  ['marks', '\u0301\u0316'],
  ['letters that decompose to marks', '\uff9e\u0316'],
  ['halves of surrogate pairs that meet', '\ud834\u0301\udd65\ud834\u0301\udd85'],
])('a long run of %s is folded at once', (_what, unit) => {
  const text = `a${unit.repeat(200_000 / unit.length)}b`;
  const before = process.cpuUsage();
  expect(foldText(text)).toBe('ab');
  // Of the processor, since other tests take time at the same time.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});

test.each([
  ['MacBook Pro 14"', ['macbook', 'pro', '14']],
  ['SN-0042/b', ['sn', '0042', 'b']],
  ["O'Brien, Zoë", ['o', 'brien', 'obrien', 'zoe']],
  ["'Rock’n’Roll'", ['rock', 'n', 'roll', 'rocknroll']],
  ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
  ['สำนัก\u200bงาน', ['สำนัก', 'งาน']],
  ['東京 タワー', ['東京', 'タワー']],
  ['שלום עולם', ['שלום', 'עולם']],
  ['Launch 🚀 pad', ['launch', '🚀', 'pad']],
  [' -.,"\u0000 ', []],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

describe('renaming "Country" to "Land" keeps all else as written', () => {
  test.each([
    ['Country = {{Country}}', 'Country = {{Land}}'],
    ['a = {{ country }} and b = "{{COUNTRY}}"', 'a = {{ Land }} and b = "{{Land}}"'],
    ['a = <<Country>>  AND b in <<Country.label>>', 'a = <<Land>>  AND b in <<Land.label>>'],
    ['a=={{Country.LABEL}} order by a', 'a=={{Land.LABEL}} order by a'],
    ['a ~ "{{ Country .label }}"', 'a ~ "{{ Land .label }}"'],
    [
      'a = objectId({{Country}})\nor not b in ({{Country}}, 1)',
      'a = objectId({{Land}})\nor not b in ({{Land}}, 1)',
    ],
    ['Price<<<Country>>', 'Price<<<Land>>'],
    ['a = "{{C\\u006funtry}}"', 'a = "{{Land}}"'],
  ])('%s', (written, renamed) => {
    expect(renameLevel(written, 'Country', 'Land')).toBe(renamed);
  });

  test.each([
    'a = {{Countryside}} and b = "Country"',
    'a = "\\u007b{Country}}"',
    'a = user(${emailCurrentUser})',
    '',
  ])('changes nothing else: %s', (written) => {
    expect(renameLevel(written, 'Country', 'Land')).toBe(written);
  });
});

test.each([
  ['a = {{Country}} and', 'a = {{Land}} and'],
  ['a = << country.label >> and (b = {{City}}', 'a = << Land.label >> and (b = {{City}}'],
  ['a = {{Country', 'a = {{Country'],
])('a text that is no template yet keeps its references: %s', (written, renamed) => {
  expect(renameLevel(written, 'Country', 'Land')).toBe(renamed);
});

test.each([
  ['a = {{ country.label }}', true],
  ['a = {{Country}} and', true],
  ['a = "Country" and b = {{City}}', false],
  ['', false],
])('a template refers to "Country" or not: %s', (template, refers) => {
  expect(refersToLevel(template, 'Country')).toBe(refers);
});

test('a new name with quotes and backslashes is written so that it is read back', () => {
  const renamed = renameLevel('a = "{{Old}}" or b = {{Old}}', 'old', 'My "C:\\" level');
  expect(renamed).toBe('a = "{{My \\"C:\\\\\\" level}}" or b = {{My "C:\\" level}}');
  expect(parseTemplate(renamed).ok).toBe(true);
});

test('the renamed template means the same of another level, and back again', () => {
  const check = fc.property(anyTemplate, (template) => {
    const text = printQuery(template);
    const name = /"levelName":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(template))?.[1];
    const level = name === undefined ? 'none' : String(JSON.parse(name));
    const renamed = renameLevel(text, level, 'Some new level');
    const read = JSON.stringify(withoutLocations(parseTemplate(renamed)));
    const expected = JSON.stringify(withoutLocations(parseTemplate(text)), (key, value: unknown) =>
      key === 'levelName' && levelKey(String(value)) === levelKey(level) ? 'Some new level' : value,
    );
    expect(read).toBe(expected);
  });
  fc.assert(check, { numRuns: 300 });
});

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

const names = [
  'Status',
  'Serial number of the dock',
  'Serial number',
  'Assigned to',
  'OS',
  'Asset',
];

test.each([
  ['Stauts', 'Status'],
  ['status ', 'Status'],
  ['Serial nr', undefined],
  ['serialnumber', 'Serial number'],
  ['Asigned to', 'Assigned to'],
  ['Asett', 'Asset'],
  ['Item', undefined],
  ['O', 'OS'],
  ['SO', 'OS'],
  ['serial', 'Serial number'],
  ['Assigned', 'Assigned to'],
  ['Seria', undefined],
  ['Colour', undefined],
  ['', undefined],
  [' ', undefined],
])('takes %j to mean %j', (written, meant) => {
  expect(findNearName(written, names)).toBe(meant);
});

test('compares no name that is too long to be a slip of the pen', () => {
  expect(findNearName('x'.repeat(61), ['x'.repeat(61)])).toBeUndefined();
  expect(findNearName('x'.repeat(60), ['x'.repeat(60)])).toBe('x'.repeat(60));
});
