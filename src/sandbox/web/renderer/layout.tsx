import type { CSSProperties } from 'react';
import { Inline, Stack } from '@atlaskit/primitives';
import * as z from 'zod';
import Tabs, { Tab, TabList, TabPanel } from '@atlaskit/tabs';
import {
  around,
  callback,
  forwardEvent,
  children,
  component,
  knownProps,
  noProps,
  call,
} from './component';

const tokenName = /^(color|elevation|space|font|radius|border)\.[\w.]+$/;

type Declarations = Readonly<Record<string, string | number>>;

const value = z.union([z.string(), z.number()]);

/**
 * The `xcss` of a UI Kit component as a style: token names become the token's CSS variable, other
 * values stay as they are. Pseudo-classes and media queries are refused.
 */
const xcssProp = z.record(z.string(), value).transform(xcssStyle);

const state = z.strictObject({ backgroundColor: z.string() }).optional();

/** As `xcssProp`, with the backgrounds of a button that is hovered or pressed, which ui-kit.css applies. */
const pressableXcssProp = z
  .object({ ':hover': state, ':active': state })
  .catchall(value)
  .transform(({ ':hover': hovered, ':active': pressed, ...declarations }) =>
    xcssStyle({
      ...declarations,
      ...(hovered && { '--hovered-background': hovered.backgroundColor }),
      ...(pressed && { '--pressed-background': pressed.backgroundColor }),
    }),
  );

function xcssStyle(declarations: Declarations): CSSProperties {
  return Object.fromEntries(
    Object.entries(declarations).map(([property, set]) => [property, cssValue(set)]),
  );
}

function cssValue(value: string | number): string | number {
  return typeof value === 'string' && tokenName.test(value) ? tokenVariable(value) : value;
}

/** The CSS variable of a design token: `color.text.subtle` is `var(--ds-text-subtle)`. */
export function tokenVariable(name: string): string {
  const short = name.replace(/^(color|elevation)\./, '');
  return `var(--ds-${short.replaceAll('.', '-')})`;
}

const space = z.enum([
  'space.0',
  'space.025',
  'space.050',
  'space.075',
  'space.100',
  'space.150',
  'space.200',
  'space.250',
  'space.300',
  'space.400',
  'space.500',
  'space.600',
  'space.800',
  'space.1000',
]);

const flow = {
  space: space.optional(),
  grow: z.enum(['hug', 'fill']).optional(),
  spread: z.literal('space-between').optional(),
};

const inlineProps = knownProps({
  ...flow,
  alignInline: z.enum(['start', 'center', 'end']).optional(),
  alignBlock: z.enum(['start', 'center', 'end', 'baseline', 'stretch']).optional(),
  shouldWrap: z.boolean().optional(),
  rowSpace: space.optional(),
});

const stackProps = knownProps({
  ...flow,
  alignInline: z.enum(['start', 'center', 'end', 'stretch']).optional(),
  alignBlock: z.enum(['start', 'center', 'end', 'stretch']).optional(),
});

const boxProps = knownProps({
  xcss: xcssProp.optional(),
  role: z.string().optional(),
  paddingBlockStart: space.optional(),
});

const pressableProps = knownProps({
  xcss: pressableXcssProp.optional(),
  isDisabled: z.boolean().optional(),
  onClick: callback,
});

function boxStyle({ xcss, paddingBlockStart }: z.output<typeof boxProps>): CSSProperties {
  return {
    ...(paddingBlockStart && { paddingBlockStart: tokenVariable(paddingBlockStart) }),
    ...xcss,
  };
}

const tabsProps = knownProps({
  id: z.string(),
  selected: z.number().optional(),
  onChange: callback,
});

export const layoutComponents = {
  Root: component(z.strictObject({}), ({ node }) => <>{children(node)}</>),
  Fragment: component(z.strictObject({}), ({ node }) => <>{children(node)}</>),
  Inline: around(inlineProps, Inline),
  Stack: around(stackProps, Stack),
  Box: component(boxProps, ({ props, node }) => (
    <div role={props.role} data-testid={props.testId} style={boxStyle(props)}>
      {children(node)}
    </div>
  )),
  Pressable: component(pressableProps, ({ props, node }) => (
    <button
      type="button"
      className="pressable"
      disabled={props.isDisabled}
      data-testid={props.testId}
      style={props.xcss}
      onClick={forwardEvent(props.onClick)}
    >
      {children(node)}
    </button>
  )),
  Tabs: component(tabsProps, ({ props: { onChange, ...rest }, node }) => (
    <Tabs {...rest} onChange={(index) => void call(onChange, index)}>
      {children(node)}
    </Tabs>
  )),
  TabList: component(noProps, ({ node }) => <TabList>{children(node)}</TabList>),
  Tab: around(noProps, Tab),
  TabPanel: around(noProps, TabPanel),
};
