/** Service, Forge host and tracker in one process: what `npm start` runs. */
import { resolve } from 'node:path';
import { startService } from '../service';
import { bundledAppCode } from './forge/app-code';
import { buildApp } from './forge/build-app';
import type { ConsoleLine } from './forge/forge-host';
import { readManifest } from './forge/manifest';
import { redirectPath } from './server/consent-routes';
import { demoFacts } from './server/demo-facts';
import { readEnvironment } from './server/environment';
import type { SandboxEnvironment } from './server/environment';
import { openListener } from './server/listener';
import { Sandbox } from './server/sandbox';
import { createTracker } from './server/tracker';
import { jsonStateFile } from './state-file';
import { buildWeb } from './web/build-web';

const clientSecret = 'demo-client-secret';

/** What has to be closed again, latest first. */
const open: (() => Promise<unknown>)[] = [];

async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  if (environment.DEMO === 'full') {
    console.log('The full demo data does not exist yet; the small one is used.');
  }
  const listener = await openListener(environment.TRACKER_PORT, 'TRACKER_PORT');
  open.unshift(() => listener.close());
  console.log('Building the app and the pages of the sandbox, starting the service ...');
  const webDirectory = resolve('build/sandbox-web');
  const [build, service] = await Promise.all([
    buildApp(),
    startDemoService(environment, listener.url),
    buildWeb({ outdir: webDirectory }),
  ]);
  const sandbox = await createSandbox(environment, build.functionsDirectory, {
    serviceUrl: service.url,
    siteUrl: listener.url,
  });
  const tracker = await createTracker({
    sandbox,
    administration: service.administration,
    directories: { ui: build.uiDirectory, web: webDirectory },
  });
  open.unshift(() => tracker.close());
  listener.handleWith((request, response) => tracker.routing(request, response));
  console.log(`ready tracker=${listener.url} service=${service.url}`);
}

async function startDemoService(environment: SandboxEnvironment, trackerUrl: string) {
  const { SERVICE_PORT, DATA_DIR, WDS_CLIENT_ID } = environment;
  const service = await startService({
    port: SERVICE_PORT,
    dataDirectory: resolve(DATA_DIR, 'service'),
    demo: 'small',
    redirectUris: [trackerUrl + redirectPath],
    clientSecret,
    ...(WDS_CLIENT_ID !== undefined && { clientId: WDS_CLIENT_ID }),
  }).catch((error: unknown) => {
    throw explainPort(error, SERVICE_PORT);
  });
  open.unshift(() => service.close());
  return service;
}

async function createSandbox(
  { DATA_DIR, WDS_ORIGIN, WDS_CLIENT_ID }: SandboxEnvironment,
  functionsDirectory: string,
  addresses: { serviceUrl: string; siteUrl: string },
): Promise<Sandbox> {
  return Sandbox.create({
    ...addresses,
    manifest: await readManifest('manifest.yml', { WDS_ORIGIN, WDS_CLIENT_ID }),
    code: bundledAppCode(resolve(functionsDirectory)),
    clientSecret,
    demoFacts,
    files: {
      jira: jsonStateFile(resolve(DATA_DIR, 'jira.json')),
      grants: jsonStateFile(resolve(DATA_DIR, 'grants.json')),
    },
    onConsole: printAppConsole,
  });
}

function printAppConsole({ functionKey, level, text }: ConsoleLine): void {
  console.error(`app ${functionKey} ${level}: ${text}`);
}

function explainPort(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken
    ? new Error(
        `Port ${port} is in use. End what runs there, or choose another port: SERVICE_PORT=0 takes a free one.`,
        { cause: error },
      )
    : error;
}

async function closeAll(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    void closeAll().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

main().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await closeAll();
  process.exit(1);
});
