import type { Surroundings } from '../apps/platform-client';
import { printable } from '../printable';
import { CommandRunner } from './command-runner';
import type { Key } from './keys';
import { editLine, emptyLine, lineOf } from './line-editor';
import type { EditedLine } from './line-editor';
import { commandsOf, findMenu, promptOf } from './modes';
import type { Mode, ModeCommand } from './modes';
import type { Screen, Tone } from './screen';

/** An interactive session: keys go in, a state to be shown comes out. */
export class Session implements Screen {
  readonly #store = new SessionStore(() => this.#settleAnswer());
  readonly #runner: CommandRunner;
  readonly #history: string[] = [];
  /** The place in the history; its length is the line that is being typed. */
  #place = 0;
  #running = new AbortController();
  #entryCount = 0;
  #hasBegunAnswer = false;
  /** From a hidden answer to the end of its command: what is pasted meanwhile may be the same token. */
  #ignoresTyping = false;
  /** After Ctrl+D: what runs comes to its end, without asking anything any more. */
  #hasEnded = false;
  readonly hasMenu = true;

  constructor(
    surroundings: Surroundings,
    private readonly close: () => void,
  ) {
    this.#runner = new CommandRunner(surroundings, this, () => this.quit());
  }

  readonly getState = (): SessionState => this.#store.state;

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** Cancels what runs, and ends. */
  quit(): void {
    this.#running.abort();
    this.#state.question?.answer(undefined);
    this.#endAnswer();
    this.#set({ line: emptyLine, progress: '', hasQuit: true });
    this.#store.show();
    this.close();
  }

  press(key: Key): void {
    const { question, isBusy, line } = this.#state;
    if (key.kind === 'endOfInput' && line.text === '') this.#end();
    else if (question !== undefined) this.#pressInQuestion(question, key);
    else if (key.kind === 'interrupt') this.#interrupt();
    else if (!isBusy) this.#pressAtPrompt(key);
    else if (!this.#ignoresTyping) this.#edit(key);
  }

  #end(): void {
    const { question, isBusy } = this.#state;
    this.#hasEnded = true;
    question?.answer(undefined);
    if (!isBusy) this.quit();
  }

  /** Cancels what runs, returns to the main prompt, or quits there. */
  #interrupt(): void {
    if (this.#state.isBusy) this.#running.abort();
    else if (this.#state.mode === 'main') this.quit();
    else this.#leave();
  }

  #leave(): void {
    this.#runner.leaveMode();
    this.#set({ mode: 'main', line: emptyLine, isMenuDismissed: false });
  }

  #pressAtPrompt(key: Key): void {
    const { line, menuIndex } = this.#state;
    const menu = menuOf(this.#state);
    const chosen = menu[menuIndex];
    if (key.kind === 'enter') this.#submit(chosen === undefined ? line.text : `/${chosen.name}`);
    else if (key.kind === 'tab') this.#complete(chosen);
    else if (key.kind === 'escape') this.#dismiss(menu.length > 0);
    else if (key.kind !== 'up' && key.kind !== 'down') this.#edit(key);
    else if (menu.length === 0) this.#recall(stepOf(key.kind));
    else this.#set({ menuIndex: moved(menuIndex, stepOf(key.kind), menu.length) });
  }

  /** The menu first, then the line, then the chat. */
  #dismiss(isMenuOpen: boolean): void {
    if (isMenuOpen) this.#set({ isMenuDismissed: true });
    else if (this.#state.line.text !== '') this.#set({ line: emptyLine, isMenuDismissed: false });
    else if (this.#state.mode === 'chat') this.#leave();
  }

  #edit(key: Key): void {
    const line = editLine(this.#state.line, key);
    if (line === this.#state.line) return;
    const isMenuDismissed = this.#state.isMenuDismissed && line.text !== '';
    this.#set({ line, menuIndex: 0, isMenuDismissed });
  }

  /** The command chosen in the menu; otherwise the only one that begins with the bare word. */
  #complete(chosen: ModeCommand | undefined): void {
    const { mode, line } = this.#state;
    const typed = line.text.toLowerCase();
    const commands: readonly ModeCommand[] = commandsOf[mode];
    const beginning = typed === '' ? [] : commands.filter(({ name }) => name.startsWith(typed));
    const [only] = beginning;
    if (chosen !== undefined) this.#set({ line: lineOf(`/${chosen.name}`), menuIndex: 0 });
    else if (only !== undefined && beginning.length === 1) this.#set({ line: lineOf(only.name) });
  }

  #recall(step: number): void {
    const place = this.#place + step;
    if (place < 0 || place > this.#history.length) return;
    this.#place = place;
    this.#set({ line: lineOf(this.#history[place] ?? ''), isMenuDismissed: true });
  }

  #submit(text: string): void {
    const line = text.trim();
    this.#set({ line: emptyLine, menuIndex: 0, isMenuDismissed: false });
    if (line === '') return;
    if (this.#history.at(-1) !== line) this.#history.push(line);
    this.#place = this.#history.length;
    this.print(`${promptOf[this.#state.mode]} › ${line}`, 'typed');
    void this.#run(line);
  }

  async #run(line: string): Promise<void> {
    this.#running = new AbortController();
    this.#set({ isBusy: true });
    await this.#runner.run(line, this.#running.signal);
    this.#endAnswer();
    this.#ignoresTyping = false;
    this.#set({ isBusy: false, progress: '', mode: this.#runner.mode });
    if (this.#hasEnded) this.quit();
  }

  #pressInQuestion(question: Question, key: Key): void {
    const { line } = this.#state;
    const { kind, index, options } = question;
    if (key.kind === 'escape' || key.kind === 'interrupt') question.answer(undefined);
    else if (key.kind === 'enter') question.answer(kind === 'choice' ? index : line.text);
    else if (kind !== 'choice') this.#set({ line: editLine(line, key) });
    else if (key.kind === 'up' || key.kind === 'down') {
      const chosen = moved(index, stepOf(key.kind), options.length);
      this.#set({ question: { ...question, index: chosen } });
    }
  }

  #ask(
    kind: Question['kind'],
    label: string,
    options: readonly string[] = [],
  ): Promise<string | number | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const typedBefore = this.#state.line;
      const answer = (value: string | number | undefined) => {
        this.#set({ question: undefined, line: typedBefore });
        resolve(value);
      };
      const question = { kind, label, options, index: 0, answer };
      this.#set({ question, line: emptyLine, progress: '' });
    });
  }

  async confirm(summary: string): Promise<boolean> {
    const answer = await this.#ask('confirm', summary);
    const isYes = typeof answer === 'string' && /^y(es)?$/i.test(answer.trim());
    this.print(`${summary} ${isYes ? 'Yes' : 'No'}`, 'faint');
    return isYes;
  }

  async askHidden(label: string): Promise<string | undefined> {
    this.#ignoresTyping = true;
    const answer = await this.#ask('hidden', label);
    return typeof answer === 'string' ? answer : undefined;
  }

  async choose(label: string, options: readonly string[]): Promise<number | undefined> {
    const index = await this.#ask('choice', label, options);
    if (typeof index !== 'number') return undefined;
    this.print(`${label} ${options[index] ?? ''}`, 'faint');
    return index;
  }

  print(text: string, tone: Tone = 'plain'): void {
    this.#endAnswer();
    this.#set(this.#withEntry(text, tone));
  }

  progress(text: string): void {
    if (text !== this.#state.progress) this.#set({ progress: text });
  }

  stream(text: string): void {
    const piece = this.#hasBegunAnswer ? text : text.replace(/^\n+/, '');
    this.#hasBegunAnswer ||= piece !== '';
    this.#set({ answer: this.#state.answer + piece });
  }

  clear(): void {
    this.#set({ entries: [], clearings: this.#state.clearings + 1 });
  }

  putBack(line: string): void {
    this.#set({ line: lineOf(line + this.#state.line.text) });
  }

  /** Lines that have arrived whole are printed, so that only the rest is redrawn. */
  #settleAnswer(): void {
    const { settled, rest } = settleLines(this.#state.answer);
    if (settled !== '') this.#set({ answer: rest, ...this.#withEntry(settled) });
  }

  /** What has arrived of an answer stays where it stands. */
  #endAnswer(): void {
    const rest = this.#state.answer.trimEnd();
    this.#hasBegunAnswer = false;
    if (this.#state.answer === '') return;
    this.#set({ answer: '', ...(rest !== '' && this.#withEntry(rest)) });
  }

  #withEntry(text: string, tone: Tone = 'plain'): Pick<SessionState, 'entries'> {
    this.#entryCount += 1;
    const entry = { id: this.#entryCount, text: printable(text), tone };
    return { entries: [...this.#state.entries, entry] };
  }

  get #state(): SessionState {
    return this.#store.state;
  }

  #set(changes: Partial<SessionState>): void {
    this.#store.set(changes);
  }
}

function stepOf(key: 'up' | 'down'): number {
  return key === 'up' ? -1 : 1;
}

/** After the last comes the first, and the other way round. */
function moved(index: number, step: number, count: number): number {
  return (index + step + count) % count;
}

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
