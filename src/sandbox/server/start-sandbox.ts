import { once } from 'node:events';
import { resolve } from 'node:path';
import { startService, takeDirectory } from '../../service';
import type { Service } from '../../service';
import { buildSandbox } from './build-sandbox';
import type { SandboxBuild } from './build-sandbox';
import { bundledAppCode } from '../forge/app-code';
import type { ConsoleLine } from '../forge/function-runner';
import { readManifest } from '../forge/manifest';
import type { Manifest } from '../forge/manifest';
import { systemTimers, VirtualClock } from '../forge/clock';
import { jsonLinesRecordFile } from '../state-files/record-file';
import type { RecordFile } from '../state-files/record-file';
import { jsonStateFile } from '../state-files/state-file';
import type { StateFile } from '../state-files/state-file';
import { redirectPath } from './consent-routes';
import { createCustomUiContent } from './custom-ui-content';
import { demoFacts, demoAppStorage } from './demo-facts';
import { findLanguageModel } from './environment';
import type { SandboxEnvironment } from './environment';
import { importReport, stepReport } from './start-reports';
import { openListener, openNextListener, PortInUse } from './listener';
import type { Listener } from './listener';
import { getOnlyProvider, Sandbox } from './sandbox';
import { createTracker } from './tracker';

interface RunningSandbox {
  trackerUrl: string;
  serviceUrl: string;
  platformUrl: string | undefined;
  /** Imports behind the scenes what `DEMO` asks for and is not there yet; `print` is told how far it is. */
  completeDemo(print: (line: string) => void): void;
  /** Ends everything in reverse order. */
  close(): Promise<void>;
}

/** Between the platform and the service, as the app's owner would agree on it with the service. */
const clientSecret = 'demo-client-secret';

/**
 * Builds the app and the sandbox's pages, and serves them with the service behind. `print` is
 * told of each step as it begins, and again while it takes long.
 * @param stop ends the start between two of its steps, and during a build, which nobody waits for
 * then: a build that breaks off is not used
 * @throws {PortInUse}, {DirectoryInUse}, {UnusableDirectory}, {UnusableDatabase}, the reason of `stop`, and whatever keeps a part from starting; nothing is
 * left open then.
 */
export async function startSandbox(
  environment: SandboxEnvironment,
  print: (line: string) => void,
  stop?: AbortSignal,
): Promise<RunningSandbox> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    closers.push(await takeDirectory(environment.DATA_DIR));
    const listener = await openListener(environment.TRACKER_PORT, 'TRACKER_PORT');
    closers.push(() => listener.close());
    const contentListener = await openNextListener(environment.CUSTOM_UI_PORT, 'CUSTOM_UI_PORT');
    closers.push(() => contentListener.close());
    const { WDS_ORIGIN, WDS_CLIENT_ID } = environment;
    const WDS_EXPECTED_SITES = String(environment.WDS_EXPECTED_SITES);
    const variables = { WDS_ORIGIN, WDS_CLIENT_ID, WDS_EXPECTED_SITES };
    const manifest = await readManifest('manifest.yml', variables);
    const clock = await VirtualClock.open(systemTimers, stateFile(environment, 'clock'));
    const follow = stepReport(print);
    stop?.throwIfAborted();
    const starting = follow('Starting the database and the service', () =>
      startDemoService(environment, {
        ...{ manifest, clock },
        trackerUrl: listener.url,
        customUiUrl: otherHost(contentListener.url),
      }),
    );
    // Into a folder of its own, so that two sandboxes never take each other's files away.
    const building = buildSandbox(resolve(environment.DATA_DIR, 'build'), follow);
    await Promise.allSettled([
      starting,
      stop ? Promise.race([building, once(stop, 'abort')]) : building,
    ]);
    const service = await starting;
    closers.push(() => service.close());
    stop?.throwIfAborted();
    const build = await building;
    stop?.throwIfAborted();
    const parts = { environment, manifest, clock, listener, contentListener, service, build };
    const served = await follow('Starting Jira with the app', () => serveSandbox(parts));
    closers.push(() => served.close());
    stop?.throwIfAborted();
    return {
      trackerUrl: listener.url,
      serviceUrl: service.url,
      platformUrl: service.platformUrl,
      completeDemo: (printProgress) => service.completeDemo(importReport(printProgress)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface DemoService {
  manifest: Manifest;
  clock: VirtualClock;
  trackerUrl: string;
  customUiUrl: string;
}

/** @throws {PortInUse} */
async function startDemoService(
  environment: SandboxEnvironment,
  { manifest, clock, trackerUrl, customUiUrl }: DemoService,
): Promise<Service> {
  const { SERVICE_PORT, PLATFORM_PORT, DATA_DIR, DATABASE_URL, DEMO } = environment;
  const languageModel = findLanguageModel(environment);
  try {
    return await startService({
      port: SERVICE_PORT,
      platform: { port: PLATFORM_PORT },
      dataDirectory: resolve(DATA_DIR, 'service'),
      databaseUrl: DATABASE_URL,
      demo: DEMO,
      clients: [
        {
          clientId: getOnlyProvider(manifest).clientId,
          clientSecret,
          name: 'Workspace Objects for Jira',
          redirectUris: [trackerUrl + redirectPath],
        },
      ],
      embeddingOrigins: [trackerUrl, customUiUrl],
      workspaceCreators: ['admin@example.com'],
      clock: () => clock.now(),
      ...(languageModel !== undefined && { languageModel }),
    });
  } catch (error) {
    throw (
      PortInUse.from(error, SERVICE_PORT, 'SERVICE_PORT') ??
      PortInUse.from(error, PLATFORM_PORT, 'PLATFORM_PORT') ??
      error
    );
  }
}

interface Parts {
  environment: SandboxEnvironment;
  manifest: Manifest;
  clock: VirtualClock;
  listener: Listener;
  contentListener: Listener;
  service: Service;
  build: SandboxBuild;
}

async function serveSandbox(parts: Parts) {
  const { listener, contentListener, service, build } = parts;
  const sandbox = await createSandbox(parts);
  const content = await createCustomUiContent(sandbox, {
    customUi: build.customUiDirectory,
    platform: build.platformDirectory,
  });
  contentListener.handleWith((request, response) => content.routing(request, response));
  const tracker = await createTracker({
    sandbox,
    administration: service.administration,
    directories: { ui: build.uiDirectory, web: build.webDirectory },
  });
  listener.handleWith((request, response) => tracker.routing(request, response));
  const { background } = sandbox.host;
  background.start();
  return {
    close: async () => {
      background.stop();
      await Promise.all([listener.close(), contentListener.close()]);
      await Promise.all([tracker.close(), content.close()]);
    },
  };
}

function createSandbox(parts: Parts) {
  const { environment, manifest, clock, listener, contentListener, service, build } = parts;
  return Sandbox.create({
    manifest,
    clock,
    code: bundledAppCode(build.functionsDirectory),
    serviceUrl: service.url,
    siteUrl: listener.url,
    customUiUrl: otherHost(contentListener.url),
    clientSecret,
    demoFacts,
    // An app without the page has no use for its rows.
    ...(manifest.modules['jira:projectPage'].length > 0 && { demoAppStorage }),
    files: {
      jira: stateFile(environment, 'jira'),
      grants: stateFile(environment, 'grants'),
      precomputations: recordFile(environment, 'jira-precomputations'),
      storage: recordFile(environment, 'app-storage'),
      queue: stateFile(environment, 'app-queue'),
      schedules: stateFile(environment, 'app-schedules'),
    },
    onConsole: printAppConsole,
  });
}

/**
 * The same place by a name that is another site to the browser, as Atlassian's content network is
 * to Jira: what lies between the two sites' cookies lies between these too.
 */
function otherHost(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:');
}

function stateFile({ DATA_DIR }: SandboxEnvironment, name: string): StateFile {
  return jsonStateFile(resolve(DATA_DIR, `${name}.json`));
}

function recordFile({ DATA_DIR }: SandboxEnvironment, name: string): RecordFile {
  return jsonLinesRecordFile(resolve(DATA_DIR, `${name}.jsonl`));
}

function printAppConsole({ functionKey, level, text }: ConsoleLine): void {
  console.error(`app ${functionKey} ${level}: ${text}`);
}
