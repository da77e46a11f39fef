import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import type { EventBus } from './event-bus';
import { defaultImports } from '../../../src/sandbox/bundling/default-imports';

/** One node of the document that the reconciler hands to the host. */
export interface DocumentNode {
  readonly type: string;
  /** Another one where the host draws a component anew. */
  readonly key: string;
  readonly props: Record<string, unknown>;
  readonly children: readonly DocumentNode[];
}

type ResolverFunction = (payload: Record<string, unknown>) => unknown;

export interface MountOptions {
  /** `extension` of the context that the host tells the screen. */
  readonly extension?: Record<string, unknown>;
  /** What the host tells beside it, such as the person's locale. */
  readonly context?: Record<string, unknown>;
  /** What the resolver answers, by function key; a function that is not named rejects. */
  readonly functions?: Record<string, ResolverFunction>;
  /** What Jira answers to the screen, by the path of the request; another path is not found. */
  readonly jira?: Record<string, unknown>;
  readonly submit?: ((value: unknown) => unknown) | undefined;
  readonly getUrl?: () => unknown;
  /** What the screen has in common with others on its page; none where the host has no events. */
  readonly bus?: EventBus | undefined;
}

export interface MountedScreen {
  /** Every resolver call so far. */
  readonly calls: { functionKey: string; payload: Record<string, unknown> }[];
  /** What the calls of one function sent. */
  payloadsOf(functionKey: string): Record<string, unknown>[];
  /** Every value that the screen submitted. */
  readonly submitted: unknown[];
  readonly closed: () => boolean;
  /** All text of the screen, each piece on a line of its own. */
  text(): string;
  all(type: string): DocumentNode[];
  /** The first node of a type, with these props. @throws where there is none */
  get(type: string, props?: Record<string, unknown>): DocumentNode;
  /** Calls a callback prop as the host does. */
  fire(node: DocumentNode, prop: string, ...values: unknown[]): unknown;
  /** As `fire`, and waits until the screen rests. */
  act(node: DocumentNode, prop: string, ...values: unknown[]): Promise<void>;
}

interface Host
  extends Required<Omit<MountOptions, 'submit' | 'bus'>>, Pick<MountOptions, 'submit' | 'bus'> {
  readonly calls: MountedScreen['calls'];
  readonly submitted: unknown[];
  isClosed: boolean;
  root: DocumentNode | undefined;
}

/** How often screens have called their hosts. */
let callCount = 0;
/** As many turns in which a screen calls nothing mean that it rests. */
const restingTurns = 12;

/** In a page, a request may name a relative address. */
class PageRequest extends Request {
  constructor(address: string, init?: RequestInit) {
    super(new URL(address, 'https://site.example'), init);
  }
}

/** What the frame of a screen offers beside what Node has: `@forge/bridge` and the reconciler look for it. */
function frameOf(host: Host): object {
  const callBridge = async (command: string, data: Record<string, unknown>) => {
    callCount += 1;
    switch (command) {
      case 'reconcile':
        host.root = data.forgeDoc as DocumentNode;
        return undefined;
      case 'getContext':
        return {
          localId: 'ari:cloud:ecosystem::extension/the-app/the-environment/static/the-module',
          environmentId: 'the-environment',
          ...host.context,
          extension: structuredClone(host.extension),
        };
      case 'invoke':
        return invoke(host, data as { functionKey: string; payload: Record<string, unknown> });
      case 'submit':
        host.submitted.push(structuredClone(data));
        return (await host.submit?.(data)) ?? true;
      case 'fetchProduct':
        return answerOfJira(host, String(data.restPath));
      case 'close':
        host.isClosed = true;
        return true;
      case 'getUrl':
        return host.getUrl();
      case 'emit':
      case 'on':
        return exchange(host, command, data);
      default:
        throw new Error(`The test's host has no bridge command ${command}`);
    }
  };
  return Object.assign(Object.create(globalThis) as object, { __bridge: { callBridge } });
}

function exchange({ bus }: Host, command: 'emit' | 'on', data: Record<string, unknown>) {
  if (!bus) throw new Error('The test’s host has no events');
  const event = String(data.event);
  if (command === 'on') return bus.on(event, data.callback as (payload: unknown) => unknown);
  bus.emit(event, data.payload);
  return undefined;
}

async function invoke(
  host: Host,
  call: { functionKey: string; payload: Record<string, unknown> },
): Promise<unknown> {
  const payload: Record<string, unknown> = structuredClone(call.payload);
  host.calls.push({ functionKey: call.functionKey, payload });
  const answer = host.functions[call.functionKey];
  if (!answer) throw new Error(`No function ${call.functionKey}`);
  return structuredClone(await answer(payload));
}

function answerOfJira({ jira }: Host, path: string) {
  const body = jira[path];
  return {
    body: JSON.stringify(body ?? { errorMessages: ['Not found'] }),
    status: body === undefined ? 404 : 200,
    statusText: '',
    headers: { 'content-type': 'application/json' },
    isAttachment: false,
  };
}

/** Loads the entry file of a resource, by its path in the repository, which draws itself, and waits until it rests. */
export async function mount(entry: string, options: MountOptions = {}): Promise<MountedScreen> {
  const host: Host = {
    extension: {},
    context: {},
    functions: {},
    jira: {},
    getUrl: () => 'https://site.example/connect',
    ...options,
    calls: [],
    submitted: [],
    isClosed: false,
    root: undefined,
  };
  await evaluateAnew(entry, frameOf(host));
  await settle();
  return screenOf(host);
}

const builtEntries = new Map<string, Promise<Script>>();

/** A screen draws itself when its entry is evaluated, with all of its modules and packages to itself. */
async function evaluateAnew(entry: string, frame: object): Promise<void> {
  const built = builtEntries.get(entry) ?? buildEntry(entry);
  builtEntries.set(entry, built);
  const draw = (await built).runInThisContext() as (...globals: unknown[]) => void;
  draw(frame, frame, PageRequest);
}

async function buildEntry(entry: string): Promise<Script> {
  const { outputFiles } = await build({
    entryPoints: [resolve(entry)],
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [defaultImports(resolve('src')), defaultImports(resolve('test'))],
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join('');
  return new Script(`(globalThis, self, Request) => {${code}\n}`, { filename: `${entry}.js` });
}

/** Lets promises and the reconciler's effects run, which use no timers, until the screen rests. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < restingTurns; turns += 1) {
    const before = callCount;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    if (callCount !== before) turns = 0;
  }
}

const fire: MountedScreen['fire'] = (node, prop, ...values) =>
  (node.props[prop] as (...values: unknown[]) => unknown)(...values);

function screenOf(host: Host): MountedScreen {
  const nodes = () => (host.root ? flatten(host.root) : []);
  return {
    calls: host.calls,
    payloadsOf: (key) =>
      host.calls.filter(({ functionKey }) => functionKey === key).map(({ payload }) => payload),
    submitted: host.submitted,
    closed: () => host.isClosed,
    text: () =>
      nodes()
        .filter(({ type }) => type === 'String')
        .map(({ props }) => props.text)
        .join('\n'),
    all: (type) => nodes().filter((node) => node.type === type),
    get(type, props = {}) {
      const found = nodes().find(
        (node) =>
          node.type === type &&
          Object.entries(props).every(([name, value]) => node.props[name] === value),
      );
      if (!found) throw new Error(`The screen has no ${type} with ${JSON.stringify(props)}`);
      return found;
    },
    fire,
    async act(...callback) {
      fire(...callback);
      await settle();
    },
  };
}

function flatten(node: DocumentNode): DocumentNode[] {
  return [node, ...node.children.flatMap(flatten)];
}

/** The text inside a node. */
export function textOf(node: DocumentNode): string {
  return flatten(node)
    .filter(({ type }) => type === 'String')
    .map(({ props }) => props.text)
    .join('');
}

/** The first button with this text. @throws where there is none */
export function buttonOf(screen: MountedScreen, label: string): DocumentNode {
  const buttons = [...screen.all('Button'), ...screen.all('LoadingButton')];
  const found = buttons.find((button) => textOf(button) === label);
  if (!found) throw new Error(`The screen has no button "${label}"`);
  return found;
}

/** Presses the first button with this text, and waits until the screen rests. */
export function press(screen: MountedScreen, label: string): Promise<void> {
  return screen.act(buttonOf(screen, label), 'onClick');
}

/** A promise that the test answers when it wants to. */
export function deferred<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settlePromise) => {
    resolve = settlePromise;
  });
  return { promise, resolve };
}
