import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import type { Surroundings } from '../apps/platform-client';
import { printable } from '../printable';
import { CommandRunner } from './command-runner';
import { promptOf } from './modes';
import type { Screen } from './screen';
import { wrap } from './wrap';

interface PlainOptions {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number };
  readonly greeting: readonly string[];
  /** Ends the session, as a signal of the system does. */
  readonly signal: AbortSignal;
}

/** The interactive mode as plain lines: nothing is redrawn, so a screen reader reads each line once. */
export async function runPlainSession(
  surroundings: Surroundings,
  { input, output, greeting, signal }: PlainOptions,
): Promise<void> {
  const echo = new HideableOutput(output);
  // Without a history, which would bring back a token that was typed hidden.
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 });
  const ended = new AbortController();
  const screen = new PlainScreen(lines, output, echo, ended.signal);
  greeting.forEach((line) => screen.print(line));
  const runner = new CommandRunner(surroundings, screen, () => ended.abort());
  let running: AbortController | undefined;
  lines.on('SIGINT', () => {
    output.write('\n');
    if (running !== undefined) {
      running.abort();
      screen.cancelQuestion();
    } else if (runner.mode === 'main') ended.abort();
    else {
      runner.leaveMode();
      output.write('You’re back at the main prompt. Press Enter.\n');
    }
  });
  lines.on('close', () => {
    // After Ctrl+D, the next prompt of the shell has a line of its own.
    if (!ended.signal.aborted) output.write('\n');
    ended.abort();
  });
  signal.addEventListener('abort', () => ended.abort());
  ended.signal.addEventListener('abort', () => running?.abort());
  while (!ended.signal.aborted) {
    const line = await screen.readLine(`${promptOf[runner.mode]} > `);
    if (line === undefined) continue;
    running = new AbortController();
    await runner.run(line, running.signal);
    running = undefined;
    screen.endAnswer();
  }
  lines.close();
}

/** Passes on what readline echoes, except while something hidden is typed. */
class HideableOutput extends Writable {
  isHidden = false;

  constructor(private readonly output: Writable) {
    super();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.isHidden) this.output.write(chunk);
    done();
  }
}

class PlainScreen implements Screen {
  readonly hasMenu = false;
  #progress = '';
  #isStreaming = false;
  /** What was typed before it was asked for: lines may come at once. */
  readonly #typedAhead: string[] = [];
  #putBack = '';
  #take: ((line: string | undefined) => void) | undefined;

  constructor(
    private readonly lines: Interface,
    private readonly output: PlainOptions['output'],
    private readonly echo: HideableOutput,
    ended: AbortSignal,
  ) {
    lines.on('line', (line) => {
      if (this.#take !== undefined) this.#give(line);
      // After a hidden answer, what is pasted may be the same token once more.
      else if (!this.echo.isHidden) this.#typedAhead.push(line);
    });
    ended.addEventListener('abort', () => this.#give(undefined));
  }

  /**
   * Undefined once the session ends. What is typed between a hidden line and the next one is neither
   * shown nor kept: it may be the same once more.
   */
  async readLine(prompt: string, isHidden = false): Promise<string | undefined> {
    if (this.echo.isHidden) this.lines.write(null, { ctrl: true, name: 'u' });
    this.echo.isHidden = isHidden;
    this.lines.setPrompt(prompt);
    this.lines.prompt();
    this.lines.write(this.#putBack);
    this.#putBack = '';
    const typed = this.#typedAhead.shift();
    if (typed !== undefined) return typed;
    return new Promise((resolve) => (this.#take = resolve));
  }

  #give(line: string | undefined): void {
    const take = this.#take;
    this.#take = undefined;
    take?.(line);
  }

  cancelQuestion(): void {
    this.#give(undefined);
  }

  print(text: string): void {
    this.endAnswer();
    this.output.write(`${wrap(printable(text), this.output.columns || 80)}\n`);
  }

  /** Says each step once, not each percent of it. */
  progress(text: string): void {
    const step = text.split(/[:,]/, 1).join('');
    if (step !== this.#progress) this.print(`${step}…`);
    this.#progress = step;
  }

  stream(text: string): void {
    this.#isStreaming = true;
    this.output.write(text);
  }

  endAnswer(): void {
    if (this.#isStreaming) this.output.write('\n');
    this.#isStreaming = false;
    this.#progress = '';
  }

  /** What was read can't be taken back. */
  clear(): void {
    this.print('There’s nothing to clear: this mode never redraws the screen.');
  }

  putBack(line: string): void {
    this.#putBack = line;
  }

  async confirm(summary: string): Promise<boolean> {
    return /^y(es)?$/i.test((await this.readLine(`${summary} (y/N) `))?.trim() ?? '');
  }

  async askHidden(label: string): Promise<string | undefined> {
    this.output.write(`${label} (hidden): `);
    const answer = await this.readLine('', true);
    this.output.write('\n');
    return answer;
  }

  async choose(label: string, options: readonly string[]): Promise<number | undefined> {
    this.print([label, ...options.map((option, index) => `${index + 1}. ${option}`)].join('\n'));
    const prompt = `Type a number from 1 to ${options.length}, or nothing to cancel: `;
    for (;;) {
      const typed = (await this.readLine(prompt))?.trim() ?? '';
      if (typed === '') return undefined;
      const index = Number(typed) - 1;
      if (options[index] !== undefined) return index;
    }
  }
}
