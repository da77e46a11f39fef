import { Box, render, Static, Text, useStdin, useStdout } from 'ink';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Surroundings } from '../apps/platform-client';
import { loadOrCreateConfiguration } from '../configuration/configuration-file';
import { CommandFailure, exitCodes } from '../failure';
import { askForPasteMarks, endPasteMarks, KeyReader } from './keys';
import { charactersOf } from './line-editor';
import { promptOf } from './modes';
import type { ModeCommand } from './modes';
import { runPlainSession } from './plain-session';
import type { Tone } from './screen';
import { menuOf, Session } from './session';
import type { Question, SessionState } from './session';
import { cursorMark, endTypingCursor, withTypingCursor } from './typing-cursor';
import { wrap } from './wrap';

const clearScreen = '\u001B[2J\u001B[3J\u001B[H';

interface SessionViewProps {
  readonly session: Session;
  /** What stands where the cursor belongs. */
  readonly cursor: string;
}

/** The whole session: what was printed before, and below it what is going on. */
export function SessionView({ session, cursor }: SessionViewProps) {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const { write } = useStdout();
  const window = useWindow();
  useKeys(session);
  useEffect(() => {
    if (state.clearings > 0) write(clearScreen);
  }, [state.clearings, write]);
  return (
    <>
      <Static key={state.clearings} items={[...state.entries]}>
        {({ id, text, tone }) => (
          <Text key={id} {...styles[tone]}>
            {wrap(text, window.columns)}
          </Text>
        )}
      </Static>
      {state.answer.trim() !== '' && (
        <Text>{wrap(endOf(state.answer, window), window.columns)}</Text>
      )}
      {state.progress !== '' && (
        <Text dimColor wrap="truncate-end">
          {state.progress}… (Ctrl+C cancels)
        </Text>
      )}
      {!state.hasQuit &&
        (state.question === undefined ? (
          <Prompt {...{ state, cursor, window }} />
        ) : (
          <QuestionView {...{ question: state.question, state, cursor, window }} />
        ))}
    </>
  );
}

const styles: Record<Tone, { color?: string; dimColor?: boolean; bold?: boolean }> = {
  plain: {},
  good: { color: 'green' },
  bad: { color: 'red' },
  faint: { dimColor: true },
  typed: { bold: true },
};

interface Window {
  readonly columns: number;
  readonly rows: number;
}

/** Known before Ink lays out anew: what is taller than the window makes it clear the terminal. */
function useWindow(): Window {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const measure = () => setSize(sizeOf(stdout));
    stdout.prependListener('resize', measure);
    return () => void stdout.off('resize', measure);
  }, [stdout]);
  return size;
}

function sizeOf({ columns, rows }: Partial<Window>): Window {
  return { columns: columns || 80, rows: rows || 24 };
}

/** The end of an answer, in at most a third of the window however wide its characters are. */
function endOf(answer: string, { columns, rows }: Window): string {
  const room = Math.max(1, Math.floor(rows / 6));
  const lines = answer.split('\n').slice(-room).join('\n');
  return charactersOf(lines.slice(-columns * room))
    .slice(-Math.floor((columns * room) / 2))
    .join('');
}

/** Reads the terminal itself, since Ink's hook doesn't know pasted text from typed keys. */
function useKeys(session: Session): void {
  const { setRawMode, internal_eventEmitter: input } = useStdin();
  const [reader] = useState(() => new KeyReader());
  useEffect(() => {
    const receive = (chunk: string) => {
      for (const key of reader.read(chunk)) session.press(key);
    };
    setRawMode(true);
    input.on('input', receive);
    return () => {
      input.off('input', receive);
      setRawMode(false);
    };
  }, [session, reader, setRawMode, input]);
}

interface PromptProps {
  readonly state: SessionState;
  readonly cursor: string;
  readonly window: Window;
}

function Prompt({ state, cursor, window }: PromptProps) {
  const menu = menuOf(state);
  const { first, count } = shownOf(menu.length, state.menuIndex, window);
  return (
    <Box flexDirection="column">
      <Text>
        <Text color="cyan">{promptOf[state.mode]} › </Text>
        <Line {...{ state, cursor, window }} />
      </Text>
      {menu.slice(first, first + count).map((command, row) => (
        <MenuRow key={command.name} command={command} isChosen={first + row === state.menuIndex} />
      ))}
    </Box>
  );
}

/** As many options as a small terminal shows, the chosen one among them. */
function shownOf(length: number, index: number, { rows }: Window) {
  const count = Math.max(1, Math.min(8, rows - 3));
  return { first: Math.max(0, Math.min(index - count + 1, length - count)), count };
}

function MenuRow({ command, isChosen }: { command: ModeCommand; isChosen: boolean }) {
  return (
    <Text wrap="truncate-end" {...(isChosen ? { color: 'cyan' } : { dimColor: true })}>
      {isChosen ? '❯' : ' '} /{command.name.padEnd(8)} {command.description}
    </Text>
  );
}

/** The part of a long line around the cursor, in at most a third of the window. */
function Line({ state: { line }, cursor, window }: PromptProps) {
  const room = Math.max(8, Math.floor((window.columns * window.rows) / 6) - 16);
  const characters = charactersOf(line.text);
  const first = characters.length < room ? 0 : Math.max(0, line.cursor - Math.floor(room / 2));
  const [before, after] = [
    characters.slice(first, line.cursor),
    characters.slice(line.cursor, first + room),
  ].map((part) => part.join('').replaceAll(cursor, ''));
  return (
    <>
      {first > 0 && '…'}
      {before}
      {cursor}
      {after}
      {first + room < characters.length && '…'}
    </>
  );
}

function QuestionView({ question, ...props }: PromptProps & { question: Question }) {
  switch (question.kind) {
    case 'confirm':
      // The answer has room on the last line.
      return (
        <Text>
          {wrap(`${question.label} (y/N)`, props.window.columns - 8)} <Line {...props} />
        </Text>
      );
    case 'hidden':
      return (
        <Text>
          {question.label} <Text dimColor>(hidden; Esc cancels)</Text>:{' '}
          {'•'.repeat(Math.min(charactersOf(props.state.line.text).length, 20))}
          {props.cursor}
        </Text>
      );
    case 'choice':
      return <Choice question={question} window={props.window} />;
  }
}

interface ChoiceProps {
  readonly question: Question;
  readonly window: Window;
}

function Choice({ question: { label, options, index }, window }: ChoiceProps) {
  const { first, count } = shownOf(options.length, index, window);
  return (
    <Box flexDirection="column">
      <Text>
        {label} <Text dimColor>(Up, Down, Enter; Esc cancels)</Text>
      </Text>
      {options.slice(first, first + count).map((option, row) => (
        <Text key={first + row} wrap="truncate-end" dimColor={first + row !== index}>
          {first + row === index ? '❯' : ' '} {option}
        </Text>
      ))}
    </Box>
  );
}

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
  const app = render(<SessionView session={session} cursor={cursorMark} />, {
    exitOnCtrlC: false,
    stdout: withTypingCursor(process.stdout),
  });
  signal.addEventListener('abort', () => session.quit());
  process.stdout.write(askForPasteMarks);
  try {
    await app.waitUntilExit();
    process.stdout.write(lineUp);
  } finally {
    process.stdout.write(endPasteMarks + endTypingCursor);
  }
}
