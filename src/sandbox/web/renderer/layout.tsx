import { Inline, Stack } from '@atlaskit/primitives';
import * as z from 'zod';
import { children, component, elementProp, knownProps, renderElement } from './component';
import { tokenVariable, xcssProp } from './xcss';

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
  separator: elementProp.optional(),
});

const stackProps = knownProps({
  ...flow,
  alignInline: z.enum(['start', 'center', 'end', 'stretch']).optional(),
  alignBlock: z.enum(['start', 'center', 'end']).optional(),
});

const boxProps = knownProps({
  xcss: xcssProp.optional(),
  role: z.string().optional(),
  id: z.string().optional(),
  padding: space.optional(),
  backgroundColor: z.string().optional(),
});

export const layoutComponents = {
  Root: component(z.strictObject({}), ({ node }) => <>{children(node)}</>),
  Fragment: component(z.strictObject({}), ({ node }) => <>{children(node)}</>),
  Inline: component(inlineProps, ({ props: { separator, ...props }, node }) => (
    <Inline {...props} separator={renderElement(separator)}>
      {children(node)}
    </Inline>
  )),
  Stack: component(stackProps, ({ props, node }) => <Stack {...props}>{children(node)}</Stack>),
  Box: component(boxProps, ({ props: { xcss, padding, backgroundColor, ...props }, node }) => (
    <div
      id={props.id}
      role={props.role}
      data-testid={props.testId}
      style={{
        padding: padding && tokenVariable(padding),
        backgroundColor: backgroundColor && tokenVariable(backgroundColor),
        ...xcss,
      }}
    >
      {children(node)}
    </div>
  )),
};
