import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { snapshot } from '../../src/sandbox/web/host/forge-document';

const node = (type: string, props: object = {}, children: object[] = []) => ({
  type,
  key: type,
  props,
  children,
});

describe('a snapshot of a ForgeDoc', () => {
  test('does not change with the tree that the reconciler keeps changing', () => {
    const options = [{ label: 'One', value: '1' }];
    const text = { text: 'before' };
    const root = node('Root', {}, [node('Select', { options }), node('String', text)]);
    const taken = snapshot(root);
    options.push({ label: 'Two', value: '2' });
    text.text = 'after';
    root.children.pop();
    expect(taken.children).toHaveLength(2);
    expect(taken.children[0]?.props.options).toEqual([{ label: 'One', value: '1' }]);
    expect(taken.children[1]?.props.text).toBe('before');
  });

  test('keeps the callbacks of the app, and leaves out what is undefined', () => {
    const onChange = () => undefined;
    const { props } = snapshot(node('Select', { onChange, placeholder: undefined }));
    expect(props).toEqual({ onChange });
    expect(props.onChange).toBe(onChange);
    expect(props).not.toHaveProperty('placeholder');
  });

  test('turns an element in a prop into a node', () => {
    const primaryAction = createElement('Button', { appearance: 'primary' }, 'Look ', 'again');
    const { props } = snapshot(node('EmptyState', { primaryAction }));
    expect(props.primaryAction).toMatchObject({
      type: 'Button',
      props: { appearance: 'primary' },
      children: [{ props: { text: 'Look ' } }, { props: { text: 'again' } }],
    });
  });

  test.each([undefined, null, 'Root', [], { type: 'Root' }, node('Root', {}, [{ type: 1 }])])(
    'refuses %j',
    (document) => {
      expect(() => snapshot(document)).toThrow(TypeError);
    },
  );
});
