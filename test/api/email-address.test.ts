import { describe, expect, test } from 'vitest';
import { bareAddress, emailKey, isEmailAddress, mailtoLink } from '../../src/api/email-address';
import { emailAddress } from '../../src/api/email-schema';
import { spellingsOf } from '../../src/service/model/values/email-spellings';

test.each([
  'ann@example.com',
  'r&d@example.com',
  'first/last@example.com',
  "o'neil+a_b@example.com",
  'jörg@example.com',
  'ann@müller.de',
  'ann@xn--mller-kva.de',
  'ann@例え.jp',
  'पवन@उदाहरण.भारत',
  'ada@localhost',
])('%s is an address', (address) => {
  expect(isEmailAddress(address)).toBe(true);
  expect(emailAddress.parse(address)).toBe(address);
});

test.each([
  'ann',
  '@example.com',
  'ann@',
  'ann@@example.com',
  'ann miller@example.com',
  'ann@exa mple.com',
  'ann@example.com, bob@example.com',
  'Ann <ann@example.com>',
  '"ann"@example.com',
  'a\u200db@example.com',
  'ann@exam/ple.com',
  'ann@example..com',
  'ann@ü＃.de',
  'ann@example.com\nbob@example.com',
  '\u3164@example.com',
])('%j is none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
  expect(emailAddress.safeParse(text).success).toBe(false);
});

test.each([
  [' ann@example.com\u200b'],
  ['\u202aann@example.com\u202c'],
  ['<ann@example.com>'],
  ['\u00a0< ann@example.com >'],
  ['mailto:ann@example.com'],
  ['<MAILTO:ann%40example.com>'],
  ['ann@exam\u00adple.com'],
])('%j is read as ann@example.com', (text) => {
  expect(emailAddress.parse(text)).toBe('ann@example.com');
});

test('reads a very long text in no time', () => {
  const long = `${'\u3164'.repeat(50_000)}x`;
  expect(bareAddress(long.repeat(2))).toBe(`x${long}`);
});

test('compares very long texts in no time', () => {
  const marks = '\u0f71\u0f72'.repeat(50_000);
  expect(emailKey(`${marks}@Example.com`)).toBe(`${marks}@example.com`);
  expect(emailKey(`Ann@${marks}`)).toBe(`ann@${marks}`);
  expect(spellingsOf(`Ann@${marks}`)).toEqual([`ann@${marks}`]);
});

describe('Two spellings are one address', () => {
  test.each([
    ['ANN@Example.com', 'ann@example.com'],
    ['jörg@example.com', 'jo\u0308rg@EXAMPLE.com'],
    ['ann@MÜLLER.de', 'ann@xn--mller-kva.de'],
    ['ann@mu\u0308ller.de', 'ANN@XN--MLLER-KVA.DE'],
    ['<ann@müller.de>', 'mailto:ann@müller.de'],
  ])('%s, %s', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  test('but not where their letters differ', () => {
    expect(emailKey('ann@muller.de')).not.toBe(emailKey('ann@müller.de'));
    expect(emailKey('jorg@x.de')).not.toBe(emailKey('jörg@x.de'));
  });
});

test.each([
  ['r&d@example.com', 'mailto:r%26d@example.com'],
  ['a?cc=b@example.com', 'mailto:a%3Fcc%3Db@example.com'],
  ['a+b@example.com', 'mailto:a+b@example.com'],
  ['Ann <ann@example.com>', undefined],
])('links %s to %s', (email, link) => {
  expect(mailtoLink(email)).toBe(link);
});
