import { expect, test } from 'vitest';
import { readAddresses, splitLine } from '../../../../src/service/pages/account/address-lines';

const alice = ['Smith, Alice', 'alice@x.de'];
const bob = ['Jones, Bob', 'bob@x.de'];

test.each([
  ['"Smith, Alice" <alice@x.de>; "Jones, Bob" <bob@x.de>', [alice, bob]],
  ['"Smith, Alice" <alice@x.de>, "Jones, Bob" <bob@x.de>', [alice, bob]],
  ['"Smith, Alice" <alice@x.de>\t"Jones, Bob" <bob@x.de>', [alice, bob]],
  ['Smith, Alice <alice@x.de>; Jones, Bob <bob@x.de>;', [alice, bob]],
  ['Smith, Alice <alice@x.de>, Jones, Bob <bob@x.de>', [alice, bob]],
  ['alice@x.de, Smith, Alice; Jones, Bob, bob@x.de', [alice, bob]],
  ['Ann (IT; Berlin) <ann@x.de>', [['Ann (IT; Berlin)', 'ann@x.de']]],
  ['"Ann \\"A; B\\" Ray" <ann@x.de>', [['Ann "A; B" Ray', 'ann@x.de']]],
  ['Ann "A" Ray <ann@x.de>', [['Ann "A" Ray', 'ann@x.de']]],
  ['Bob @ work <bob@x.de>', [['Bob @ work', 'bob@x.de']]],
  ['ann@x.de, Ann Ray', [['Ann Ray', 'ann@x.de']]],
  ['Ann Ray\tann@x.de', [['Ann Ray', 'ann@x.de']]],
  ['Dee Fox;dee@x.de', [['Dee Fox', 'dee@x.de']]],
  ['Fox, Dee;dee@x.de', [['Fox, Dee', 'dee@x.de']]],
  ['Dee Fox; <dee@x.de>', [['Dee Fox', '<dee@x.de>']]],
  ['<dee@x.de>', [['', 'dee@x.de']]],
  [
    'alice@x.de; bob@x.de',
    [
      ['', 'alice@x.de'],
      ['', 'bob@x.de'],
    ],
  ],
] as const)('reads everybody on the line %s', (line, people) => {
  const read = readAddresses(line)?.map(({ name, email }) => [name, email]);
  expect(read).toEqual(people);
});

test.each([
  'Ann Ray',
  'alice@x.de, bob@x.de',
  'alice@x.de, Alice, bob@x.de, Bob',
  'Dee Fox; Ann <ann@x.de>',
  'Dee Fox; ann@x.de, Ann Ray',
  'Ann <ann@x.de>, Dee Fox',
  'Ann <ann@x.de> Dee Fox',
  'ann@x.de <ann@x.de>',
  'alice@x.de Alice <bob@x.de>',
  '"Smith, Alice <alice@x.de>; Jones, Bob <bob@x.de>',
  'Ann <ann@x.de; Bob <bob@x.de>',
  'Ann ann@x.de>',
])('reads nobody where part of the line would be lost: %s', (line) => {
  expect(readAddresses(line)).toBeUndefined();
});

test('reads a long line with nothing closed in it in no time', () => {
  const line = '(<"'.repeat(100_000);
  expect(splitLine(line, ';')).toEqual([line]);
});
