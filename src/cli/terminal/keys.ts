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
const pasteBegin = '\u001B[200~';
const pasteEnd = '\u001B[201~';

const sequences: readonly (readonly [string, Exclude<Key['kind'], 'text'>])[] = [
  ['\u001B[A', 'up'],
  ['\u001BOA', 'up'],
  ['\u001B[B', 'down'],
  ['\u001BOB', 'down'],
  ['\u001B[C', 'right'],
  ['\u001BOC', 'right'],
  ['\u001B[D', 'left'],
  ['\u001BOD', 'left'],
  ['\u001B[H', 'home'],
  ['\u001B[1~', 'home'],
  ['\u0001', 'home'],
  ['\u001B[F', 'end'],
  ['\u001B[4~', 'end'],
  ['\u0005', 'end'],
  ['\u001B[3~', 'delete'],
  // Ctrl and Alt with an arrow, as the terminals in use spell them, and the keys of Emacs.
  ['\u001B[1;5D', 'wordLeft'],
  ['\u001B[1;3D', 'wordLeft'],
  ['\u001B[5D', 'wordLeft'],
  ['\u001BOd', 'wordLeft'],
  ['\u001Bb', 'wordLeft'],
  ['\u001B[1;5C', 'wordRight'],
  ['\u001B[1;3C', 'wordRight'],
  ['\u001B[5C', 'wordRight'],
  ['\u001BOc', 'wordRight'],
  ['\u001Bf', 'wordRight'],
  ['\u0017', 'deleteWordLeft'],
  ['\u001B\u007F', 'deleteWordLeft'],
  ['\u001B\b', 'deleteWordLeft'],
  ['\u001Bd', 'deleteWordRight'],
  ['\u001B[3;5~', 'deleteWordRight'],
  ['\u0015', 'deleteToStart'],
  ['\u000B', 'deleteToEnd'],
  ['\u0019', 'putBackDeleted'],
  ['\u0002', 'left'],
  ['\u0006', 'right'],
  ['\u0010', 'up'],
  ['\u000E', 'down'],
  ['\u007F', 'backspace'],
  ['\b', 'backspace'],
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\t', 'tab'],
  ['\u0003', 'interrupt'],
  ['\u0004', 'endOfInput'],
];
/** The rest of a sequence, without the escape in front of it. */
const otherSequence = /^(?:\[[0-?]*[ -/]*[@-~]|O.|[^\p{Cc}[O])/u;
const plainText = /^[^\p{Cc}]+/u;

/** Reads what a terminal sends, which may be several keys at once, or a part of something pasted. */
export class KeyReader {
  #isPasting = false;
  /** The beginning of a paste mark whose end has not arrived yet. */
  #held = '';

  read(chunk: string): Key[] {
    const keys: Key[] = [];
    const text = this.#held + chunk;
    this.#held = beginningOfMark(text, this.#endsInPaste(text));
    for (let rest = text.slice(0, text.length - this.#held.length); rest !== '';) {
      const { key, length } = this.#isPasting ? this.#readPasted(rest) : this.#readTyped(rest);
      if (key !== undefined) keys.push(key);
      rest = rest.slice(length);
    }
    return keys;
  }

  #endsInPaste(text: string): boolean {
    const begin = text.lastIndexOf(pasteBegin);
    const end = text.lastIndexOf(pasteEnd);
    return begin === end ? this.#isPasting : begin > end;
  }

  /** Line ends in pasted text don't count as Enter. */
  #readPasted(text: string): { key: Key; length: number } {
    const end = text.indexOf(pasteEnd);
    const pasted = end === -1 ? text : text.slice(0, end);
    this.#isPasting = end === -1;
    return {
      key: { kind: 'text', text: inOneLine(pasted) },
      length: pasted.length + (end === -1 ? 0 : pasteEnd.length),
    };
  }

  #readTyped(text: string): { key?: Key; length: number } {
    if (text.startsWith(pasteBegin)) {
      this.#isPasting = true;
      return { length: pasteBegin.length };
    }
    const known = sequences.find(([sequence]) => text.startsWith(sequence));
    if (known !== undefined) return { key: { kind: known[1] }, length: known[0].length };
    if (text.startsWith('\u001B')) {
      const other = otherSequence.exec(text.slice(1))?.[0];
      if (other !== undefined) return { length: 1 + other.length };
      return { key: { kind: 'escape' }, length: 1 };
    }
    const plain = plainText.exec(text)?.[0];
    return plain === undefined
      ? { length: 1 }
      : { key: { kind: 'text', text: plain }, length: plain.length };
  }
}

/** What the text ends with and a paste mark begins with; an escape by itself is a key while typing. */
function beginningOfMark(text: string, isPasting: boolean): string {
  const mark = isPasting ? pasteEnd : pasteBegin;
  const lengths = isPasting ? [5, 4, 3, 2, 1] : [5, 4, 3, 2];
  const length = lengths.find((count) => text.endsWith(mark.slice(0, count)));
  return length === undefined ? '' : text.slice(-length);
}

function inOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/\p{Cc}/gu, ' ');
}
