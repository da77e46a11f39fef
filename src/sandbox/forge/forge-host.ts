import { accountTypeOf } from '../jira/accounts';
import type { JiraApi } from '../rest/route';
import { noRecordFile } from '../state-files/record-file';
import type { RecordFile } from '../state-files/record-file';
import { noStateFile } from '../state-files/state-file';
import type { StateFile, Warn } from '../state-files/state-file';
import type { AppCode } from './app-code';
import { Background, Schedules } from './background';
import { CallLog } from './call-scope';
import type { Platform } from './call-scope';
import { FunctionRunner } from './function-runner';
import type { ConsoleLine } from './function-runner';
import type { GrantStore } from './grants';
import { backendPayloadOf, InvocationError, jsonCopy, requestLimitBytes } from './invocation';
import type { InvocationRequest } from './invocation';
import { fetchJira } from './platform-calls';
import { JiraQuota } from './rate-limits';
import type { Manifest } from './manifest';
import { findModule } from './modules';
import type { OpenModule } from './modules';
import type { OAuthClient } from './oauth-client';
import { ProviderFetch } from './oauth-client';
import type { OriginMap } from './origins';
import { ProductEvents, UnattendedFunctions } from './unattended-functions';
import type { ProductEvent } from './unattended-functions';
import { EventQueue } from './event-queue';
import { KeyValueStore } from './key-value-store';
import type { VirtualClock } from './clock';

interface ForgeHostOptions {
  manifest: Manifest;
  code: AppCode;
  jira: JiraApi;
  grants: GrantStore;
  oauth: OAuthClient;
  /** Where the manifest's https origins are on this machine. */
  origins: OriginMap;
  clock: VirtualClock;
  /** What the app keeps, what its queues hold, when its schedules began; not kept if absent. */
  files?: { storage?: RecordFile; queue?: StateFile; schedules?: StateFile };
  onConsole?: (line: ConsoleLine) => void;
  warn: Warn;
}

interface HostParts {
  platform: Platform;
  runner: FunctionRunner;
  functions: UnattendedFunctions;
  schedules: Schedules;
  events: ProductEvents;
  background: Background;
}

/** Forge on one machine: runs the app's functions with the real SDKs, under the manifest's rules. */
export class ForgeHost {
  readonly calls: CallLog;
  readonly jiraQuota: JiraQuota;
  readonly storage: KeyValueStore;
  readonly functions: UnattendedFunctions;
  /** Runs what is due, once it is started. */
  readonly background: Background;

  private constructor(
    private readonly options: ForgeHostOptions,
    private readonly parts: HostParts,
  ) {
    this.calls = parts.platform.calls;
    this.jiraQuota = parts.platform.jiraQuota;
    this.storage = parts.platform.storage;
    this.functions = parts.functions;
    this.background = parts.background;
  }

  /** @throws {Error} if the app's code lacks a handler of the manifest. */
  static async start(options: ForgeHostOptions): Promise<ForgeHost> {
    const { manifest, clock, files } = options;
    const platform = await openPlatform(options, () => background.wake());
    const runner = await FunctionRunner.start({ ...options, platform });
    const functions = new UnattendedFunctions({
      manifest,
      runner,
      onFailure: (functionKey, text) => options.onConsole?.({ functionKey, level: 'error', text }),
    });
    const schedules = await Schedules.open({
      triggers: manifest.modules.scheduledTrigger,
      timers: clock,
      file: files?.schedules ?? noStateFile(),
      run: (moduleKey) => functions.runSchedule(moduleKey),
    });
    const deliveries = platform.queue.deliveries((event, chainId) =>
      functions.consume(event, chainId),
    );
    const events = new ProductEvents(clock);
    const background = new Background(clock, [schedules, deliveries, events]);
    return new ForgeHost(options, { platform, runner, functions, schedules, events, background });
  }

  /**
   * Calls a resolver function of a module, and returns its value as JSON carries it.
   * @throws {InvocationError} for whatever keeps the function from giving a value.
   */
  async invoke(request: InvocationRequest): Promise<unknown> {
    const module = this.#admit(request);
    const { functionKey, accountId, context } = request;
    const payload = jsonCopy(request.payload ?? {}, requestLimitBytes, 'PAYLOAD_TOO_LARGE');
    return this.parts.runner.run({
      module,
      functionKey,
      accountId,
      payload: { call: { functionKey, payload }, context: structuredClone(context) },
      context: backendPayloadOf(accountId),
    });
  }

  /** Jira's REST API for the app's user interface: as the person, with the app's scopes. */
  fetchProduct(accountId: string, path: string, init: RequestInit): Promise<Response> {
    const scope = { functionKey: null, accountId, signal: new AbortController().signal };
    return fetchJira(this.parts.platform, scope, 'user', path, init);
  }

  /** Queues an event of the product for the app's triggers. */
  deliver(event: ProductEvent): void {
    const { events, functions } = this.parts;
    for (const deliver of functions.deliveriesOf(event)) events.add(deliver);
    this.background.wake();
  }

  /** Whether schedules and events come twice, and events late. */
  set isUnreliable(isUnreliable: boolean) {
    this.parts.schedules.runsTwice = isUnreliable;
    this.parts.events.comeLateAndTwice = isUnreliable;
  }

  /** Moves the clock, and runs what falls due on the way; schedules only if they are wanted. */
  advance(durationMs: number, options: { schedules: boolean }): Promise<void> {
    return this.background.advance(durationMs, (untilMs) => {
      if (!options.schedules) this.parts.schedules.skipUntil(untilMs);
    });
  }

  /** Brings back the state after a deployment: the machine's time, nothing stored, waiting or running. */
  async reset(): Promise<void> {
    const { platform, runner, schedules, events } = this.parts;
    this.background.reset();
    events.clear();
    await this.options.clock.reset();
    await Promise.all([
      runner.reload(),
      platform.storage.clear(),
      platform.queue.clear(),
      schedules.restart(),
    ]);
    this.calls.clear();
    this.jiraQuota.clear();
    this.background.wake();
  }

  #admit({ moduleKey, accountId }: InvocationRequest): OpenModule {
    const module = findModule(this.options.manifest, moduleKey);
    if (!module) {
      throw new InvocationError('MODULE_NOT_FOUND', `The app has no module "${moduleKey}".`);
    }
    const type = accountId === undefined ? 'licensed' : accountTypeOf(accountId);
    if (type !== 'licensed' && !module.unlicensedAccess.includes(type)) {
      const message = `The module "${moduleKey}" is not open to people of the account type "${type}".`;
      throw new InvocationError('ACCESS_DENIED', message);
    }
    return module;
  }
}

async function openPlatform(options: ForgeHostOptions, onPush: () => void): Promise<Platform> {
  const { manifest, jira, origins, clock, files, grants, oauth, warn } = options;
  const file = files?.queue ?? noStateFile();
  return {
    ...{ manifest, jira, origins, onPush },
    providerFetch: new ProviderFetch({ grants, oauth, timers: clock }),
    storage: await KeyValueStore.open(files?.storage ?? noRecordFile(), clock, warn),
    queue: await EventQueue.open({ manifest, timers: clock, file, warn }),
    calls: new CallLog(clock),
    jiraQuota: new JiraQuota(clock),
  };
}
