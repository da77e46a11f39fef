import { render } from 'ink';
import type { Surroundings } from '../apps/platform-client';
import { loadOrCreateConfiguration } from '../configuration/configuration-file';
import { CommandFailure, exitCodes } from '../failure';
import { askForPasteMarks, endPasteMarks } from './keys';
import { runPlainSession } from './plain-session';
import { SessionView } from './session-view';
import { Session } from './session';

interface InteractiveOptions extends Surroundings {
  /** Ends the session, as a signal of the system does. */
  readonly signal: AbortSignal;
  readonly isScreenReader: boolean;
}

/**
 * Opens the interactive mode on the terminal of this process until the person quits.
 * @returns the exit code
 * @throws {CommandFailure} `usage` without a terminal, `project` for a configuration that can't be used
 */
export async function runInteractive({
  isScreenReader,
  signal,
  ...surroundings
}: InteractiveOptions): Promise<number> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new CommandFailure(
      'usage',
      'The interactive mode needs a terminal. In a script, use the shell commands: wds --help lists them.',
    );
  }
  const { configuration, notices } = await loadOrCreateConfiguration(surroundings.workingDirectory);
  const first = configuration.token === '' ? ' Save your access token first: /access.' : '';
  const menu = isScreenReader ? 'Type /help for the commands.' : 'Type / for the menu.';
  const greeting = [`Workspace Data Service. ${menu}${first}`, ...notices];
  if (isScreenReader) {
    await runPlainSession(surroundings, { input: stdin, output: stdout, greeting, signal });
  } else await runInk(surroundings, greeting, signal);
  return signal.aborted ? exitCodes.interrupted : exitCodes.success;
}

/** Ink ends even an empty last frame with a line break. */
const lineUp = '\u001B[1A';

async function runInk(
  surroundings: Surroundings,
  greeting: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const session = new Session(surroundings, () => app.unmount());
  greeting.forEach((line) => session.print(line, 'faint'));
  const hasColor = (process.env['NO_COLOR'] ?? '') === '';
  const app = render(<SessionView session={session} hasColor={hasColor} />, { exitOnCtrlC: false });
  signal.addEventListener('abort', () => session.quit());
  process.stdout.write(askForPasteMarks);
  try {
    await app.waitUntilExit();
    process.stdout.write(lineUp);
  } finally {
    process.stdout.write(endPasteMarks);
  }
}
