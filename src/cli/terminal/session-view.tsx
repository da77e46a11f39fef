import { useEffect, useState, useSyncExternalStore } from 'react';
import { Box, Static, Text, useStdin, useStdout } from 'ink';
import { KeyReader } from './keys';
import { charactersOf } from './line-editor';
import { promptOf } from './modes';
import type { ModeCommand } from './modes';
import type { Tone } from './screen';
import type { Session } from './session';
import { menuOf } from './session-state';
import type { Question, SessionState } from './session-state';

const clearScreen = '\u001B[2J\u001B[3J\u001B[H';

interface SessionViewProps {
  readonly session: Session;
  /** Without colours the cursor is a character of its own. */
  readonly hasColor: boolean;
}

/** The whole session: what was printed before, and below it what is going on. */
export function SessionView({ session, hasColor }: SessionViewProps) {
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const { write } = useStdout();
  useKeys(session);
  useEffect(() => {
    if (state.clearings > 0) write(clearScreen);
  }, [state.clearings, write]);
  return (
    <>
      <Static key={state.clearings} items={[...state.entries]}>
        {({ id, text, tone }) => (
          <Text key={id} {...styles[tone]}>
            {text}
          </Text>
        )}
      </Static>
      {state.answer !== '' && <Text>{state.answer.trimStart()}</Text>}
      {state.progress !== '' && <Text dimColor>{state.progress}… (Ctrl+C cancels)</Text>}
      {state.question === undefined ? (
        <Prompt state={state} hasColor={hasColor} />
      ) : (
        <QuestionView question={state.question} state={state} hasColor={hasColor} />
      )}
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

function Prompt({ state, hasColor }: { state: SessionState; hasColor: boolean }) {
  const menu = menuOf(state);
  return (
    <Box flexDirection="column">
      <Text>
        <Text color="cyan">{promptOf[state.mode]} › </Text>
        <Line state={state} hasColor={hasColor} />
      </Text>
      {menu.map((command, index) => (
        <MenuRow key={command.name} command={command} isChosen={index === state.menuIndex} />
      ))}
    </Box>
  );
}

function MenuRow({ command, isChosen }: { command: ModeCommand; isChosen: boolean }) {
  return (
    <Text wrap="truncate-end" {...(isChosen ? { color: 'cyan' } : { dimColor: true })}>
      {isChosen ? '❯' : ' '} /{command.name.padEnd(8)} {command.description}
    </Text>
  );
}

function Line({ state: { line }, hasColor }: { state: SessionState; hasColor: boolean }) {
  const characters = charactersOf(line.text);
  const before = characters.slice(0, line.cursor).join('');
  const [at = ' ', ...after] = characters.slice(line.cursor);
  return (
    <>
      {before}
      {hasColor ? <Text inverse>{at}</Text> : `▏${at}`}
      {after.join('')}
    </>
  );
}

interface QuestionViewProps {
  readonly question: Question;
  readonly state: SessionState;
  readonly hasColor: boolean;
}

function QuestionView({ question, state, hasColor }: QuestionViewProps) {
  switch (question.kind) {
    case 'confirm':
      return (
        <Text>
          {question.label} <Text dimColor>(y/N)</Text> <Line state={state} hasColor={hasColor} />
        </Text>
      );
    case 'hidden':
      return (
        <Text>
          {question.label} <Text dimColor>(hidden; Esc cancels)</Text>:{' '}
          {'•'.repeat(Math.min(charactersOf(state.line.text).length, 20))}
        </Text>
      );
    case 'choice':
      return <Choice question={question} />;
  }
}

/** As many options as a small terminal shows. */
const shownOptions = 8;

function Choice({ question: { label, options, index } }: { question: Question }) {
  const first = Math.max(0, Math.min(index - shownOptions + 1, options.length - shownOptions));
  return (
    <Box flexDirection="column">
      <Text>
        {label} <Text dimColor>(Up, Down, Enter; Esc cancels)</Text>
      </Text>
      {options.slice(first, first + shownOptions).map((option, row) => (
        <Text key={first + row} wrap="truncate-end" dimColor={first + row !== index}>
          {first + row === index ? '❯' : ' '} {option}
        </Text>
      ))}
    </Box>
  );
}
