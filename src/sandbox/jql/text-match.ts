import { notModelled } from '../jira/jira-error';
import { emptyText, leadingWildcard, unreadableText } from './sentences';

/** Whether the words of a text, in their order, are what someone looks for. */
type TextMatcher = (words: readonly string[]) => boolean;
type TextQuery = { ok: true; matches: TextMatcher } | { ok: false; error: string };

/** Returns the words of a text as Jira's index keeps them, in lower case. Stems are not modelled. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A phrase in quotes, or what stands between spaces. */
const pieces = /"((?:\\.|[^"\\])*)"|((?:\\.|[^\s"\\])+)/gs;

/**
 * Reads the text behind `~`: every word must be there, `"a phrase"` in one piece, `word*` and
 * `w?rd` as wildcards; a backslash takes a sign its meaning.
 * @throws {JiraError} 501 for the rest of Jira's text search: boolean operators, fuzzy search,
 * boosting, ranges and groups.
 */
export function readTextQuery(text: string, field: string): TextQuery {
  if (text.trim() === '') return { ok: false, error: emptyText(field) };
  const wildcard = /^[*?]/.exec(text.trim())?.[0];
  if (wildcard !== undefined) return { ok: false, error: leadingWildcard(text, field, wildcard) };
  if (/^(AND|OR|NOT)$/.test(text.trim()) || withoutPieces(text).includes('"')) {
    return { ok: false, error: unreadableText(text, field) };
  }
  const matchers = [...text.matchAll(pieces)].map(([, phrase, word]) =>
    phrase === undefined ? matcherOfWord(word ?? '') : matcherOfPhrase(wordsOf(unescape(phrase))),
  );
  return { ok: true, matches: (words) => matchers.every((matches) => matches(words)) };
}

function withoutPieces(text: string): string {
  return text.replace(pieces, '');
}

function matcherOfWord(word: string): TextMatcher {
  refuseOperators(word);
  const literal = word.replace(/\\[*?]/g, ' ');
  if (!/[*?]/.test(literal)) return matcherOfPhrase(wordsOf(unescape(word)));
  if ((literal.match(/\*/g)?.length ?? 0) > 4) {
    throw notModelled(`more than four '*' in one word: '${word}'`);
  }
  const pattern = unescape(literal)
    .toLowerCase()
    .replace(/[\\^$.|+()[\]{}/*?]/g, patternOf);
  const expression = new RegExp(`^${pattern}$`, 'u');
  return (words) => words.some((candidate) => expression.test(candidate));
}

function patternOf(character: string): string {
  if (character === '*') return '.*';
  return character === '?' ? '.' : `\\${character}`;
}

/** A sign within a word splits it, and what it splits is looked for in one piece. */
function matcherOfPhrase(phrase: readonly string[]): TextMatcher {
  const [first, ...others] = phrase;
  if (first === undefined) return () => false;
  return (words) =>
    words.some(
      (word, index) =>
        word === first && others.every((other, place) => words[index + 1 + place] === other),
    );
}

function refuseOperators(word: string): void {
  const plain = word.replace(/\\./g, '');
  const isOperator =
    /^(AND|OR|NOT)$/.test(word) || /^[-+!]/.test(plain) || /[~^(){}[\]]|&&|\|\|/.test(plain);
  if (isOperator) throw notModelled(`'${word}' in a text search`);
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}
