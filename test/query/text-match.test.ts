import { describe, expect, test } from 'vitest';
import { foldName } from '../../src/service/model/values/folded-name';
import { charactersOf, foldText, partMatch, textMatch, typedMatch } from '../../src/query';

/** By beginnings of words as a picker does, by parts of words, or not at all. */
test.each([
  ['ハン', 'パン', 'none'],
  ['ﾊﾟﾝ', 'パン屋', 'beginnings'],
  ['कि', 'की', 'none'],
  ['กี่', 'กิ', 'none'],
  ['สำนัก', 'ที่สำนักงานใหญ่', 'parts'],
  ['ดิน', 'ถนน', 'none'],
  ['港区', '東京都港区オフィス', 'parts'],
  ['区オ', '東京都港区オフィス', 'parts'],
  ['港', '東京都港区オフィス', 'none'],
  ['東', '東京都港区オフィス', 'beginnings'],
  ['사무', '관리사무소', 'parts'],
  ['무', '관리사무소', 'none'],
  ['ㅎ', '한국', 'beginnings'],
  ['하', '한국', 'beginnings'],
  ['한구', '대한국민', 'parts'],
  ['한', '대한국민', 'none'],
  ['ក្រុង', 'រាជធានីក្រុងភ្នំ', 'parts'],
  ['ca', 'MacBook', 'none'],
  ['cbo', 'MacBook', 'parts'],
  ["o'brien", 'Pat O’Brien', 'beginnings'],
  ['obrien', 'Pat O’Brien', 'beginnings'],
  ['brien', 'Pat O’Brien', 'beginnings'],
  ['rien', 'Pat O’Brien', 'parts'],
  ["o'brien", 'Pat OBrien', 'beginnings'],
  ['O’Br', 'Pat O Brien', 'beginnings'],
  ['hawaii', 'Hawaiʻi', 'beginnings'],
  ['Hawaiʼi', 'Hawaii', 'beginnings'],
  ['dien bien', 'Điện Biên', 'beginnings'],
  ['!?', 'what!?', 'beginnings'],
  ['!?', 'what', 'none'],
  ['\u0301', 'anything', 'none'],
  ['\u200b\u00ad', 'anything', 'none'],
  [' ', 'anything', 'beginnings'],
  ['', '', 'beginnings'],
] as const)('%j typed finds %j by %s', (typed, text, by) => {
  expect({ beginnings: textMatch(typed)(text), parts: partMatch(typed)(text) }).toEqual({
    beginnings: by === 'beginnings',
    parts: by !== 'none',
  });
});

test.each([
  ['港区', '東京都港区オフィス', [], true],
  ['dock 港区', '東京都港区オフィス dock', [], true],
  ['book', 'MacBook', [], true],
  ['ok', 'MacBook', [], false],
  ['macbook stock', 'MacBook', ['In stock'], true],
  ['stock macbook', 'MacBook', ['In stock'], true],
  ['macbook in stock', 'MacBook', ['In stock', 'Jürgen Weber'], true],
  ['jurgen book', 'MacBook', ['In stock', 'Jürgen Weber'], true],
  ['macbook retired', 'MacBook', ['In stock'], false],
  ['macbook s', 'MacBook', ['In stock'], true],
  ['s', 'MacBook', ['In stock'], false],
  ['m s', 'MacBook', ['In stock'], false],
  ['葵', 'MacBook', ['葵'], true],
  ['葵', 'MacBook', ['渡辺 葵'], true],
  ['辺', 'MacBook', ['渡辺 葵'], false],
  ['김', 'MacBook', ['김하늘'], true],
  ['я', 'MacBook', ['Яна'], false],
  ['macbook & stock', 'MacBook', ['In stock'], true],
  ['!?', 'MacBook', ['what!?'], true],
  ['a b c d e in stock', 'A B C D E', ['In stock'], true],
  ['a b c d e stock in', 'A B C D E', ['In', 'Stock'], false],
  [' ', 'MacBook', [], true],
])('a picker finds by %j an object %j with %j: %s', (typed, label, texts, isFound) => {
  expect(typedMatch(typed)(label, texts)).toBe(isFound);
});

test.each([
  ['한국', ['한', '국']],
  ['น้ำกิน', ['น้ำ', 'กิ', 'น']],
  ['हिन्दी', ['हि', 'न्', 'दी']],
  ['ភ្នំ', ['ភ្នំ']],
  ['パン', ['パ', 'ン']],
])('the characters of %j are %j', (word, characters) => {
  expect(charactersOf(foldText(word)).map((each) => each.normalize('NFC'))).toEqual(characters);
});

const invisible = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4', '\u180e', '\u200b', '\u200c', '\u200d'],
  ...['\u200e', '\u202e', '\u2060', '\u2064', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{e0041}'],
];

describe('a character that can’t be seen', () => {
  test.each(invisible)(
    'splits no word and changes neither its place nor whose name it is: %j',
    (character) => {
      const written = `Mac${character}Book`;
      expect(textMatch('macbook')(written)).toBe(true);
      expect(textMatch(written)('MacBook')).toBe(true);
      expect(textMatch('book')(written)).toBe(false);
      expect(foldText(written)).toBe(foldText('MacBook'));
      expect(foldName(written)).toBe(foldName('MacBook'));
      expect(textMatch(character)('MacBook')).toBe(character.trim() === '');
    },
  );

  test.each(invisible)('between Thai letters ends a word only as U+200B: %j', (character) => {
    const isFound = character === '\u200b';
    expect(textMatch('งาน')(`สำนัก${character}งาน`)).toBe(isFound);
    expect(textMatch('ភ្នំ')(`រាជ\u200d${character}ភ្នំ`)).toBe(isFound);
    expect(textMatch('book')(`งาน${character}book`)).toBe(false);
  });

  test('includes the Arabic tatweel', () => {
    expect(foldText('محـــمد')).toBe(foldText('محمد'));
    expect(foldName('محـــمد')).toBe(foldName('محمد'));
  });
});
