import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';

/** Whom a platform call of the SDKs is for, in the words of the SDKs. Unchecked: it comes from app code. */
type PlatformTarget = unknown;

export type ConsoleLevel = 'debug' | 'info' | 'log' | 'warn' | 'error';

/** What the app's code reaches while one of its functions runs. */
export interface PlatformAccess {
  /** Read by the SDKs as `__forge_runtime__`. */
  readonly runtime: unknown;
  fetchPlatform(target: PlatformTarget, path: string, init?: RequestInit): Promise<Response>;
  fetchExternal(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  writeConsole(level: ConsoleLevel, text: string): void;
  /** Milliseconds since 1970, as the sandbox's clock has it. */
  nowMs(): number;
}

const currentInvocation = new AsyncLocalStorage<PlatformAccess>();
const consoleLevels: readonly ConsoleLevel[] = ['debug', 'info', 'log', 'warn', 'error'];

/**
 * Puts the platform's globals in place: `__forge_fetch__`, `__forge_runtime__`, an egress-checked
 * `fetch`, a `console` that knows the function, and the time of the sandbox's clock. Each serves the
 * invocation it is called in, so that concurrent invocations never see each other; outside of one,
 * all are Node's own. Must run before app code is loaded: the SDKs keep the `fetch` they find.
 */
export function installPlatformSeam(): void {
  if (Object.hasOwn(globalThis, installedMark)) return;
  const nodeFetch = globalThis.fetch;
  Object.defineProperties(globalThis, {
    [installedMark]: { value: true, configurable: true },
    __forge_runtime__: { get: () => currentInvocation.getStore()?.runtime, configurable: true },
    __forge_fetch__: { value: fetchPlatform, configurable: true },
  });
  globalThis.fetch = (input, init) => {
    const invocation = currentInvocation.getStore();
    return invocation ? invocation.fetchExternal(input, init) : nodeFetch(input, init);
  };
  for (const level of consoleLevels) captureConsole(level);
  captureTime();
}

/** One per copy of this file, so that a second copy in the same process takes over. */
const installedMark = Symbol('platform seam');

function fetchPlatform(
  target: PlatformTarget,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const invocation = currentInvocation.getStore();
  if (!invocation) throw new Error(`Platform call outside of an invocation: ${path}`);
  return invocation.fetchPlatform(target, path, init);
}

function captureConsole(level: ConsoleLevel): void {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    const invocation = currentInvocation.getStore();
    if (invocation) invocation.writeConsole(level, format(...values));
    else write(...values);
  };
}

/** `Date` and `performance.now`, so that what the app keeps for a while grows old with the clock. */
function captureTime(): void {
  const NodeDate = globalThis.Date;
  const readMachineMs = performance.now.bind(performance);
  const nowMs = () => {
    const invocation = currentInvocation.getStore();
    return invocation ? runOutsideOfInvocation(() => invocation.nowMs()) : NodeDate.now();
  };
  globalThis.Date = new Proxy(NodeDate, {
    construct: (target, values: unknown[], newTarget) =>
      Reflect.construct(target, values.length === 0 ? [nowMs()] : values, newTarget) as object,
    apply: () => new NodeDate(nowMs()).toString(),
    get: (target, name) => (name === 'now' ? nowMs : (Reflect.get(target, name) as unknown)),
  });
  performance.now = () => {
    const isInApp = currentInvocation.getStore() !== undefined;
    return readMachineMs() + (isInApp ? nowMs() - NodeDate.now() : 0);
  };
}

/** Runs app code with the given access to the platform. */
export function runWithPlatform<Result>(access: PlatformAccess, action: () => Result): Result {
  return currentInvocation.run(access, action);
}

/** Runs the sandbox's own code on behalf of an invocation, with Node's own `fetch` and `console`. */
export function runOutsideOfInvocation<Result>(action: () => Result): Result {
  return currentInvocation.exit(action);
}
