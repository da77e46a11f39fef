import { expect, test } from 'vitest';
import { PageState } from '../../../../src/service/pages/site/page-state';

test('A link repeats each parameter of a page once, however often its address names it', () => {
  const query = `?${'9.page=2&'.repeat(2_400)}${'99.search=x&'.repeat(100)}0.search=${'y'.repeat(200)}`;
  const address = new PageState(query).addressWith(1, { page: 3 });
  expect(address).toBe(`?9.page=2&0.search=${'y'.repeat(200)}&1.page=3#block-1`);
});

test('A search that is too long to be carried out stays as typed for its own table, and is in no link', () => {
  const typed = 'y'.repeat(201);
  const state = new PageState(`?0.search=${typed}&1.search=mac`);
  expect(state.of(0).search).toBe(typed);
  expect(state.addressWith(1, { page: 2 })).toBe('?1.search=mac&1.page=2#block-1');
  expect(state.addressWith(0, { page: 2 })).toBe('?1.search=mac&0.page=2#block-0');
});
