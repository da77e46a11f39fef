import { expect, test } from 'vitest';
import {
  findDoubles,
  findNewDouble,
  foldName,
} from '../../../../src/service/model/values/folded-name';

test.each([
  ['composed and decomposed letters', 'Caf\u00e9', 'Cafe\u0301'],
  ['Hangul syllables and their letters', '\ud55c', '\u1112\u1161\u11ab'],
  ['capital and small letters', 'STRA\u1e9eE', 'stra\u00dfe'],
  ['sigma at the end of a word and within', '\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c3'],
  ['a no-break space', 'Data\u00a0center', 'Data center'],
  ['a narrow, a wide and several spaces', 'Data\u202f\u3000 center', 'data center'],
  ['spaces around it', ' Data center\u00a0', 'Data center'],
  ['a soft hyphen and a zero-width space', 'Data\u00adcen\u200bter', 'Datacenter'],
  ['a mark of direction', '\u200fData', 'Data'],
  ['a tatweel', '\u0643\u0640\u062a\u0628', '\u0643\u062a\u0628'],
  ['an apostrophe', 'Hawai\u02bbi', 'Hawai\u2019i'],
  ['the apostrophe of a keyboard', "O'Brien", 'O\u02bcBrien'],
])('%s make no other name', (_, one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test.each([
  ['Caf\u00e9', 'Cafe'],
  ['Ma\u00dfe', 'Masse'],
  ['\u30d1\u30f3', '\u30cf\u30f3'],
  ['\u0131l\u0131k', 'ilik'],
  ['Data center', 'Datacenter'],
  ['\uff21', 'A'],
])('%s and %s are two names', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});

test('A name of very many marks is folded in no time', () => {
  const marks = '\u0f71\u0f72'.repeat(50_000);
  expect(foldName(`X${marks}`)).toBe(`x${marks}`);
});

const named = (...names: string[]) => names.map((name, index) => ({ id: String(index), name }));

test('Those that share a name are found', () => {
  const [alike] = findDoubles(named('Caf\u00e9', 'Bar', 'CAFE\u0301'));
  expect(alike?.map(({ id }) => id)).toEqual(['0', '2']);
  expect(findDoubles(named('a', 'b'))).toEqual([]);
});

test('What shared a name before may go on, and nothing else joins it', () => {
  const before = named('Red', 'RED', 'Blue');
  expect(findNewDouble(before, before)).toBeUndefined();
  expect(findNewDouble(named('Red', 'red', 'Green'), before)).toBeUndefined();
  expect(findNewDouble(named('Red', 'RED', 'red'), before)).toMatchObject({ id: '2' });
  expect(findNewDouble([...before, { name: 'blue' }], before)).toEqual({ name: 'blue' });
  expect(findNewDouble(named('x', 'X'), [])).toMatchObject({ id: '1' });
});
