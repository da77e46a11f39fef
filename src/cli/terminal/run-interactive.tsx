import { render } from 'ink';
import type { Surroundings } from '../apps/open-platform';
import { loadConfiguration } from '../configuration/configuration-file';
import { CommandFailure, exitCodes } from '../failure';
import { askForPasteMarks, endPasteMarks } from './keys';
import { runPlainSession } from './plain-session';
import { SessionView } from './session-view';
import { Session } from './session';

interface InteractiveOptions extends Surroundings {
  readonly isScreenReader: boolean;
}

/**
 * Opens the interactive mode on the terminal of this process until the person quits.
 * @returns the exit code
 * @throws {CommandFailure} `usage` without a terminal, `project` for a configuration that can't be used
 */
export async function runInteractive({
  isScreenReader,
  ...surroundings
}: InteractiveOptions): Promise<number> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new CommandFailure(
      'usage',
      'The interactive mode needs a terminal. In a script, use the shell commands: wds --help lists them.',
    );
  }
  const { configuration, notices } = await loadConfiguration(surroundings.workingDirectory);
  if (isScreenReader) {
    await runPlainSession(surroundings, { input: stdin, output: stdout });
    return exitCodes.success;
  }
  const session = new Session(surroundings, () => app.unmount());
  const first = configuration.token === '' ? ' Save your access token first: /access.' : '';
  session.print(`Workspace Data Service. Type / for the menu.${first}`, 'faint');
  notices.forEach((notice) => session.print(notice, 'faint'));
  const hasColor = (process.env['NO_COLOR'] ?? '') === '';
  const app = render(<SessionView session={session} hasColor={hasColor} />, { exitOnCtrlC: false });
  stdout.write(askForPasteMarks);
  try {
    await app.waitUntilExit();
  } finally {
    stdout.write(endPasteMarks);
  }
  return exitCodes.success;
}
