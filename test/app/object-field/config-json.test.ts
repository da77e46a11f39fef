import { describe, expect, test } from 'vitest';
import {
  configure,
  id,
  pass,
  queryError,
  save,
  saved,
  savedAgain,
  select,
  typeQuery,
} from '../support/config-screen';
import { press, type MountedScreen } from '../support/ui-host';
import { useFakeDelays } from '../support/fake-delays';

useFakeDelays();

describe('a configuration as JSON', () => {
  const paste = async (screen: MountedScreen, text: string) => {
    const isOpen = screen.all('Popup').some(({ props }) => props.isOpen === true);
    if (!isOpen) await press(screen, 'Export or import');
    const input = screen.get('TextArea', { testId: 'configuration-json' });
    await screen.act(input, 'onChange', { target: { value: text } });
    await press(screen, 'Import');
  };

  test('goes from one context to another', async () => {
    const from = await configure({ configuration: saved });
    await typeQuery(from, 'Status = "In stock"');
    await press(from, 'Export or import');
    const json = from.get('TextArea', { testId: 'configuration-json' }).props
      .defaultValue as string;
    expect(JSON.parse(json)).toEqual({ ...savedAgain, query: 'Status = "In stock"' });

    const to = await configure();
    await paste(to, json);
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
    await paste(screen, text);
    expect(screen.text()).toContain(reason);
    expect(screen.get('TextArea', { testId: 'configuration-json' }).key).toBe(key);
    expect(screen.get('TextArea', { testId: 'query' }).props.defaultValue).toBe(saved.query);
    expect(screen.all('Popup').filter(({ props }) => props.isOpen === true)).toHaveLength(1);
  });

  test('is checked as what was saved is: what is gone is named, its query is tried', async () => {
    const screen = await configure({ check: () => queryError });
    await paste(screen, JSON.stringify({ ...saved, workspaceId: id(99) }));
    expect(screen.text()).toContain('The workspace was deleted');
    await paste(screen, JSON.stringify(saved));
    await pass(600);
    expect(screen.text()).toContain('Expected a value, found end of query.');
  });
});
