import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, wordsOf } from '../../src/query';
import { hostileText } from './arbitrary-query';

test.each([
  ['MacBook PRO', 'macbook pro'],
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['İstanbul', 'istanbul'],
  ['ﬁle №4 ②', 'file no4 2'],
  ['ＦＵＬＬ', 'full'],
  ['ΟΔΟΣ', 'οδοσ'],
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
