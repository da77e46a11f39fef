import { render } from 'ink-testing-library';
import { expect, vi } from 'vitest';
import type { Surroundings } from '../../../src/cli/apps/platform-client';
import { Session } from '../../../src/cli/terminal/session';
import { SessionView } from '../../../src/cli/terminal/session-view';

export type OpenSession = Awaited<ReturnType<typeof openSession>>;

export const keys = {
  enter: '\r',
  tab: '\t',
  up: '\u001B[A',
  down: '\u001B[B',
  escape: '\u001B',
  interrupt: '\u0003',
  endOfInput: '\u0004',
  home: '\u001B[H',
  delete: '\u001B[3~',
} as const;

/** Also on a machine that does much else. */
const patience = { timeout: 30_000 };

/** The interactive mode in a folder, on a terminal of 100 columns that isn't there. */
export async function openSession(folder: string, environment: Surroundings['environment'] = {}) {
  let hasQuit = false;
  const session = new Session({ workingDirectory: folder, environment }, () => (hasQuit = true));
  const view = render(<SessionView session={session} cursor="▏" />);
  await vi.waitFor(() => expect(view.stdin.listenerCount('readable')).toBe(1), patience);
  const isScreen = (frame: string) => !frame.startsWith('\u001B[2J');
  const screen = () => (view.frames.findLast(isScreen) ?? '').trimEnd();
  return {
    screen,
    /** The line with the prompt, the cursor left out. */
    prompt: () =>
      screen()
        .split('\n')
        .findLast((line) => /^(wds|nova|app) ›/.test(line))
        ?.replace('▏', '')
        .trim(),
    /** What is being typed. */
    line: () => session.getState().line.text,
    type: (text: string) => view.stdin.write(text),
    hasQuit: () => hasQuit,
    isIdle: () => !session.getState().isBusy,
    waitFor: (pattern: RegExp) => vi.waitFor(() => expect(screen()).toMatch(pattern), patience),
    /** Types a line, presses Enter and waits until it has run, or asks something. */
    submit: async (line: string) => {
      view.stdin.write(line);
      view.stdin.write(keys.enter);
      await vi.waitFor(() => {
        const { isBusy, question } = session.getState();
        expect(!isBusy || question !== undefined).toBe(true);
      }, patience);
    },
    close: () => view.unmount(),
  };
}
