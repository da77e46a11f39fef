import { describe, expect, test } from 'vitest';
import { readSortOrder, sortBy } from '../../src/sandbox/web/screens/result-list';

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
