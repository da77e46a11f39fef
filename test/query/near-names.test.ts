import { expect, test } from 'vitest';
import { findNearName } from '../../src/query';

const names = [
  'Status',
  'Serial number of the dock',
  'Serial number',
  'Assigned to',
  'OS',
  'Asset',
];

test.each([
  ['Stauts', 'Status'],
  ['status ', 'Status'],
  ['Serial nr', undefined],
  ['serialnumber', 'Serial number'],
  ['Asigned to', 'Assigned to'],
  ['Asett', 'Asset'],
  ['Item', undefined],
  ['O', 'OS'],
  ['SO', 'OS'],
  ['serial', 'Serial number'],
  ['Assigned', 'Assigned to'],
  ['Seria', undefined],
  ['Colour', undefined],
  ['', undefined],
  [' ', undefined],
])('takes %j to mean %j', (written, meant) => {
  expect(findNearName(written, names)).toBe(meant);
});

test('compares no name that is too long to be a slip of the pen', () => {
  expect(findNearName('x'.repeat(61), ['x'.repeat(61)])).toBeUndefined();
  expect(findNearName('x'.repeat(60), ['x'.repeat(60)])).toBe('x'.repeat(60));
});
