import { expect, test } from 'vitest';
import { PageState } from '../../../src/service/http/site-page/page-state';

test('A link repeats each parameter of a page once, however often its address names it', () => {
  const query = `?${'9.page=2&'.repeat(2_400)}${'99.search=x&'.repeat(100)}0.search=${'y'.repeat(500)}`;
  const address = new PageState(query).addressWith(1, { page: 3 });
  expect(address).toBe(`?9.page=2&0.search=${'y'.repeat(200)}&1.page=3#block-1`);
});
