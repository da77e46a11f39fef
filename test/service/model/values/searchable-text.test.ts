import { expect, test, vi } from 'vitest';
import {
  comparedPart,
  partsOf,
  searchedText,
} from '../../../../src/service/model/values/searchable-text';

test('a text is sorted and found by what it folds to, without space around it', () => {
  expect(searchedText(' Łódź, city of Łódź ')).toEqual({
    key: 'lodz, city of lodz',
    words: ['lodz', 'city', 'of'],
  });
});

test('of a text that grows when folded, only as much is folded as a value can have', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const { key, words } = searchedText('\ufdfa'.repeat(32_768));
  const normalized = normalize.mock.contexts.join('').length;
  normalize.mockRestore();
  expect(normalized).toBeLessThan(10_000);
  expect(Array.from(key)).toHaveLength(255);
  expect(words).toHaveLength(4);
});

test('a word is found by the beginning of what is left of it, from three characters on', () => {
  expect(partsOf(['gb3uy', 'of', '𝔸𝔹ℂ𝔻'])).toEqual(['gb3uy', '𝔸𝔹ℂ𝔻', 'b3uy', '3uy', '𝔹ℂ𝔻']);
});

test('of a long text all words are found, and the ends of the first', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `w${100_000 + index}`);
  const parts = partsOf(words);
  expect(parts).toEqual(expect.arrayContaining([words[0], words.at(-1), '00000']));
  expect(parts).not.toContain(words.at(-1)?.slice(1));
  expect(parts.length).toBeLessThan(20_500);
});

test('the parts of one value take little room, however long its words are', () => {
  const words = ['a', 'b', 'c'].map((letter) => letter.repeat(255));
  const parts = partsOf(words.map((word, index) => `${word.slice(0, -1)}${index}`));
  expect(parts.join('').length).toBeLessThan(6_000);
});

test('of a long part of a word the first 32 characters are compared', () => {
  const serial = `sn${'0123456789'.repeat(5)}`;
  const looked = comparedPart(serial.slice(1));
  expect(looked).toBe(serial.slice(1, 33));
  expect(partsOf([serial]).some((part) => part.startsWith(looked))).toBe(true);
});
