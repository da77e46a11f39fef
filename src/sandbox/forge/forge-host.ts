import type { JiraApi } from '../jira/request';
import type { AppCode, Handler } from './app-code';
import { loadHandlers } from './app-code';
import { CallLog } from './call-log';
import type { GrantStore } from './grants';
import { backendPayloadOf, invocationLimitMs, runtimeOf } from './invocation';
import type { InvocationRequest } from './invocation';
import { InvocationError } from './invocation-error';
import { findModule } from './modules';
import type { Manifest } from './manifest';
import type { AppModule } from './modules';
import type { OriginMap } from './origins';
import { fetchExternal, fetchJira, fetchPlatform } from './platform-calls';
import type { Platform } from './platform-calls';
import { runOutsideOfInvocation, runWithPlatform } from './platform-seam';
import type { ConsoleLevel, PlatformAccess } from './platform-seam';
import { ProviderFetch } from './provider-fetch';
import type { OAuthClient } from './oauth-client';
import type { Timers } from './timers';

/** The most that a user interface may send to a function, and get back, in bytes of JSON. */
export const requestLimitBytes = 500_000;
export const responseLimitBytes = 5_000_000;

/** A line that app code wrote to the console. */
export interface ConsoleLine {
  functionKey: string;
  level: ConsoleLevel;
  text: string;
}

export interface ForgeHostOptions {
  manifest: Manifest;
  code: AppCode;
  jira: JiraApi;
  grants: GrantStore;
  oauth: OAuthClient;
  /** Where the manifest's https origins are on this machine. */
  origins: OriginMap;
  timers: Timers;
  /** The short name of an account, for the call log. */
  accountName: (accountId: string) => string;
  /** True for people whom the platform shows no module: those without a Jira licence. */
  isUnlicensed: (accountId: string) => boolean;
  onConsole?: (line: ConsoleLine) => void;
}

/** Forge on one machine: runs the app's functions with the real SDKs, under the manifest's rules. */
export class ForgeHost {
  readonly calls: CallLog;
  readonly #options: ForgeHostOptions;
  readonly #platform: Platform;
  #handlers: ReadonlyMap<string, Handler>;

  private constructor(options: ForgeHostOptions, handlers: ReadonlyMap<string, Handler>) {
    const { manifest, jira, origins, timers, accountName } = options;
    this.#options = options;
    this.#handlers = handlers;
    this.calls = new CallLog(timers);
    const providerFetch = new ProviderFetch(options);
    this.#platform = { manifest, jira, origins, providerFetch, calls: this.calls, accountName };
  }

  /** @throws {Error} where the app's code lacks a handler of the manifest. */
  static async start(options: ForgeHostOptions): Promise<ForgeHost> {
    const handlers = await loadHandlers(options.code, options.manifest.modules.function);
    return new ForgeHost(options, handlers);
  }

  /** Loads the app's code again, so that nothing that it kept in memory is left. */
  async reload(): Promise<void> {
    const { code, manifest } = this.#options;
    this.#handlers = await loadHandlers(code, manifest.modules.function);
  }

  /**
   * Calls a resolver function of a module, and returns its value as JSON carries it.
   * @throws {InvocationError} for whatever keeps the function from giving a value.
   */
  async invoke(request: InvocationRequest): Promise<unknown> {
    const module = this.#admit(request);
    const payload = jsonCopy(request.payload ?? {}, requestLimitBytes, 'PAYLOAD_TOO_LARGE');
    const ending = new AbortController();
    const access = this.#accessFor(request, module, ending.signal);
    const handler = this.#handlers.get(module.functionKey);
    try {
      const value = await this.#withinLimit(() =>
        runWithPlatform(access, () =>
          handler?.(
            {
              call: { functionKey: request.functionKey, payload },
              context: structuredClone(request.context),
            },
            backendPayloadOf(request.accountId),
          ),
        ),
      );
      return jsonCopy(value, responseLimitBytes, 'RESPONSE_TOO_LARGE');
    } catch (error) {
      throw asInvocationError(error);
    } finally {
      ending.abort(new DOMException('The invocation has ended.', 'AbortError'));
    }
  }

  /** Jira's REST API for the app's user interface: as the person, with the app's scopes. */
  fetchProduct(accountId: string, path: string, init: RequestInit): Promise<Response> {
    const scope = { functionKey: null, accountId, signal: new AbortController().signal };
    return fetchJira(this.#platform, scope, 'user', path, init);
  }

  #admit({ moduleKey, accountId }: InvocationRequest): AppModule {
    const module = findModule(this.#options.manifest, moduleKey);
    if (!module) {
      throw new InvocationError('MODULE_NOT_FOUND', `The app has no module "${moduleKey}".`);
    }
    if (accountId !== undefined && this.#options.isUnlicensed(accountId)) {
      const message = `The module "${moduleKey}" is not open to people without a Jira licence.`;
      throw new InvocationError('ACCESS_DENIED', message);
    }
    return module;
  }

  #accessFor(
    { functionKey, accountId }: InvocationRequest,
    module: AppModule,
    signal: AbortSignal,
  ): PlatformAccess {
    const { manifest, grants, timers, onConsole } = this.#options;
    const platform = this.#platform;
    const endsAt = timers.now().getTime() + invocationLimitMs;
    const scope = { module, functionKey, accountId, signal };
    return {
      runtime: runtimeOf({
        manifest,
        module,
        accountId,
        grant: accountId === undefined ? undefined : grants.find(accountId),
        remainingTimeMs: () => endsAt - timers.now().getTime(),
      }),
      fetchPlatform: (target, path, init) =>
        runOutsideOfInvocation(() => fetchPlatform(platform, scope, target, path, init)),
      fetchExternal: (input, init) =>
        runOutsideOfInvocation(() => fetchExternal(platform, scope, input, init)),
      writeConsole: (level, text) =>
        runOutsideOfInvocation(() => onConsole?.({ functionKey, level, text })),
    };
  }

  async #withinLimit(run: () => unknown): Promise<unknown> {
    let stopWaiting = () => {};
    const limit = new Promise<never>((_, reject) => {
      const message = `Task timed out after ${(invocationLimitMs / 1000).toFixed(2)} seconds`;
      stopWaiting = this.#options.timers.after(invocationLimitMs, () =>
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

function jsonCopy(
  value: unknown,
  limitBytes: number,
  code: 'PAYLOAD_TOO_LARGE' | 'RESPONSE_TOO_LARGE',
): unknown {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return undefined;
  const bytes = Buffer.byteLength(text);
  if (bytes > limitBytes) {
    throw new InvocationError(code, `${bytes} bytes are more than the limit of ${limitBytes}.`);
  }
  return JSON.parse(text) as unknown;
}

function asInvocationError(error: unknown): InvocationError {
  if (error instanceof InvocationError) return error;
  if (!(error instanceof Error)) {
    return new InvocationError('FUNCTION_ERR', String(error), { cause: error });
  }
  if (error.name === 'NEEDS_AUTHENTICATION_ERR' && 'serviceKey' in error) {
    const serviceKey = String(error.serviceKey);
    return new InvocationError('NEEDS_AUTHENTICATION_ERR', error.message, { serviceKey });
  }
  const message = `There was an error invoking the function - ${error.message}`;
  return new InvocationError('FUNCTION_ERR', message, { cause: error });
}
