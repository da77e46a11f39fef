import { describe, expect, test } from 'vitest';
import {
  attributes,
  checked,
  choose,
  configure,
  it1,
  labels,
  laptop,
  ok,
  pass,
  saved,
  select,
  typeQuery,
} from '../support/config-screen';
import { useFakeDelays } from '../support/fake-delays';
import { type MountedScreen } from '../support/ui-host';

useFakeDelays();

describe('the Insert list', () => {
  const insert = (screen: MountedScreen, text: string) =>
    choose(screen, 'query-insert', { value: text });

  test('adds to the query what fits, and the text area shows it', async () => {
    const screen = await configure({ configuration: { ...saved, query: '' } });
    const first = () => {
      const [group] = select(screen, 'query-insert').props.options as { label: string }[];
      return group!.label;
    };
    expect(first()).toBe('Attributes');
    await insert(screen, '"Serial number"');
    expect(first()).toBe('Operators for Serial number');
    await insert(screen, 'is empty');
    expect(screen.get('TextArea').props.defaultValue).toBe('"Serial number" is empty ');
    await pass(600);
    expect(checked(screen).at(-1)).toBe('"Serial number" is empty ');
  });

  test('offers the options of the attribute that is compared, asked for once', async () => {
    const status = { ...attributes[1]!, attributeTypeCode: 'OPTION' };
    const screen = await configure({
      configuration: { ...saved, query: '' },
      types: () => ok({ types: [{ ...laptop, attributes: [status] }] }),
      optionNames: () => ok({ names: ['In use', 'In stock'] }),
    });
    const asked = () => screen.calls.filter(({ functionKey }) => functionKey === 'optionNames');
    await insert(screen, 'Status');
    expect(asked()).toEqual([]);
    await insert(screen, '=');
    const [group] = select(screen, 'query-insert').props.options as { options: unknown }[];
    expect(labels(group!.options).slice(0, 2)).toEqual([
      '"In use" – one of the options',
      '"In stock" – one of the options',
    ]);
    await insert(screen, '"In use"');
    expect(screen.get('TextArea').props.defaultValue).toBe('Status = "In use" ');
    expect(asked()).toEqual([
      {
        functionKey: 'optionNames',
        payload: { workspaceId: it1.id, attributeIds: [status.id] },
      },
    ]);
  });

  test('draws the text area anew for an insertion, and never while a person types', async () => {
    const screen = await configure({ configuration: saved });
    const keys: string[] = [];
    const note = () => keys.push(screen.get('TextArea').key);
    note();
    await typeQuery(screen, 'Status');
    note();
    await insert(screen, '=');
    note();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });
});
