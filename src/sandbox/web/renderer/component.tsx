import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import * as z from 'zod';
import type { SyntheticEvent } from 'react';
import { isForgeNode, type ForgeNode } from '../host/forge-document';

type UiKitComponent = (properties: { node: ForgeNode }) => ReactNode;

/**
 * Pairs the props of a UI Kit component with what draws them. Any other prop or value is an error
 * on the screen.
 */
export function component<S extends z.ZodType>(
  schema: S,
  View: (properties: { props: z.output<S>; node: ForgeNode }) => ReactNode,
): UiKitComponent {
  return function Checked({ node }) {
    const props = schema.safeParse(node.props);
    if (props.success) return <View props={props.data} node={node} />;
    return (
      <NotDrawn>
        The sandbox doesn’t know these props of {node.type}: {problemsOf(props.error)}.
      </NotDrawn>
    );
  };
}

/** A prop object that knows exactly the named props, and those every component has. */
export function knownProps<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject({ testId: z.string().optional(), ...shape });
}

/** A component of Atlaskit as it is, around what the app put into it. */
export function around<S extends z.ZodType<object>>(
  schema: S,
  View: ComponentType<z.output<S> & { children: ReactNode }>,
): UiKitComponent {
  return component(schema, ({ props, node }) => <View {...props}>{children(node)}</View>);
}

/** Of a component that needs nothing but its content. */
export const noProps = knownProps({});

/** An element that the app put into a prop, or a text in its place. */
export const elementProp = z.union([z.string(), z.number(), z.custom<ForgeNode>(isForgeNode)]);

export type UiKit = Readonly<Record<string, UiKitComponent>>;

export const UiKitContext = createContext<UiKit>({});

/** Draws one node; an unknown component or prop is named in red where it would stand. */
export function RenderNode({ node }: { node: ForgeNode }) {
  const uiKit = useContext(UiKitContext);
  const Component = Object.hasOwn(uiKit, node.type) ? uiKit[node.type] : undefined;
  if (Component !== undefined) return <Component node={node} />;
  return <NotDrawn>The sandbox doesn’t support the UI Kit component “{node.type}”.</NotDrawn>;
}

export function children(node: ForgeNode): ReactNode {
  return node.children.map((child) => <RenderNode key={child.key} node={child} />);
}

export function renderElement(element: z.output<typeof elementProp> | undefined): ReactNode {
  return typeof element === 'object' ? <RenderNode node={element} /> : element;
}

function NotDrawn({ children: message }: { children: ReactNode }) {
  return (
    <span role="alert" className="unsupported" data-testid="unsupported-component">
      {message}
    </span>
  );
}

function problemsOf(error: z.ZodError): string {
  return error.issues
    .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ');
}

export type Callback = (...values: unknown[]) => unknown;

export const callback = z
  .custom<Callback>((value) => typeof value === 'function', 'Expected a function')
  .optional();

/** The event as it crosses from the host to an app: plain data. */
interface PlainEvent {
  type: string;
  target: { value?: unknown; checked?: boolean; type?: string; name?: string; id?: string };
}

function plainEvent(event: SyntheticEvent): PlainEvent {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return { type: event.type, target: {} };
  const { value, checked, type, name, id } = target as Partial<HTMLInputElement>;
  return { type: event.type, target: { value, checked, type, name, id } };
}

/** A handler that passes the plain event on; undefined when the app gave no callback. */
export function forwardEvent(handler: Callback | undefined) {
  if (handler === undefined) return undefined;
  return (event: SyntheticEvent) => void call(handler, plainEvent(event));
}

/** Calls into the app; what it throws there is the app's, and goes to the console. */
export function call(handler: Callback | undefined, ...values: unknown[]): unknown {
  try {
    return handler?.(...values.map((value) => structuredClone(value)));
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
