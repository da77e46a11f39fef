import { expect, test, vi } from 'vitest';
import { searchedText } from '../../../../src/service/model/values/searchable-text';

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
