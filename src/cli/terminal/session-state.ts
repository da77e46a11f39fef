import { emptyLine } from './line-editor';
import type { EditedLine } from './line-editor';
import { findMenu } from './modes';
import type { Mode, ModeCommand } from './modes';
import type { Tone } from './screen';

interface Entry {
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

/** Everything on the screen. */
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
  /** The shell’s prompt comes next. */
  readonly hasQuit: boolean;
}

const initialState: SessionState = {
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
  hasQuit: false,
};

/** What the menu shows now; empty while it is closed. */
export function menuOf(state: SessionState): readonly ModeCommand[] {
  const { mode, line, isMenuDismissed, question, isBusy } = state;
  return isMenuDismissed || isBusy || question !== undefined ? [] : findMenu(mode, line.text);
}

/** As often as a terminal is worth redrawing. */
const frameMs = 32;

/**
 * Holds the state and tells of changes at most once per frame, so that what arrives fast leaves
 * time to read keys.
 */
export class SessionStore {
  #state = initialState;
  readonly #listeners = new Set<() => void>();
  #frame: NodeJS.Timeout | undefined;
  #isStale = false;

  constructor(private readonly beforeFrame: () => void) {}

  get state(): SessionState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(changes: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#isStale = true;
    if (this.#frame === undefined) this.show();
  }

  /** Reports changes at once. */
  show(): void {
    clearTimeout(this.#frame);
    this.#frame = setTimeout(() => {
      this.#frame = undefined;
      if (this.#isStale) this.show();
    }, frameMs);
    this.beforeFrame();
    this.#isStale = false;
    for (const listener of this.#listeners) listener();
  }
}

/** More of one line than this isn't kept waiting for its end. */
const maximumOpenLineCharacters = 4_000;

/**
 * Parts what has arrived of an answer into lines that nothing changes any more, and the rest. Blank
 * lines wait for what follows them.
 */
export function settleLines(answer: string): { readonly settled: string; readonly rest: string } {
  const lineEnd = answer.lastIndexOf('\n');
  const end =
    answer.length - lineEnd > maximumOpenLineCharacters ? answer.lastIndexOf(' ') : lineEnd;
  const settled = answer.slice(0, Math.max(end, 0));
  return settled.trim() === ''
    ? { settled: '', rest: answer }
    : { settled, rest: answer.slice(end + 1) };
}
