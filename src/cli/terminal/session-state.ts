import { emptyLine } from './line-editor';
import type { EditedLine } from './line-editor';
import { findMenu } from './modes';
import type { Mode, ModeCommand } from './modes';
import type { Tone } from './screen';

export interface Entry {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}

export interface Question {
  readonly kind: 'confirm' | 'hidden' | 'choice';
  readonly label: string;
  readonly options: readonly string[];
  /** Of the option that Enter would choose. */
  readonly index: number;
  readonly answer: (value: string | number | undefined) => void;
}

/** Everything that is to be seen. */
export interface SessionState {
  readonly mode: Mode;
  readonly entries: readonly Entry[];
  /** Counts how often the screen was cleared. */
  readonly clearings: number;
  readonly line: EditedLine;
  readonly menuIndex: number;
  readonly isMenuDismissed: boolean;
  readonly question: Question | undefined;
  readonly progress: string;
  readonly answer: string;
  readonly isBusy: boolean;
}

export const initialState: SessionState = {
  mode: 'main',
  entries: [],
  clearings: 0,
  line: emptyLine,
  menuIndex: 0,
  isMenuDismissed: false,
  question: undefined,
  progress: '',
  answer: '',
  isBusy: false,
};

/** What the menu shows now; empty while it is closed. */
export function menuOf(state: SessionState): readonly ModeCommand[] {
  const { mode, line, isMenuDismissed, question, isBusy } = state;
  return isMenuDismissed || isBusy || question !== undefined ? [] : findMenu(mode, line.text);
}
