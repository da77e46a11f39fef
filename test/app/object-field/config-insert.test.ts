import { describe, expect, test } from 'vitest';
import {
  attributes,
  checked,
  choose,
  configure,
  id,
  it1,
  labels,
  laptop,
  matches,
  queryError,
  saved,
  select,
  typeQuery,
} from '../support/config-screen';
import { useFakeDelays, pass } from '../support/fake-delays';
import { press, deferred, settle, type MountedScreen } from '../support/ui-host';
import { ok } from '../support/replies';

useFakeDelays();

describe('the Insert list', () => {
  const open = (screen: MountedScreen) => press(screen, 'Insert');

  const isOpen = (screen: MountedScreen) =>
    screen.all('Popup').some(({ props }) => props.isOpen === true);

  /** Opens the list if it is closed, and chooses from it, which leaves it open. */
  const insert = async (screen: MountedScreen, text: string) => {
    if (!isOpen(screen)) await open(screen);
    await choose(screen, 'query-insert', { value: text });
    expect(isOpen(screen)).toBe(true);
  };

  const list = (screen: MountedScreen) => select(screen, 'query-insert');

  const offered = (screen: MountedScreen) => {
    const groups = list(screen).props.options as { options?: { value: string }[] }[];
    return groups.flatMap(({ options = [] }) => options.map(({ value }) => value));
  };

  test('adds to the query what fits, and the text area shows it', async () => {
    const screen = await configure({ configuration: { ...saved, query: '' } });
    const first = () => {
      const [group] = select(screen, 'query-insert').props.options as { label: string }[];
      return group!.label;
    };
    await open(screen);
    expect(first()).toBe('Attributes');
    await insert(screen, '"Serial number"');
    expect(first()).toBe('Operators for Serial number');
    await insert(screen, 'is empty');
    expect(screen.get('TextArea').props.defaultValue).toBe('"Serial number" is empty ');
    await pass(600);
    expect(checked(screen).at(-1)).toBe('"Serial number" is empty ');
  });

  test('offers the options of the attribute that is compared, asked for once, and says that it loads until then', async () => {
    const names = deferred<unknown>();
    const status = { ...attributes[1]!, attributeTypeCode: 'OPTION' };
    const screen = await configure({
      configuration: { ...saved, query: '' },
      types: () => ok({ types: [{ ...laptop, attributes: [status] }] }),
      optionNames: () => names.promise,
    });
    const isLoading = () => select(screen, 'query-insert').props.isLoading;
    const asked = () => screen.payloadsOf('optionNames');
    await insert(screen, 'Status');
    expect([asked(), isLoading()]).toEqual([[], false]);
    await insert(screen, '=');
    expect(isLoading()).toBe(true);
    names.resolve(ok({ names: ['In use', 'In stock'] }));
    await settle();
    expect(isLoading()).toBe(false);
    const [group] = select(screen, 'query-insert').props.options as { options: unknown }[];
    expect(labels(group!.options).slice(0, 2)).toEqual([
      '"In use" – one of its values',
      '"In stock" – one of its values',
    ]);
    await insert(screen, '"In use"');
    expect(offered(screen)).toEqual(['and', 'or', 'order by']);
    expect(screen.get('TextArea').props.defaultValue).toBe('Status = "In use" ');
    expect(asked()).toEqual([{ workspaceId: it1.id, attributeIds: [status.id] }]);
  });

  test('offers after a dot what is behind the reference, and what that can be compared with', async () => {
    const [, status, , location] = attributes;
    const behind = { ...status!, id: id(99), name: 'Lit', attributeTypeCode: 'BOOLEAN' };
    const reference = { ...location, attributeTypeCode: 'REFERENCE' };
    const screen = await configure({
      configuration: { ...saved, query: '' },
      types: () => ok({ types: [{ ...laptop, attributes: [status, reference] }] }),
      attributesBehind: () => ok({ attributes: [behind] }),
    });
    const asked = () => screen.payloadsOf('attributesBehind');
    await typeQuery(screen, 'Location.');
    expect(asked()).toEqual([]);
    await open(screen);
    expect(offered(screen)).toEqual(['Lit', 'Label', 'Created', 'Updated']);
    await insert(screen, 'Lit');
    expect(offered(screen)).toEqual(['=', '!=', 'is empty', 'is not empty']);
    await insert(screen, '=');
    expect(offered(screen)).toEqual(['true', 'false']);
    await typeQuery(screen, 'Location.Status = ');
    expect(offered(screen)).toEqual([]);
    const placeholder = () => select(screen, 'query-insert').props.placeholder;
    expect(placeholder()).toBe('Type the value in the query');
    await typeQuery(screen, 'Location.Status = = ');
    expect(placeholder()).toBe('Nothing to insert here');
    const behindLocation = { workspaceId: it1.id, attributeIds: [location!.id], steps: [] };
    expect(asked()).toEqual([behindLocation]);
  });

  test('takes several pieces one after the other, and gives the query the focus when Escape closes it', async () => {
    const screen = await configure({ configuration: { ...saved, query: '' } });
    await open(screen);
    await screen.act(list(screen), 'onFocus', {});
    expect(list(screen).props).toMatchObject({ defaultMenuIsOpen: true, closeMenuOnSelect: false });
    for (const text of ['Status', 'is empty', 'and']) {
      await insert(screen, text);
      // Atlaskit takes a click on an option for one beside the popup.
      await screen.act(screen.get('Popup', { isOpen: true }), 'onClose');
      expect(isOpen(screen)).toBe(true);
      expect(screen.get('TextArea').props.autoFocus).toBe(false);
      // The list covers the text area.
      const { text: read } = screen.get('CodeBlock').props;
      expect(read).toBe(screen.get('TextArea').props.defaultValue);
    }
    await screen.act(list(screen), 'onInputChange', '', { action: 'menu-close' });
    expect(isOpen(screen)).toBe(false);
    expect(screen.get('TextArea').props).toMatchObject({
      defaultValue: 'Status is empty and ',
      autoFocus: true,
    });
  });

  test('leaves the focus alone where it closes because that went elsewhere', async () => {
    const screen = await configure({ configuration: { ...saved, query: '' } });
    await open(screen);
    await screen.act(list(screen), 'onFocus', {});
    await insert(screen, 'Status');
    await pass(600);
    await screen.act(list(screen), 'onBlur', {});
    await screen.act(list(screen), 'onInputChange', '', { action: 'menu-close' });
    await screen.act(screen.get('Popup', { isOpen: true }), 'onClose');
    expect(isOpen(screen)).toBe(false);
    expect(screen.get('TextArea').props.autoFocus).toBe(false);
  });

  test('is never an empty list, from which a screen reader would read “No options”', async () => {
    const names = deferred<unknown>();
    const status = { ...attributes[1]!, attributeTypeCode: 'OPTION' };
    const screen = await configure({
      configuration: { ...saved, query: 'Status =' },
      types: () => ok({ types: [{ ...laptop, attributes: [status] }] }),
      optionNames: () => names.promise,
    });
    await open(screen);
    expect(list(screen).props).toMatchObject({ isLoading: true, menuIsOpen: false });
    expect(list(screen).props.options).toHaveLength(1);
    names.resolve(ok({ names: ['In use'] }));
    await settle();
    expect(list(screen).props.menuIsOpen).toBeUndefined();
    expect(offered(screen)).toEqual(['"In use"']);
  });

  test('says that a query has no end only after it was left, or typed into, since an insertion', async () => {
    const screen = await configure({
      configuration: { ...saved, query: '' },
      check: ({ query }) => (query === '' ? matches(1) : queryError),
    });
    const missing = 'Expected a value, found end of query.';
    await open(screen);
    await screen.act(list(screen), 'onFocus', {});
    await choose(screen, 'query-insert', { value: 'Status' });
    await pass(600);
    expect(screen.get('TextArea').props).toMatchObject({ autoFocus: false, isInvalid: false });
    await screen.act(screen.get('Popup', { isOpen: true }), 'onClose');
    expect(screen.get('TextArea').props).toMatchObject({ autoFocus: true, isInvalid: false });
    expect(screen.text()).not.toContain(missing);
    await typeQuery(screen, 'Status =');
    await pass(600);
    expect(screen.text()).toContain(missing);
    await insert(screen, 'now()');
    await pass(600);
    expect(screen.text()).not.toContain(missing);
    await screen.act(screen.get('TextArea'), 'onBlur', {});
    expect(screen.text()).toContain(missing);
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
