import { describe, expect, test } from 'vitest';
import {
  readSortOrder,
  sortBy,
  chosenColumns,
  countText,
} from '../../src/sandbox/web/screens/result-list';

describe('The order of a query', () => {
  test.each([
    ['status = Done', undefined],
    ['summary ~ "order by key"', undefined],
    ['status = Done order by key', { field: 'key', direction: 'ASC' }],
    ['ORDER  BY "My field" desc, key', { field: 'My field', direction: 'DESC' }],
    ['a = "x" order by cf[10050] ASC', { field: 'cf[10050]', direction: 'ASC' }],
  ])('is read: %s', (query, order) => {
    expect(readSortOrder(query)).toEqual(order);
  });

  test.each([
    ['status = Done', 'status = Done ORDER BY key DESC'],
    ['status = Done order by a, b desc', 'status = Done ORDER BY key DESC'],
    ['summary ~ "order by x" order by a', 'summary ~ "order by x" ORDER BY key DESC'],
    ['', 'ORDER BY key DESC'],
  ])('is replaced: %s', (query, sorted) => {
    expect(sortBy(query, { field: 'key', direction: 'DESC' })).toBe(sorted);
  });
});

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

test.each([
  [50, 1_204, 'en-US', '50 of 1,204 work items'],
  [1_204, 1_204, 'en-US', '1,204 work items'],
  [1_204, 1_204, 'de-DE', '1.204 work items'],
  [1, 1, 'en-US', '1 work item'],
  [1_050, undefined, 'en-US', '1,050 work items shown'],
])('%i of %s in %s', (shown, total, locale, text) => {
  expect(countText(shown, total, locale)).toBe(text);
});
