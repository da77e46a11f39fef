import { describe, expect, test } from 'vitest';
import {
  attributes,
  choose,
  configure,
  id,
  labels,
  matches,
  queryError,
  save,
  saved,
  savedAgain,
  select,
  typeQuery,
  unreachable,
  exported,
  importJson,
} from '../support/config-screen';
import { deferred, press, settle, textOf } from '../support/ui-host';
import { useFakeDelays, pass } from '../support/fake-delays';
import { consent } from '../support/replies';

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
    ['the grant is gone', () => consent, 'Connect your Workspace Data Service account'],
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
    const screen = await configure({ configuration: saved, check: () => consent });
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

describe('the attributes that the picker searches', () => {
  test('stores up to three attributes that the picker searches, and none where none is chosen', async () => {
    const screen = await configure({ configuration: saved });
    await choose(screen, 'searchedAttributes', [{ value: attributes[0]!.id }]);
    await save(screen);
    await choose(screen, 'searchedAttributes', []);
    await save(screen);
    const serial = {
      attributeId: attributes[0]!.id,
      name: 'Serial number',
      attributeTypeCode: 'TEXT',
    };
    expect(screen.submitted).toEqual([
      { configuration: { ...savedAgain, searchedAttributes: [serial] } },
      { configuration: savedAgain },
    ]);
  });

  test('says which attribute the picker can’t search, and leaves it out of what is stored', async () => {
    const gone = { attributeId: id(99), name: 'Colour' };
    const screen = await configure({ configuration: { ...saved, searchedAttributes: [gone] } });
    expect(screen.text()).toContain('The picker can’t search Colour');
    await save(screen);
    expect(screen.submitted).toEqual([{ configuration: savedAgain }]);
  });
});

describe('a configuration as JSON', () => {
  test('goes from one context to another', async () => {
    const from = await configure({ configuration: saved });
    await typeQuery(from, 'Status = "In stock"');
    const json = await exported(from);
    expect(JSON.parse(json)).toEqual({ ...savedAgain, query: 'Status = "In stock"' });

    const to = await configure();
    await importJson(to, json);
    expect(to.text()).toContain('Imported. Look it over, then save.');
    expect(select(to, 'type').props.value).toMatchObject({ label: 'Laptop' });
    expect(to.submitted).toEqual([]);
    await save(to);
    expect(to.submitted).toEqual([{ configuration: JSON.parse(json) as unknown }]);
  });

  test('says what is missing before there is one to export', async () => {
    const screen = await configure();
    await press(screen, 'Export or import');
    expect(screen.text()).toContain('Choose a workspace.');
  });

  test.each([
    ['', 'Paste a configuration first.'],
    ['{"version": 1,', 'This text isn’t JSON:'],
    [
      '[1]',
      'it isn’t a configuration for this field. A configuration has version, workspaceId, typeId, query,',
    ],
    ['null', 'it isn’t a configuration for this field'],
    ['"text"', 'it isn’t a configuration for this field'],
    ['{"name": "app", "private": true}', 'it isn’t a configuration for this field'],
    [JSON.stringify({ ...saved, typeId: 'x' }), 'Can’t be used: typeId (the id of a type).'],
    [
      JSON.stringify({ ...saved, version: 2, attributes: [{}] }),
      'Missing: attributes › 1 › attributeId, attributes › 1 › name. Can’t be used: version (1).',
    ],
    [
      '{"version": 1, "levels": []}',
      'Missing: workspaceId (the id of a workspace), typeId (the id of a type), query (text, which can be empty)',
    ],
    ['{"version": 1}', 'or paste another one of a field of the same kind.'],
  ])('that can’t be used is refused with the reason, and stays typed: %s', async (text, reason) => {
    const screen = await configure({ configuration: saved });
    await press(screen, 'Export or import');
    const { key } = screen.get('TextArea', { testId: 'configuration-json' });
    await importJson(screen, text);
    expect(screen.text()).toContain(reason);
    expect(screen.get('TextArea', { testId: 'configuration-json' }).key).toBe(key);
    expect(screen.get('TextArea', { testId: 'query' }).props.defaultValue).toBe(saved.query);
    expect(screen.all('Popup').filter(({ props }) => props.isOpen === true)).toHaveLength(1);
  });

  test('is checked as what was saved is: what is gone is named, its query is tried', async () => {
    const screen = await configure({ check: () => queryError });
    await importJson(screen, JSON.stringify({ ...saved, workspaceId: id(99) }));
    expect(screen.text()).toContain('The workspace was deleted');
    await importJson(screen, JSON.stringify(saved));
    await pass(600);
    expect(screen.text()).toContain('Expected a value, found end of query.');
  });
});
