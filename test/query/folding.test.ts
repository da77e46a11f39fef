import { expect, test, vi } from 'vitest';
import { foldBeginning, foldText, wordsOf } from '../../src/query';
import { hostileText } from './arbitrary-query';
import fc from '../support/property-testing';

test.each([
  ['MacBook PRO', 'macbook pro'],
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['İstanbul', 'istanbul'],
  ['ﬁle №4 ②', 'file no4 2'],
  ['ＦＵＬＬ', 'full'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ｶﾞｰﾄﾞ', 'カート'],
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

test('folding takes off marks and decomposes, in whichever order', () => {
  const check = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
    const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ς/g, 'σ');
    fc.pre(!latinBeyondAscii.test(folded));
    expect(foldText(text)).toBe(folded);
  });
  fc.assert(check, { numRuns: 2000 });
});
const latinBeyondAscii = /(?![a-z])\p{Script=Latin}/u;

test('a text is folded character by character, however long it is', () => {
  const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary' }));
  const check = fc.property(anyText, fc.nat(3000), (text, before) => {
    const wellFormed = text.replace(/\p{Surrogate}/gu, '');
    const folded = Array.from(wellFormed, foldText).join('');
    expect(foldText('x'.repeat(before) + wellFormed)).toBe('x'.repeat(before) + folded);
  });
  fc.assert(check, { numRuns: 1000 });
});

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
  ["O'Brien, Zoë", ['o', 'brien', 'zoe']],
  ['東京 タワー', ['東京', 'タワー']],
  ['שלום עולם', ['שלום', 'עולם']],
  ['Launch 🚀 pad', ['launch', '🚀', 'pad']],
  [' -.,"\u0000 ', []],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
