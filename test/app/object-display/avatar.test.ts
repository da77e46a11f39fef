import { expect, test } from 'vitest';
import { avatarOf } from '../../../src/app/object-display/present-value';

test.each([
  ['Lena Fischer', 'LF'],
  ['Siobhán Ní Bhriain', 'SB'],
  ['ann', 'A'],
  ['(Acme) ann.lee@example.com', 'A'],
  ['ann.lee@example.com', 'A'],
  ['渡辺 葵', '渡葵'],
  ['יעל כהן', 'יכ'],
  ['👩🏽‍💻', ''],
  ['', ''],
])('the avatar of %j has the initials %j', (name, initials) => {
  expect(avatarOf(name).initials).toBe(initials);
});

test('a person has the same color everywhere, and others have other ones', () => {
  const names = ['Lena Fischer', 'Amara Okafor', 'Mateo Álvarez', 'Oskar Nowak', 'Ann', 'Bob'];
  const colors = names.map((name) => avatarOf(name).color);
  expect(names.map((name) => avatarOf(name).color)).toEqual(colors);
  expect(new Set(colors).size).toBeGreaterThan(2);
});
