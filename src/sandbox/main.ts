/** Service, Forge host and tracker in one process: what `npm start` runs. */
import { once } from 'node:events';
import { DirectoryInUse, UnusableDatabase, UnusableDirectory } from '../service';
import { describeDoubtfulVariables, readEnvironment, UnusableSetting } from './server/environment';
import { PortInUse } from './server/listener';
import { startSandbox } from './server/start-sandbox';

/** Their messages say what to do. */
const expectedErrors = [
  DirectoryInUse,
  PortInUse,
  UnusableDatabase,
  UnusableDirectory,
  UnusableSetting,
];

const stop = stopOnSignal();
try {
  const environment = readEnvironment(process.env);
  describeDoubtfulVariables(process.env).forEach((line) => console.error(line));
  const sandbox = await startSandbox(environment, console.error, stop);
  console.log(`The app platform is at ${sandbox.platformUrl}`);
  console.log(`ready tracker=${sandbox.trackerUrl} service=${sandbox.serviceUrl}`);
  sandbox.completeDemo(console.error);
  if (!stop.aborted) await once(stop, 'abort');
  await sandbox.close();
  process.exit(0);
} catch (error) {
  if (stop.aborted && error === stop.reason) process.exit(0);
  const isExpected = expectedErrors.some((kind) => error instanceof kind);
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
}

/**
 * Aborts at the first signal, so that everything ends in order; one that comes later ends the
 * process at once. Ctrl+C arrives twice, from the terminal and through the launcher: what follows
 * within a moment is the same one.
 */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  let firstAtMs = 0;
  const receive = () => {
    if (controller.signal.aborted && performance.now() - firstAtMs > 500) process.exit(1);
    if (controller.signal.aborted) return;
    firstAtMs = performance.now();
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, receive);
  return controller.signal;
}
