import { walkAST, JQLSyntaxError, RESERVED_WORDS } from '@atlaskit/jql-ast';
import type {
  Argument,
  Field,
  FunctionString,
  Jast,
  ValueOperand,
  JQLParseError,
} from '@atlaskit/jql-ast';
import { readLiteral, escapeCharacter, printQuoted } from './tree';
import { nonListValue } from './sentences';

type Piece = Field | FunctionString | Argument | ValueOperand;

/** Where in the query something is wrong, and what Jira says of it. */
interface Fault {
  start: number;
  sentence: string;
}

const mostNegative = -(2n ** 63n);
const mostPositive = 2n ** 63n - 1n;

/**
 * Returns what Jira's own parser refuses of a query that Atlassian's published grammar takes: names
 * without a letter, numbers beyond 64 bits, and a reserved word that the grammar does not list.
 * `undefined` where there is nothing of the kind.
 */
export function describeStricterFault(text: string, jast: Jast): string | undefined {
  const faults: Fault[] = [];
  const check = (piece: Piece, findFault: (written: string) => Fault | undefined) => {
    const offset = piece.position?.[0] ?? 0;
    const fault = findReserved(piece.text) ?? findFault(piece.text);
    if (fault) faults.push({ ...fault, start: offset + fault.start });
  };
  walkAST(
    {
      enterField: (field) => check(field, findFieldFault),
      enterFunction: (name) => check(name, (written) => findEmptyName(written, 'function')),
      enterArgument: (argument) => check(argument, () => undefined),
      enterValueOperand: (value) => check(value, findNumberFault),
    },
    jast,
  );
  const [first] = faults.sort((one, other) => one.start - other.start);
  return first && `Error in the JQL Query: ${first.sentence} ${placeOf(text, first.start)}`;
}

function findReserved(written: string): Fault | undefined {
  return isUnlistedReserved(written) ? { start: 0, sentence: reservedWord(written) } : undefined;
}

function findFieldFault(written: string): Fault | undefined {
  const id = /^(?<before>cf\[)(?<id>\d+)\]/i.exec(written)?.groups;
  if (id?.before === undefined || id.id === undefined) return findEmptyName(written, 'field');
  const fault = findNumberFault(id.id);
  return fault && { ...fault, start: id.before.length };
}

function findEmptyName(written: string, what: 'field' | 'function'): Fault | undefined {
  const isEmpty = readLiteral(written).trim() === '';
  return isEmpty ? { start: 0, sentence: emptyName(what) } : undefined;
}

function findNumberFault(written: string): Fault | undefined {
  if (!/^-?\d+$/.test(written)) return undefined;
  const number = BigInt(written);
  const isInRange = number >= mostNegative && number <= mostPositive;
  return isInRange ? undefined : { start: 0, sentence: illegalNumber(written) };
}

const validOperators =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";
const validEscapes =
  "The valid escape sequences are \\', \\\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX.";

/** Reserved words that have a meaning in the grammar: Jira names what it expected in their place. */
const keywords = new Set(
  'and or not in is empty null order by asc desc was changed cf after before during on from to'.split(
    ' ',
  ),
);

/** Returns what Jira says of a query that it cannot read, with the place where it gives one. */
export function describeSyntaxFault(text: string, fault: JQLParseError): string {
  const lexical = describeLexicalFault(text);
  if (lexical !== undefined) return `Error in the JQL Query: ${lexical}`;
  if (!(fault instanceof JQLSyntaxError)) return `Error in the JQL Query: ${fault.message}`;
  const found = text.slice(fault.start, fault.stop);
  const place = placeOf(text, fault.start);
  const word = found.toLowerCase();
  if (RESERVED_WORDS.has(word) && !keywords.has(word)) {
    return `Error in the JQL Query: ${reservedWord(found)} ${place}`;
  }
  return describeGrammarFault(text, fault, found, place);
}

/** Whether Jira reserves a word that the published grammar takes. */
function isUnlistedReserved(word: string): boolean {
  return word.toLowerCase() === 'all';
}

function reservedWord(word: string): string {
  return `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.`;
}

function emptyName(what: 'field' | 'function'): string {
  return `A ${what} name cannot be empty.`;
}

function illegalNumber(number: string): string {
  return `'${number}' is not a valid number. Numbers must be between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,807.`;
}

function describeGrammarFault(
  text: string,
  fault: JQLSyntaxError,
  found: string,
  place: string,
): string {
  const before = text.slice(0, fault.start).trimEnd();
  const nonList = fault.message.endsWith("expecting '('") ? describeNonList(before) : undefined;
  if (nonList !== undefined) return nonList;
  const {
    name,
    use,
    prefix = 'Error in the JQL Query',
    end = 'before',
    more = '',
  } = expectationOf(fault.message, before, found);
  if (found === '') {
    return `${prefix}: Expecting ${name} ${end} the end of the query.${more}`;
  }
  const advice = use ? ` You must surround '${found}' in quotation marks to use it as ${use}.` : '';
  return `${prefix}: Expecting ${name} but got '${found}'.${advice}${more} ${place}`;
}

const listOperator =
  /(?<field>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w.[\]]+)\s+(?<operator>not\s+in|in)\s+(?<value>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S+)$/is;

/** A single value behind `in` isn't a fault of the grammar in Jira. */
function describeNonList(before: string): string | undefined {
  const { field, operator, value } = listOperator.exec(before)?.groups ?? {};
  if (field === undefined || operator === undefined || value === undefined) return undefined;
  if (isUnlistedReserved(value)) {
    const place = placeOf(before, before.length - value.length);
    return `Error in the JQL Query: ${reservedWord(value)} ${place}`;
  }
  const words = operator.toLowerCase().split(/\s+/).join(' ');
  return nonListValue(words, printQuoted(readLiteral(value)), readLiteral(field));
}

interface Expectation {
  name: string;
  /** What the found text would be in quotation marks. */
  use?: string;
  prefix?: string;
  /** How the sentence continues where the query ends instead. */
  end?: 'before' | 'at';
  more?: string;
}

const fieldName: Expectation = { name: 'a field name', use: 'a field name', end: 'at' };
/** Jira's only sentence that begins without "the". */
const operand: Expectation = {
  name: 'either a value, list or function',
  use: 'a value',
  prefix: 'Error in JQL Query',
};

/** Translates what the parser's message says that it expected. */
function expectationOf(message: string, before: string, found: string): Expectation {
  const expected = /expecting (?<set>.+)$|^missing (?<one>.+) at/s.exec(message)?.groups;
  const set = expected?.set ?? expected?.one ?? '';
  if (set.includes("'<'")) return { name: 'operator', more: ` ${validOperators}` };
  if (set.includes('EMPTY,')) return operand;
  if (set.includes('CUSTOMFIELD')) return fieldName;
  if (set.includes("')', POSNUMBER") && found === '') return { name: "')'" };
  if (set.includes('QUOTE_STRING') && /[(,]$/.test(before)) {
    return { name: 'a function argument', use: 'an argument' };
  }
  if (set.includes('QUOTE_STRING')) return operand;
  if (set.includes("')'")) return { name: "')'" };
  if (set === 'POSNUMBER') return { name: 'a custom field id (a positive number)' };
  if (set === '{<EOF>, ORDER}') return { name: "either 'OR' or 'AND'" };
  if (set === '<EOF>') {
    return { name: /\b(asc|desc)$/i.test(before) ? "','" : "either 'ASC' or 'DESC'" };
  }
  if (set === 'BY') return { name: "'by'" };
  return { name: set.startsWith("'") ? set : `'${set}'` };
}

/** Jira counts lines from 1 and characters from 1. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `(line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1})`;
}

const reservedCharacter = /[{}*/%+^$#@?;]/;
const forbiddenCharacter =
  // oxlint-disable-next-line no-control-regex -- these are what the grammar refuses
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/;
const validEscape = /^\\(?:u[\da-f]{4}|[\\"'ntr ])/i;

/** Returns what is wrong with the first piece of text that isn't a word, number, string or sign. */
function describeLexicalFault(text: string): string | undefined {
  let quote: { sign: string; start: number } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      const escape = validEscape.exec(text.slice(at));
      if (!escape) return illegalEscape(text, at);
      at += escape[0].length - 1;
    } else if (forbiddenCharacter.test(character) && (quote || character !== '\t')) {
      return forbidden(text, at);
    } else if (quote) {
      if (character === quote.sign) quote = undefined;
    } else if (character === '"' || character === "'") {
      quote = { sign: character, start: at };
    } else if (reservedCharacter.test(character)) {
      return `The character '${character}' is a reserved JQL character. You must enclose it in a string or use the escape '${escapeCharacter(character)}' instead. ${placeOf(text, at)}`;
    }
  }
  return quote && unfinishedString(text, quote.start);
}

function illegalEscape(text: string, at: number): string {
  const length = text.charAt(at + 1).toLowerCase() === 'u' ? 3 : 2;
  const escape = text.slice(at, at + length);
  const what =
    escape === '\\'
      ? 'The escape sequence has not been completed.'
      : `'${escape}' is an illegal JQL escape sequence.`;
  return `${what} ${validEscapes} ${placeOf(text, at)}`;
}

function forbidden(text: string, at: number): string {
  const character = text.charAt(at);
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const lines = text.slice(0, at).split('\n');
  const position = (lines.at(-1)?.length ?? 0) + 1;
  return `The character 'U+${code}' on line ${lines.length} at position ${position} must be escaped. Use the escape '${escapeCharacter(character)}' instead. ${placeOf(text, at)}`;
}

function unfinishedString(text: string, start: number): string {
  const content = readLiteral(text.slice(start + 1)).replace(/\s/g, ' ');
  const quoted = content === '' ? 'string' : `string '${content}'`;
  return `The quoted ${quoted} has not been completed. ${placeOf(text, start)}`;
}
