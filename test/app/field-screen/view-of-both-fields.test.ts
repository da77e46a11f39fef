import { describe, expect, test } from 'vitest';
import { latvia, path, stored, valmiera, vidzeme } from '../support/cascade-editor';
import { mount, press, textOf } from '../support/ui-host';
import { laptop, linesOf, showing, shown } from '../object-field/shown-objects';
import { save } from '../support/editor';

const many = Array.from({ length: 100 }, (_, index) => ({
  objectId: `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`,
  label: `Object ${index}`,
}));
const manyIds = many.map(({ objectId }) => objectId);
const object = {
  field: 'object-field',
  value: { objects: [laptop] },
  objects: [laptop],
  text: 'MacBook Pro 14',
  ofMany: { objects: many },
  askedOfMany: manyIds,
};
const cascade = {
  field: 'cascade-field',
  value: path,
  objects: [latvia, vidzeme, valmiera],
  text: 'Latvia / Vidzeme / Valmiera',
  ofMany: stored([], [], many),
  // They are stored as what the field holds and as what its last level does.
  askedOfMany: [...manyIds, ...manyIds],
};

describe.each([object, cascade])('the view of the $field', ({ field, value, objects, ...told }) => {
  const show = (fieldValue: unknown, view: () => unknown = () => showing()) =>
    mount(`src/app/${field}/view.tsx`, { extension: { fieldValue }, functions: { view } });

  test('shows what is stored while the service has not answered, and keeps the room for more', async () => {
    const screen = await show(value, () => new Promise(() => undefined));
    expect(linesOf(screen)).toEqual([told.text]);
    const drawn = screen.all('Box').map(({ props }) => JSON.stringify(props));
    expect(drawn.filter((props) => props.includes('color.skeleton'))).toHaveLength(1);
  });

  test('keeps what is stored where no account is connected, links to the connect page, and looks again', async () => {
    const answers = [{ kind: 'consent' }, showing(...objects.map((one) => shown(one)))];
    const screen = await show(value, () => answers.shift());
    expect(linesOf(screen)[0]).toBe(told.text);
    expect(screen.text()).toContain('Connect your Workspace Data Service account');
    expect(screen.get('LinkButton').props).toMatchObject({
      href: 'https://site.example/connect?connect=now',
      target: '_blank',
    });
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(linesOf(screen)).toEqual([told.text]);
    expect(screen.text()).not.toContain('Connect');
    expect(screen.get('Link').props.href).toContain(objects.at(-1)?.objectId);
  });

  test('asks once for all objects, and shows the first ten until a person asks for all', async () => {
    const screen = await show(told.ofMany, () => showing(...many.map((one) => shown(one))));
    expect(screen.calls).toEqual([
      { functionKey: 'view', payload: { objectIds: told.askedOfMany, withPictures: true } },
    ]);
    expect(screen.all('Link')).toHaveLength(10);
    const toggle = async (text: string) => {
      expect(textOf(screen.get('Button'))).toBe(text);
      await screen.act(screen.get('Button'), 'onClick');
    };
    await toggle('Show all 100');
    expect(screen.all('Link')).toHaveLength(100);
    await toggle('Show fewer');
    expect(screen.all('Link')).toHaveLength(10);
  });

  test.each([[null], [undefined], [{ objects: [] }]])(
    'says that %j is empty, in the color of Jira’s own empty fields and without a call',
    async (empty) => {
      const screen = await show(empty);
      expect(screen.text()).toBe('None');
      expect(screen.get('Text').props).toMatchObject({ color: 'color.text.subtlest' });
      expect(screen.calls).toEqual([]);
    },
  );

  test.each([['text'], [[1, 2]], [{ version: 2, items: [] }], [{ objects: 'none' }]])(
    'says that %j can’t be read',
    async (unreadable) => {
      const screen = await show(unreadable);
      expect(screen.text()).toBe('This field’s value can’t be read. Saving a change replaces it.');
    },
  );

  test('shows what it can of a partly broken value', async () => {
    const screen = await show({ objects: [{ id: 7 }, laptop] }, () => showing(shown(laptop)));
    expect(screen.text()).toContain('MacBook Pro 14');
    expect(screen.text()).toContain(
      'Part of this field’s value can’t be read. Saving a change removes that part.',
    );
  });
});

test('says that a save failed whose last look at the field was refused, and takes the next one', async () => {
  const screen = await mount('test/app/field-screen/support/draft-screen.tsx');
  await save(screen);
  await save(screen);
  expect(screen.text()).toContain('open');
  expect(screen.text()).toContain('couldn’t be saved');
  expect(screen.submitted).toEqual([]);
  await save(screen);
  expect(screen.submitted).toEqual([{ content: 1 }]);
  expect(screen.text()).not.toContain('couldn’t be saved');
});

test('saves what the person changes while a confirmation is still looking at the field', async () => {
  const screen = await mount('test/app/field-screen/support/label-screen.tsx');
  for (const name of ['Confirm', 'Change', 'Answer']) await press(screen, name);
  expect(screen.submitted).toEqual([{ content: 1 }]);
  expect(screen.text()).toContain('open');
});
