import { randomUUID } from 'node:crypto';
import { accountTypeOf } from '../jira/accounts';
import type { AppCode, HandlerSource } from './app-code';
import { loadHandlers } from './app-code';
import type { Platform } from './call-scope';
import { EgressAllowance } from './call-scope';
import type { GrantStore } from './grants';
import {
  runtimeOf,
  asInvocationError,
  InvocationError,
  jsonCopy,
  responseLimitBytes,
} from './invocation';
import type { AppModule } from './modules';
import { timeLimitOf } from './modules';
import { fetchPlatform, fetchExternal } from './platform-calls';
import { runOutsideOfInvocation, runWithPlatform } from './platform-seam';
import type { ConsoleLevel, PlatformAccess } from './platform-seam';
import { SlidingWindow } from './rate-limits';
import type { VirtualClock } from './clock';

export interface ConsoleLine {
  functionKey: string;
  level: ConsoleLevel;
  text: string;
}

interface FunctionRunnerOptions {
  platform: Platform;
  code: AppCode;
  grants: GrantStore;
  clock: VirtualClock;
  onConsole?: (line: ConsoleLine) => void;
}

interface FunctionCall {
  module: AppModule;
  /** As the call log names it: of a resolver the function that was asked for. */
  functionKey: string;
  /** Absent for a function that runs on its own. */
  accountId?: string | undefined;
  /** Where the call belongs to what another invocation pushed to a queue. */
  chainId?: string;
  payload: unknown;
  context: unknown;
}

const minuteMs = 60_000;
const invocationsOfPerson = 1_200;
const invocationsOfInstallation = 7_000;

/** How long a call of the app takes while the clock is being moved. */
const callDurationMs = 10;

export class FunctionRunner {
  readonly #endings = new Set<AbortController>();
  /** Of the last minute: everyone's, and by account those of each person. */
  readonly #invocations: SlidingWindow;
  readonly #invocationsOf = new Map<string, SlidingWindow>();
  #handlers: ReadonlyMap<string, HandlerSource> = new Map();

  private constructor(private readonly options: FunctionRunnerOptions) {
    this.#invocations = new SlidingWindow(options.clock, minuteMs, invocationsOfInstallation);
  }

  /** @throws {Error} if the app's code lacks a handler of the manifest. */
  static async start(options: FunctionRunnerOptions): Promise<FunctionRunner> {
    Object.assign(process.env, options.platform.manifest.environment);
    const runner = new FunctionRunner(options);
    await runner.reload();
    return runner;
  }

  /**
   * Loads the app's code again, so that nothing that it kept in memory is left; what still runs
   * reaches the platform no more.
   */
  async reload(): Promise<void> {
    for (const ending of this.#endings) end(ending);
    const { code, platform } = this.options;
    this.#invocations.clear();
    this.#invocationsOf.clear();
    this.#handlers = await loadHandlers(code, platform.manifest.modules.function);
  }

  /**
   * Returns the function's value as JSON carries it.
   * @throws {InvocationError} for whatever keeps it from giving one.
   */
  async run(call: FunctionCall): Promise<unknown> {
    const { module, payload, context } = call;
    this.#countInvocation(call);
    const ending = new AbortController();
    this.#endings.add(ending);
    const limitSeconds = timeLimitOf(this.options.platform.manifest, module);
    const limitMs = limitSeconds * 1000;
    const access = this.#accessFor(call, limitSeconds, ending.signal);
    const source = this.#handlers.get(module.functionKey);
    try {
      const value = await this.#within(limitMs, async () => {
        const handler = await source?.();
        return runWithPlatform(access, () => handler?.(payload, context));
      });
      return jsonCopy(value, responseLimitBytes, 'RESPONSE_TOO_LARGE');
    } catch (error) {
      throw asInvocationError(error);
    } finally {
      this.#endings.delete(ending);
      end(ending);
    }
  }

  /** @throws {InvocationError} for one too many, of the person or of everyone */
  #countInvocation({ accountId }: FunctionCall): void {
    const windows = [this.#invocations];
    if (accountId !== undefined) windows.push(this.#invocationsBy(accountId));
    if (!windows.every((window) => window.hasRoom(1))) {
      throw new InvocationError('RATE_LIMITED', 'Rate limit exceeded.');
    }
    for (const window of windows) window.add(1);
  }

  #invocationsBy(accountId: string): SlidingWindow {
    const known = this.#invocationsOf.get(accountId);
    const window = known ?? new SlidingWindow(this.options.clock, minuteMs, invocationsOfPerson);
    this.#invocationsOf.set(accountId, window);
    return window;
  }

  #accessFor(call: FunctionCall, limitSeconds: number, signal: AbortSignal): PlatformAccess {
    const { platform, clock, onConsole } = this.options;
    const { module, functionKey, accountId, chainId = randomUUID() } = call;
    const egress = new EgressAllowance(limitSeconds);
    const scope = { module, functionKey, accountId, chainId, signal, egress };
    const passTime = () => clock.pass(callDurationMs);
    return {
      runtime: this.#runtimeFor(call, limitSeconds * 1000),
      fetchPlatform: (target, path, init) =>
        runOutsideOfInvocation(() => {
          passTime();
          return fetchPlatform(platform, scope, target, path, init);
        }),
      fetchExternal: (input, init) =>
        runOutsideOfInvocation(() => {
          passTime();
          return fetchExternal(platform, scope, input, init);
        }),
      writeConsole: (level, text) =>
        runOutsideOfInvocation(() => onConsole?.({ functionKey, level, text })),
      nowMs: () => clock.now().getTime(),
    };
  }

  #runtimeFor({ module, accountId }: FunctionCall, limitMs: number) {
    const { platform, clock, grants } = this.options;
    const isLicensed = accountId !== undefined && accountTypeOf(accountId) === 'licensed';
    const endsAtMs = clock.now().getTime() + limitMs;
    return runtimeOf({
      manifest: platform.manifest,
      module,
      accountId,
      grant: isLicensed ? grants.find(accountId) : undefined,
      remainingTimeMs: () => endsAtMs - clock.now().getTime(),
    });
  }

  async #within(limitMs: number, run: () => unknown): Promise<unknown> {
    let stopWaiting = () => {};
    const limit = new Promise<never>((_, reject) => {
      const message = `Task timed out after ${(limitMs / 1000).toFixed(2)} seconds`;
      stopWaiting = this.options.clock.after(limitMs, () =>
        reject(new InvocationError('FUNCTION_TIMED_OUT', message)),
      );
    });
    try {
      return await Promise.race([Promise.resolve().then(run), limit]);
    } finally {
      stopWaiting();
    }
  }
}

function end(ending: AbortController): void {
  ending.abort(new DOMException('The invocation has ended.', 'AbortError'));
}
