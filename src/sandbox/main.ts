/** Service, Forge host and tracker in one process: what `npm start` runs. */
import { readEnvironment, UnusableSetting } from './server/environment';
import { PortInUse } from './server/listener';
import { startSandbox } from './server/start-sandbox';
import type { RunningSandbox } from './server/start-sandbox';

try {
  const environment = readEnvironment(process.env);
  if (environment.DEMO === 'full') {
    console.log('The full demo data does not exist yet: using the small one.');
  }
  const sandbox = await startSandbox(environment, console.log);
  endOnSignal(sandbox);
  console.log(`ready tracker=${sandbox.trackerUrl} service=${sandbox.serviceUrl}`);
} catch (error) {
  const isExpected = error instanceof PortInUse || error instanceof UnusableSetting;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}

/** The first signal ends everything in order, a second one at once. */
function endOnSignal(sandbox: RunningSandbox): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      sandbox.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}
