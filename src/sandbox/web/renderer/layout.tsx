import type { CSSProperties } from 'react';
import { Inline, Stack } from '@atlaskit/primitives';
import * as z from 'zod';
import { callback, forwardEvent } from './callbacks';
import { children, component, knownProps } from './component';
import { pressableXcssProp, tokenVariable, xcssProp } from './xcss';

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

const tokens = {
  backgroundColor: z.string().optional(),
  padding: space.optional(),
  paddingBlock: space.optional(),
  paddingBlockEnd: space.optional(),
  paddingBlockStart: space.optional(),
  paddingInline: space.optional(),
  paddingInlineEnd: space.optional(),
  paddingInlineStart: space.optional(),
};

const boxProps = knownProps({ ...tokens, xcss: xcssProp.optional(), role: z.string().optional() });

const pressableProps = knownProps({
  ...tokens,
  xcss: pressableXcssProp.optional(),
  isDisabled: z.boolean().optional(),
  onClick: callback,
});

const tokenProps = z.object(tokens);

/** Token names become the tokens' values; what `xcss` says comes last. */
function styleOf(
  props: z.output<typeof tokenProps> & { xcss?: CSSProperties | undefined },
): CSSProperties {
  const variables = Object.entries(tokenProps.parse(props)).map(
    ([property, token]) => [property, tokenVariable(token)] as const,
  );
  return { ...Object.fromEntries(variables), ...props.xcss };
}

export const layoutComponents = {
  Root: component(z.strictObject({}), ({ node }) => <>{children(node)}</>),
  Fragment: component(z.strictObject({}), ({ node }) => <>{children(node)}</>),
  Inline: component(inlineProps, ({ props, node }) => <Inline {...props}>{children(node)}</Inline>),
  Stack: component(stackProps, ({ props, node }) => <Stack {...props}>{children(node)}</Stack>),
  Box: component(boxProps, ({ props, node }) => (
    <div role={props.role} data-testid={props.testId} style={styleOf(props)}>
      {children(node)}
    </div>
  )),
  Pressable: component(pressableProps, ({ props, node }) => (
    <button
      type="button"
      className="pressable"
      disabled={props.isDisabled}
      data-testid={props.testId}
      style={styleOf(props)}
      onClick={forwardEvent(props.onClick)}
    >
      {children(node)}
    </button>
  )),
};
