import { describe, expect, test } from 'vitest';
import { mount, textOf } from '../support/ui-host';
import { attribute, laptop, linesOf, ok, shown } from './shown-objects';

describe('the dialog with all of an object', () => {
  async function open(
    object: (payload: Record<string, unknown>) => unknown,
    workItems: () => unknown = () => ({ kind: 'ok', value: {} }),
  ) {
    const screen = await mount('src/app/object-field/view.tsx', {
      extension: { fieldValue: { objects: [laptop] } },
      functions: { view: () => ok(shown(laptop)), object, workItems },
    });
    await screen.act(screen.get('Pressable'), 'onClick');
    return screen;
  }
  const details = {
    ...shown(laptop, { attributes: [attribute('Status', 'In use'), attribute('Memory', '32')] }),
    typeName: 'Laptop',
  };

  test('is opened by a button that names the object, and asks for it then', async () => {
    const screen = await open(() => ({ kind: 'ok', value: details }));
    expect(screen.get('Icon').props.label).toBe('All details of MacBook Pro 14');
    expect(screen.calls.slice(1)).toEqual([
      { functionKey: 'workItems', payload: { objectId: laptop.objectId } },
      { functionKey: 'object', payload: { objectId: laptop.objectId } },
    ]);
    expect(linesOf(screen).slice(1)).toEqual([
      'Laptop',
      'Status',
      'In use',
      'Memory',
      '32',
      'Open in Workspace Data Service',
    ]);
  });

  test('links a person’s email', async () => {
    const person = { ...attribute('Owner'), attributeTypeCode: 'USER' };
    const values = [{ value: laptop.objectId, details: { name: 'Ann', email: 'a@example.com' } }];
    const value = { ...details, attributes: [{ ...person, values }] };
    const screen = await open(() => ({ kind: 'ok', value }));
    expect(textOf(screen.get('Link', { href: 'mailto:a@example.com' }))).toBe('Ann');
  });

  test('links Jira’s search for the work items that hold the object, where Jira can search for it', async () => {
    const address = '/issues/?jql=x';
    const value = { kind: 'ok', value: details };
    const screen = await open(
      () => value,
      () => ({ kind: 'ok', value: { address } }),
    );
    expect(textOf(screen.get('Link', { href: address, openNewTab: true }))).toBe(
      'Work items with this object',
    );
    const trouble = { kind: 'problem', code: 'X', message: 'No answer.', canRetry: true };
    const without = await open(
      () => value,
      () => trouble,
    );
    expect(without.text()).not.toMatch(/Work items|No answer/);
  });

  test('is closed by its button, and asks anew when it is opened again', async () => {
    const screen = await open(() => ({ kind: 'ok', value: details }));
    await screen.act(screen.get('Button', { appearance: 'primary' }), 'onClick');
    expect(screen.all('Modal')).toEqual([]);
    await screen.act(screen.get('Pressable'), 'onClick');
    expect(screen.calls.filter(({ functionKey }) => functionKey === 'object')).toHaveLength(2);
  });

  test('says that it loads', async () => {
    const screen = await open(() => new Promise(() => undefined));
    expect(screen.get('Spinner').props.label).toBe('Loading all details');
  });

  test('says that there is nothing more to see', async () => {
    const screen = await open(() => ({ kind: 'ok', value: { ...details, attributes: [] } }));
    expect(screen.text()).toContain('no other details');
  });

  test.each([
    ['consent', { kind: 'consent' }, 'Connect your Workspace Data Service account to see'],
    ['a problem', { kind: 'problem', code: 'X', message: 'It is gone.', canRetry: false }, 'gone'],
    ['another shape', { kind: 'ok', value: [] }, 'Something went wrong'],
  ])('says what is wrong where the answer is %s', async (_, answer, text) => {
    expect((await open(() => answer)).text()).toContain(text);
  });
});
