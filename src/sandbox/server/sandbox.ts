import type { AppCode } from '../forge/app-code';
import { ForgeHost } from '../forge/forge-host';
import type { ConsoleLine } from '../forge/function-runner';
import { GrantStore } from '../forge/grants';
import type { AuthProvider, Manifest } from '../forge/manifest';
import { OAuthClient } from '../forge/oauth-client';
import { originsOf } from '../forge/origins';
import { systemTimers, VirtualClock } from '../forge/clock';
import type { Caller } from '../jira/accounts';
import { createDemoState } from '../jira/demo-state';
import type { DemoFacts } from '../jira/demo-objects';
import { JiraSite } from '../rest/jira-site';
import { noRecordFile } from '../state-files/record-file';
import type { RecordFile } from '../state-files/record-file';
import { noStateFile } from '../state-files/state-file';
import type { StateFile } from '../state-files/state-file';
import { fieldTypesOf, jqlFunctionsOf } from './app-context';
import { platformSwitches } from '../jira/platform-switches';
import type { PlatformSwitches } from '../jira/platform-switches';

export interface SandboxOptions {
  manifest: Manifest;
  code: AppCode;
  /** Where the service answers on this machine, in place of the manifest's https origin. */
  serviceUrl: string;
  clientSecret: string;
  demoFacts: DemoFacts;
  /** What the app has stored where the demo begins, by key; nothing by default. */
  demoAppStorage?: Readonly<Record<string, unknown>>;
  /** Where the tracker answers. */
  siteUrl: string;
  /** Where the app's Custom UI is: an origin of its own. */
  customUiUrl: string;
  /** What is not given a file is kept in memory only. */
  files?: Partial<
    Record<'jira' | 'grants' | 'queue' | 'schedules', StateFile> &
      Record<'precomputations' | 'storage', RecordFile>
  >;
  /** The machine's time by default. */
  clock?: VirtualClock;
  onConsole?: (line: ConsoleLine) => void;
  warn?: (message: string) => void;
}

/**
 * Forge and Jira around the app, without their HTTP server: what `npm start` serves, and what
 * tests and measurements call.
 */
export class Sandbox {
  readonly manifest: Manifest;
  readonly siteUrl: string;
  readonly customUiUrl: string;
  readonly serviceUrl: string;
  readonly #demoAppStorage: Readonly<Record<string, unknown>>;

  private constructor(
    { manifest, siteUrl, customUiUrl, serviceUrl, demoAppStorage = {} }: SandboxOptions,
    readonly clock: VirtualClock,
    readonly host: ForgeHost,
    readonly jira: JiraSite,
    readonly grants: GrantStore,
    readonly oauth: OAuthClient,
    readonly provider: AuthProvider,
  ) {
    this.manifest = manifest;
    this.siteUrl = siteUrl;
    this.customUiUrl = customUiUrl;
    this.#demoAppStorage = demoAppStorage;
    this.serviceUrl = serviceUrl;
  }

  /** @throws {Error} if the app's code or manifest cannot be run. */
  static async create(options: SandboxOptions): Promise<Sandbox> {
    const { manifest, files, onConsole, warn = console.warn } = options;
    const clock = options.clock ?? (await VirtualClock.open(systemTimers));
    const origins = originsOf(manifest, options.serviceUrl);
    const provider = getOnlyProvider(manifest);
    const { clientSecret } = options;
    const oauth = new OAuthClient({ manifest, provider, origins, clientSecret, timers: clock });
    const grants = await GrantStore.open(files?.grants ?? noStateFile(), warn);
    const jira = await JiraSite.open({
      file: files?.jira ?? noStateFile(),
      precomputationFile: files?.precomputations ?? noRecordFile(),
      fieldTypes: fieldTypesOf(manifest),
      siteUrl: options.siteUrl,
      now: () => clock.now(),
      createDemoState: () => createDemoState(options.demoFacts, clock.now()),
      warn,
    });
    const host = await ForgeHost.start({
      manifest,
      code: options.code,
      jira: jira.handleCounted,
      grants,
      oauth,
      origins,
      clock,
      warn,
      ...(files && { files }),
      ...(onConsole && { onConsole }),
    });
    const sandbox = new Sandbox(options, clock, host, jira, grants, oauth, provider);
    jira.functions.add(jqlFunctionsOf(manifest), (clause, precomputationId, caller) =>
      host.functions.callJqlFunction({ clause, precomputationId }, sandbox.#personTold(caller)),
    );
    if (host.storage.use.keys === 0) await host.storage.fill(sandbox.#demoAppStorage);
    jira.deliverEventsTo((event) => host.deliver(event));
    return sandbox;
  }

  get switches(): PlatformSwitches {
    const jiraQuota = this.host.jiraQuota.isUsed ? 'used' : 'counted';
    return { ...this.jira.model.switches, jiraQuota };
  }

  setSwitches(switches: PlatformSwitches): void {
    const { jira, host } = this;
    jira.model.switches = switches;
    host.storage.behave(switches);
    host.isUnreliable = switches.platformRepeats;
    host.jiraQuota.behave(switches.jiraQuota);
  }

  #personTold(caller: Caller): string | undefined {
    const isTold = this.switches.jqlFunctionKnowsPerson && caller.kind === 'person';
    return isTold ? caller.accountId : undefined;
  }

  /**
   * Brings back the demo state and the machine's time: issues and fields, nobody connected, nothing
   * kept by the app but what the demo begins with, or waiting for it. The time is back once this
   * returns its promise.
   */
  async reset(): Promise<void> {
    this.setSwitches(platformSwitches.parse({}));
    await Promise.all([this.host.reset(), this.jira.reset(), this.grants.clear()]);
    await this.host.storage.fill(this.#demoAppStorage);
  }
}

/** @throws {Error} if the manifest has none or several. */
export function getOnlyProvider({ providers }: Manifest): AuthProvider {
  const [provider, ...others] = providers.auth;
  if (!provider || others.length > 0) {
    throw new Error('The sandbox models exactly one provider under providers.auth.');
  }
  return provider;
}
