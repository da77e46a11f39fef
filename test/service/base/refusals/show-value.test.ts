import { expect, test } from 'vitest';
import { showValue } from '../../../../src/service/base/refusals/storable-inputs';

const itself: unknown[] = [];
itself.push(itself);
/** 9^20 texts, if they were written out. */
const ninefold = Array.from({ length: 20 }).reduce<unknown>(
  (inner) => Array.from({ length: 9 }, () => inner),
  'x',
);

test.each<[string, unknown, string]>([
  ['nothing', undefined, ''],
  ['a text', 'a "text"', 'a "text"'],
  ['null', null, 'null'],
  ['a number', -1.5, '-1.5'],
  ['a list', [1, 'a"b', null, true, []], '[1,"a\\"b",null,true,[]]'],
  ['an object', { a: { b: [1] }, 'c"': '', left: undefined }, '{"a":{"b":[1]},"c\\"":""}'],
  ['a hole in a list', [undefined, 1], '[null,1]'],
  ['a character that can’t be stored', 'a\0b', 'a\uFFFDb'],
])('shows %s', (_, value, shown) => {
  expect(showValue(value)).toBe(shown);
});

test.each<[string, unknown, string]>([
  ['a long text', 'a'.repeat(1_000_000), 'aaa'],
  ['a long text in a list', ['a'.repeat(1_000_000)], '["aaa'],
  ['a long key', { ['a'.repeat(1_000_000)]: 1 }, '{"aaa'],
  ['a long list', Array.from({ length: 1_000_000 }, () => 1), '[1,1,1'],
  ['lists that share what they hold', ninefold, '[[[[[['],
  ['a list in itself', itself, '[[[[[['],
])('shows the beginning of %s', (_, value, beginning) => {
  const shown = showValue(value);
  expect(shown.startsWith(beginning)).toBe(true);
  expect(shown).toHaveLength(255);
});
