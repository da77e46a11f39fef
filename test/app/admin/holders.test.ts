import { expect, test } from 'vitest';
import { settle, textOf } from '../support/ui-host';
import { buttonOf, ok, openAdminPage, problem } from './support/admin-screen';

async function find(sought: string, holders: () => unknown) {
  const screen = await openAdminPage({ holders });
  const input = screen.get('Textfield', { testId: 'sought' });
  screen.fire(input, 'onChange', { target: { value: sought } });
  await settle();
  const form = screen.all('Form').find((one) => textOf(one).includes('Object id or label'));
  screen.fire(form!, 'onSubmit', {});
  await settle();
  return screen;
}

test('says in which fields an object is, how often, and links the search for each', async () => {
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
  expect(screen.text()).toContain('Asset\nAbout 1,200\nShow in Jira’s search: Asset');
  expect(screen.text()).toContain('Jira can’t search this field.');
  expect(screen.text()).toContain('The app counts only what it can see');
  expect(textOf(screen.get('Link', { href: address }))).toContain('Asset');
  expect(screen.text()).not.toContain('Contract');
});

test('says that no work items hold it, as far as the app sees, without empty searches', async () => {
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 0, address: '/issues/?jql=x' },
  ];
  const screen = await find('No such thing', () => ok({ fields }));
  expect(screen.text()).toContain('No work items hold this object.');
  expect(screen.text()).toContain('The app counts only what it can see');
  expect(screen.text()).not.toContain('About 0');
});

test('says why nothing is known, or that there is no field', async () => {
  const failed = await find('x', () => problem('Jira didn’t answer.'));
  expect(failed.text()).toContain('Jira didn’t answer.');
  const none = await find('x', () => ok({ fields: [] }));
  expect(none.text()).toContain('No field on this site holds objects yet.');
});

test('asks nothing before something is typed', async () => {
  const screen = await find('   ', () => ok({ fields: [] }));
  expect(screen.calls.some(({ functionKey }) => functionKey === 'holders')).toBe(false);
  expect(buttonOf(screen, 'Find').props.isDisabled).toBe(true);
});
