import { describe, expect, test } from 'vitest';
import { KeyReader } from '../../src/cli/terminal/keys';
import type { Key } from '../../src/cli/terminal/keys';
import { editLine, emptyLine } from '../../src/cli/terminal/line-editor';
import { Session, settleLines } from '../../src/cli/terminal/session';
import { createCursorPlacement, cursorMark } from '../../src/cli/terminal/typing-cursor';
import { wrap } from '../../src/cli/terminal/wrap';
import { printable, printableJson, printableRefusal } from '../../src/cli/printable';

const kindsOf = (kinds: string): Key[] => kinds.split(' ').map((kind) => ({ kind }) as Key);
const text = (typed: string): Key => ({ kind: 'text', text: typed });

const reads: readonly (readonly [string, readonly string[], readonly Key[]])[] = [
  ['letters and Enter at once', ['/help\r'], [text('/help'), { kind: 'enter' }]],
  [
    'several arrows at once',
    ['\u001B[A\u001B[A\u001BOB'],
    [{ kind: 'up' }, { kind: 'up' }, { kind: 'down' }],
  ],
  ['Esc', ['\u001B'], [{ kind: 'escape' }]],
  [
    'Tab, Ctrl+C, Backspace',
    ['\t\u0003\u007F'],
    [{ kind: 'tab' }, { kind: 'interrupt' }, { kind: 'backspace' }],
  ],
  ['wide characters', ['日本👩🏽‍💻'], [text('日本👩🏽‍💻')]],
  ['pasted lines as one', ['\u001B[200~one\r\ntwo\nthree\r\u001B[201~'], [text('one two three ')]],
  [
    'pasted text that arrives in pieces',
    ['\u001B[200~a\r', 'b\u001B[201~\r'],
    [text('a '), text('b'), { kind: 'enter' }],
  ],
  ['pasted controls as spaces', ['\u001B[200~a\u0003b\tc\u001B[201~'], [text('a b c')]],
  ['nothing in a sequence that it does not know', ['\u001B[15~\u001B[1;2C\u0000\u001Bx'], []],
  ['Alt+B, Alt+F, Alt+D', ['\u001Bb\u001Bf\u001Bd'], kindsOf('wordLeft wordRight deleteWordRight')],
  ['Alt+Backspace', ['\u001B\u007F'], kindsOf('deleteWordLeft')],
  [
    'Ctrl+W, Ctrl+U, Ctrl+K, Ctrl+Y',
    ['\u0017\u0015\u000B\u0019'],
    kindsOf('deleteWordLeft deleteToStart deleteToEnd putBackDeleted'),
  ],
  [
    'Ctrl and Alt with Left and Right',
    ['\u001B[1;5D\u001B[1;5C\u001B[1;3D\u001B[1;3C'],
    kindsOf('wordLeft wordRight wordLeft wordRight'),
  ],
  ['Ctrl+B, Ctrl+F, Ctrl+P, Ctrl+N', ['\u0002\u0006\u0010\u000E'], kindsOf('left right up down')],
];

describe('The terminal’s input', () => {
  test.each(reads)('is read: %s', (_name, chunks, keys) => {
    const reader = new KeyReader();
    expect(chunks.flatMap((chunk) => reader.read(chunk))).toEqual(keys);
  });

  const pasted = '\u001B[200~hello\u001B[201~\r';
  // An escape by itself is a key, so that the first piece is longer.
  const splits = Array.from({ length: pasted.length - 2 }, (_, index) => index + 2);
  test.each(splits)('ends a paste also where it arrives in two pieces: %i', (split) => {
    const reader = new KeyReader();
    const keys = [pasted.slice(0, split), pasted.slice(split)].flatMap((piece) =>
      reader.read(piece),
    );
    const typed = keys.map((key) => (key.kind === 'text' ? key.text : `<${key.kind}>`)).join('');
    expect(typed).toBe('hello<enter>');
  });
});

const edits: readonly (readonly [string, readonly Key[], string, number])[] = [
  ['types in the middle', [text('ac'), { kind: 'left' }, text('b')], 'abc', 2],
  ['removes an emoji as one character', [text('a👩🏽‍💻'), { kind: 'backspace' }], 'a', 1],
  [
    'removes an accent with its letter',
    [text('e\u0301x'), { kind: 'home' }, { kind: 'delete' }],
    'x',
    0,
  ],
  [
    'stops at both ends',
    [{ kind: 'left' }, { kind: 'backspace' }, text('a'), { kind: 'right' }, { kind: 'delete' }],
    'a',
    1,
  ],
  [
    'goes home and to the end',
    [text('bc'), { kind: 'home' }, text('a'), { kind: 'end' }, text('d')],
    'abcd',
    4,
  ],
  [
    'moves to where a word begins',
    [text('one two-three '), ...kindsOf('wordLeft')],
    'one two-three ',
    8,
  ],
  [
    'moves to where a word ends',
    [text('one, two'), ...kindsOf('home wordRight wordRight')],
    'one, two',
    8,
  ],
  [
    'deletes the word before the cursor',
    [text('get two-three  '), ...kindsOf('deleteWordLeft')],
    'get ',
    4,
  ],
  [
    'deletes the word after the cursor',
    [text('one two'), ...kindsOf('home deleteWordRight')],
    ' two',
    0,
  ],
  ['deletes to the start', [text('ab👩🏽‍💻c'), ...kindsOf('left deleteToStart')], 'c', 0],
  ['deletes to the end', [text('abc'), ...kindsOf('home right deleteToEnd')], 'a', 1],
  [
    'puts back what was deleted last',
    [text('one two'), ...kindsOf('deleteWordLeft home putBackDeleted'), text(' ')],
    'two one ',
    4,
  ],
  [
    'leaves an empty line empty',
    kindsOf('wordLeft wordRight deleteWordLeft deleteToEnd putBackDeleted'),
    '',
    0,
  ],
];

describe('A line that is typed', () => {
  test.each(edits)('%s', (_name, keys, typed, cursor) => {
    const edited = keys.reduce(editLine, emptyLine);
    expect([edited.text, edited.cursor]).toEqual([typed, cursor]);
  });
});

const hostile: readonly (readonly [string, string])[] = [
  ['\u001B[31mred\u001B[0m', 'red'],
  ['\u001B]0;title\u0007x', 'x'],
  ['a\rb\r\nc', 'a\nb\nc'],
  ['\u202Egnp.exe\u0000\u009B2J', 'gnp.exe'],
  ['日本 👩🏽‍💻\tx', '日本 👩🏽‍💻\tx'],
  ['a\u200Bb\u2060c\uFEFFd\u00ADe\u{E0041}f', 'abcdef'],
  ['می\u200Cخواهم ❤\uFE0F', 'می\u200Cخواهم ❤\uFE0F'],
];

/** Text of a server on an error, and what is shown of it. */
const refusals: readonly (readonly [string, string])[] = [
  ['No.\n✓ Deployed 1.0.0\r\n\u2028$ ', 'No. ✓ Deployed 1.0.0 $'],
  ['Bad\nquery:\nStatus = "x\u200By"\n    ^', 'Bad query:\nStatus = "xy"\n    ^'],
  ['^\n^', '^ ^'],
];

describe('Text of others', () => {
  test.each(hostile)('%j is shown as %j', (given, shown) => {
    expect(printable(given)).toBe(shown);
  });

  test.each(refusals)('%j on an error is shown as %j', (given, shown) => {
    expect(printableRefusal(given)).toBe(shown);
  });

  test('in JSON has what nobody sees written out, and is the same data', () => {
    const data = { name: 'a\u200B\u2060\uFEFF\u{E0041}\u202Eb\u200Dc' };
    const json = printableJson(data);
    expect(json).toContain('a\\u200b\\u2060\\ufeff\\udb40\\udc41\\u202eb\u200Dc');
    expect(JSON.parse(json)).toEqual(data);
  });
});

const wrapping: readonly (readonly [string, string, string])[] = [
  ['stays as it is where it fits', '  /help  Help\n\n', '  /help  Help\n\n'],
  ['is broken between words', 'Save your access token first', 'Save your access\ntoken first'],
  ['keeps its indent', '  /exit  Go back to the prompt', '  /exit  Go back to\n  the prompt'],
  ['leaves long words whole', `at ${'x'.repeat(30)} here`, `at\n${'x'.repeat(30)}\nhere`],
  ['keeps lines that only look like a mistake’s place', '^\n^\n^\n\n  ^', '^\n^\n^\n\n  ^'],
  ['knows wide characters', '日本語日本語日本 日本語', '日本語日本語日本\n日本語'],
  [
    'is cut around a mistake, which the caret stays below',
    `Wrong:\nStatus = "In stock" annd Price > 10\n${' '.repeat(20)}^`,
    `Wrong:\n…n stock" annd Pric…\n${' '.repeat(10)}^`,
  ],
  [
    'is cut at its end only where the mistake comes first',
    `Statuss = "In stock" and Price > 10\n^`,
    `Statuss = "In stoc…\n^`,
  ],
  [
    'is cut at its beginning only where the mistake comes last',
    `Status = "In stock" and Price >\n${' '.repeat(31)}^`,
    `…stock" and Price >\n${' '.repeat(19)}^`,
  ],
];

describe('A text on a terminal of 20 columns', () => {
  test.each(wrapping)('%s', (_name, text, wrapped) => {
    expect(wrap(text, 20)).toBe(wrapped);
    expect(wrap(text, 1).replace(/\s/g, '')).not.toBe('');
  });
});

test('The cursor is put where the mark stands, and back to the end before the next frame', () => {
  const place = createCursorPlacement();
  const frame = `\u001B[36mwds ›\u001B[39m 日${cursorMark}x\n  menu\n`;
  const drawn = frame.replace(cursorMark, '');
  expect(place(frame)).toBe(`\u001B[?25l${drawn}\u001B[2A\u001B[9G\u001B[?25h`);
  expect(['', '\u001B[?25l', '\u001B[?25h'].map(place)).toEqual(['', '', '']);
  expect(place('gone\n')).toBe('\u001B[?25l\u001B[2B\u001B[1Ggone\n');
  expect(place('gone\n')).toBe('\u001B[?25lgone\n');
  expect(place(`a${cursorMark}bc`)).toBe('\u001B[?25labc\u001B[2G\u001B[?25h');
  expect(place('d')).toBe('\u001B[?25l\u001B[4Gd');
});

const settling: readonly (readonly [string, string, string, string])[] = [
  ['a line that has ended', 'one\ntw', 'one', 'tw'],
  ['blank lines in between', 'one\n\ntwo\n', 'one\n\ntwo', ''],
  ['nothing before a line has ended', 'one', '', 'one'],
  ['no blank lines alone', '\n\n', '', '\n\n'],
  [
    'a very long line at its last space',
    `${'word '.repeat(1000)}wo`,
    'word '.repeat(1000).trim(),
    'wo',
  ],
];

describe('An answer that arrives', () => {
  test.each(settling)('settles %s', (_name, answer, settled, rest) => {
    expect(settleLines(answer)).toEqual({ settled, rest });
  });

  test('is shown once per frame however fast it is, and wholly', () => {
    const session = new Session({ workingDirectory: '.', environment: {} }, () => undefined);
    let frames = 0;
    session.subscribe(() => (frames += 1));
    for (let line = 0; line < 10_000; line += 1) session.stream(`line ${line}\n`);
    session.print('The end.');
    expect(frames).toBe(1);
    const shown = session.getState().entries.map(({ text: entry }) => entry);
    expect(shown.join('\n').split('\n')).toHaveLength(10_001);
  });
});
