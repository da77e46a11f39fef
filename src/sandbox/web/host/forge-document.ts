/** One node of the tree that an app's reconciler hands to its host. */
export interface ForgeNode {
  readonly type: string;
  readonly key: string;
  /** Data, callbacks of the app, and nodes where the app put an element into a prop. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly ForgeNode[];
}

/**
 * Copies the tree at this moment: the app's reconciler keeps changing the one it handed over.
 *
 * @throws TypeError when it is not a tree of nodes
 */
export function snapshot(document: unknown): ForgeNode {
  if (!isRecord(document) || typeof document.type !== 'string') throw notANode(document);
  const { type, key, props, children } = document;
  if (!isRecord(props) || !Array.isArray(children)) throw notANode(document);
  return {
    type,
    key: typeof key === 'string' ? key : '',
    props: mapValues(props, copyProp),
    children: children.map(snapshot),
  };
}

/** Whether a prop holds an element that the app put there. */
export function isForgeNode(value: unknown): value is ForgeNode {
  return (
    isRecord(value) &&
    typeof value.type === 'string' &&
    isRecord(value.props) &&
    Array.isArray(value.children)
  );
}

function copyProp(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyProp);
  if (!isRecord(value)) return value;
  if ('$$typeof' in value) return nodeOfElement(value);
  return mapValues(value, copyProp);
}

/** The reconciler leaves React elements in props as they are; a host draws them like children. */
function nodeOfElement(element: Record<string, unknown>): ForgeNode {
  const { type, key, props } = element;
  const { children, ...rest } = isRecord(props) ? props : {};
  return {
    type: typeof type === 'string' ? type : nameOf(type),
    key: typeof key === 'string' ? key : '',
    props: mapValues(rest, copyProp),
    children: [children].flat(Infinity).filter(isVisible).map(nodeOfChild),
  };
}

function nodeOfChild(child: unknown, index: number): ForgeNode {
  if (isRecord(child) && '$$typeof' in child) return nodeOfElement(child);
  return { type: 'String', key: String(index), props: { text: String(child) }, children: [] };
}

function isVisible(child: unknown): boolean {
  return child !== undefined && child !== null && typeof child !== 'boolean';
}

/** A component of the app in a prop cannot be drawn; its name shows in the error on the screen. */
function nameOf(type: unknown): string {
  return typeof type === 'function' ? `${type.name || 'anonymous'} (an app's own component)` : '?';
}

/** Leaves out what is undefined: it doesn't cross. */
function mapValues(record: object, change: (value: unknown) => unknown): Record<string, unknown> {
  const present = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([key, value]) => [key, change(value)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notANode(value: unknown): TypeError {
  return new TypeError(`Not a node of a ForgeDoc: ${JSON.stringify(value)}`);
}
