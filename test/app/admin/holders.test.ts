import { expect, test } from 'vitest';
import { picker } from '../support/editor';
import { buttonOf, textOf } from '../support/ui-host';
import { ok, openAdminPage, problem } from './support/admin-screen';

async function find(sought: string, holders: () => unknown) {
  const screen = await openAdminPage({ holders });
  const input = screen.get('Textfield', { testId: 'sought' });
  await screen.act(input, 'onChange', { target: { value: sought } });
  const form = screen.all('Form').find((one) => textOf(one).includes('Object id or label'));
  await screen.act(form!, 'onSubmit', {});
  return screen;
}

test('the search for an object says in which fields it is, how often, and links Jira’s search for each', async () => {
  const address = '/issues/?jql=x';
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 1200, address },
    { fieldId: 'customfield_10011', name: 'City' },
    { fieldId: 'customfield_10012', name: 'Contract', count: 0, address: '/issues/?jql=y' },
  ];
  const screen = await find(' MacBook Pro 14 ', () => ok({ fields }));
  expect(screen.calls.find(({ functionKey }) => functionKey === 'holders')?.payload).toEqual({
    sought: 'MacBook Pro 14',
  });
  expect(screen.text()).toContain('Asset: about 1,200');
  expect(screen.text()).toContain('Jira can’t search this field.');
  expect(screen.text()).toContain('The app counts only what it can see');
  expect(textOf(screen.get('Link', { href: address }))).toContain('Asset');
  expect(screen.text()).not.toContain('Contract');
});

test('the search for an object says that no work items hold it, and links no empty search', async () => {
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 0, address: '/issues/?jql=x' },
  ];
  const screen = await find('No such thing', () => ok({ fields }));
  expect(screen.text()).toContain('No work items hold an object with this label.');
  expect(screen.text()).toContain('The app counts only what it can see');
  expect(screen.text()).not.toContain('about 0');
});

test('the search for an object says why it failed, or that there is no field', async () => {
  const failed = await find('x', () => problem('Jira didn’t answer.'));
  expect(failed.text()).toContain('Jira didn’t answer.');
  const none = await find('x', () => ok({ fields: [] }));
  expect(none.text()).toContain('No field on this site holds objects yet.');
});

test('the search for objects finds picked ones by their ids and a typed one, each in a row', async () => {
  const objects = [
    { objectId: 'id-1', label: 'MacBook Pro 14', attributes: [] },
    { objectId: 'id-2', label: 'ThinkPad X1', attributes: [] },
  ];
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 2, address: '/issues/?jql=x' },
  ];
  const screen = await openAdminPage({
    searchEverywhere: () => ok({ objects, total: 2 }),
    holders: ({ sought }) =>
      ok({ fields: sought === 'id-2' ? [{ ...fields[0], count: 0 }] : fields }),
  });
  const objectPicker = picker(screen, 'sought-objects');
  await objectPicker.focus();
  for (const { label } of objects) await objectPicker.pick(label);
  const input = screen.get('Textfield', { testId: 'sought' });
  await screen.act(input, 'onChange', { target: { value: 'Scanner' } });
  await screen.act(
    screen.all('Form').find((one) => textOf(one).includes('Objects'))!,
    'onSubmit',
    {},
  );
  const asked = screen.calls.filter(({ functionKey }) => functionKey === 'holders');
  expect(asked.map(({ payload }) => payload)).toEqual(
    ['id-1', 'id-2', 'Scanner'].map((sought) => ({ sought })),
  );
  const table = screen.get('DynamicTable', { label: 'Where these objects are used' });
  const rows = table.children.find(({ props }) => props.name === 'rows')?.children ?? [];
  const place = 'Asset: about 2 · Show in Jira’s search: Asset';
  expect(rows.map((row) => row.children.map((cell) => textOf(cell).replaceAll('\n', '')))).toEqual([
    ['MacBook Pro 14', place],
    ['ThinkPad X1', 'No work items hold this object.'],
    ['Scanner', place],
  ]);
});

test('the search for an object asks nothing before something is typed', async () => {
  const screen = await find('   ', () => ok({ fields: [] }));
  expect(screen.calls.some(({ functionKey }) => functionKey === 'holders')).toBe(false);
  expect(buttonOf(screen, 'Find').props.isDisabled).toBe(true);
});
