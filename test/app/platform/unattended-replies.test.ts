import { expect, test } from 'vitest';
import { fieldList, precomputationPage } from '../../../src/app/platform/jira-questions';

const times = { updated: '2026-03-02T01:00:00.000+0000', used: 2_000 };
const good = { id: 'a', operator: 'IN', arguments: ['Status = Active', 'Asset'], ...times };

test('A page of precomputations is read without the entries that are of no known shape, whose ids are told', () => {
  const odd = [{ ...good, id: 'b', used: 'yesterday' }, { ...good, operator: 'was' }, null];
  const page = precomputationPage.parse({ isLast: false, total: 9, values: [...odd, good] });
  expect(page).toEqual({
    ...{ isLast: false, total: 9, unreadableIds: ['b', 'a', ''] },
    values: [{ ...good, operator: 'in', updated: Date.parse('2026-03-02T01:00:00.000Z') }],
  });
});

test('The list of fields is read without those that are of no known shape', () => {
  const own = { id: 'customfield_1', name: 'Asset', schema: { custom: 'ari:own' } };
  const odd = [{ ...own, schema: null }, { ...own, name: undefined }, 'a field'];
  expect(fieldList.parse([...odd, own])).toEqual([own]);
});
