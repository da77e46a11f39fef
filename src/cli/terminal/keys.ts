import { emitKeypressEvents } from 'node:readline';
import { Readable } from 'node:stream';

export type Key =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind:
        | 'enter'
        | 'tab'
        | 'up'
        | 'down'
        | 'left'
        | 'right'
        | 'home'
        | 'end'
        | 'backspace'
        | 'delete'
        | 'wordLeft'
        | 'wordRight'
        | 'deleteWordLeft'
        | 'deleteWordRight'
        | 'deleteToStart'
        | 'deleteToEnd'
        | 'putBackDeleted'
        | 'escape'
        | 'interrupt'
        | 'endOfInput';
    };

/** Terminals put these around what is pasted, once they are asked to. */
export const askForPasteMarks = '\u001B[?2004h';
export const endPasteMarks = '\u001B[?2004l';
const escape = '\u001B';

/** What each key does, and the keys of Emacs that do the same. */
const kinds: Readonly<Partial<Record<string, Exclude<Key['kind'], 'text'>>>> = {
  up: 'up',
  'ctrl+p': 'up',
  down: 'down',
  'ctrl+n': 'down',
  left: 'left',
  'ctrl+b': 'left',
  right: 'right',
  'ctrl+f': 'right',
  home: 'home',
  'ctrl+a': 'home',
  end: 'end',
  'ctrl+e': 'end',
  'ctrl+left': 'wordLeft',
  'alt+left': 'wordLeft',
  'alt+b': 'wordLeft',
  'ctrl+right': 'wordRight',
  'alt+right': 'wordRight',
  'alt+f': 'wordRight',
  backspace: 'backspace',
  delete: 'delete',
  'ctrl+w': 'deleteWordLeft',
  'alt+backspace': 'deleteWordLeft',
  'alt+d': 'deleteWordRight',
  'ctrl+delete': 'deleteWordRight',
  'ctrl+u': 'deleteToStart',
  'ctrl+k': 'deleteToEnd',
  'ctrl+y': 'putBackDeleted',
  return: 'enter',
  enter: 'enter',
  tab: 'tab',
  'ctrl+c': 'interrupt',
  'ctrl+d': 'endOfInput',
};

/** As `readline` describes a key. */
interface Keypress {
  readonly name?: string;
  readonly sequence: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

/** Reads what a terminal sends, which may be several keys at once, or a part of something pasted. */
export class KeyReader {
  readonly #input = new Readable({ read: () => undefined });
  #keys: Key[] = [];
  /** Undefined while nothing is being pasted. */
  #pasted: string | undefined;

  constructor() {
    emitKeypressEvents(this.#input);
    this.#input.on('keypress', (_typed: unknown, keypress: Keypress) => this.#press(keypress));
  }

  read(chunk: string): Key[] {
    this.#keys = [];
    // An escape that ends what was typed is a key; readline would wait for the rest of a sequence.
    let end = chunk.length;
    while (chunk[end - 1] === escape) end -= 1;
    this.#input.emit('data', chunk.slice(0, end));
    for (; end < chunk.length; end += 1) {
      if (this.#pasted === undefined) this.#keys.push({ kind: 'escape' });
      else this.#input.emit('data', escape);
    }
    if (this.#pasted !== undefined) this.#endPasted('');
    return this.#keys;
  }

  #press({ name = '', sequence, ctrl, meta, shift }: Keypress): void {
    if (name === 'paste-start') this.#pasted = '';
    else if (name === 'paste-end') this.#endPasted(undefined);
    else if (this.#pasted !== undefined) this.#pasted += sequence;
    else {
      const kind =
        kinds[`${ctrl ? 'ctrl+' : ''}${meta ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`];
      if (kind !== undefined) this.#keys.push({ kind });
      else if (!/\p{Cc}/u.test(sequence)) this.#type(sequence);
    }
  }

  #endPasted(next: '' | undefined): void {
    if (this.#pasted) this.#type(inOneLine(this.#pasted));
    this.#pasted = next;
  }

  #type(text: string): void {
    const last = this.#keys.at(-1);
    if (last?.kind === 'text') this.#keys.splice(-1, 1, { kind: 'text', text: last.text + text });
    else this.#keys.push({ kind: 'text', text });
  }
}

/** Line ends in pasted text don't count as Enter. */
function inOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/\p{Cc}/gu, ' ');
}
