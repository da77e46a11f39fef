import { SyntaxProblem, shorten } from './located-problem';

/**
 * `text` as a string of the query language, quotes included. Reading it back, as a query or as a
 * template, gives `text` again, whatever it holds: characters that could be lost on the way or seen
 * as the beginning of a placeholder are written as `\uXXXX`.
 */
export function quoteString(text: string): string {
  if (!needsEscape.test(text)) return `"${text}"`;
  return `"${text.replace(escaped, escapeCharacter)}"`;
}

/**
 * Reads the string whose opening quote stands at `start`.
 * @returns its value, what stands between its quotes as it is written, and its place with them
 * @throws SyntaxProblem without a closing quote, or with an unknown escape
 */
export function readQuoted(text: string, start: number) {
  const end = findClosingQuote(text, start);
  const source = text.slice(start + 1, end);
  const value = source.includes('\\') ? unescape(source, start + 1) : source;
  return { value, source, location: { start, end: end + 1 } };
}

/** Control characters, separators, lone surrogates, and the first half of `{{`, `<<`, `${`, `$<`. */
const escaped = /["\\\p{Cc}\u2028\u2029\p{Cs}]|\{(?=\{)|<(?=<)|\$(?=[{<])/gu;
const needsEscape = new RegExp(escaped.source, 'u');
/** What stands behind the backslash, and the character that it means. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['n', '\n'],
  ['t', '\t'],
]);
const shortEscapes = new Map([...meanings].map(([name, meaning]) => [meaning, `\\${name}`]));
const escape = /\\(u[0-9a-fA-F]{4}|[^])/gu;

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return shortEscapes.get(character) ?? `\\u${code}`;
}

function findClosingQuote(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) return offset;
    if (code === 0x5c) offset += 1;
  }
  throw new SyntaxProblem(
    `The text that starts here isn’t closed. Add a double quote (") at its end.`,
    { start, end: text.length },
  );
}

function unescape(source: string, sourceStart: number): string {
  return source.replace(escape, (sequence, name: string, offset: number) => {
    const meaning = meanings.get(name);
    if (meaning !== undefined) return meaning;
    if (name.length === 5) return String.fromCharCode(parseInt(name.slice(1), 16));
    const start = sourceStart + offset;
    throw new SyntaxProblem(
      `Unknown escape "${shorten(sequence)}". Inside quotes, write \\\\ for a backslash and \\" for a quote; \\n, \\t and \\uXXXX work too.`,
      { start, end: start + sequence.length },
    );
  });
}
