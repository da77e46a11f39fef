/** The command-line client, `wds`. */
import { runShell } from './shell/program';

declare const clientVersion: string;

/** A reader of our output that has seen enough, as in `wds app list | head`, isn't a failure. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
}
// Ink's colors look at FORCE_COLOR alone, once, when they are loaded.
if ((process.env['NO_COLOR'] ?? '') !== '') process.env['FORCE_COLOR'] = '0';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
}
const surroundings = { workingDirectory: process.cwd(), environment: process.env };
process.exitCode = await runShell(process.argv.slice(2), {
  ...surroundings,
  signal: stop.signal,
  version: clientVersion,
  isErrorTerminal: process.stderr.isTTY,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  runInteractive: async (screenReader) => {
    const { runInteractive } = await import('./terminal/session-view');
    const isScreenReader = screenReader || (process.env['WDS_SCREEN_READER'] ?? '') !== '';
    return runInteractive({ ...surroundings, isScreenReader, signal: stop.signal });
  },
});
