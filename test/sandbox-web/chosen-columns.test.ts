import { expect, test } from 'vitest';
import { chosenColumns } from '../../src/sandbox/web/screens/result-list';

const columns = [
  { id: 'issuekey', isShownAtFirst: true },
  { id: 'summary', isShownAtFirst: true },
  { id: 'cf[10050]', isShownAtFirst: false },
];

test.each([
  ['no choice', null, ['issuekey', 'summary']],
  ['some', 'cf[10050],issuekey', ['issuekey', 'cf[10050]']],
  ['one that is there and one that is not', 'nonsense,summary', ['summary']],
  ['none that is there', 'nonsense', ['issuekey', 'summary']],
  ['nothing', '', ['issuekey', 'summary']],
])('The columns of an address with %s', (_, ids, expected) => {
  expect(chosenColumns(columns, ids).map(({ id }) => id)).toEqual(expected);
});
