import { describe, expect, test } from 'vitest';
import {
  attributes,
  choose,
  configure,
  labels,
  matches,
  queryError,
  save,
  saved,
  select,
  typeQuery,
  unreachable,
} from '../support/config-screen';
import { press, deferred, settle, textOf } from '../support/ui-host';
import { useFakeDelays } from '../support/fake-delays';

useFakeDelays();

describe('saving a query', () => {
  const faulty = 'Status = ';
  const checkFault = ({ query }: Record<string, unknown>) =>
    query === faulty.trim() ? queryError : matches(1, 'MacBook Pro 14');

  test('is refused where the query is faulty, also before the check has shown it', async () => {
    const screen = await configure({ configuration: saved, check: checkFault });
    await choose(screen, 'attributes', [{ value: attributes[0]!.id }]);
    await typeQuery(screen, faulty);
    await save(screen);
    expect(screen.text()).toContain('Correct the query');
    expect(screen.text()).toContain('Expected a value, found end of query.');
    expect(screen.submitted).toEqual([]);
    expect(screen.closed()).toBe(false);
    expect(screen.get('TextArea').props.defaultValue).toBe(faulty);
    expect(labels(select(screen, 'attributes').props.value)).toEqual(['Serial number']);
    expect(screen.all('Button').map(textOf)).not.toContain('Save without checking');
  });

  test.each([
    ['the service cannot be reached', () => unreachable, 'Unreachable.'],
    [
      'the grant is gone',
      () => ({ kind: 'consent' }),
      'Connect your Workspace Data Service account',
    ],
    [
      'the app cannot be reached',
      () => Promise.reject(new Error('offline')),
      'The app can’t be reached.',
    ],
  ])('stores nothing without a word where %s', async (_, check, reason) => {
    const screen = await configure({ configuration: saved, check });
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.closed()).toBe(false);
    expect(screen.text()).toContain('couldn’t be checked, so nothing was saved');
    expect(screen.text()).toContain(reason);

    await press(screen, 'Save without checking');
    expect(screen.submitted).toMatchObject([{ configuration: { query: saved.query } }]);
    expect(screen.text()).toContain('Saved');
  });

  test('offers to save without checking for no other query than the one that was tried', async () => {
    const screen = await configure({ configuration: saved, check: () => unreachable });
    await save(screen);
    await typeQuery(screen, faulty);
    expect(screen.all('Button').map(textOf)).not.toContain('Save without checking');
    expect(screen.text()).not.toContain('nothing was saved');
  });

  test('says that Jira refused a query which was saved without a check', async () => {
    const screen = await configure({
      configuration: saved,
      check: () => unreachable,
      submit: () => Promise.reject(new Error('500')),
    });
    await save(screen);
    await press(screen, 'Save without checking');
    expect(screen.text()).toContain('Your changes are still here');
  });

  test('refuses a syntax error also where nothing can be checked', async () => {
    const screen = await configure({ configuration: saved, check: () => ({ kind: 'consent' }) });
    await save(screen);
    expect(screen.text()).toContain('Save without checking');
    await typeQuery(screen, 'Owner = ${emailCurrentUser}');
    await save(screen);
    expect(screen.text()).toContain('Correct the query');
    expect(screen.text()).toContain('can be used inside user(...) only');
    expect(screen.submitted).toEqual([]);
  });

  test('stores nothing where something was changed during the check, and keeps the change', async () => {
    const answer = deferred<unknown>();
    const screen = await configure({ configuration: saved, check: () => answer.promise });
    await save(screen);
    await typeQuery(screen, 'Status = "In stock"');
    answer.resolve(matches(1, 'a'));
    await settle();
    expect(screen.submitted).toEqual([]);
    expect(screen.text()).toContain('You made changes while the configuration was being checked');
    await save(screen);
    expect(screen.submitted).toMatchObject([{ configuration: { query: 'Status = "In stock"' } }]);
  });

  test('needs no check where there is no query', async () => {
    const screen = await configure({
      configuration: { ...saved, query: '' },
      check: () => unreachable,
    });
    await save(screen);
    expect(screen.submitted).toHaveLength(1);
  });
});
